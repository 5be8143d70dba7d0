/**
 * What `break-before` and `break-after` say at a place between two siblings (css-break-3 §3.1). Values of first and last
 * children count for their containers too: the box tree is asked, so a forced break is known before anything is laid out.
 */
import { type Box, BoxFlag, BoxKind, isInFlow } from '../../boxes/box.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { sectionsInVisualOrder, wrapperPartsInOrder } from '../table/visual-order.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

export type BreakValue = ComputedStyle['box']['breakBefore'];

/** Higher wins where values meet; of equals the later one in the flow. */
const STRENGTH: Readonly<Record<BreakValue, number>> = {
  auto: 0,
  'avoid-column': 1,
  'avoid-page': 2,
  avoid: 3,
  column: 4,
  always: 5,
  page: 6,
  all: 6,
  left: 7,
  right: 7,
  recto: 7,
  verso: 7,
};

/** The value in effect where `first` and then `second` apply. */
export function joinBreakValues(first: BreakValue, second: BreakValue): BreakValue {
  return STRENGTH[second] >= STRENGTH[first] ? second : first;
}

/** Does the value end the page, whatever it is forced in? */
export function endsPage(value: BreakValue): boolean {
  return STRENGTH[value] > STRENGTH.always;
}

/** Does the value force a break in a fragmentainer of this kind? */
export function isForcedBreak(value: BreakValue, fragmentainer: FragmentainerSpace): boolean {
  if (fragmentainer.takesRest) return false;
  switch (value) {
    case 'column':
      return fragmentainer.kind === 'column';
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
    (value === 'avoid-column' && fragmentainer.kind === 'column')
  );
}

/** Which value a box brings to the place before it: its own and its first in-flow children's, which begin later in the flow. */
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

/** The same for the place after it, where it is the box itself that ends later. */
export function breakAfterOf(box: Box): BreakValue {
  let value = box.style.box.breakAfter;
  let at: Box | null = box;
  while (at !== null && at.has(BoxFlag.HasForcedBreak | BoxFlag.HasBreakAvoid)) {
    if (hasChildrenSideBySide(at)) {
      const inside = at.children.filter(isInFlow).map(breakAfterOf);
      return joinBreakValues(inside.reduce(joinBreakValues, 'auto'), value);
    }
    const inner = columnsEdge(at, 'last');
    if (inner !== null) return joinBreakValues(ofPages(breakAfterOf(inner)), value);
    at = lastInFlowChild(at);
    if (at !== null) value = joinBreakValues(at.style.box.breakAfter, value);
  }
  return value;
}

/**
 * What the previous sibling says about a break before `next`, itself or by its last descendants (`after`): it avoids no break where empty inline boxes lie between
 * them, in an anonymous block that is left out.
 */
export function breakAfterPrevious(previous: Box, after: BreakValue, next: Box): BreakValue {
  const value = joinBreakValues(after, breakAfterOf(previous));
  return next.has(BoxFlag.AfterInline) && STRENGTH[value] <= STRENGTH.avoid ? 'auto' : value;
}

/** The value that decides between two siblings (`previous` null: none before in the flow). */
export function breakBetween(previous: Box | null, next: Box): BreakValue {
  const before = breakBeforeOf(next);
  return previous === null ? before : joinBreakValues(breakAfterOf(previous), before);
}

/** Breaks at the edges of its contents don't count for what stands around the box: it is monolithic, or contains layout (css-contain-2 §3.2). */
export function keepsBreaks(box: Box): boolean {
  return box.has(BoxFlag.Monolithic) || (containmentOf(box.kind, box.style) & Containment.Layout) !== 0;
}

/** Do breaks at the container's edges belong to its first and last children too? Not where children lie side by side. */
function passesBreaksOn(box: Box): boolean {
  if (keepsBreaks(box)) return false;
  switch (box.kind) {
    case BoxKind.Block:
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

/** Rows of tables and single lines of flex items: all children stand at both edges. */
function hasChildrenSideBySide(box: Box): boolean {
  if (keepsBreaks(box)) return false;
  if (box.kind === BoxKind.TableRow) return true;
  const { flexDirection, flexWrap } = box.style.box;
  return box.kind === BoxKind.Flex && flexWrap === 'nowrap' && !flexDirection.startsWith('column');
}

/** The child at whose start breaks are the box's own too; null: there is none. */
export function firstInFlowChild(box: Box): Box | null {
  if (isColumned(box)) return spannerAtEdge(box, (children) => children.find(isInFlow));
  if (!passesBreaksOn(box)) return null;
  return inVisualOrder(box).find(isInFlow) ?? null;
}

/** Captions may stand below their table, headers and footers are moved to its ends. */
function inVisualOrder(box: Box): readonly Box[] {
  if (box.kind === BoxKind.TableWrapper) return wrapperPartsInOrder(box);
  return box.kind === BoxKind.Table ? sectionsInVisualOrder(box).map(({ box: section }) => section) : box.children;
}

/** A container of columns whose contents may break what is around it. */
export const isColumned = (box: Box): boolean => box.kind === BoxKind.Multicol && !keepsBreaks(box);

/** The box with which a container's columns begin or end; null: the box has no columns, or a spanner there. */
function columnsEdge(box: Box, edge: 'first' | 'last'): Box | null {
  if (!isColumned(box)) return null;
  const edgeOf = (children: readonly Box[]): Box | undefined =>
    edge === 'first' ? children.find(isInFlow) : children.findLast(isInFlow);
  return spannerAtEdge(box, edgeOf) === null ? (edgeOf(box.children) ?? null) : null;
}

/** What of a value in columns counts for what is around them: propagation goes on up to what the break is in (css-break-4 §3.1). */
const ofPages = (value: BreakValue): BreakValue => (endsPage(value) || value === 'avoid-page' ? value : 'auto');

/** A spanner with which the contents of a container of columns begin or end; what stands in columns breaks these alone. */
function spannerAtEdge(container: Box, edgeOf: (children: readonly Box[]) => Box | undefined): Box | null {
  let at: Box | undefined = container;
  do at = edgeOf(at.children);
  while (at !== undefined && at.kind === BoxKind.Block && !at.has(BoxFlag.Spanner));
  return at !== undefined && at.has(BoxFlag.Spanner) ? at : null;
}

/** The same at its end. */
export function lastInFlowChild(box: Box): Box | null {
  if (isColumned(box)) return spannerAtEdge(box, (children) => children.findLast(isInFlow));
  if (!passesBreaksOn(box)) return null;
  return inVisualOrder(box).findLast(isInFlow) ?? null;
}

/** css-break-4 §5.2, `margin-break`: does a box keep its block-start margin after a break? */
export function keepsMarginAfter({ style }: Box, isForced: boolean): boolean {
  const { marginBreak } = style.box;
  return marginBreak === 'keep' || (isForced && marginBreak === 'auto');
}
