/**
 * Extracts the visible part of a fragment between two positions along the page axis, so that slices of a long box stay
 * small. Nothing visible is lost: shadows and outlines count, and transformed or filtered content is part of every
 * slice.
 */
import { hasTransform } from '../../boxes/box-flags.ts';
import { clipsAlong } from '../../boxes/clipping.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, luFromPx, MAX_LU } from '../../units.ts';
import type { BoxFragment, Fragment, LineFragment, TextFragment } from '../contract/fragment.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';

/** A range from a fragment's own start. */
interface Extent {
  readonly from: LU;
  readonly to: LU;
}

const EVERYWHERE: Extent = { from: -MAX_LU, to: MAX_LU };

/** For a fragment's children: the maximum end of those up to each index, and the minimum start of those from it. */
interface Order {
  readonly ends: Float64Array;
  readonly starts: Float64Array;
}

/** Minimum number of children for which an order is built. */
const MANY = 16;

/** Binary search: returns the first of `count` indices for which a monotonic predicate is true, or `count`. */
function firstOf(count: number, isTrue: (i: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export class SliceContents<F extends BoxFragment | LineFragment = BoxFragment> {
  readonly fragment: F;
  private readonly vertical: boolean;
  private lines: readonly Extent[] | null = null;
  private readonly extents = new Map<Fragment, Extent>();
  private readonly orders = new Map<Fragment, Order>();

  /** `vertical` tells whether pages progress from top to bottom. */
  constructor(fragment: F, vertical: boolean) {
    this.fragment = fragment;
    this.vertical = vertical;
    this.measure(fragment);
  }

  /** Returns the fragment with the descendants that may be visible between two positions, from its start. */
  between(from: LU, to: LU): F {
    return this.part(this.fragment, from, to);
  }

  /**
   * Returns the last position up to `limit`, and after `least`, that cuts no line of text. Returns `limit` if every
   * position cuts one, or if the cut line is taller than a page. Positions are from the start of the fragment, or from
   * its right edge if `size` > 0.
   */
  cutBefore(limit: LU, least: LU, pageSize: LU, size: LU): LU {
    this.lines ??= this.findLines();
    const { lines } = this;
    const at = size > 0 ? size - limit : limit;
    const cut = lines[firstOf(lines.length, (i) => lines[i]!.to > at)];
    if (cut === undefined || cut.from >= at || cut.to - cut.from > pageSize) return limit;
    const before = size > 0 ? size - cut.to : cut.from;
    return before > least ? before : limit;
  }

  /** Returns the ranges that lines of text cover, disjoint and in order. */
  private findLines(): Extent[] {
    const found: Extent[] = [];
    // Text in a line that is itself cut doesn't count, as in Chromium.
    visitFragments<'flow' | 'line'>(this.fragment, 0, 0, 'flow', (fragment, x, y, around) => {
      if (fragment === this.fragment) return around;
      if (fragment.type !== 'text')
        return this.extentOf(fragment) !== EVERYWHERE && (fragment.type === 'line' ? 'line' : around);
      if (around === 'line') found.push(this.lettersOf(fragment, this.vertical ? y : x));
      return false;
    });
    found.sort((a, b) => a.from - b.from);
    const united: Extent[] = [];
    for (const { from, to } of found) {
      const last = united.at(-1);
      if (last === undefined || from >= last.to) united.push({ from, to });
      else if (to > last.to) united[united.length - 1] = { from: last.from, to };
    }
    return united;
  }

  /** Returns the range that letters usually cover. Lines may be set closer than their fonts are tall. */
  private lettersOf({ style, width, height, baseline, writingMode }: TextFragment, from: LU): Extent {
    const em = luFromPx(style.font.fontSize);
    if (this.vertical === writingMode.vertical) return { from, to: from + (this.vertical ? height : width) };
    if (!this.vertical) return { from: from + (width - em * 0.9) / 2, to: from + (width + em * 0.9) / 2 };
    return { from: from + baseline - em * 0.75, to: from + baseline + em * 0.2 };
  }

  private part<P extends BoxFragment | LineFragment>(fragment: P, from: LU, to: LU): P {
    const children: Fragment[] = [];
    const offsets: LU[] = [];
    const [first, end] = this.seenIn(fragment, from, to);
    let isWhole = end - first === fragment.children.length;
    for (let i = first; i < end; i++) {
      const child = fragment.children[i]!;
      const at = this.offsetOf(fragment, i);
      const extent = this.extentOf(child);
      // A box that ends where the slice starts would show as a thin line.
      const isEmpty = extent.to <= extent.from;
      const [start, after] = [at + extent.from, at + extent.to];
      if (isEmpty ? after < from || start > to : after <= from || start >= to) {
        isWhole = false;
        continue;
      }
      const isInside = start >= from && after <= to;
      const seen = isInside || child.type === 'text' ? child : this.part(child, from - at, to - at);
      if (seen !== child) isWhole = false;
      children.push(seen);
      offsets.push(fragment.offsets[2 * i]!, fragment.offsets[2 * i + 1]!);
    }
    return isWhole ? fragment : (fragment.withContents(children, offsets) as P);
  }

  /**
   * Returns the range of children that may be visible between two positions. PERF: many lines on many pages mean many
   * slices.
   */
  private seenIn(fragment: BoxFragment | LineFragment, from: LU, to: LU): [first: number, end: number] {
    const count = fragment.children.length;
    if (count < MANY) return [0, count];
    let order = this.orders.get(fragment);
    if (!order) this.orders.set(fragment, (order = this.orderOf(fragment)));
    const { ends, starts } = order;
    return [firstOf(count, (i) => ends[i]! >= from), firstOf(count, (i) => starts[i]! > to)];
  }

  private orderOf(fragment: BoxFragment | LineFragment): Order {
    const count = fragment.children.length;
    const ends = new Float64Array(count);
    const starts = new Float64Array(count);
    for (let i = 0, farthest = -Infinity; i < count; i++) {
      farthest = Math.max(farthest, this.offsetOf(fragment, i) + this.extentOf(fragment.children[i]!).to);
      ends[i] = farthest;
    }
    for (let i = count - 1, nearest = Infinity; i >= 0; i--) {
      nearest = Math.min(nearest, this.offsetOf(fragment, i) + this.extentOf(fragment.children[i]!).from);
      starts[i] = nearest;
    }
    return { ends, starts };
  }

  private extentOf(child: Fragment): Extent {
    return child.type === 'text' ? this.ownExtent(child) : (this.extents.get(child) ?? EVERYWHERE);
  }

  private offsetOf({ offsets }: BoxFragment | LineFragment, i: number): LU {
    return offsets[this.vertical ? 2 * i + 1 : 2 * i]!;
  }

  private measure(fragment: Fragment): Extent {
    const own = this.ownExtent(fragment);
    let { from, to } = own;
    if (fragment.type !== 'text' && own !== EVERYWHERE) {
      const { children, offsets } = fragment;
      for (let i = 0; i < children.length; i++) {
        const inner = this.measure(children[i]!);
        const at = offsets[this.vertical ? 2 * i + 1 : 2 * i]!;
        from = Math.min(from, at + inner.from);
        to = Math.max(to, at + inner.to);
      }
    }
    const extent = own === EVERYWHERE ? own : { from: Math.max(-MAX_LU, from), to: Math.min(MAX_LU, to) };
    if (fragment.type !== 'text') this.extents.set(fragment, extent);
    return extent;
  }

  private ownExtent(fragment: Fragment): Extent {
    const size = this.vertical ? fragment.height : fragment.width;
    if (fragment.type === 'line') return { from: 0, to: size };
    const { style } = fragment;
    // Glyphs and emphasis marks may extend beyond their line.
    const around = fragment.type === 'text' ? size + shadowReach(style.text.textShadow) : boxReach(style);
    return around === MAX_LU ? EVERYWHERE : { from: -around, to: size + around };
  }
}

/** Returns how far a box paints around its border box, or MAX_LU for anywhere. */
function boxReach(style: ComputedStyle): LU {
  const { rare, border, background } = style;
  if (hasTransform(style) || rare.filter.length > 0 || rare.perspective !== null) return MAX_LU;
  if (border.borderImageSource !== null) return MAX_LU;
  const outline = border.outlineWidth > 0 ? luFromPx(border.outlineWidth + Math.max(0, border.outlineOffset)) : 0;
  return Math.max(outline, shadowReach(background.boxShadow));
}

function shadowReach(shadows: ComputedStyle['background']['boxShadow']): LU {
  let reach = 0;
  for (const { x, y, blur, spread } of shadows)
    reach = Math.max(reach, luFromPx(Math.max(Math.abs(x), Math.abs(y)) + 2 * blur + Math.max(0, spread)));
  return reach;
}

/** Returns how far a fragment's content extends from its start along the page axis, unless clipped. */
export function reachOf(root: BoxFragment, vertical: boolean): LU {
  let reach = 0;
  visitFragments(root, 0, 0, true, (fragment, x, y) => {
    reach = Math.max(reach, vertical ? y + fragment.height : x + fragment.width);
    return fragment.type !== 'box' || !clipsAlong(fragment.box, vertical);
  });
  return reach;
}
