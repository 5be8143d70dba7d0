/**
 * What of a fragment is seen between two places along the axis of the pages: a slice needs no more of a box that goes through many pages. Nothing that might be
 * seen is left out: shadows and outlines count, and what is transformed or filtered is in every slice.
 */
import { hasTransform } from '../../boxes/box-flags.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, luFromPx, MAX_LU } from '../../units.ts';
import type { BoxFragment, Fragment, LineFragment } from '../fragment.ts';

/** From a fragment's own start. */
interface Extent {
  readonly from: LU;
  readonly to: LU;
}

const EVERYWHERE: Extent = { from: -MAX_LU, to: MAX_LU };

export class SliceContents<F extends BoxFragment | LineFragment = BoxFragment> {
  readonly fragment: F;
  private readonly vertical: boolean;
  private readonly extents = new Map<Fragment, Extent>();

  /** `vertical`: the pages follow each other from top to bottom. */
  constructor(fragment: F, vertical: boolean) {
    this.fragment = fragment;
    this.vertical = vertical;
    this.measure(fragment);
  }

  /** The fragment with those of its descendants that may be seen between two places, from its start. */
  between(from: LU, to: LU): F {
    return this.part(this.fragment, from, to);
  }

  private part<P extends BoxFragment | LineFragment>(fragment: P, from: LU, to: LU): P {
    const children: Fragment[] = [];
    const offsets: LU[] = [];
    let isWhole = true;
    fragment.children.forEach((child, i) => {
      const at = this.offsetOf(fragment, i);
      const extent = child.type === 'text' ? this.ownExtent(child) : (this.extents.get(child) ?? EVERYWHERE);
      if (at + extent.to < from || at + extent.from > to) {
        isWhole = false;
        return;
      }
      const isInside = at + extent.from >= from && at + extent.to <= to;
      const seen = isInside || child.type === 'text' ? child : this.part(child, from - at, to - at);
      if (seen !== child) isWhole = false;
      children.push(seen);
      offsets.push(fragment.offsets[2 * i]!, fragment.offsets[2 * i + 1]!);
    });
    return isWhole ? fragment : (fragment.withContents(children, offsets) as P);
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
    // Glyphs, and marks over and under them, may stick out of their line.
    const around = fragment.type === 'text' ? size + shadowReach(style.text.textShadow) : boxReach(style);
    return around === MAX_LU ? EVERYWHERE : { from: -around, to: size + around };
  }
}

/** How far around its border box a box paints; MAX_LU: anywhere. */
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

/** How far from its start what is in a fragment reaches along the axis of the pages, where nothing clips it. */
export function reachOf(fragment: Fragment, vertical: boolean): LU {
  let reach = vertical ? fragment.height : fragment.width;
  if (fragment.type === 'text') return reach;
  if (fragment.type === 'box') {
    const { overflowX, overflowY } = fragment.style.box;
    if ((vertical ? overflowY : overflowX) !== 'visible') return reach;
  }
  fragment.children.forEach((child, i) => {
    const at = fragment.offsets[vertical ? 2 * i + 1 : 2 * i]!;
    reach = Math.max(reach, at + reachOf(child, vertical));
  });
  return reach;
}
