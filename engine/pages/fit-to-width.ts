/** Too wide content shrinks to fit, as Chromium prints: how far the content of a page reaches to the right, and the scale that it asks for. */
import type { Element } from '../document/node.ts';
import type { BlockBreakToken, BreakToken } from '../layout/break-token.ts';
import type { BoxFragment, Fragment, LineFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import type { PlacedFragment } from './page.ts';
import { flowRoom, type PageGeometry } from './page-geometry.ts';
import { hidesOverflow, hasOwnTransform, transformedOverflow } from './transformed-overflow.ts';

/** Too wide content shrinks to no less than this. */
export const MIN_SCALE = 1 / 1.5;

/** A line fits that is so much longer than its room. */
const LINE_TOLERANCE: LU = 1;

/** A place in the flow that holds in every tree of a document: the content before it has been seen. */
export interface FlowPlace {
  /** `Box.index` */
  readonly box: number;
  /** In the text of that box: the next line begins here; -1: the box hasn't begun. */
  readonly textOffset: number;
}

export const END_OF_FLOW: FlowPlace = { box: Infinity, textOffset: -1 };

/** What makes pages shrink. */
export interface TooWide {
  /** At which it fits, as far as pages shrink. */
  readonly scale: number;
  /** It would need a smaller one. */
  readonly isCutOff: boolean;
  /** null: nothing that is the author's. */
  readonly element: Element | null;
}

/** Where the flow goes on with a token. */
export function placeOf(token: BlockBreakToken): FlowPlace {
  let at: BreakToken = token;
  while (at.type === 'block' && at.children.length > 0) at = at.children[0]!;
  return { box: at.box.index, textOffset: at.type === 'inline' ? at.textOffset : -1 };
}

/**
 * What doesn't fit the area of a page and the scale at which it would; null: it fits at `scale`, at which it has been laid out. Content before `seen` was
 * measured unscaled and has had its say; what comes after it asks for a smaller scale when it reaches even further than that content.
 */
export function scaleToFit(
  { fragment, x }: PlacedFragment,
  geometry: PageGeometry,
  scale: number,
  seen: FlowPlace | null,
): TooWide | null {
  // Right of where a vertical text begins, nothing is to be reached (css-overflow-3 §2.2).
  if (fragment.writingMode.blockReversed) return null;
  const reach = new Reach(seen);
  reach.of(fragment, x, false);
  if (reach.unseen <= Math.max(flowRoom(geometry, scale).width + LINE_TOLERANCE, reach.seen)) return null;
  // NOTE Chromium takes the whole pixels that the area touches as its width.
  const needed = flowRoom(geometry, 1).width / reach.unseen;
  const wanted = Math.max(MIN_SCALE, needed);
  return wanted < scale ? { scale: wanted, isCutOff: needed < MIN_SCALE, element: reach.widest } : null;
}

/**
 * How far content reaches to the right, LU from the area's left edge: scrollable overflow (css-overflow-3 §2.2) of border boxes and
 * text. What boxes with a clipping overflow hide doesn't count.
 */
class Reach {
  seen: LU = 0;
  unseen: LU = 0;
  /** What reaches as far as `unseen` says, or has the text or anonymous box that does. */
  widest: Element | null = null;
  private at: Element | null = null;
  private readonly place: FlowPlace | null;

  constructor(place: FlowPlace | null) {
    this.place = place;
  }

  /** Takes in a fragment whose left edge lies at `x`, if there is anything of it. `seen`: it stands on a line that has been seen. */
  of(fragment: Fragment, x: LU, seen: boolean): boolean {
    if (fragment.type === 'box') return this.ofBox(fragment, x, seen);
    if (fragment.type === 'line') return this.ofLine(fragment, x, seen);
    this.note(x + fragment.width, seen);
    return true;
  }

  /** A box without an area counts when something overflows it. */
  private ofBox(fragment: BoxFragment, left: LU, onSeenLine: boolean): boolean {
    const { place } = this;
    const { index } = fragment.box;
    const around = this.at;
    this.at = fragment.box.element ?? around;
    const begun = place !== null && (index < place.box || (index === place.box && place.textOffset >= 0));
    const moved = hasOwnTransform(fragment) ? translation(fragment) : 0;
    const counts =
      moved === null
        ? this.ofTransformed(fragment, left, onSeenLine || begun)
        : this.ofMoved(fragment, left + moved, onSeenLine, begun);
    this.at = around;
    return counts;
  }

  private ofTransformed(fragment: BoxFragment, x: LU, seen: boolean): boolean {
    const bounds = transformedOverflow(fragment);
    if (bounds !== null) this.note(x + Math.ceil(bounds.right * 64), seen);
    return bounds !== null;
  }

  /** `begun`: before the page that is looked at. */
  private ofMoved(fragment: BoxFragment, x: LU, onSeenLine: boolean, begun: boolean): boolean {
    const { place } = this;
    const { children, offsets, box } = fragment;
    let counts = fragment.width > 0 && fragment.height > 0;
    if (!hidesOverflow(fragment)) {
      for (let i = 0; i < children.length; i++) {
        const child = children[i]!;
        const seenLine =
          child.type === 'line' && begun && place !== null && (box.index < place.box || child.start < place.textOffset);
        if (this.of(child, x + offsets[2 * i]!, onSeenLine || seenLine)) counts = true;
      }
    }
    if (counts) this.note(x + fragment.width, onSeenLine || begun);
    return counts;
  }

  /** A line is as wide as its container allows; only what stands on it counts. */
  private ofLine({ children, offsets }: LineFragment, x: LU, seen: boolean): boolean {
    let counts = false;
    for (let i = 0; i < children.length; i++) if (this.of(children[i]!, x + offsets[2 * i]!, seen)) counts = true;
    return counts;
  }

  private note(right: LU, seen: boolean): void {
    if (seen) this.seen = Math.max(this.seen, right);
    else if (right > this.unseen) {
      this.unseen = right;
      this.widest = this.at;
    }
  }
}

/** How far a box is moved sideways by translations alone, LU; null: by other transforms too. */
function translation({ style: { rare }, width }: BoxFragment): LU | null {
  if (rare.rotate !== null || rare.scale !== null) return null;
  let moved = rare.translate ? rare.translate.x.resolve(width) : 0;
  for (const step of rare.transform) {
    if (step.type !== 'translate') return null;
    moved += step.x.resolve(width);
  }
  return moved;
}
