import { overflowClipOf } from '../../boxes/clipping.ts';
import { type LU, luFromPx, MAX_LU } from '../../units.ts';
import type { BoxFragment } from '../contract/fragment.ts';

/** The edges of an area in LU. */
export interface Edges {
  readonly left: LU;
  readonly top: LU;
  readonly right: LU;
  readonly bottom: LU;
}

/** The area without edges. */
export const UNCLIPPED: Edges = { left: -MAX_LU, top: -MAX_LU, right: MAX_LU, bottom: MAX_LU };

/** Returns the area in which a fragment at (x, y) shows its content, without regard to corners; null: everywhere. */
export function clipAreaOf({ box, border: b, padding: p, width, height }: BoxFragment, x: LU, y: LU): Edges | null {
  const clip = overflowClipOf(box);
  if (clip === null) return null;
  const { edge, margin } = clip.at;
  const [borders, paddings] = [edge === 'border-box' ? 0 : 1, edge === 'content-box' ? 1 : 0];
  const more = luFromPx(margin.px);
  return {
    left: clip.x ? x + borders * b.left + paddings * p.left - more : -MAX_LU,
    right: clip.x ? x + width - borders * b.right - paddings * p.right + more : MAX_LU,
    top: clip.y ? y + borders * b.top + paddings * p.top - more : -MAX_LU,
    bottom: clip.y ? y + height - borders * b.bottom - paddings * p.bottom + more : MAX_LU,
  };
}
