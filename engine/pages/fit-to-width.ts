/**
 * Shrinks content whose lines are too long for the page, as Chromium does when printing. It measures how far the
 * content of a page extends to the right (in vertical text: down), and the scale at which it fits. Text that hangs at the
 * end of its line takes no space (css-text-4 §4.1.2, §8.2).
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import { mathTag } from '../boxes/math-operators.ts';
import type { Length } from '../css/length.ts';
import type { Element } from '../document/node.ts';
import type { BlockBreakToken, BreakToken } from '../layout/contract/break-token.ts';
import type { BoxFragment, Fragment, LineFragment, TextFragment } from '../layout/contract/fragment.ts';
import { type PageGeometry, flowRoom } from './page-geometry.ts';
import type { PlacedFragment } from './page.ts';
import { clipsAlong } from '../boxes/clipping.ts';
import { hasOwnTransform, transformedOverflow } from './transformed-overflow.ts';
import { type LU, LU_PER_PX, luFromPx } from '../units.ts';

/** The minimum scale for content that is too wide. */
const MIN_SCALE = 1 / 1.5;

/** The excess length at which a line still fits. */
const LINE_TOLERANCE: LU = 1;

/** A position in the flow that is valid in every box tree of a document. The content before it has been measured. */
export interface FlowPlace {
  /** `Box.index` */
  readonly box: number;
  /** Offset in the text of that box where the next line starts; -1: the box hasn't started. */
  readonly textOffset: number;
}

export const END_OF_FLOW: FlowPlace = { box: Infinity, textOffset: -1 };

/** The content that makes pages shrink. */
export interface TooWide {
  /** The scale at which the content fits, but at least the smallest permitted scale. */
  readonly scale: number;
  /** Null if no element of the author is responsible. */
  readonly element: Element | null;
}

/** Content that extends beyond the edge of the sheet. */
export interface BeyondSheet {
  /** How far it extends, in LU of the sheet. */
  readonly by: LU;
  /** Null if no element of the author is responsible. */
  readonly element: Element | null;
}

/** The sheet against which content is measured. `bleed` is how far it is painted beyond its edges, in CSS px. */
interface Sheet {
  readonly geometry: PageGeometry;
  readonly bleed: number;
}

/** How the tables and formulas of a document shrink. */
export interface TableFitting {
  /** Returns the factor by which one has shrunk already; 1: not at all. */
  readonly factorOf: (table: Element) => number;
  /** Returns the size below which one's contents overflow it, along the lines of the page. */
  readonly leastSize: (table: Box) => LU;
}

/** The smallest factor of a table that is too wide. */
export const LEAST_TABLE = 0.2;

/** The extent of a page's content. */
interface WidthMeasure {
  /**
   * The outermost tables that are too wide, with the factor at which each fits. Their excess width is ignored below.
   */
  readonly tables: ReadonlyMap<Element, number>;
  /** The content that makes the page shrink. Null if the page fits at the scale at which it was laid out. */
  readonly wanted: TooWide | null;
  /**
   * The text that the sheet cuts off at the scale of the page's layout, and the scale at which it fits. Null: no text
   * is cut off, or it doesn't fit at the smallest scale either.
   */
  readonly cutText: TooWide | null;
  /** Returns the content that the sheet cuts off at its end when the page is drawn at a scale, or null. */
  readonly cutAt: (scale: number) => BeyondSheet | null;
}

const NO_TABLES: ReadonlyMap<Element, number> = new Map();
const NOTHING_WIDE: WidthMeasure = { tables: NO_TABLES, wanted: null, cutText: null, cutAt: () => null };

/** Returns where the flow continues with a token. */
export function placeOf(token: BlockBreakToken): FlowPlace {
  let at: BreakToken = token;
  while (at.type === 'block' && at.children.length > 0) at = at.children[0]!;
  return { box: at.box.index, textOffset: at.type === 'inline' ? at.textOffset : -1 };
}

