/**
 * Content whose lines are too long for the page shrinks to fit, as Chromium prints: how far the content of a page reaches to the right (where text is
 * vertical: down), and the scale that it asks for.
 */
import { BoxKind } from '../boxes/box.ts';
import type { Length } from '../css/length.ts';
import type { Element } from '../document/node.ts';
import type { BlockBreakToken, BreakToken } from '../layout/break-token.ts';
import type { BoxFragment, Fragment, LineFragment } from '../layout/fragment.ts';
import { type LU, luFromPx } from '../units.ts';
import { hangingAdvance } from './hanging-advance.ts';
import type { PlacedFragment } from './page.ts';
import { flowRoom, type PageGeometry } from './page-geometry.ts';
import { hidesOverflow, hasOwnTransform, transformedOverflow } from './transformed-overflow.ts';

/** Too wide content shrinks to no less than this. */
const MIN_SCALE = 1 / 1.5;

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
 * measured unscaled and has had its say; what comes after it asks for a smaller scale when it reaches even further than that content. `beside`: what belongs to
 * the page and isn't in its root. `bleed`: how far it is painted beyond its edges, CSS px; contents may reach over the margins then.
 */
export function scaleToFit(
  { fragment, x, y }: PlacedFragment,
  beside: readonly PlacedFragment[],
  { geometry, bleed }: { readonly geometry: PageGeometry; readonly bleed: number },
  scale: number,
  seen: FlowPlace | null,
): TooWide | null {
  const { vertical, inlineReversed } = fragment.writingMode;
  // Below where a text begins that runs upwards, nothing is to be reached (css-overflow-3 §2.2).
  if (vertical && inlineReversed) return null;
  const beyond = bleed > 0 ? besideArea(geometry, vertical) + luFromPx(bleed) : 0;
  const room = (at: number): LU => flowRoom(geometry, at)[vertical ? 'height' : 'width'] + beyond / at;
  const reach = new Reach(seen, vertical);
  reach.of(fragment, vertical ? y : x, false);
  for (const placed of beside) reach.of(placed.fragment, vertical ? placed.y : placed.x, false);
  if (reach.unseen <= Math.max(room(scale) + LINE_TOLERANCE, reach.seen)) return null;
  // NOTE Chromium takes the whole pixels that the area touches as its width.
  const needed = room(1) / reach.unseen;
  const wanted = Math.max(MIN_SCALE, needed);
  return wanted < scale ? { scale: wanted, isCutOff: needed < MIN_SCALE, element: reach.widest } : null;
}

/** From the end of the page's area to that of the page. */
function besideArea({ width, height, area }: PageGeometry, vertical: boolean): LU {
  return vertical ? luFromPx(height) - area.y - area.height : luFromPx(width) - area.x - area.width;
}

/**
 * How far content reaches to the right, LU from the area's left edge, or down, from its top edge: scrollable overflow (css-overflow-3 §2.2) of border boxes and
 * text. What boxes with a clipping overflow hide doesn't count.
 */
class Reach {
  seen: LU = 0;
  unseen: LU = 0;
  /** What reaches as far as `unseen` says, or has the text or anonymous box that does. */
  widest: Element | null = null;
  private at: Element | null = null;
  private readonly place: FlowPlace | null;
  private readonly down: boolean;

  constructor(place: FlowPlace | null, down: boolean) {
    this.place = place;
    this.down = down;
  }

  /** Takes in a fragment whose left or top edge lies at `at`, if there is anything of it. `seen`: it stands on a line that has been seen. */
  of(fragment: Fragment, at: LU, seen: boolean): boolean {
    if (fragment.type === 'box') return this.ofBox(fragment, at, seen);
    if (fragment.type === 'line') return this.ofLine(fragment, at, seen);
    this.note(at + this.sizeOf(fragment) - hangingAdvance(fragment), seen);
    return true;
  }

  private sizeOf(fragment: Fragment): LU {
    return this.down ? fragment.height : fragment.width;
  }

  private offsetOf(offsets: ArrayLike<LU>, child: number): LU {
    return offsets[2 * child + (this.down ? 1 : 0)]!;
  }

  /** A box without an area counts when something overflows it. */
  private ofBox(fragment: BoxFragment, start: LU, onSeenLine: boolean): boolean {
    const { place } = this;
    const { index } = fragment.box;
    const around = this.at;
    this.at = fragment.box.element ?? around;
    const begun = place !== null && (index < place.box || (index === place.box && place.textOffset >= 0));
    const moved = hasOwnTransform(fragment) ? translation(fragment, this.down) : 0;
    const counts =
      moved === null
        ? this.ofTransformed(fragment, start, onSeenLine || begun)
        : this.ofMoved(fragment, start + moved, onSeenLine, begun);
    this.at = around;
    return counts;
  }

  private ofTransformed(fragment: BoxFragment, start: LU, seen: boolean): boolean {
    const bounds = transformedOverflow(fragment);
    if (bounds !== null) this.note(start + Math.ceil((this.down ? bounds.bottom : bounds.right) * 64), seen);
    return bounds !== null;
  }

  /** `begun`: before the page that is looked at. */
  private ofMoved(fragment: BoxFragment, start: LU, onSeenLine: boolean, begun: boolean): boolean {
    const { place } = this;
    const { children, offsets, box } = fragment;
    let counts = fragment.width > 0 && fragment.height > 0;
    if (!hidesOverflow(fragment, this.down) && !hasFittedColumns(fragment)) {
      for (let i = 0; i < children.length; i++) {
        const child = children[i]!;
        const seenLine =
          child.type === 'line' && begun && place !== null && (box.index < place.box || child.start < place.textOffset);
        if (this.of(child, start + this.offsetOf(offsets, i), onSeenLine || seenLine)) counts = true;
      }
    }
    if (counts) this.note(start + this.sizeOf(fragment) - hangingAdvance(fragment), onSeenLine || begun);
    return counts;
  }

  /** A line is as wide as its container allows; only what stands on it counts. */
  private ofLine({ children, offsets }: LineFragment, start: LU, seen: boolean): boolean {
    let counts = false;
    for (let i = 0; i < children.length; i++)
      if (this.of(children[i]!, start + this.offsetOf(offsets, i), seen)) counts = true;
    return counts;
  }

  private note(end: LU, seen: boolean): void {
    if (seen) this.seen = Math.max(this.seen, end);
    else if (end > this.unseen) {
      this.unseen = end;
      this.widest = this.at;
    }
  }
}

/** Columns beside a box whose contents are made smaller until they fit are fewer then, and overflow it if they don't. */
const hasFittedColumns = ({ box, style }: BoxFragment): boolean =>
  box.kind === BoxKind.Multicol && style.rare.pagewrightFit !== null;

/** How far a box is moved to the right, or down, by translations alone, LU; null: by other transforms too. */
function translation({ style: { rare }, width, height }: BoxFragment, down: boolean): LU | null {
  if (rare.rotate !== null || rare.scale !== null) return null;
  const along = ({ x, y }: { x: Length; y: Length }): LU => (down ? y.resolve(height) : x.resolve(width));
  let moved = rare.translate ? along(rare.translate) : 0;
  for (const step of rare.transform) {
    if (step.type !== 'translate') return null;
    moved += along(step);
  }
  return moved;
}
