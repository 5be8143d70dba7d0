/**
 * Finds boxes of a page that are moved out of its area or start above it, and inline-level boxes whose contents
 * overflow it.
 */
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import { clipsAlong } from '../boxes/clipping.ts';
import { hasRelativeOffset, mayHangOver } from '../boxes/box-flags.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { LogicalSides, Sides, WritingMode } from '../layout/contract/geometry.ts';
import type { Spot, Surroundings } from '../layout/positioned/fragment-tree.ts';
import { type LU, LU_PER_PX, MAX_LU } from '../units.ts';
import type { PlacedFragment, Room } from './page.ts';
import { hasOwnTransform, transformedOverflow } from './transformed-overflow.ts';

/** Overflow that is too small to see. Transforms introduce small rounding errors. */
export const EDGE_TOLERANCE: LU = 2;

/** A box that appears on other pages. */
export interface Moved {
  /** The box on its own page. */
  readonly own: Spot;
  /** Position relative to the area's corner of the page being processed. */
  readonly x: LU;
  readonly y: LU;
  /**
   * Whether it is painted with the flow's backgrounds and text instead of over them, because neither relative
   * positioning nor a transform has moved it.
   */
  readonly isInFlow: boolean;
  /** The extent of its painted content along the strip of pages, from the area's block start. */
  readonly start: LU;
  readonly end: LU;
}

/** Inside a line, or inside a line or unsplittable box that started on an earlier page. */
type Within = 'flow' | 'line' | 'slice';

/** The range along the strip that stays visible. Overflow that ends on this page hides content outside it. */
interface Clip {
  readonly start: LU;
  readonly end: LU;
}

/** What applies to a fragment because of those around it. */
interface Context extends Surroundings {
  readonly clip: Clip;
  /** Whether overflow of inline-level boxes has already been handled. */
  readonly isMeasured: boolean;
  /** What the fragment's position depends on. */
  readonly within: Within;
}

/**
 * Returns the outermost moved boxes that extend out of a page's area and its margins. Boxes that are entirely visible
 * on their own sheet appear only there. `margins` are the sizes of these margins, and `mode` is the root element's.
 * After a forced break, boxes stay on their page, where they may overlap its margin.
 */
export function findMoved(
  root: PlacedFragment,
  room: Room,
  margins: Sides,
  mode: WritingMode,
  isForced: boolean,
): Moved[] {
  const search = new MovedSearch(room, mode.toLogicalSides(margins), mode, isForced);
  const clip = { start: isForced ? 0 : -Infinity, end: Infinity };
  const context: Context = { around: null, line: null, clip, isMeasured: false, within: 'flow' };
  visitFragments(root.fragment, root.x, root.y, context, search.enter);
  return search.found;
}

class MovedSearch {
  readonly found: Moved[] = [];
  private readonly room: Room;
  private readonly margins: LogicalSides;
  private readonly mode: WritingMode;
  private readonly isForced: boolean;

  constructor(room: Room, margins: LogicalSides, mode: WritingMode, isForced: boolean) {
    this.room = room;
    this.margins = margins;
    this.mode = mode;
    this.isForced = isForced;
  }

  /** Visits a fragment. Doesn't search inside moved boxes. */
  readonly enter = (fragment: Fragment, x: LU, y: LU, context: Context): Context | false => {
    if (fragment.type === 'text') return false;
    const { around, line, clip, within } = context;
    const inner = within === 'slice' ? within : this.withinOf(fragment, x, y, within);
    // A line that is taller than the rest of the page continues by itself.
    if (fragment.type === 'line') {
      const isMeasured = context.isMeasured || !this.ends(fragment, x, y);
      return { ...context, line: fragment, isMeasured, within: inner };
    }
    const spot = { fragment, x, y, around, line };
    const isOut = isMoved(fragment);
    if (isOut || this.beginsAbove(fragment, x, y, within)) {
      this.measure(spot, clip, isOut ? MAX_LU : this.length);
      return false;
    }
    const isAtomic = mayHangOver(fragment.box);
    if (isAtomic && !context.isMeasured && this.hangsOver(fragment, x, y)) {
      const { width, height } = fragment;
      const reach = reachOfContents(fragment, this.mode.vertical);
      const [start] = this.strip(x, y, x + width, y + height);
      const end = Math.min(start + reach, clip.end);
      if (end > this.length + EDGE_TOLERANCE) {
        this.found.push({ own: spot, x, y, isInFlow: true, start, end });
        return false;
      }
    }
    const inside = this.clipIn(fragment, x, y, clip);
    return { around: spot, line: null, clip: inside, isMeasured: context.isMeasured || isAtomic, within: inner };
  };