/**
 * Measures the content of a page that was laid out at `scale`. Content before `seen` was measured unscaled. Later
 * content requests a smaller scale if it extends further. `beside` holds fragments outside the root. Where the sheet
 * bleeds, content may extend over the margins without shrinking the page. `fitting` is null if tables can't shrink.
 */
export function measureWidth(
  { fragment, x, y }: PlacedFragment,
  beside: readonly PlacedFragment[],
  { geometry, bleed }: Sheet,
  scale: number,
  seen: FlowPlace | null,
  fitting: TableFitting | null,
): WidthMeasure {
  const { vertical, inlineReversed } = fragment.writingMode;
  // Content below the start of text that runs upwards isn't scrollable overflow (css-overflow-3 §2.2).
  if (vertical && inlineReversed) return NOTHING_WIDE;
  const margin = besideArea(geometry, vertical) + luFromPx(bleed);
  const room = (at: number): LU =>
    flowRoom(geometry, at)[vertical ? 'height' : 'width'] + (bleed > 0 ? margin / at : 0);
  const reach = new Reach(seen, vertical, room(scale), fitting);
  reach.of(fragment, vertical ? y : x, false);
  for (const placed of beside) reach.of(placed.fragment, vertical ? placed.y : placed.x, false);
  const sheetEnd = (vertical ? geometry.area.height : geometry.area.width) + margin;
  const cutAt = (at: number): BeyondSheet | null => {
    const by = reach.farthest * at - sheetEnd;
    return by > LU_PER_PX ? { by, element: reach.farthestElement } : null;
  };
  const textScale = sheetEnd / reach.farthestText;
  const isCut = textScale < scale && textScale >= MIN_SCALE;
  const cutText = isCut ? { scale: textScale, element: reach.farthestTextElement } : null;
  if (reach.unseen <= Math.max(room(scale) + LINE_TOLERANCE, reach.seen))
    return { tables: reach.tables, wanted: null, cutText, cutAt };
  // NOTE Chromium uses the whole pixels that the area touches as its width.
  const wanted = Math.max(MIN_SCALE, room(1) / reach.unseen);
  const tooWide = wanted < scale ? { scale: wanted, element: reach.widest } : null;
  return { tables: reach.tables, wanted: tooWide, cutText, cutAt };
}

/** Returns the distance from the end of the page's area to that of the page. */
function besideArea({ width, height, area }: PageGeometry, vertical: boolean): LU {
  return vertical ? luFromPx(height) - area.y - area.height : luFromPx(width) - area.x - area.width;
}

/**
 * Measures how far content extends to the right of the area's left edge, or below its top edge, in LU. This is the
 * scrollable overflow (css-overflow-3 §2.2) of border boxes and text. Clipped content doesn't count.
 */
class Reach {
  seen: LU = 0;
  unseen: LU = 0;
  /** The element of the content that extends to `unseen`, or its nearest ancestor with one. */
  widest: Element | null = null;
  /** The same for all content, seen or not. */
  farthest: LU = 0;
  farthestElement: Element | null = null;
  /** The same for text. */
  farthestText: LU = 0;
  farthestTextElement: Element | null = null;
  private at: Element | null = null;
  tables: ReadonlyMap<Element, number> = NO_TABLES;
  private readonly place: FlowPlace | null;
  private readonly down: boolean;
  private readonly fitting: TableFitting | null;
  private readonly pageEnd: LU;
  /** The range that the content of the current box may take without leaving it or the page's area. */
  private roomStart: LU = 0;
  private roomEnd: LU;
  /** Where the tables that will fit end in the current box. */
  private takenEnd = -Infinity;
  /**
   * Whether tables in the current box keep their size. Columns may overflow, so positions in them depend on the page
   * breaks. A box with a definite size beyond the page's area doesn't shrink with the tables in it: the page does.
   */
  private keepsTables = false;

  constructor(place: FlowPlace | null, down: boolean, room: LU, fitting: TableFitting | null) {
    this.place = place;
    this.down = down;
    this.pageEnd = room;
    this.roomEnd = room;
    this.fitting = fitting;
  }

