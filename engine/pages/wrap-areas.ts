/**
 * Positioned boxes that text flows around (`wrap-flow`, css-exclusions-1). Only layout determines their positions, so
 * each round uses the areas of the previous one.
 */
import type { WrapFlow } from '../css/style-groups/box-style.ts';
import type { Exclusion, ExclusionSpace } from '../layout/contract/exclusion-space.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import { usedMargins } from '../layout/sizing/box-edges.ts';
import { type LU, MAX_LU } from '../units.ts';
import type { PlacedFragment } from './page.ts';

/** The margin box of a positioned box, from the corner of its page area along the axes of the root element. */
export interface WrapArea {
  readonly flow: Exclude<WrapFlow, 'auto'>;
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  readonly blockEnd: LU;
}

/** By page index. Pages without areas have no entry. */
export type WrapAreas = ReadonlyMap<number, readonly WrapArea[]>;

export const NO_WRAP_AREAS: readonly WrapArea[] = [];

/** A page with its flow. */
interface FlowPage {
  readonly index: number;
  readonly filled: {
    readonly root: PlacedFragment | null;
    readonly input: { readonly width: LU; readonly height: LU };
  } | null;
}

/** Returns the areas on pages. `mode` is the root element's. */
export function wrapAreasOf(drafts: readonly FlowPage[], mode: WritingMode): WrapAreas {
  const found = new Map<number, readonly WrapArea[]>();
  for (const { index, filled } of drafts) {
    if (filled === null || filled.root === null) continue;
    const areas: WrapArea[] = [];
    const { width, height } = filled.input;
    visitFragments(filled.root.fragment, filled.root.x, filled.root.y, true, (fragment, x, y) => {
      if (fragment.type !== 'box') return true;
      const { position, wrapFlow } = fragment.style.box;
      if (position === 'absolute' && wrapFlow !== 'auto')
        areas.push(areaOf(fragment, x, y, mode, width, height, wrapFlow));
      return true;
    });
    if (areas.length > 0) found.set(index, areas);
  }
  return found;
}

function areaOf(
  fragment: BoxFragment,
  x: LU,
  y: LU,
  mode: WritingMode,
  width: LU,
  height: LU,
  flow: WrapArea['flow'],
): WrapArea {
  const margins = usedMargins(fragment.style, mode, mode.inlineOf(width, height));
  const along = mode.inlineOf(x, y);
  const inline = mode.inlineReversed ? mode.inlineOf(width, height) - along - fragment.inlineSize(mode) : along;
  const block = mode.blockOffset(x, y, fragment, { width });
  return {
    flow,
    inlineStart: inline - margins.inlineStart,
    inlineEnd: inline + fragment.inlineSize(mode) + margins.inlineEnd,
    blockStart: block - margins.blockStart,
    blockEnd: block + fragment.blockSize(mode) + margins.blockEnd,
  };
}

/** Whether pages have the same areas. */
export function sameWrapAreas(a: readonly WrapArea[], b: readonly WrapArea[]): boolean {
  const isSame = (x: WrapArea, y: WrapArea): boolean =>
    x.flow === y.flow &&
    x.inlineStart === y.inlineStart &&
    x.inlineEnd === y.inlineEnd &&
    x.blockStart === y.blockStart &&
    x.blockEnd === y.blockEnd;
  return a === b || (a.length === b.length && a.every((area, i) => isSame(area, b[i]!)));
}

/** Whether all pages have the same areas. */
export function sameOnAllPages(a: WrapAreas, b: WrapAreas): boolean {
  return a.size === b.size && [...a].every(([page, areas]) => sameWrapAreas(areas, b.get(page) ?? NO_WRAP_AREAS));
}

/**
 * Adds areas to the exclusions of a page. `inline` is the inline size of the page area; the offsets locate the border
 * box of the root element in it.
 */
export function withWrapAreas(
  exclusions: ExclusionSpace,
  areas: readonly WrapArea[],
  inline: LU,
  inlineOffset: LU,
  blockOffset: LU,
): ExclusionSpace {
  let all = exclusions;
  for (const area of areas) all = all.add(exclusionOf(area, inline, inlineOffset, blockOffset));
  return all;
}

function exclusionOf(area: WrapArea, inline: LU, inlineOffset: LU, blockOffset: LU): Exclusion {
  const [before, after] = [area.inlineStart, inline - area.inlineEnd];
  const flow =
    area.flow === 'minimum'
      ? before < after
        ? 'start'
        : 'end'
      : area.flow === 'maximum'
        ? before < after
          ? 'end'
          : 'start'
        : area.flow;
  // Content on the start side is bounded like next to a float at the end.
  const side = flow === 'start' ? 'end' : 'start';
  return {
    side,
    inlineStart: flow === 'clear' ? -MAX_LU : area.inlineStart - inlineOffset,
    inlineEnd: flow === 'clear' ? MAX_LU : area.inlineEnd - inlineOffset,
    blockStart: area.blockStart - blockOffset,
    blockEnd: area.blockEnd - blockOffset,
    shape: null,
    goesOn: false,
    isOutside: true,
    wraps: flow === 'both' ? 'both' : 'one',
  };
}
