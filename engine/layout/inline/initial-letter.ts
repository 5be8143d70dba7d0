/**
 * `initial-letter` (css-inline-3 §7): a first letter that spans lines. It becomes a float at the line's start whose baseline lies on that of
 * the line it sinks to; a raised letter also pushes the lines down.
 *
 * DEVIATION: lines keep to the letter's box, not to its contour (`initial-letter-wrap`), and scripts align by capital height only.
 */
import { Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { ComputedStyle } from '../../css/computed-style.ts';
import { type Display, Length } from '../../css/computed-values.ts';
import { type InlineContent, InlineItem, InlineItemKind } from '../../text/inline-content.ts';
import { InlineTextBuilder } from '../../text/inline-text-builder.ts';
import { LU_PER_PX, pxFromLu } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import { FontBox, usedLineHeight, usesCentralBaseline } from './font-box.ts';

/** Ids of styles made here lie beyond those of earlier stages. */
const FIRST_STYLE_ID = 2 ** 29 + 2 ** 28;

const BLOCK: Display = { outside: 'block', inside: 'flow-root', listItem: false };
const INLINE_BLOCK: Display = { outside: 'inline', inside: 'flow-root', listItem: false };

/** The content with its initial letter as a float; the content itself when it has none. */
export function withInitialLetter(context: LayoutContext, container: Box, content: InlineContent): InlineContent {
  const open = initialLetterIndex(content);
  if (open < 0) return content;
  const { items } = content;
  const letter = items[open].box;
  let close = open;
  while (items[close].kind !== InlineItemKind.Close || items[close].box !== letter) close++;
  const start = items[open].start;
  const end = items[close].end;
  const length = end - start;
  const text = content.text.slice(start, end);
  const { float, strut } = letterBoxes(context, container, letter, text);
  const strutText = strut === null ? '' : '\uFFFC\u2060';
  const shift = strutText.length - length;
  const moved: InlineItem[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (i > open && i <= close) continue;
    if (i === open) {
      moved.push(new InlineItem(InlineItemKind.Float, float, start, start));
      if (strut !== null) {
        moved.push(new InlineItem(InlineItemKind.Atomic, strut, start, start + 1));
        moved.push(new InlineItem(InlineItemKind.Text, letter.parent ?? container, start + 1, start + 2));
      }
    } else if (i < open) moved.push(item);
    else moved.push(new InlineItem(item.kind, item.box, item.start + shift, item.end + shift));
  }
  return {
    text: content.text.slice(0, start) + strutText + content.text.slice(end),
    items: moved,
    firstLine: content.firstLine,
    paragraph: null,
  };
}

/** Index of the Open item of an initial letter at the content's start; -1: none. */
function initialLetterIndex({ items }: InlineContent): number {
  for (let i = 0; i < items.length; i++) {
    const { kind, box } = items[i];
    if (kind === InlineItemKind.Open) {
      if (box.pseudo === 'first-letter' && box.style.box.initialLetter !== null) return i;
    } else if (kind === InlineItemKind.Text || kind === InlineItemKind.Atomic || kind === InlineItemKind.Break)
      return -1;
  }
  return -1;
}

/** The float, and the strut that pushes the lines down under a raised letter. */
function letterBoxes(
  context: LayoutContext,
  container: Box,
  letter: Box,
  text: string,
): { float: Box; strut: Box | null } {
  const { style } = letter;
  const { size, sink } = style.box.initialLetter as { size: number; sink: number };
  const root = container.style;
  const rootMetrics = context.text.metrics(root);
  const lineHeight = usedLineHeight(root, rootMetrics);
  const rootFont = new FontBox(rootMetrics, lineHeight, usesCentralBaseline(root));
  const line = pxFromLu(lineHeight);
  // The letter's capital height reaches from its baseline to the capital height of the line `size` lines up.
  const capHeight = (size - 1) * line + rootMetrics.capHeight;
  const own = context.text.metrics(style);
  const fontSize = own.capHeight > 0 ? (capHeight * style.font.fontSize) / own.capHeight : size * style.font.fontSize;
  const font = { ...style.font, fontSize, lineHeight: Length.ZERO };
  const metrics = context.text.metrics(
    new ComputedStyle(
      FIRST_STYLE_ID,
      font,
      style.text,
      style.box,
      style.border,
      style.background,
      style.rare,
      style.custom,
    ),
  );
  font.lineHeight = Length.px(metrics.ascent + metrics.descent);
  // NOTE In vertical text Chromium sets the letter's alphabetic baseline on the lines' central one.
  const letterBaseline = (size - 1) * line + pxFromLu(rootFont.over);
  const descent = inkDescent(context, style, font, text);
  const float = letterFloat(container, letter, text, font, letterBaseline - metrics.ascent, metrics.ascent + descent);
  if (sink >= size) return { float, strut: null };
  const raise = (size - sink) * line;
  return { float, strut: strutBox(container, raise + pxFromLu(rootFont.over)) };
}

/** How far the letters' ink reaches below the baseline, px. */
function inkDescent(context: LayoutContext, style: ComputedStyle, font: ComputedStyle['font'], text: string): number {
  const run = context.text.shape(text, styled(style, font, style.box), 0);
  let lowest = 0;
  for (const glyph of run.glyphIds) {
    const numbers = run.face.outline(glyph).match(/-?\d*\.?\d+(?:e-?\d+)?/g);
    if (numbers === null) continue;
    // Every path command has pairs of coordinates, y second.
    for (let i = 1; i < numbers.length; i += 2) lowest = Math.min(lowest, Number(numbers[i]));
  }
  return (-lowest * run.fontSize) / run.face.metrics.unitsPerEm;
}

function styled(style: ComputedStyle, font: ComputedStyle['font'], box: ComputedStyle['box']): ComputedStyle {
  return new ComputedStyle(
    FIRST_STYLE_ID + style.id * 2,
    font,
    style.text,
    box,
    style.border,
    style.background,
    style.rare,
    style.custom,
  );
}

function letterFloat(
  container: Box,
  letter: Box,
  text: string,
  font: ComputedStyle['font'],
  start: number,
  height: number,
): Box {
  const { style } = letter;
  const b = style.box;
  const mode = style.text.writingMode;
  const shifted = (margin: Length): Length =>
    new Length(margin.kind === 1 ? 0 : margin.kind, margin.px + start, margin.percent, margin.math);
  const vertical = mode !== 'horizontal-tb';
  // The line's indent moves the letter; the letter's own box is indented too, by inheritance.
  const indent = container.style.text.textIndent;
  const rtl = container.style.text.direction === 'rtl';
  const indented = (margin: Length): Length =>
    indent.hanging || indent.length.px === 0
      ? margin
      : new Length(margin.kind === 1 ? 0 : margin.kind, margin.px + indent.length.px, margin.percent, margin.math);
  const box = styled(style, font, {
    ...b,
    display: BLOCK,
    float: 'inline-start',
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
  );
  float.parent = letter.parent ?? container;
  float.index = letter.index;
  const builder = new InlineTextBuilder();
  builder.appendText(float, text);
  float.inline = builder.finish(null);
  return float;
}

/** An invisible box that reaches so high above the baseline, px. */
function strutBox(container: Box, over: number): Box {
  const { style } = container;
  const vertical = style.text.writingMode !== 'horizontal-tb';
  const size = Length.px(Math.round(over * LU_PER_PX) / LU_PER_PX);
  const zero = { marginTop: Length.ZERO, marginRight: Length.ZERO, marginBottom: Length.ZERO, marginLeft: Length.ZERO };
  const padding = {
    paddingTop: Length.ZERO,
    paddingRight: Length.ZERO,
    paddingBottom: Length.ZERO,
    paddingLeft: Length.ZERO,
  };
  const strutStyle = new ComputedStyle(
    FIRST_STYLE_ID + style.id * 2 + 1,
    style.font,
    style.text,
    {
      ...style.box,
      ...zero,
      ...padding,
      display: INLINE_BLOCK,
      float: 'none',
      position: 'static',
      verticalAlign: 'baseline',
      width: vertical ? size : Length.ZERO,
      height: vertical ? Length.ZERO : size,
    },
    { ...style.border, borderTopWidth: 0, borderRightWidth: 0, borderBottomWidth: 0, borderLeftWidth: 0 },
    style.background,
    style.rare,
    style.custom,
  );
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