  /**
   * Adds a fragment whose left or top edge is at `at`. Returns whether it has any extent. `seen` means that its line
   * has been measured.
   */
  of(fragment: Fragment, at: LU, seen: boolean): boolean {
    if (fragment.type === 'box') return this.ofBox(fragment, at, seen);
    if (fragment.type === 'line') return this.ofLine(fragment, at, seen);
    const end = at + this.sizeOf(fragment) - hangingAdvance(fragment);
    if (end > this.farthestText) {
      this.farthestText = end;
      this.farthestTextElement = this.at;
    }
    this.note(end, seen);
    return true;
  }

  private sizeOf(fragment: Fragment): LU {
    return this.down ? fragment.height : fragment.width;
  }

  private offsetOf(offsets: ArrayLike<LU>, child: number): LU {
    return offsets[2 * child + (this.down ? 1 : 0)]!;
  }

  /** An empty box matters if it has overflow. */
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

  /** `begun`: the box started before this page. */
  private ofMoved(fragment: BoxFragment, start: LU, onSeenLine: boolean, begun: boolean): boolean {
    const { place } = this;
    const { children, offsets, box } = fragment;
    let counts = fragment.width > 0 && fragment.height > 0;
    const mayFit = box.kind === BoxKind.TableWrapper || mathTag(box) === 'math';
    if (mayFit && !this.keepsTables && this.takesTable(fragment, start)) return true;
    const { roomStart, roomEnd, takenEnd, keepsTables } = this;
    this.takenEnd = -Infinity;
    const end = start + this.sizeOf(fragment);
    const isTooWide = end > this.pageEnd + LINE_TOLERANCE && this.isDefinite(box);
    this.keepsTables ||= box.kind === BoxKind.Multicol || isTooWide;
    this.narrowRoom(fragment, start);
    if (!clipsAlong(fragment.box, this.down) && !hasFittedContents(fragment)) {
      for (let i = 0; i < children.length; i++) {
        const child = children[i]!;
        const seenLine =
          child.type === 'line' && begun && place !== null && (box.index < place.box || child.start < place.textOffset);
        if (this.of(child, start + this.offsetOf(offsets, i), onSeenLine || seenLine)) counts = true;
      }
    }
    this.roomStart = roomStart;
    this.roomEnd = roomEnd;
    this.keepsTables = keepsTables;
    const edge = this.down
      ? fragment.border.bottom + fragment.padding.bottom
      : fragment.border.right + fragment.padding.right;
    // A box that is as wide as a table in it shrinks with the table.
    const shrinks = end > this.pageEnd && end - edge <= this.takenEnd + LINE_TOLERANCE;
    this.takenEnd = Math.max(takenEnd, shrinks ? end : this.takenEnd);
    if (counts && !shrinks) this.note(end - hangingAdvance(fragment), onSeenLine || begun);
    return counts;
  }

  /** Returns whether the size of a box, or its minimum, is a length. */
  private isDefinite({ style: { box } }: Box): boolean {
    const [size, least] = this.down ? [box.height, box.minHeight] : [box.width, box.minWidth];
    return [size, least].some((length) => length.isLength && !length.hasPercent && length.resolvePx(0) > 0);
  }

  /**
   * Records a table or formula that extends beyond the page's area. Returns whether it will fit, or has shrunk already.
   * A table that is too wide by its position or by a percentage doesn't become narrower: the page shrinks.
   */
  private takesTable(fragment: BoxFragment, start: LU): boolean {
    const { fitting, roomStart, roomEnd } = this;
    const { box } = fragment;
    if (box.element === null || fitting === null || fragment.style.rare.pagewrightFit !== null) return false;
    const size = Math.max(this.sizeOf(fragment), this.contentEnd(fragment));
    const end = start + size;
    const isReversed = fragment.writingMode.inlineReversed;
    if (isReversed ? start >= -LINE_TOLERANCE : end <= this.pageEnd + LINE_TOLERANCE) return false;
    const room = isReversed ? Math.min(end, roomEnd) - roomStart : roomEnd - Math.max(start, roomStart);
    const factor = fitting.factorOf(box.element);
    if (room <= 0 || factor <= LEAST_TABLE) return false;
    const least = box.kind === BoxKind.Math ? size : fitting.leastSize(box);
    if (least <= roomEnd - roomStart + LINE_TOLERANCE) return factor < 1;
    const fits = room / size;
    this.tables = new Map([...this.tables, [box.element, Math.min(fits, this.tables.get(box.element) ?? 1)]]);
    this.takenEnd = Math.max(this.takenEnd, end);
    return true;
  }

