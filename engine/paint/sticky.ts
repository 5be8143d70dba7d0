/**
 * Where sticky boxes are shown (css-position-3 §3.4). Nothing is ever scrolled: a box is moved only where it doesn't lie within its insets when its scroll
 * container is at its start. What scrolls the pages is as high as all of them, so that its end holds nothing back.
 */
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import type { Length } from '../css/length.ts';
import { type BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { type LU, MAX_LU } from '../units.ts';

/** An extent along one axis. */
interface Span {
  readonly start: LU;
  readonly end: LU;
}

/** A length on a side of a box; null: `auto`. */
interface Sides {
  readonly start: LU | null;
  readonly end: LU | null;
}

/** The fragments around the one that is looked at, from the outside in. */
export class FragmentPath {
  private readonly fragments: BoxFragment[] = [];
  private readonly places: LU[] = [];

  /** Enters a fragment whose border box begins at `x y`. */
  enter(fragment: BoxFragment, x: LU, y: LU): void {
    this.fragments.push(fragment);
    this.places.push(x, y);
  }

  leave(): void {
    this.fragments.pop();
    this.places.length -= 2;
  }

  /** How far a sticky box whose border box begins at `x y` is moved from there. */
  shiftOf(fragment: BoxFragment, x: LU, y: LU): { readonly dx: LU; readonly dy: LU } {
    const port = this.findUp((at) => isScrollContainer(this.fragments[at]!));
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
      dx: shift('x', x, fragment.width, [left, right], [marginLeft, marginRight]),
      dy: shift('y', y, fragment.height, [top, bottom], [marginTop, marginBottom]),
    };
  }

  /** The index of the nearest fragment around of which something is true; 0: of none. */
  private findUp(is: (at: number) => boolean): number {
    let at = this.fragments.length - 1;
    while (at > 0 && !is(at)) at--;
    return at;
  }

  /** What is seen of a scroll container; the pages, for the root, scroll down from the start of the first. */
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

/** How far a box is moved along one axis into its view, as far as its containing block has `room` there; its start wins. */
function stickyShift(box: Span, view: Span, insets: Sides, room: Span): LU {
  let shift = 0;
  if (insets.end !== null) shift -= Math.min(room.start, Math.max(0, box.end - (view.end - insets.end)));
  if (insets.start !== null)
    shift += Math.min(room.end - shift, Math.max(0, view.start + insets.start - (box.start + shift)));
  return shift;
}

const used = (inset: Length, basis: LU): LU | null => (inset.isAuto ? null : inset.resolve(basis));

function isScrollContainer({ box, style: { box: style } }: BoxFragment): boolean {
  if (box.kind === BoxKind.Inline || box.has(BoxFlag.OverflowPropagated)) return false;
  return [style.overflowX, style.overflowY].some((overflow) => overflow !== 'visible' && overflow !== 'clip');
}

/** Is it a containing block of boxes in flow? That of cells and rows is their table. */
function holdsBlocks({ box: { kind } }: BoxFragment): boolean {
  return kind !== BoxKind.Inline && kind !== BoxKind.TableRow && kind !== BoxKind.TableRowGroup;
}
