/** Margins of block-level children in their parent's axes, with resolved `auto` margins (css2 §10.3.3). */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { DefaultMargin } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { alignInArea, autoStartMargin, inlineMargins, selfAlignment, usedJustifySelf } from '../alignment/alignment.ts';
import { usedMargins, writingModeOf } from '../sizing/box-edges.ts';
import { inlineSizeOf } from '../sizing/sizing-properties.ts';
import type { LogicalSides } from '../contract/geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import type { MarginStrut } from '../sizing/margin-strut.ts';

/** Returns the margins, with `auto` as 0. */
export function childMargins(flow: BlockFlow, child: Box): LogicalSides {
  return usedMargins(child.style, flow.mode, flow.contentInlineSize);
}

const WITH_QUIRKY_START_MARGINS: ReadonlySet<string> = new Set([
  'blockquote',
  'dir',
  'dl',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'listing',
  'menu',
  'ol',
  'p',
  'plaintext',
  'pre',
  'ul',
  'xmp',
]);

/**
 * As in browsers, only these elements drop end margins. Lists, headings and quotations keep theirs at the end of a
 * cell.
 */
const WITH_QUIRKY_END_MARGINS: ReadonlySet<string> = new Set(['listing', 'p', 'plaintext', 'pre', 'xmp']);

/** Empty elements at the start edge drop their end margins, which collapse with their start margins. */
const WITH_QUIRKY_MARGINS_IF_EMPTY: ReadonlySet<string> = new Set([...WITH_QUIRKY_START_MARGINS, 'form']);

/**
 * Whether the margin is one that quirks mode drops at the edges of the body and of cells, unless an author has set it
 * (HTML standard §15.3.10).
 */
function hasQuirkyMargin(flow: BlockFlow, child: Box, margin: number, tags: ReadonlySet<string>): boolean {
  if (!flow.context.quirks || (child.style.box.defaultMargins & margin) === 0 || flow.mode.vertical) return false;
  const { element } = child;
  return element !== null && element.isHtml && tags.has(element.tag);
}

/** Returns the waiting margins with those of a child appended, marked as quirky where applicable. */
export const withStartMargin = (flow: BlockFlow, child: Box, margin: LU): MarginStrut =>
  flow.strut.append(margin, hasQuirkyMargin(flow, child, DefaultMargin.Top, WITH_QUIRKY_START_MARGINS));

export function withEndMargin(flow: BlockFlow, strut: MarginStrut, child: Box, margin: LU): MarginStrut {
  const tags = strut.dropsQuirky ? WITH_QUIRKY_MARGINS_IF_EMPTY : WITH_QUIRKY_END_MARGINS;
  return strut.append(margin, hasQuirkyMargin(flow, child, DefaultMargin.Bottom, tags));
}

/** Whether the child's inline position depends on its inline size. */
export function dependsOnInlineSize(flow: BlockFlow, child: Box): boolean {
  const [start] = inlineMargins(child.style, flow.mode);
  return start.isAuto || legacyAlignment(flow) !== null || justification(flow, child) !== null;
}

/**
 * Returns the effective `justify-self` of a block-level box in a block container, or null (css-align-3 §6.1.1). A box
 * with an effective value shrinks to fit.
 */
export function justification(flow: BlockFlow, child: Box): 'start' | 'center' | 'end' | null {
  if (child.has(BoxFlag.Anonymous)) return null;
  const { keyword } = usedJustifySelf(child.style, flow.box.style);
  if (keyword === 'normal' || keyword === 'legacy' || keyword === 'stretch') return null;
  // Blocks share no baseline along this axis.
  if (keyword === 'last-baseline') return 'start';
  return selfAlignment(keyword, flow.mode, writingModeOf(child.style), true);
}

/** Whether `justify-self: stretch` applies to a child, which tables don't do by default (css-align-3 §6.1.1). */
export function stretches(flow: BlockFlow, child: Box): boolean {
  if (usedJustifySelf(child.style, flow.box.style).keyword !== 'stretch') return false;
  return inlineSizeOf(child.style, flow.mode).isAuto && !inlineMargins(child.style, flow.mode).some((m) => m.isAuto);
}

/**
 * Returns the alignment of block children by `<center>` and `align`, which works like that of text (HTML's rendering
 * section).
 */
function legacyAlignment(flow: BlockFlow): 'center' | 'end' | null {
  const { textAlign } = flow.box.style.text;
  if (textAlign === '-webkit-center') return 'center';
  if (textAlign !== '-webkit-left' && textAlign !== '-webkit-right') return null;
  return (textAlign === '-webkit-left') === (flow.box.style.text.direction === 'ltr') ? null : 'end';
}

/**
 * Returns the child's used inline-start margin for a border box of `inlineSize` in `available` space for the margin box
 * (css2 §10.3.3). Over-constrained boxes keep their start margin, and the end margin yields.
 */
export function usedStartMargin(flow: BlockFlow, child: Box, margins: LogicalSides, inlineSize: LU, available: LU): LU {
  const auto = autoStartMargin(child.style, flow.mode, margins, inlineSize, available);
  if (auto !== null) return auto;
  const free = available - inlineSize - margins.inlineStart - margins.inlineEnd;
  if (free === 0) return margins.inlineStart;
  const justified = justification(flow, child);
  // Unlike `justify-self`, the alignment of `<center>` never moves boxes over the start edge.
  const isSafe = justified === null || usedJustifySelf(child.style, flow.box.style).overflow === 'safe';
  return margins.inlineStart + alignInArea(justified ?? legacyAlignment(flow) ?? 'start', isSafe, free, 0);
}