  /** Returns where the content of a formula ends, which may overflow its box. */
  private contentEnd({ box, children, offsets }: BoxFragment): LU {
    if (box.kind !== BoxKind.Math) return 0;
    return children.reduce((end, child, i) => Math.max(end, this.offsetOf(offsets, i) + this.sizeOf(child)), 0);
  }

  /** Limits the room to the content box, unless the box itself extends beyond the room. */
  private narrowRoom({ border, padding, width, height }: BoxFragment, start: LU): void {
    const [before, after, size] = this.down
      ? [border.top + padding.top, border.bottom + padding.bottom, height]
      : [border.left + padding.left, border.right + padding.right, width];
    const end = start + size - after;
    if (end <= start + before) return;
    if (end <= this.roomEnd) this.roomEnd = end;
    if (start + before >= this.roomStart) this.roomStart = start + before;
  }

  /** A line is as wide as its container allows, so only its contents are measured. */
  private ofLine({ children, offsets }: LineFragment, start: LU, seen: boolean): boolean {
    let counts = false;
    for (let i = 0; i < children.length; i++)
      if (this.of(children[i]!, start + this.offsetOf(offsets, i), seen)) counts = true;
    return counts;
  }

  private note(end: LU, seen: boolean): void {
    if (end > this.farthest) {
      this.farthest = end;
      this.farthestElement = this.at;
    }
    if (seen) this.seen = Math.max(this.seen, end);
    else if (end > this.unseen) {
      this.unseen = end;
      this.widest = this.at;
    }
  }
}

/** Returns whether a box has lines or columns that copy-fitting makes narrower. If it can't, they overflow the box. */
function hasFittedContents({ box, style }: BoxFragment): boolean {
  const fit = style.rare.pagewrightFit;
  return fit !== null && (fit.isInline || box.kind === BoxKind.Multicol);
}

/** Returns the horizontal or vertical translation of a box in LU, or null if it has other transforms too. */
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

/** Returns the hanging advance of a text, or of an inline box that ends where its text does. */
function hangingAdvance(fragment: Fragment): LU {
  if (fragment.type === 'text') return hangingOfText(fragment);
  return fragment.type === 'box' && fragment.box.kind === BoxKind.Inline ? hangingOfInline(fragment) : 0;
}

function hangingOfInline({ children, offsets, width, height, writingMode }: BoxFragment): LU {
  const last = children.length - 1;
  const child = children[last];
  if (child === undefined) return 0;
  const endsThere = writingMode.vertical
    ? offsets[2 * last + 1]! + child.height === height
    : offsets[2 * last]! + child.width === width;
  return endsThere ? hangingAdvance(child) : 0;
}

/**
 * Returns the advance of hanging spaces and of a mark that may hang. Inside a line they don't hang, because they
 * displace what follows.
 */
function hangingOfText({ run, style: { text } }: TextFragment): LU {
  // Right-to-left text ends at its left.
  if (run.level % 2 === 1) return 0;
  const hangsSpaces = text.whiteSpaceCollapse === 'preserve' && text.textWrapMode === 'wrap';
  const hangsMarks = text.pagewrightOpticalMargin === 'auto' || text.hangingPunctuation.some((on) => on !== 'first');
  if (!hangsSpaces && !hangsMarks) return 0;
  const { advances, clusters } = run;
  let advance = 0;
  let last = advances.length - 1;
  for (; hangsSpaces && last >= 0 && isSpace(run.text.charCodeAt(clusters[last]!)); last--) advance += advances[last]!;
  if (hangsMarks && last >= 0) advance += advances[last]!;
  return luFromPx(advance);
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x09;
