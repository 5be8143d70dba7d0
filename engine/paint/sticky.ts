/**
 * The positions of sticky boxes (css-position-3 §3.4). Pages don't scroll, so a box moves only if it is outside its
 * insets when its scroll container is at the start. The scroll container of the pages is as high as all pages together,
 * so its end never moves a box.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { isScrollContainer } from '../boxes/clipping.ts';
import type { Length } from '../css/length.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import type { Rect } from '../layout/contract/geometry.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import { type LU, MAX_LU } from '../units.ts';
import { uniteRects } from './rects.ts';

/** An extent along one axis. */
interface Span {
  readonly start: LU;
  readonly end: LU;
}

/** A length for each side of a box. null: `auto`. */
interface Sides {
  readonly start: LU | null;
  readonly end: LU | null;
}

/** The ancestors of the current fragment, from the outside in. */
export class FragmentPath {
  private readonly fragments: BoxFragment[] = [];
  private readonly places: LU[] = [];
  private readonly inlineAreas = new WeakMap<BoxFragment, ReadonlyMap<Box, Rect>>();

  /** Enters a fragment with its border box at (`x`, `y`). */
  enter(fragment: BoxFragment, x: LU, y: LU): void {
    this.fragments.push(fragment);
    this.places.push(x, y);
  }

  leave(): void {
    this.fragments.pop();
    this.places.length -= 2;
  }

  /**
   * Returns the shift of a sticky box that has a border box at (`x`, `y`). All pieces of an inline box move together.
   */
  shiftOf(fragment: BoxFragment, x: LU, y: LU): { readonly dx: LU; readonly dy: LU } {
    const area = this.areaOf(fragment, x, y);
    const port = this.findUp((at) => isScrollport(this.fragments[at]!));
    const container = this.findUp((at) => holdsBlocks(this.fragments[at]!));
    const { style } = fragment;
    const { top, right, bottom, left, marginTop, marginRight, marginBottom, marginLeft } = style.box;
    const basis = this.contentSpan(container, 'x').end - this.contentSpan(container, 'x').start;
    const shift = (axis: 'x' | 'y', from: LU, size: LU, insets: [Length, Length], margins: [Length, Length]): LU => {
      const view = this.viewOf(port, axis);
      const within = this.contentSpan(container, axis);
      const room = {
        start: Math.max(0, from - margins[0].resolve(basis) - within.start),
        end: Math.max(0, within.end - from - size - margins[1].resolve(basis)),
      };
      const length = view.end >= MAX_LU ? 0 : view.end - view.start;
      const sides = { start: used(insets[0], length), end: view.end >= MAX_LU ? null : used(insets[1], length) };
      return stickyShift({ start: from, end: from + size }, view, sides, room);
    };
    return {
      dx: shift('x', area.x, area.width, [left, right], [marginLeft, marginRight]),
      dy: shift('y', area.y, area.height, [top, bottom], [marginTop, marginBottom]),
    };
  }

  /** Returns the area of a fragment, or the area of all fragments of an inline box on the surrounding lines. */
  private areaOf({ box, width, height }: BoxFragment, x: LU, y: LU): Rect {
    if (box.kind !== BoxKind.Inline) return { x, y, width, height };
    const at = this.findUp((index) => this.fragments[index]!.box.kind !== BoxKind.Inline);
    const container = this.fragments[at]!;
    let areas = this.inlineAreas.get(container);
    if (areas === undefined) this.inlineAreas.set(container, (areas = stickyAreas(container)));
    const area = areas.get(box);
    if (area === undefined) return { x, y, width, height };
    return { ...area, x: this.places[2 * at]! + area.x, y: this.places[2 * at + 1]! + area.y };
  }

  /** Returns the index of the nearest ancestor that satisfies a condition, or 0. */
  private findUp(is: (at: number) => boolean): number {
    let at = this.fragments.length - 1;
    while (at > 0 && !is(at)) at--;
    return at;
  }

  /** Returns the visible extent of a scroll container. For the root, this starts at the first page. */
  private viewOf(at: number, axis: 'x' | 'y'): Span {
    const { border, flags, width, height } = this.fragments[at]!;
    const from = this.places[2 * at + (axis === 'x' ? 0 : 1)]!;
    if (axis === 'x') return { start: from + border.left, end: from + width - border.right };
    if (at > 0) return { start: from + border.top, end: from + height - border.bottom };
    return { start: (flags & FragmentFlag.BreaksBefore) === 0 ? from : -MAX_LU, end: MAX_LU };
  }

  private contentSpan(at: number, axis: 'x' | 'y'): Span {
    const { border, padding, width, height } = this.fragments[at]!;
    const from = this.places[2 * at + (axis === 'x' ? 0 : 1)]!;
    if (axis === 'x')
      return { start: from + border.left + padding.left, end: from + width - border.right - padding.right };
    return { start: from + border.top + padding.top, end: from + height - border.bottom - padding.bottom };
  }
}

/** Returns the areas of sticky inline boxes on the lines of a block container's fragment, relative to its corner. */
function stickyAreas(container: BoxFragment): ReadonlyMap<Box, Rect> {
  const areas = new Map<Box, Rect>();
  visitFragments(container, 0, 0, true, (fragment, x, y) => {
    if (fragment.type !== 'box' || fragment === container) return true;
    const { box, style, width, height } = fragment;
    if (box.kind !== BoxKind.Inline) return false;
    const piece = { x, y, width, height };
    if (style.box.position === 'sticky') areas.set(box, uniteRects(areas.get(box) ?? null, piece) ?? piece);
    return true;
  });
  return areas;
}

/**
 * Returns the shift of a box along one axis into its view, limited by the `room` in its containing block. The start
 * edge has priority.
 */
function stickyShift(box: Span, view: Span, insets: Sides, room: Span): LU {
  let shift = 0;
  if (insets.end !== null) shift -= Math.min(room.start, Math.max(0, box.end - (view.end - insets.end)));
  if (insets.start !== null)
    shift += Math.min(room.end - shift, Math.max(0, view.start + insets.start - (box.start + shift)));
  return shift;
}

const used = (inset: Length, basis: LU): LU | null => (inset.isAuto ? null : inset.resolve(basis));

function isScrollport({ box, style }: BoxFragment): boolean {
  return isScrollContainer(style) && box.kind !== BoxKind.Inline && !box.has(BoxFlag.OverflowPropagated);
}

/** Returns whether a fragment is a containing block of in-flow boxes. For cells and rows, that is their table. */
function holdsBlocks({ box: { kind } }: BoxFragment): boolean {
  return kind !== BoxKind.Inline && kind !== BoxKind.TableRow && kind !== BoxKind.TableRowGroup;
}
