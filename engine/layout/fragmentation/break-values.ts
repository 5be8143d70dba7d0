/**
 * Combines `break-before` and `break-after` between two siblings (css-break-3 §3.1). Values of first and last children
 * propagate to their containers. They are read from the box tree, so forced breaks are known before layout.
 */
import { type Box, BoxFlag, BoxKind, isInFlow } from '../../boxes/box.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { sectionsInVisualOrder, wrapperPartsInOrder } from '../table/table-grid.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

export type BreakValue = ComputedStyle['box']['breakBefore'];

/** Precedence of adjacent values, highest first. Among equals, the later one in the flow wins. */
const STRENGTH: Readonly<Record<BreakValue, number>> = {
  auto: 0,
  'avoid-region': 1,
  'avoid-column': 1,
  'avoid-page': 2,
  avoid: 3,
  column: 4,
  region: 4,
  always: 5,
  page: 6,
  all: 6,
  left: 7,
  right: 7,
  recto: 7,
  verso: 7,
};

/** Returns the effective value of two adjacent values. */
export function joinBreakValues(first: BreakValue, second: BreakValue): BreakValue {
  return STRENGTH[second] >= STRENGTH[first] ? second : first;
}

/** Whether the value ends the page in any kind of fragmentainer. */
export function endsPage(value: BreakValue): boolean {
  return STRENGTH[value] > STRENGTH.always;
}

/** Whether the value forces a break in a fragmentainer of this kind. */
export function isForcedBreak(value: BreakValue, fragmentainer: FragmentainerSpace): boolean {
  if (fragmentainer.takesRest) return false;
  switch (value) {
    case 'column':
      return fragmentainer.kind === 'column';
    case 'region':
      return fragmentainer.endsRegion;
    case 'always':
    case 'all':
      return true;
    case 'page':
    case 'left':
    case 'right':
    case 'recto':
    case 'verso':
      return fragmentainer.kind === 'page' || fragmentainer.insidePages;
    default:
      return false;
  }
}

export function isAvoidBreak(
  value: BreakValue | ComputedStyle['box']['breakInside'],
  fragmentainer: FragmentainerSpace,
): boolean {
  return (
    value === 'avoid' ||
    (value === 'avoid-page' && fragmentainer.kind === 'page') ||
    (value === 'avoid-column' && fragmentainer.kind === 'column') ||
    (value === 'avoid-region' && fragmentainer.endsRegion)
  );
}

/**
 * Returns the effective `break-before` of a box: its own value combined with those of its first in-flow descendants,
 * which come later in the flow.
 */
export function breakBeforeOf(box: Box): BreakValue {
  let value = box.style.box.breakBefore;
  let at: Box | null = box;
  while (at !== null && at.has(BoxFlag.HasForcedBreak | BoxFlag.HasBreakAvoid)) {
    if (hasChildrenSideBySide(at)) {
      for (const child of at.children) if (isInFlow(child)) value = joinBreakValues(value, breakBeforeOf(child));
      break;
    }
    const inner = columnsEdge(at, 'first');
    if (inner !== null) return joinBreakValues(value, ofPages(breakBeforeOf(inner)));
    at = firstInFlowChild(at);
    if (at !== null) value = joinBreakValues(value, at.style.box.breakBefore);
  }
  return value;
}

/** Returns the effective `break-after` of a box. Here the box's own value comes later in the flow. */
export function breakAfterOf(box: Box): BreakValue {
  let value = box.style.box.breakAfter;
  let at: Box | null = box;
  let breaksInside = false;
  while (at !== null && at.has(BoxFlag.HasForcedBreak | BoxFlag.HasBreakAvoid)) {
    if (hasChildrenSideBySide(at)) {
      const inside = at.children.filter(isInFlow).map(breakAfterOf);
      return joinBreakValues(inside.reduce(joinBreakValues, 'auto'), value);
    }
    const inner = columnsEdge(at, 'last');
    if (inner !== null) return joinBreakValues(ofPages(breakAfterOf(inner)), value);
    breaksInside ||= at.children.length > 0 && isPlacedInFlow(at.children.at(-1)!, at);
    at = lastInFlowChild(at);
    if (at !== null && !(breaksInside && STRENGTH[at.style.box.breakAfter] > STRENGTH.avoid))
      value = joinBreakValues(at.style.box.breakAfter, value);
  }
  return value;
}

/**
 * Whether a child of `parent` is a float, or a positioned box at its position in the flow. A forced break before it
 * also moves it, instead of propagating to the parent.
 */
export function isPlacedInFlow(child: Box, parent: Box): boolean {
  if (!child.isOutOfFlow) return child.isFloat;
  const { top, right, bottom, left } = child.style.box;
  return writingModeOf(parent.style).vertical ? left.isAuto && right.isAuto : top.isAuto && bottom.isAuto;
}

