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

/** Appends the text of a line that exists even if it is empty. */
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

/** Appends a flex item of a control: a block with the control's own style or that of a pseudo-element. */
export function appendItem(
  context: BuildContext,
  box: LooseBox,
  changes: Partial<BoxStyle>,
  style: ComputedStyle | null = null,
  pseudo: string | null = null,
): LooseBox {
  const base = style ?? context.styler.anonymousStyle(box.style, BLOCK_FLOW);
  const own = context.styler.derivedStyle(base, { box: { ...base.box, ...changes } });
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

/** Creates a block inside a control's item; the caller appends it. */
export function anonymousBlock(
  context: BuildContext,
  parent: LooseBox,
  box: Partial<BoxStyle>,
  text: Partial<TextStyle>,
): LooseBox {
  const base = context.styler.anonymousStyle(parent.style, BLOCK_FLOW);
  const style = context.styler.derivedStyle(base, { box: { ...base.box, ...box }, text: { ...base.text, ...text } });
  return new LooseBox(BoxKind.Block, style, parent.element, null, BoxFlag.Anonymous);
}
