/** Creates the boxes of an initial letter (css-inline-3 §7). Line layout determines their sizes from fonts. */
import { type ComputedStyle, isVertical } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { type Display } from '../css/computed-values.ts';
import { InlineTextBuilder } from '../text/inline-text-builder.ts';
import { LU_PER_PX } from '../units.ts';
import { Box, BoxFlag, BoxKind } from './box.ts';

/** Ids of styles created here follow those of earlier stages. */
const FIRST_STYLE_ID = 2 ** 29 + 2 ** 28;

const BLOCK: Display = { outside: 'block', inside: 'flow-root', listItem: false, runIn: false };
const INLINE_BLOCK: Display = { outside: 'inline', inside: 'flow-root', listItem: false, runIn: false };

/** Returns the letter's style in another size. */
export function letterStyle(
  style: ComputedStyle,
  font: ComputedStyle['font'],
  box: ComputedStyle['box'],
): ComputedStyle {
  return style.with(FIRST_STYLE_ID + style.id * 2, { font, box });
}

/** Returns whether a float is an initial letter. */
export function isInitialLetter(box: Box): boolean {
  return box.data?.type === 'letter';
}

/**
 * Returns the letter as a float. `style`: its style on the first line; `font`: sized to span its lines; `start`: the
 * distance it moves down; `height`: the height of its box; both in CSS px.
 */
export function letterFloat(
  container: Box,
  letter: Box,
  style: ComputedStyle,
  text: string,
  font: ComputedStyle['font'],
  start: number,
  height: number,
): Box {
  const b = style.box;
  const mode = style.text.writingMode;
  const shifted = (margin: Length): Length =>
    new Length(margin.kind === 1 ? 0 : margin.kind, margin.px + start, margin.percent, margin.math);
  const vertical = mode !== 'horizontal-tb';
  // The line's indent moves the letter. Inheritance would indent its own box as well.
  const indent = container.style.text.textIndent;
  const rtl = container.style.text.direction === 'rtl';
  const indented = (margin: Length): Length =>
    indent.hanging || indent.length.px === 0
      ? margin
      : new Length(margin.kind === 1 ? 0 : margin.kind, margin.px + indent.length.px, margin.percent, margin.math);
  const box = letterStyle(style, font, {
    ...b,
    display: BLOCK,
    float: 'inline-start',
    clear: 'none',
    initialLetter: null,
    verticalAlign: 'baseline',
    width: vertical ? Length.px(height) : Length.AUTO,
    height: vertical ? Length.AUTO : Length.px(height),
    marginTop: vertical ? b.marginTop : shifted(b.marginTop),
    marginRight:
      mode === 'vertical-rl' || mode === 'sideways-rl'
        ? shifted(b.marginRight)
        : !vertical && rtl
          ? indented(b.marginRight)
          : b.marginRight,
    marginLeft:
      mode === 'vertical-lr' || mode === 'sideways-lr'
        ? shifted(b.marginLeft)
        : !vertical && !rtl
          ? indented(b.marginLeft)
          : b.marginLeft,
  });
  const float = new Box(
    BoxKind.Block,
    box,
    letter.element,
    letter.pseudo,
    BoxFlag.Float | BoxFlag.NewFormattingContext,
    { type: 'letter' },
  );
  float.parent = letter.parent ?? container;
  float.index = letter.index;
  const builder = new InlineTextBuilder();
  builder.appendText(float, text);
  float.inline = builder.finish(null);
  return float;
}

/**
 * Returns an invisible box of size `across` across the line, `shift` above the baseline, in CSS px. It pushes down the
 * lines next to a raised letter.
 */
export function raisingStrut(container: Box, across: number, shift: number): Box {
  const { style } = container;
  const vertical = isVertical(style);
  const size = Length.px(Math.round(across * LU_PER_PX) / LU_PER_PX);
  const zero = { marginTop: Length.ZERO, marginRight: Length.ZERO, marginBottom: Length.ZERO, marginLeft: Length.ZERO };
  const padding = {
    paddingTop: Length.ZERO,
    paddingRight: Length.ZERO,
    paddingBottom: Length.ZERO,
    paddingLeft: Length.ZERO,
  };
  const strutStyle = style.with(FIRST_STYLE_ID + style.id * 2 + 1, {
    box: {
      ...style.box,
      ...zero,
      ...padding,
      display: INLINE_BLOCK,
      float: 'none',
      position: 'static',
      verticalAlign: Length.px(Math.round(shift * LU_PER_PX) / LU_PER_PX),
      width: vertical ? size : Length.ZERO,
      height: vertical ? Length.ZERO : size,
    },
    border: { ...style.border, borderTopWidth: 0, borderRightWidth: 0, borderBottomWidth: 0, borderLeftWidth: 0 },
  });
  const strut = new Box(
    BoxKind.Block,
    strutStyle,
    null,
    null,
    BoxFlag.Anonymous | BoxFlag.AtomicInline | BoxFlag.NewFormattingContext,
  );
  strut.parent = container;
  return strut;
}
