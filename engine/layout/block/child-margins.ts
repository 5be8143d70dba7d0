/** Margins of block-level children in their parent's axes, `auto` ones resolved (css2 §10.3.3). */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { DefaultMargin } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { selfAlignment, usedJustifySelf } from '../alignment.ts';
import { autoStartMargin, inlineMargins } from '../positioned/auto-margins.ts';
import { usedMargins, writingModeOf } from '../box-edges.ts';
import type { LogicalSides } from '../geometry.ts';
import type { BlockFlow } from './block-flow.ts';
import type { MarginStrut } from '../margin-strut.ts';

/** Auto margins count as 0. */
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

/** The browsers drop the end margins of these alone: a list, a heading or a quotation keeps its own from the end of a cell. */
const WITH_QUIRKY_END_MARGINS: ReadonlySet<string> = new Set(['listing', 'p', 'plaintext', 'pre', 'xmp']);

/** HTML standard §15.3.10: in quirks mode, is the margin one that the edges of the body and of cells drop? Only where no author has set it. */
function hasQuirkyMargin(flow: BlockFlow, child: Box, margin: number, tags: ReadonlySet<string>): boolean {
  if (!flow.context.quirks || (child.style.box.defaultMargins & margin) === 0 || flow.mode.vertical) return false;
  const { element } = child;
  return element !== null && element.isHtml && tags.has(element.tag);
}

/** The same for the margins that a child appends to those that are waiting. */
export const withStartMargin = (flow: BlockFlow, child: Box, margin: LU): MarginStrut =>
  flow.strut.append(margin, hasQuirkyMargin(flow, child, DefaultMargin.Top, WITH_QUIRKY_START_MARGINS));

export const withEndMargin = (flow: BlockFlow, strut: MarginStrut, child: Box, margin: LU): MarginStrut =>
  strut.append(margin, hasQuirkyMargin(flow, child, DefaultMargin.Bottom, WITH_QUIRKY_END_MARGINS));

/** Does the inline position of a child depend on its inline size? */
export function dependsOnInlineSize(flow: BlockFlow, child: Box): boolean {
  const [start] = inlineMargins(child.style, flow.mode);
  return start.isAuto || legacyAlignment(flow) !== null || justification(flow, child) !== null;
}

/**
 * css-align-3 §6.1.1: `justify-self` of a block-level box in a block container, where it says something; the box is as wide as its contents want
 * then.
 */
export function justification(flow: BlockFlow, child: Box): 'start' | 'center' | 'end' | null {
  if (child.has(BoxFlag.Anonymous)) return null;
  const keyword = usedJustifySelf(child.style, flow.box.style);
  if (keyword === 'normal' || keyword === 'stretch') return null;
  return selfAlignment(keyword, flow.mode, writingModeOf(child.style), true);
}

/** `<center>` and `align`: block children are aligned like text (HTML's rendering section). */
function legacyAlignment(flow: BlockFlow): 'center' | 'end' | null {
  const { textAlign } = flow.box.style.text;
  if (textAlign === '-webkit-center') return 'center';
  if (textAlign !== '-webkit-left' && textAlign !== '-webkit-right') return null;
  return (textAlign === '-webkit-left') === (flow.box.style.text.direction === 'ltr') ? null : 'end';
}

/**
 * css2 §10.3.3: the child's used inline-start margin, when its border box is `inlineSize` and the room for the margin box `available` wide. Over-constrained
 * boxes keep their start margin and give up the end one.
 */
export function usedStartMargin(flow: BlockFlow, child: Box, margins: LogicalSides, inlineSize: LU, available: LU): LU {
  const auto = autoStartMargin(child.style, flow.mode, margins, inlineSize, available);
  if (auto !== null) return auto;
  const free = available - inlineSize - margins.inlineStart - margins.inlineEnd;
  if (free <= 0) return margins.inlineStart;
  const legacy = justification(flow, child) ?? legacyAlignment(flow);
  if (legacy === 'center') return margins.inlineStart + Math.floor(free / 2);
  return legacy === 'end' ? margins.inlineStart + free : margins.inlineStart;
}
