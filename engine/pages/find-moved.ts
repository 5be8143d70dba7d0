/** Boxes of one page that are moved out of its area or begin above it, and boxes in its lines whose contents hang out of it. */
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import { hasRelativeOffset, isEffectGroup, mayHangOver } from '../boxes/box-flags.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { type LU, LU_PER_PX, MAX_LU } from '../units.ts';
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
  /** Is it painted with the flow's backgrounds and text, not over them? Neither relative positioning nor a transform has moved it. */
  readonly isInFlow: boolean;
  /** Of all that is painted of it, along the strip from the area's block-start edge. */
  readonly start: LU;
  readonly end: LU;
}

/** In a line, or in a line or what can't be split that began on an earlier page. */
type Within = 'flow' | 'line' | 'slice';

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

  /** `inAtomic`: what hangs out of boxes in lines has been seen to further out. `within`: where the fragment is may hang on what it is in. */
  visit(
    fragment: Fragment,
    x: LU,
    y: LU,
    group: Around | null,
    clip: Clip,
    inAtomic = false,
    within: Within = 'flow',
  ): void {
    if (fragment.type === 'text') return;
    let inside = clip;
    if (fragment.type === 'box') {
      if (isMoved(fragment)) return this.measure(fragment, x, y, group, clip);
      if (this.beginsAbove(fragment, x, y, within)) return this.measure(fragment, x, y, group, clip, this.length);
      inside = this.clipIn(fragment, x, y, clip);
    }
    const around = group !== null || isGroup(fragment) ? { fragment, x, y, outer: group } : null;
    const isAtomic = fragment.type === 'box' && mayHangOver(fragment.box);
    if (isAtomic && !inAtomic && this.hangsOver(fragment, x, y)) {
      const { width, height } = fragment;
      const reach = reachOfContents(fragment, this.mode.vertical);
      const [start] = this.strip(x, y, x + width, y + height);
      const end = Math.min(start + reach, clip.end);
      if (end > this.length + EDGE_TOLERANCE) {
        this.found.push({ own: fragment, ...inGroup(fragment, x, y, group), isInFlow: true, start, end });
        return;
      }
    }
    // A line that is higher than what is left of the page goes on by itself.
    const isMeasured = inAtomic || isAtomic || (fragment.type === 'line' && !this.ends(fragment, x, y));
    const inner = within === 'slice' ? within : this.withinOf(fragment, x, y, within);
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++)
      this.visit(children[i]!, x + offsets[2 * i]!, y + offsets[2 * i + 1]!, around, inside, isMeasured, inner);
  }

  /** Have negative margins, or whatever else, led a box before the start of the page on which it begins? */
  private beginsAbove({ box, flags, width, height }: BoxFragment, x: LU, y: LU, within: Within): boolean {
    if ((flags & FragmentFlag.BreaksBefore) !== 0 || within === 'slice') return false;
    // Boxes of lines may be higher than these; what is positioned in them is where its insets want it.
    if (within === 'line' && !box.has(BoxFlag.OutOfFlow)) return false;
    return this.strip(x, y, x + width, y + height)[0] < -EDGE_TOLERANCE;
  }

  /** `around`: what the fragment is in itself. What has begun on an earlier page is moved up by as much as that has shown of it. */
  private withinOf(fragment: BoxFragment | LineFragment, x: LU, y: LU, around: Within): Within {
    const slice = FragmentFlag.AnonymousPart | FragmentFlag.BreaksBefore;
    if (fragment.type === 'box') return (fragment.flags & slice) === slice ? 'slice' : around;
    const [start] = this.strip(x, y, x + fragment.width, y + fragment.height);
    return start < -EDGE_TOLERANCE ? 'slice' : 'line';
  }

  /** Does a box in a line end on the page, and what overflows it perhaps not? */
  private hangsOver(fragment: BoxFragment, x: LU, y: LU): boolean {
    const { vertical, blockReversed } = this.mode;
    return !(vertical && blockReversed) && !hidesOverflow(fragment, !vertical) && this.ends(fragment, x, y);
  }

  /** Does it begin and end on the page? */
  private ends({ width, height }: BoxFragment | LineFragment, x: LU, y: LU): boolean {
    const [start, end] = this.strip(x, y, x + width, y + height);
    return start >= 0 && end <= this.length;
  }

  private get length(): LU {
    return this.mode.vertical ? this.room.width : this.room.height;
  }

  /** What lies within the area along the strip, or beside it, or is hidden outside, isn't found. `last`: what is beyond goes on there by itself. */
  private measure(own: BoxFragment, x: LU, y: LU, group: Around | null, clip: Clip, last: LU = MAX_LU): void {
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
    const end = Math.min(to, clip.end, last);
    if (high <= 0 || low >= across || end <= start) return;
    if (start >= -EDGE_TOLERANCE && end <= length + EDGE_TOLERANCE) return;
    this.found.push({ own, ...inGroup(own, x, y, group), isInFlow: !isMoved(own), start, end });
  }

  /** An overflow that goes on on another page hides nothing on the way there. */
  private clipIn(fragment: BoxFragment, x: LU, y: LU, clip: Clip): Clip {
    if (!hidesOverflow(fragment, !this.mode.vertical) && fragment.style.rare.clipPath === null) return clip;
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

/** How far from its start what is laid out in a fragment reaches along the strip: boxes and lines, and neither text that sticks out of its line nor what is positioned. */
function reachOfContents(fragment: BoxFragment | LineFragment, vertical: boolean): LU {
  const size = vertical ? fragment.width : fragment.height;
  // Boxes in a line are as high as their font.
  let reach = fragment.type === 'box' && fragment.box.kind === BoxKind.Inline ? 0 : size;
  if (fragment.type === 'box' && hidesOverflow(fragment, !vertical)) return reach;
  fragment.children.forEach((child, i) => {
    if (child.type === 'text' || (child.type === 'box' && child.box.has(BoxFlag.OutOfFlow))) return;
    reach = Math.max(reach, fragment.offsets[vertical ? 2 * i : 2 * i + 1]! + reachOfContents(child, vertical));
  });
  return reach;
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
const isGroup = (fragment: BoxFragment | LineFragment): boolean =>
  fragment.type === 'box' && isEffectGroup(fragment.style);
