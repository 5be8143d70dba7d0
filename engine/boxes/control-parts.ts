/** Building blocks of form controls' boxes. */
import type { BoxStyle, ComputedStyle, TextStyle } from '../css/computed-style.ts';
import type { Alignment } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW } from './display.ts';
import { createElementBox } from './element-box.ts';
import { LooseBox, LooseBreak, LooseText } from './loose-box.ts';

export const CENTER: Alignment = { keyword: 'center', overflow: 'safe', legacy: false };
export const BASELINE: Alignment = { keyword: 'baseline', overflow: null, legacy: false };

/** Appends text in a line that exists even if the text is empty. */
export function appendLine(into: LooseBox, text: string): void {
  into.append(text === '' ? new LooseBreak() : new LooseText(text));
}

/** Returns an attribute that is a positive number, limited to 10,000, or null. */
export function positiveAttribute(element: Element, name: string): number | null {
  const match = /^\s*(\d+)/.exec(element.attribute(name) ?? '');
  return match && Number(match[1]) > 0 ? Math.min(Number(match[1]), 10_000) : null;
}

/** Returns the data of a natively drawn box with a natural size in px. */
export function controlData(width: number, height: number): BoxData {
  return {
    type: 'replaced',
    image: null,
    content: 'control',
    intrinsicWidth: width,
    intrinsicHeight: height,
    intrinsicRatio: null,
    viewed: null,
  };
}

/** Creates the flex container of a control's text. `flags`: additional flags. */
export function controlBox(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  flags = 0,
): LooseBox {
  const box = createElementBox(context, element, style, into);
  const isInline = box.kind === BoxKind.Inline;
  box.kind = BoxKind.Flex;
  if (isInline && !box.isOutOfFlowOrFloat) box.flags |= BoxFlag.AtomicInline;
  box.flags |= BoxFlag.NewFormattingContext | BoxFlag.Monolithic | flags;
  return box;
}

/** The physical property of vertical text for each property of horizontal text. */
const TURNED: Readonly<Partial<Record<string, keyof BoxStyle>>> = {
  width: 'height',
  height: 'width',
  minWidth: 'minHeight',
  minHeight: 'minWidth',
  overflowX: 'overflowY',
  overflowY: 'overflowX',
  paddingLeft: 'paddingTop',
  paddingRight: 'paddingBottom',
};
const TURNED_RL = { ...TURNED, paddingTop: 'paddingRight', paddingBottom: 'paddingLeft', marginBottom: 'marginLeft' };
const TURNED_LR = { ...TURNED, paddingTop: 'paddingLeft', paddingBottom: 'paddingRight', marginBottom: 'marginRight' };

const TURNED_BY_MODE = {
  'vertical-rl': TURNED_RL,
  'sideways-rl': TURNED_RL,
  'vertical-lr': TURNED_LR,
  'sideways-lr': { ...TURNED_LR, paddingLeft: 'paddingBottom', paddingRight: 'paddingTop' },
};

/** Maps changes for horizontal text to the physical properties of a style's writing mode. */
export function turned({ text: { writingMode } }: ComputedStyle, changes: Partial<BoxStyle>): Partial<BoxStyle> {
  if (writingMode === 'horizontal-tb') return changes;
  const names: Readonly<Partial<Record<string, string>>> = TURNED_BY_MODE[writingMode];
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [names[name] ?? name, value]));
}

/**
 * Appends a flex item of a control: a block with the control's own style or that of a pseudo-element. `changes` are
 * given for horizontal text.
 */
export function appendItem(
  context: BuildContext,
  box: LooseBox,
  changes: Partial<BoxStyle>,
  style: ComputedStyle | null = null,
  pseudo: string | null = null,
): LooseBox {
  const base = style ?? context.styler.anonymousStyle(box.style, BLOCK_FLOW);
  const own = context.styler.derivedStyle(base, { box: { ...base.box, ...turned(base, changes) } });
  const item = new LooseBox(
    BoxKind.Block,
    own,
    box.element,
    pseudo,
    BoxFlag.Anonymous | BoxFlag.FlexItem | BoxFlag.NewFormattingContext,
  );
  box.append(item);
  return item;
}

/** Creates a block inside a control's item; the caller appends it. `box` is given for horizontal text. */
export function anonymousBlock(
  context: BuildContext,
  parent: LooseBox,
  box: Partial<BoxStyle>,
  text: Partial<TextStyle>,
): LooseBox {
  const base = context.styler.anonymousStyle(parent.style, BLOCK_FLOW);
  const style = context.styler.derivedStyle(base, {
    box: { ...base.box, ...turned(base, box) },
    text: { ...base.text, ...text },
  });
  return new LooseBox(BoxKind.Block, style, parent.element, null, BoxFlag.Anonymous);
}
