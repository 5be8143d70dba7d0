/**
 * Copy-fitting (`-pagewright-fit`): shrinks the contents of a box with a given block size until they fit. Only layout
 * determines their extent. Each round therefore assumes factors and requests smaller ones if the contents overflow.
 */
import { clipsAlong, overflowClipOf } from '../boxes/clipping.ts';
import { contentHeight, contentWidth, type WritingMode } from '../layout/contract/geometry.ts';
import { BoxKind } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { LU } from '../units.ts';

/** The shrink factor of a box's contents and the previous attempt. */
interface Fit {
  readonly factor: number;
  /** The extent of the contents at another factor, as a fraction of the room; null: no earlier attempt. */
  readonly before: { readonly factor: number; readonly reach: number } | null;
}

export type Fits = ReadonlyMap<Element, Fit>;

const NOT_FITTED: Fit = { factor: 1, before: null };

/** Overflow up to this fraction of the room is accepted. */
const TOLERANCE = 1 / 1000;
/** The minimum decrease of a factor, which guarantees termination. */
const STEP = 1 / 100;
/** Smaller text has both lower lines and fewer of them. */
const TEXT_EXPONENT = 2;

interface Measure {
  room: LU;
  reach: LU;
  readonly least: number;
  /** Whether the content is too wide rather than too tall. */
  readonly isInline: boolean;
}

/** Measures the extent of boxes' contents across pages. */
export class FitMeasures {
  private readonly fitting: ReadonlySet<Element>;
  private readonly found = new Map<Element, Measure>();

  constructor(fitting: ReadonlySet<Element>) {
    this.fitting = fitting;
  }

  /** Adds the boxes within a page's fragment. */
  add(root: BoxFragment): void {
    visitFragments(root, 0, 0, true, (fragment) => {
      if (fragment.type !== 'box') return true;
      if ((fragment.flags & FragmentFlag.Repeated) !== 0) return false;
      this.measure(fragment);
      return true;
    });
  }

  private measure(fragment: BoxFragment): void {
    const { box, flags } = fragment;
    const { element } = box;
    const fit = fragment.style.rare.pagewrightFit;
    if (element === null || fit === null || box.pseudo !== null || !this.fitting.has(element)) return;
    if ((flags & FragmentFlag.AnonymousPart) !== 0) return;
    if (fit.isInline) return this.measureInline(fragment, element, fit.least);
    const mode = fragment.writingMode;
    const room = mode.blockOf(contentWidth(fragment), contentHeight(fragment));
    const inBlock = blockExtentIn(fragment);
    const reach = Math.max(inBlock, room * columnShare(fragment, mode));
    const known = this.found.get(element);
    if (known === undefined) this.found.set(element, { room, reach, least: fit.least, isInline: false });
    else {
      known.room += room;
      known.reach += reach;
    }
  }

  /** Measures the inline extent of a box. The widest part on any page counts. */
  private measureInline(fragment: BoxFragment, element: Element, least: number): void {
    const room = fragment.writingMode.inlineOf(contentWidth(fragment), contentHeight(fragment));
    const reach = inlineExtentIn(fragment);
    const known = this.found.get(element);
    if (known === undefined) this.found.set(element, { room, reach, least, isInline: true });
    else known.reach = Math.max(known.reach, reach);
  }

  /** Returns the factors to try next, or null if everything fits or is as small as permitted. */
  better(fits: Fits): Fits | null {
    const changed = new Map<Element, Fit>();
    for (const [element, { room, reach, least, isInline }] of this.found) {
      const fit = fits.get(element) ?? NOT_FITTED;
      const share = reach / Math.max(1, room);
      if (share <= 1 + TOLERANCE || fit.factor <= least) continue;
      const wanted = Math.min(fit.factor - STEP, fit.factor * share ** (-1 / (isInline ? 1 : exponentOf(fit, share))));
      changed.set(element, { factor: Math.max(least, wanted), before: { factor: fit.factor, reach: share } });
    }
    return changed.size === 0 ? null : new Map([...fits, ...changed]);
  }
}

/** Estimates the exponent with which the extent depends on the factor, from up to two attempts. */
function exponentOf({ factor, before }: Fit, reach: number): number {
  if (before === null) return TEXT_EXPONENT;
  const found = Math.log(before.reach / reach) / Math.log(before.factor / factor);
  return Math.min(TEXT_EXPONENT, Math.max(1 / 2, found));
}

/**
 * Returns the inline extent of columns as a fraction of their container's room. Overflowing content creates extra
 * columns.
 */
function columnShare(fragment: BoxFragment, mode: WritingMode): number {
  const { box, children, offsets } = fragment;
  if (box.kind !== BoxKind.Multicol || children.length === 0) return 0;
  const room = mode.inlineOf(contentWidth(fragment), contentHeight(fragment));
  const starts = children.map((_, i) => offsets[2 * i + mode.inlineOf(0, 1)]!);
  const ends = children.map((child, i) => starts[i]! + mode.inlineOf(child.width, child.height));
  const extent = ends.reduce((a, b) => Math.max(a, b)) - starts.reduce((a, b) => Math.min(a, b));
  return extent / Math.max(1, room);
}

/** Returns how far in-flow lines and boxes extend from a fragment's block start, in LU. */
function blockReachIn(fragment: BoxFragment): LU {
  const { writingMode } = fragment;
  let reach = 0;
  visitFragments(fragment, 0, 0, true, (child, x, y) => {
    if (child === fragment) return true;
    if (child.type === 'text' || (child.type === 'box' && isOutOfFlow(child))) return false;
    const size = writingMode.blockOf(child.width, child.height);
    reach = Math.max(reach, writingMode.blockOffset(x, y, child, fragment) + size);
    return child.type === 'box' && overflowClipOf(child.box) === null;
  });
  return reach;
}

/** Returns the block extent of in-flow contents from the start of a fragment's content box, in LU. */
export function blockExtentIn(fragment: BoxFragment): LU {
  const { border, padding, writingMode } = fragment;
  const start = writingMode.toLogicalSides(border).blockStart + writingMode.toLogicalSides(padding).blockStart;
  return Math.max(0, blockReachIn(fragment) - start);
}

/** Returns how far in-flow content extends from a fragment's inline start, in LU. */
export function inlineExtentIn(fragment: BoxFragment): LU {
  const { border, padding, width, height, writingMode: mode } = fragment;
  const start = mode.toLogicalSides(border).inlineStart + mode.toLogicalSides(padding).inlineStart;
  const whole = mode.inlineOf(width, height);
  let reach = 0;
  visitFragments(fragment, 0, 0, true, (child, x, y) => {
    // White space at the end of a line may hang.
    if (child === fragment || child.type === 'line') return true;
    if (child.type === 'box' && isOutOfFlow(child)) return false;
    const at = mode.inlineOf(x, y);
    const end = mode.inlineReversed ? whole - at : at + mode.inlineOf(child.width, child.height);
    reach = Math.max(reach, end - start);
    return child.type === 'box' && !clipsAlong(child.box, mode.vertical);
  });
  return reach;
}

const isOutOfFlow = ({ style }: BoxFragment): boolean =>
  style.box.position === 'absolute' || style.box.position === 'fixed';