/**
 * Returns the value that the previous sibling and its last descendants (`after`) contribute to a break before `next`.
 * Empty inline boxes between them, in an omitted anonymous block, cancel an `avoid` value.
 */
export function breakAfterPrevious(previous: Box, after: BreakValue, next: Box): BreakValue {
  const value = joinBreakValues(after, breakAfterOf(previous));
  return next.has(BoxFlag.AfterInline) && STRENGTH[value] <= STRENGTH.avoid ? 'auto' : value;
}

/** Returns the effective value between two siblings. `previous` is null for the first in the flow. */
export function breakBetween(previous: Box | null, next: Box): BreakValue {
  const before = breakBeforeOf(next);
  return previous === null ? before : joinBreakValues(breakAfterOf(previous), before);
}

/**
 * Whether breaks at the edges of its contents don't propagate out of the box, because it is monolithic or has layout
 * containment (css-contain-2 §3.2).
 */
export function keepsBreaks(box: Box): boolean {
  return box.has(BoxFlag.Monolithic) || (containmentOf(box.kind, box.style) & Containment.Layout) !== 0;
}

/**
 * Whether breaks at the container's edges propagate to and from its first and last children, which isn't the case for
 * adjacent children.
 */
function passesBreaksOn(box: Box): boolean {
  if (keepsBreaks(box)) return false;
  switch (box.kind) {
    case BoxKind.Block:
    case BoxKind.Fieldset:
    case BoxKind.TableWrapper:
    case BoxKind.Table:
    case BoxKind.TableRowGroup:
    case BoxKind.TableRow:
    case BoxKind.TableCell:
    case BoxKind.Grid:
    case BoxKind.Flex:
      return true;
    default:
      return false;
  }
}

/** Whether all children are at both edges, as in table rows and single-line flex rows. */
export function hasChildrenSideBySide(box: Box): boolean {
  if (keepsBreaks(box)) return false;
  if (box.kind === BoxKind.TableRow) return true;
  const { flexDirection, flexWrap } = box.style.box;
  return box.kind === BoxKind.Flex && flexWrap === 'nowrap' && !flexDirection.startsWith('column');
}

/** Returns the child whose start shares the box's start breaks, or null. */
export function firstInFlowChild(box: Box): Box | null {
  if (isColumned(box)) return spannerAtEdge(box, (children) => children.find(isInFlow));
  if (!passesBreaksOn(box)) return null;
  return inVisualOrder(box).find(isInFlow) ?? null;
}

/** Returns the children in visual order: captions may be below their table, headers and footers move to its ends. */
function inVisualOrder(box: Box): readonly Box[] {
  if (box.kind === BoxKind.TableWrapper) return wrapperPartsInOrder(box);
  return box.kind === BoxKind.Table ? sectionsInVisualOrder(box).map(({ box: section }) => section) : box.children;
}

/** Whether the box is a multicol container whose contents can break the content around it. */
export const isColumned = (box: Box): boolean => box.kind === BoxKind.Multicol && !keepsBreaks(box);

/**
 * Returns the first or last box in a container's columns. Returns null if the box isn't multicol or has a spanner at
 * that edge.
 */
function columnsEdge(box: Box, edge: 'first' | 'last'): Box | null {
  if (!isColumned(box)) return null;
  const edgeOf = (children: readonly Box[]): Box | undefined =>
    edge === 'first' ? children.find(isInFlow) : children.findLast(isInFlow);
  return spannerAtEdge(box, edgeOf) === null ? (edgeOf(box.children) ?? null) : null;
}

/**
 * Returns the part of a column's break value that applies to the content around the columns. Propagation continues up
 * to the broken fragmentainer (css-break-4 §3.1).
 */
const ofPages = (value: BreakValue): BreakValue => (endsPage(value) || value === 'avoid-page' ? value : 'auto');

/**
 * Returns the spanner at the start or end of a multicol container, or null. Content in columns breaks the columns only.
 */
function spannerAtEdge(container: Box, edgeOf: (children: readonly Box[]) => Box | undefined): Box | null {
  let at: Box | undefined = container;
  do at = edgeOf(at.children);
  while (at !== undefined && at.kind === BoxKind.Block && !at.has(BoxFlag.Spanner));
  return at !== undefined && at.has(BoxFlag.Spanner) ? at : null;
}

/** Returns the child whose end shares the box's end breaks, or null. */
export function lastInFlowChild(box: Box): Box | null {
  if (isColumned(box)) return spannerAtEdge(box, (children) => children.findLast(isInFlow));
  if (!passesBreaksOn(box)) return null;
  return inVisualOrder(box).findLast(isInFlow) ?? null;
}

/** Whether a box keeps its block-start margin after a break (`margin-break`, css-break-4 §5.2). */
export function keepsMarginAfter({ style }: Box, isForced: boolean): boolean {
  const { marginBreak } = style.box;
  return marginBreak === 'keep' || (isForced && marginBreak === 'auto');
}
