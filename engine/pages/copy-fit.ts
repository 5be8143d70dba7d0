/**
 * Copy-fitting (`-pagewright-fit`): what is in a box whose block size is given is made smaller until it fits. How far it reaches is found by layout, so each
 * round takes factors for granted, and asks for smaller ones where that was too much.
 */
import { BoxKind } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment, Fragment } from '../layout/fragment.ts';
import { FragmentFlag } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/** How much smaller a box's contents are, and what has been tried before. */
export interface Fit {
  readonly factor: number;
  /** How far contents reached at another factor, as a share of the room; null: nothing has been tried. */
  readonly before: { readonly factor: number; readonly reach: number } | null;
}

export type Fits = ReadonlyMap<Element, Fit>;

const NOT_FITTED: Fit = { factor: 1, before: null };

/** Contents that reach this much too far, as a share of the room, fit. */
const TOLERANCE = 1 / 1000;
/** Factors are made smaller by so much at least, so that all comes to an end. */
const STEP = 1 / 100;
/** Text with smaller letters has shorter lines and fewer of them. */
const TEXT_EXPONENT = 2;

interface Measure {
  room: LU;
  reach: LU;
  readonly least: number;
}

/** How far the contents of boxes reach in all pages that are taken in. */
export class FitMeasures {
  private readonly fitting: ReadonlySet<Element>;
  private readonly found = new Map<Element, Measure>();

  constructor(fitting: ReadonlySet<Element>) {
    this.fitting = fitting;
  }

  /** Takes in a page's fragment with everything inside. */
  add(root: BoxFragment): void {
    const stack: Fragment[] = [root];
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (next.type === 'text') continue;
      if (next.type === 'box') {
        if ((next.flags & FragmentFlag.Repeated) !== 0) continue;
        this.measure(next);
      }
      for (const child of next.children) stack.push(child);
    }
  }

  private measure(fragment: BoxFragment): void {
    const { box, flags, width, height, border, padding } = fragment;
    const { element } = box;
    const least = fragment.style.rare.pagewrightFit;
    if (element === null || least === null || box.pseudo !== null || !this.fitting.has(element)) return;
    if ((flags & FragmentFlag.AnonymousPart) !== 0) return;
    const { vertical, blockReversed } = fragment.writingMode;
    const room = vertical
      ? width - border.left - border.right - padding.left - padding.right
      : height - border.top - border.bottom - padding.top - padding.bottom;
    const start = !vertical
      ? border.top + padding.top
      : blockReversed
        ? border.right + padding.right
        : border.left + padding.left;
    const inBlock = Math.max(0, reachIn(fragment, vertical, blockReversed) - start);
    const reach = Math.max(inBlock, room * columnShare(fragment, vertical));
    const known = this.found.get(element);
    if (known === undefined) this.found.set(element, { room, reach, least });
    else {
      known.room += room;
      known.reach += reach;
    }
  }

  /** The factors that are asked for instead of those that were taken for granted; null: everything fits, or is as small as it may be. */
  better(fits: Fits): Fits | null {
    const changed = new Map<Element, Fit>();
    for (const [element, { room, reach, least }] of this.found) {
      const fit = fits.get(element) ?? NOT_FITTED;
      const share = reach / Math.max(1, room);
      if (share <= 1 + TOLERANCE || fit.factor <= least) continue;
      const wanted = Math.min(fit.factor - STEP, fit.factor * share ** (-1 / exponentOf(fit, share)));
      changed.set(element, { factor: Math.max(least, wanted), before: { factor: fit.factor, reach: share } });
    }
    return changed.size === 0 ? null : new Map([...fits, ...changed]);
  }
}

/** By which power of the factor the contents shrink, as far as two tries tell. */
function exponentOf({ factor, before }: Fit, reach: number): number {
  if (before === null) return TEXT_EXPONENT;
  const found = Math.log(before.reach / reach) / Math.log(before.factor / factor);
  return Math.min(TEXT_EXPONENT, Math.max(1 / 2, found));
}

/** How far lines and boxes in the flow of a fragment reach from its block start, LU. */
function reachIn(fragment: BoxFragment, vertical: boolean, blockReversed: boolean): LU {
  let reach = 0;
  const visit = (inner: BoxFragment, from: LU): void => {
    inner.children.forEach((child, i) => {
      if (child.type === 'text' || (child.type === 'box' && isOutOfFlow(child))) return;
      const place = inner.offsets[vertical ? 2 * i : 2 * i + 1]!;
      const size = vertical ? child.width : child.height;
      const start = from + (blockReversed ? inner.width - place - size : place);
      reach = Math.max(reach, start + size);
      if (child.type === 'box' && child.style.box.overflowY === 'visible' && child.style.box.overflowX === 'visible')
        visit(child, start);
    });
  };
  visit(fragment, 0);
  return reach;
}

/** How far columns reach in the inline axis, as a share of their container's room: what has no room in them makes more columns beside it. */
function columnShare(
  { box, children, offsets, width, height, border, padding }: BoxFragment,
  vertical: boolean,
): number {
  if (box.kind !== BoxKind.Multicol || children.length === 0) return 0;
  const room = vertical
    ? height - border.top - border.bottom - padding.top - padding.bottom
    : width - border.left - border.right - padding.left - padding.right;
  const starts = children.map((_, i) => offsets[vertical ? 2 * i + 1 : 2 * i]!);
  const ends = children.map((child, i) => starts[i]! + (vertical ? child.height : child.width));
  const extent = ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b));
  return extent / Math.max(1, room);
}

const isOutOfFlow = ({ style }: BoxFragment): boolean =>
  style.box.position === 'absolute' || style.box.position === 'fixed';
