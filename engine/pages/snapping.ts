/**
 * `float: snap-block()` (css-page-floats-3 §3.2): a box floats to an edge of its page or column if it naturally stands near enough to one. Where it stands is
 * found by layout; a round takes for granted which boxes have been near enough so far, and those stay floats whatever moves with them.
 */
import { BoxKind } from '../boxes/box.ts';
import type { SnapBlock } from '../css/style-groups/box-style.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import type { FilledArea } from './filled-area.ts';

export type Snaps = ReadonlyMap<Element, 'block-start' | 'block-end'>;

/** From the start of a page area along its block axis. */
interface Span {
  readonly start: LU;
  readonly end: LU;
}

/** The boxes of a round that are near enough to an edge, with those of earlier ones. */
export class SnapPlaces {
  readonly snaps: Map<Element, 'block-start' | 'block-end'>;
  private readonly snapping: ReadonlySet<Element>;

  constructor(snapping: ReadonlySet<Element>, known: Snaps) {
    this.snapping = snapping;
    this.snaps = new Map(known);
  }

  /** Takes in a page. */
  add({ root, question: { width, height } }: FilledArea): void {
    if (root === null) return;
    const { fragment, x, y } = root;
    const { vertical, blockReversed } = fragment.writingMode;
    const size = vertical ? width : height;
    const spanOf = (inner: BoxFragment, left: LU, top: LU): Span => {
      const near = vertical ? (blockReversed ? size - left - inner.width : left) : top;
      return { start: near, end: near + (vertical ? inner.width : inner.height) };
    };
    const page = { start: 0, end: size };
    const visit = (inner: BoxFragment, left: LU, top: LU, column: Span): void => {
      if ((inner.flags & FragmentFlag.Repeated) !== 0) return;
      const span = spanOf(inner, left, top);
      const isColumn = (inner.flags & FragmentFlag.AnonymousPart) !== 0 && inner.box.kind === BoxKind.Multicol;
      this.take(inner, span, page, column);
      inner.children.forEach((child, i) => {
        if (child.type === 'text') return;
        const [childLeft, childTop] = [left + inner.offsets[2 * i]!, top + inner.offsets[2 * i + 1]!];
        if (child.type === 'box') visit(child, childLeft, childTop, isColumn ? span : column);
        else
          child.children.forEach((atomic, k) => {
            if (atomic.type !== 'box') return;
            visit(
              atomic,
              childLeft + child.offsets[2 * k]!,
              childTop + child.offsets[2 * k + 1]!,
              isColumn ? span : column,
            );
          });
      });
    };
    visit(fragment, x, y, page);
  }

  private take({ box, style, flags }: BoxFragment, span: Span, page: Span, column: Span): void {
    const { floatSnap, floatReference } = style.box;
    const { element } = box;
    if (floatSnap === null || element === null || box.pseudo !== null || this.snaps.has(element)) return;
    if (!this.snapping.has(element) || (flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter)) !== 0) return;
    const side = sideOf(floatSnap, span, floatReference === 'column' ? column : page);
    if (side !== null) this.snaps.set(element, side);
  }
}

/** > If 'near' is in effect and the element is within the specified distance both from the start and the end, end wins. */
function sideOf({ start, end, to }: SnapBlock, span: Span, reference: Span): 'block-start' | 'block-end' | null {
  const isNearStart = span.start - reference.start <= start.resolve(0);
  const isNearEnd = reference.end - span.end <= end.resolve(0);
  if (!isNearStart && !isNearEnd) return null;
  if (to !== 'near') return to === 'start' ? 'block-start' : 'block-end';
  return isNearEnd ? 'block-end' : 'block-start';
}