  /** Returns whether a box was moved before the start of its first page, by negative margins or otherwise. */
  private beginsAbove({ box, flags, width, height }: BoxFragment, x: LU, y: LU, within: Within): boolean {
    if (this.isForced || (flags & FragmentFlag.BreaksBefore) !== 0 || within === 'slice') return false;
    // Boxes in a line may extend above it. Positioned boxes in it follow their insets.
    if (within === 'line' && !box.has(BoxFlag.OutOfFlow)) return false;
    return this.strip(x, y, x + width, y + height)[0] < -EDGE_TOLERANCE;
  }

  /**
   * Returns the area that contains a fragment's children. Content that started on an earlier page is shifted up by the
   * part that page has shown.
   */
  private withinOf(fragment: BoxFragment | LineFragment, x: LU, y: LU, around: Within): Within {
    const slice = FragmentFlag.AnonymousPart | FragmentFlag.BreaksBefore;
    if (fragment.type === 'box') return (fragment.flags & slice) === slice ? 'slice' : around;
    const [start] = this.strip(x, y, x + fragment.width, y + fragment.height);
    return start < -EDGE_TOLERANCE ? 'slice' : 'line';
  }

  /** Returns whether an inline-level box ends on the page, but its overflow may not. */
  private hangsOver(fragment: BoxFragment, x: LU, y: LU): boolean {
    const { vertical, blockReversed } = this.mode;
    return !(vertical && blockReversed) && !clipsAlong(fragment.box, !vertical) && this.ends(fragment, x, y);
  }

  /** Returns whether a fragment starts and ends on the page. */
  private ends({ width, height }: BoxFragment | LineFragment, x: LU, y: LU): boolean {
    const [start, end] = this.strip(x, y, x + width, y + height);
    return start >= 0 && end <= this.length;
  }

  private get length(): LU {
    return this.mode.blockOf(this.room.width, this.room.height);
  }

  /**
   * Records a fragment unless it is clipped, next to the strip, or inside the area and its margins. Content beyond `last`
   * continues there by itself.
   */
  private measure(own: Spot, clip: Clip, last: LU): void {
    const { fragment, x, y } = own;
    const bounds = transformedOverflow(fragment);
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
    const { blockStart, blockEnd } = this.margins;
    if (start >= -blockStart - EDGE_TOLERANCE && end <= length + blockEnd + EDGE_TOLERANCE) return;
    this.found.push({ own, x, y, isInFlow: !isMoved(fragment), start, end });
  }

  /** Returns the clip inside a fragment. An overflow that continues on another page clips nothing in that direction. */
  private clipIn(fragment: BoxFragment, x: LU, y: LU, clip: Clip): Clip {
    if (!clipsAlong(fragment.box, !this.mode.vertical) && fragment.style.rare.clipPath === null) return clip;
    const [start, end] = this.strip(x, y, x + fragment.width, y + fragment.height);
    const { flags } = fragment;
    return {
      start: (flags & FragmentFlag.BreaksBefore) === 0 ? Math.max(clip.start, start) : clip.start,
      end: (flags & FragmentFlag.BreaksAfter) === 0 ? Math.min(clip.end, end) : clip.end,
    };
  }

  /** Returns the range of a rectangle along the strip. */
  private strip(left: LU, top: LU, right: LU, bottom: LU): readonly [LU, LU] {
    const { vertical, blockReversed } = this.mode;
    if (!vertical) return [top, bottom];
    return blockReversed ? [this.room.width - right, this.room.width - left] : [left, right];
  }
}

/**
 * Returns the extent of a fragment's contents along the strip, from its start. It includes boxes and lines, but not
 * text that overflows its line or positioned boxes.
 */
function reachOfContents(root: BoxFragment, vertical: boolean): LU {
  let reach = 0;
  visitFragments(root, 0, 0, true, (fragment, x, y) => {
    if (fragment.type === 'text') return false;
    const isBox = fragment.type === 'box';
    if (isBox && fragment !== root && fragment.box.has(BoxFlag.OutOfFlow)) return false;
    const start = vertical ? x : y;
    // Inline boxes are as high as their font.
    const size = isBox && fragment.box.kind === BoxKind.Inline ? 0 : vertical ? fragment.width : fragment.height;
    reach = Math.max(reach, start + size);
    return !isBox || !clipsAlong(fragment.box, !vertical);
  });
  return reach;
}

/** Returns whether a fragment is painted away from where it was laid out. */
const isMoved = (fragment: BoxFragment): boolean =>
  !fragment.box.has(BoxFlag.Root) && (hasRelativeOffset(fragment.style) || hasOwnTransform(fragment));
