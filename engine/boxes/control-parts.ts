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

/** Creates a block inside a control's item; the caller appends it. `box` is the style for horizontal text. */
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

function numberOf(element: Element, name: string, otherwise: number): number {
  const value = element.attribute(name);
  const number = value === null || value.trim() === '' ? NaN : Number(value);
  return Number.isFinite(number) ? number : otherwise;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

const share = (value: number, min: number, max: number): number =>
  max > min ? clamp((value - min) / (max - min), 0, 1) : 0;

/** Returns the position of a slider's thumb as a fraction of its track. */
export function shareOfRange(element: Element): number {
  const low = numberOf(element, 'min', 0);
  const high = numberOf(element, 'max', 100);
  return share(numberOf(element, 'value', (low + high) / 2), low, high);
}

/** Returns the completed fraction of a `progress`; null if indeterminate. */
export function shareOfProgress(element: Element): number | null {
  if (element.attribute('value') === null) return null;
  return share(numberOf(element, 'value', 0), 0, numberOf(element, 'max', 1));
}

interface Gauge {
  /** The filled fraction of a `meter`. */
  readonly share: number;
  /** Distance in regions from the value to the optimum: 0 is best, 1 fair, 2 poor. */
  readonly distance: 0 | 1 | 2;
}

/** Evaluates a meter: the region of the optimum is best, the adjacent one fair, the far one poor (HTML §4.10.14). */
export function gaugeOf(element: Element): Gauge {
  const min = numberOf(element, 'min', 0);
  const max = Math.max(min, numberOf(element, 'max', 1));
  const value = clamp(numberOf(element, 'value', 0), min, max);
  const low = clamp(numberOf(element, 'low', min), min, max);
  const high = clamp(numberOf(element, 'high', max), low, max);
  const region = (of: number): number => (of < low ? 0 : of > high ? 2 : 1);
  const best = region(clamp(numberOf(element, 'optimum', (min + max) / 2), min, max));
  return { share: share(value, min, max), distance: Math.abs(region(value) - best) as Gauge['distance'] };
}
