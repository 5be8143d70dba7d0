/** Boxes of one page that are moved out of its area. */
import { BoxFlag } from '../boxes/box.ts';
import { hasRelativeOffset } from '../boxes/box-flags.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import type { Room } from './page-geometry.ts';
import { hasOwnTransform, hidesOverflow, transformedOverflow } from './transformed-overflow.ts';

/** So little over an edge is nothing that anyone sees; transforms come out a hair beside it. */
export const EDGE_TOLERANCE: LU = 2;

/** A box on its way over the pages. */
export interface Moved {
  /** In the tree of the page in whose flow it stands. */
  readonly own: BoxFragment;
  /** What is painted elsewhere: it, with the groups around it whose effects it has. */
  readonly fragment: BoxFragment;
  /** From the corner of the area of the page that is looked at. */
  readonly x: LU;
  readonly y: LU;
  /** Of all that is painted of it, along the strip from the area's block-start edge. */
  readonly start: LU;
  readonly end: LU;
}

/** A fragment around the one that is looked at, inside the outermost group. */
interface Around {
  readonly fragment: BoxFragment | LineFragment;
  readonly x: LU;
  readonly y: LU;
  readonly outer: Around | null;
}

/** Along the strip: beyond this, an overflow is hidden that doesn't go on on other pages. */
interface Clip {
  readonly start: LU;
  readonly end: LU;
}

/** The outermost moved boxes of a page that reach out of its area; `mode`: the root element's. */
export function findMoved(root: PlacedFragment, room: Room, mode: WritingMode): Moved[] {
  const search = new MovedSearch(room, mode);
  search.visit(root.fragment, root.x, root.y, null, { start: -Infinity, end: Infinity });
  return search.found;
}

class MovedSearch {
  readonly found: Moved[] = [];
  private readonly room: Room;
  private readonly mode: WritingMode;

  constructor(room: Room, mode: WritingMode) {
    this.room = room;
    this.mode = mode;
  }

  visit(fragment: Fragment, x: LU, y: LU, group: Around | null, clip: Clip): void {
    if (fragment.type === 'text') return;
    let inside = clip;
    if (fragment.type === 'box') {
      if (isMoved(fragment)) return this.measure(fragment, x, y, group, clip);
      inside = this.clipIn(fragment, x, y, clip);
    }
    const around = group !== null || isGroup(fragment) ? { fragment, x, y, outer: group } : null;
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++)
      this.visit(children[i]!, x + offsets[2 * i]!, y + offsets[2 * i + 1]!, around, inside);
  }

  /** What lies within the area along the strip, or beside it, or is hidden outside, isn't found. */
  private measure(own: BoxFragment, x: LU, y: LU, group: Around | null, clip: Clip): void {
    const bounds = transformedOverflow(own);
    if (bounds === null) return;
    const { width, height } = this.room;
    const left = x + bounds.left * LU_PER_PX;
    const right = x + bounds.right * LU_PER_PX;
    const top = y + bounds.top * LU_PER_PX;
    const bottom = y + bounds.bottom * LU_PER_PX;
    const { vertical } = this.mode;
    const [from, to] = this.strip(left, top, right, bottom);
    const [low, high, across, length] = vertical ? [top, bottom, height, width] : [left, right, width, height];
    const start = Math.max(from, clip.start);
    const end = Math.min(to, clip.end);
    if (high <= 0 || low >= across || end <= start) return;
    if (start >= -EDGE_TOLERANCE && end <= length + EDGE_TOLERANCE) return;
    this.found.push({ own, ...inGroup(own, x, y, group), start, end });
  }

  /** An overflow that goes on on another page hides nothing on the way there. */
  private clipIn(fragment: BoxFragment, x: LU, y: LU, clip: Clip): Clip {
    if (!hidesOverflow(fragment) && fragment.style.rare.clipPath === null) return clip;
    const [start, end] = this.strip(x, y, x + fragment.width, y + fragment.height);
    const { flags } = fragment;
    return {
      start: (flags & FragmentFlag.BreaksBefore) === 0 ? Math.max(clip.start, start) : clip.start,
      end: (flags & FragmentFlag.BreaksAfter) === 0 ? Math.min(clip.end, end) : clip.end,
    };
  }

  /** Where a rectangle begins and ends along the strip. */
  private strip(left: LU, top: LU, right: LU, bottom: LU): readonly [LU, LU] {
    const { vertical, blockReversed } = this.mode;
    if (!vertical) return [top, bottom];
    return blockReversed ? [this.room.width - right, this.room.width - left] : [left, right];
  }
}

/** A moved box with nothing else in the groups around it. */
function inGroup(own: BoxFragment, x: LU, y: LU, group: Around | null): Pick<Moved, 'fragment' | 'x' | 'y'> {
  let inner: BoxFragment | LineFragment = own;
  let [left, top] = [x, y];
  let result = { fragment: own, x, y };
  for (let around = group; around !== null; around = around.outer) {
    inner = around.fragment.withContents([inner], [left - around.x, top - around.y]);
    left = around.x;
    top = around.y;
    if (inner.type === 'box') result = { fragment: inner, x: left, y: top };
  }
  return result;
}

/** Is the fragment painted elsewhere than where it has been laid out? */
const isMoved = (fragment: BoxFragment): boolean =>
  !fragment.box.has(BoxFlag.Root) && (hasRelativeOffset(fragment.style) || hasOwnTransform(fragment));

/** Does what is in the fragment share an effect? */
function isGroup(fragment: BoxFragment | LineFragment): boolean {
  if (fragment.type === 'line') return false;
  const { opacity, filter, mixBlendMode, clipPath, maskLayers } = fragment.style.rare;
  return opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || clipPath !== null || maskLayers.length > 0;
}
