/**
 * `float: snap-block()` and `snap-inline()` (css-page-floats-3 §3.2): a box floats to a side of its page or column if
 * its natural position is close to it. Only layout determines that position. A round assumes the boxes that were close
 * enough so far, and those remain floats even if the layout shifts.
 */
import { BoxKind } from '../boxes/box.ts';
import type { FloatSnap, SnapSide } from '../css/style-groups/box-style.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { LU } from '../units.ts';
import type { FilledArea } from './filled-area.ts';

export type Snaps = ReadonlyMap<Element, SnapSide>;

/** A range from the start of a page area along one axis. */
interface Span {
  readonly start: LU;
  readonly end: LU;
}

/** A position in a page area. */
interface Place {
  readonly block: Span;
  readonly inline: Span;
}

const spanFrom = (near: LU, size: LU, whole: LU, reversed: boolean): Span => {
  const start = reversed ? whole - near - size : near;
  return { start, end: start + size };
};

/** The boxes of this and earlier rounds that are close enough to an edge. */
export class SnapPlaces {
  readonly snaps: Map<Element, SnapSide>;
  private readonly snapping: ReadonlySet<Element>;

  constructor(snapping: ReadonlySet<Element>, known: Snaps) {
    this.snapping = snapping;
    this.snaps = new Map(known);
  }

  /** Adds a page. */
  add({ root, input: { width, height } }: FilledArea): void {
    if (root === null) return;
    const { fragment, x, y } = root;
    const { vertical, blockReversed, inlineReversed } = fragment.writingMode;
    const placeOf = (inner: BoxFragment, left: LU, top: LU): Place => {
      const across = spanFrom(left, inner.width, width, vertical ? blockReversed : inlineReversed);
      const down = spanFrom(top, inner.height, height, vertical && inlineReversed);
      return vertical ? { block: across, inline: down } : { block: down, inline: across };
    };
    const [block, inline] = vertical ? [width, height] : [height, width];
    const page = { block: { start: 0, end: block }, inline: { start: 0, end: inline } };
    visitFragments(fragment, x, y, page, (inner, left, top, column) => {
      if (inner.type !== 'box') return column;
      if ((inner.flags & FragmentFlag.Repeated) !== 0) return false;
      const place = placeOf(inner, left, top);
      this.take(inner, place, page, column);
      const isColumn = (inner.flags & FragmentFlag.AnonymousPart) !== 0 && inner.box.kind === BoxKind.Multicol;
      return isColumn ? place : column;
    });
  }

  private take({ box, style, flags }: BoxFragment, place: Place, page: Place, column: Place): void {
    const { floatSnap, floatReference } = style.box;
    const { element } = box;
    if (floatSnap === null || element === null || box.pseudo !== null || this.snaps.has(element)) return;
    if (!this.snapping.has(element) || (flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter)) !== 0) return;
    const side = sideOf(floatSnap, place, floatReference === 'column' ? column : page);
    if (side !== null) this.snaps.set(element, side);
  }
}

/** Returns the side that a box floats to, or null. With `near`, end wins if both sides are close enough (§3.2). */
function sideOf({ axis, start, end, to }: FloatSnap, place: Place, reference: Place): SnapSide | null {
  const isNearStart = place[axis].start - reference[axis].start <= start.resolve(0);
  const isNearEnd = reference[axis].end - place[axis].end <= end.resolve(0);
  if (!isNearStart && !isNearEnd) return null;
  if (to === 'left' || to === 'right') return to;
  const side = to === 'near' ? (isNearEnd ? 'end' : 'start') : to;
  return `${axis}-${side}`;
}
