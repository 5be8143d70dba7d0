/** What can be read and seen on finished pages, collected from the fragment trees. */
import { type Box, BoxFlag, BoxKind } from '../../engine/boxes/box.ts';
import { type BoxFragment, FragmentFlag, type LineFragment, type TextFragment } from '../../engine/layout/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';
import { LU_PER_PX } from '../../engine/units.ts';

/** A line's text of one flow; sizes in CSS px. */
export interface FoundLine {
  readonly flow: string;
  readonly text: string;
  readonly page: number;
  /** Inline size, and from the border box of the box that holds the line, where its top left corner is along the inline axis. */
  readonly size: number;
  readonly offset: number;
}

export interface Harvest {
  readonly lines: readonly FoundLine[];
  /** Ids of replaced elements, once for each box. */
  readonly replaced: readonly string[];
  /** Texts of lines of which no part lies above the end of any page's area (of horizontal lines; others aren't looked at). */
  readonly belowAllPages: readonly string[];
  /** By element id: the content-box block sizes of the box's fragments together, CSS px. */
  readonly blockSizes: ReadonlyMap<string, number>;
}

interface Piece {
  readonly flow: string;
  readonly text: string;
  readonly start: number;
  readonly fragment: TextFragment;
}

/** A line of which pages may show parts. */
interface SeenLine {
  readonly pieces: Piece[];
  /** Its text of each flow, as an index of `lines`. */
  readonly places: Map<string, number>;
}

/** Where something's border box lies, LU from the corner of the page's area. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Repeated headers and footers and the copies of fixed boxes are left out; a picture cut over pages counts once. */
export function harvest(pages: readonly Page[]): Harvest {
  const collector = new Collector();
  for (const page of pages) collector.page(page);
  return collector;
}

class Collector implements Harvest {
  readonly lines: FoundLine[] = [];
  readonly replaced: string[] = [];
  readonly blockSizes = new Map<string, number>();
  /** Lines that are below the end of each page that they are on. */
  private readonly below = new Map<SeenLine, string>();
  private index = 0;
  private width = 0;
  private height = 0;
  /** Where the flow begins on the page, below what floats to its start. */
  private start = 0;
  /** Fragments that stuck out of their page: they are shown again, moved. */
  private readonly cut = new Set<BoxFragment>();
  /** By the box that holds the line, and where its text begins there. */
  private readonly seen = new Map<Box, Map<number, SeenLine>>();
  private inSlice = false;
  /** The page on which each box was first seen. */
  private readonly firstPages = new Map<Box, number>();

  get belowAllPages(): string[] {
    return [...this.below.values()];
  }

  page({ index, area, scale, root, positioned, floats, footnotes, marginNotes }: Page): void {
    this.index = index;
    // Content is laid out on a larger area where it is shrunk to fit.
    this.width = area.width / scale;
    this.height = area.height / scale;
    this.start = root?.y ?? 0;
    for (const placed of [root, ...positioned, ...floats, ...footnotes, ...marginNotes])
      if (placed !== null) this.box(placed.fragment, placed);
  }

  private box(fragment: BoxFragment, { x, y }: Place): void {
    if (fragment.flags & FragmentFlag.Repeated) return;
    if (x < 0 || y < 0 || x + fragment.width > this.width || y + fragment.height > this.height) {
      if (this.cut.has(fragment)) {
        this.look(fragment, { x, y });
        return;
      }
      this.cut.add(fragment);
    }
    const outerSlice = this.inSlice;
    this.inSlice ||= isSlice(fragment);
    if (this.isNew(fragment.box)) {
      this.measure(fragment);
      if (fragment.box.kind === BoxKind.Replaced) this.replaced.push(flowOf(fragment.box));
    }
    if (fragment.box.kind !== BoxKind.Marker) this.children(fragment, { x, y });
    this.inSlice = outerSlice;
  }

  /** In slices each page shows its part of the same boxes. */
  private isNew(box: Box): boolean {
    const first = this.firstPages.get(box) ?? this.index;
    this.firstPages.set(box, first);
    return !this.inSlice || first === this.index;
  }

  private measure(fragment: BoxFragment): void {
    const { box, flags, border, padding, writingMode } = fragment;
    const id = box.element?.id ?? null;
    if (id === null || box.pseudo !== null || box.has(BoxFlag.Anonymous) || flags & FragmentFlag.AnonymousPart) return;
    const edges = writingMode.vertical
      ? border.left + border.right + padding.left + padding.right
      : border.top + border.bottom + padding.top + padding.bottom;
    const size = (fragment.blockSize(writingMode) - edges) / LU_PER_PX;
    this.blockSizes.set(id, (this.blockSizes.get(id) ?? 0) + size);
  }

  private children(fragment: BoxFragment, { x, y }: Place): void {
    fragment.children.forEach((child, i) => {
      const place = { x: x + fragment.offsets[2 * i]!, y: y + fragment.offsets[2 * i + 1]! };
      if (child.type === 'box') this.box(child, place);
      else if (child.type === 'line')
        this.line(child, fragment.box, place, fragment.offsets[2 * i + (child.writingMode.vertical ? 1 : 0)]!);
    });
  }

  /** What of a box that is shown again, moved, hasn't been on a page before? */
  private look(fragment: BoxFragment | LineFragment, { x, y }: Place): void {
    fragment.children.forEach((child, i) => {
      const place = { x: x + fragment.offsets[2 * i]!, y: y + fragment.offsets[2 * i + 1]! };
      const line = child.type === 'line' && fragment.type === 'box' ? this.seenLine(fragment.box, child.start) : null;
      if (line !== null && place.y < this.height) this.below.delete(line);
      if (child.type !== 'text') this.look(child, place);
    });
  }

  private seenLine(holder: Box, start: number): SeenLine | null {
    return this.seen.get(holder)?.get(start) ?? null;
  }

  private line(line: LineFragment, holder: Box, place: Place, offset: number): void {
    const pieces: Piece[] = [];
    // A line that is there again isn't where it is read: it begins before the page, or stands in a slice. It may show more of itself.
    const before = this.seenLine(holder, line.start);
    const isAgain =
      before !== null && (this.inSlice || place.y < this.start || place.x < 0 || place.x + line.width > this.width);
    if (isAgain && place.y < this.height) this.below.delete(before);
    if (isAgain) this.look(line, place);
    const outerSlice = this.inSlice;
    this.inSlice ||= isAgain;
    this.collect(line, place, pieces);
    this.inSlice = outerSlice;
    const seen: SeenLine = isAgain ? before : { pieces: [], places: new Map() };
    if (!isAgain) {
      const lines = this.seen.get(holder) ?? new Map<number, SeenLine>();
      this.seen.set(holder, lines.set(line.start, seen));
      if (place.y >= this.height && !line.writingMode.vertical && pieces.length > 0)
        this.below.set(seen, pieces.map(({ text }) => text).join(''));
    }
    const known = new Set(seen.pieces.map(({ fragment }) => fragment));
    seen.pieces.push(...pieces.filter(({ fragment }) => !known.has(fragment)));
    seen.pieces.sort((a, b) => a.start - b.start);
    this.read(seen, (line.writingMode.vertical ? line.height : line.width) / LU_PER_PX, offset / LU_PER_PX);
  }

  /** Its text of each flow, as far as it is known. */
  private read({ pieces, places }: SeenLine, size: number, offset: number): void {
    for (const flow of new Set(pieces.map((piece) => piece.flow))) {
      const text = withoutSpaces(pieces.map((piece) => (piece.flow === flow ? piece.text : '')).join(''));
      const at = places.get(flow) ?? this.lines.length;
      places.set(flow, at);
      this.lines[at] = { flow, text, page: this.lines[at]?.page ?? this.index, size, offset };
    }
  }

  /** The line's own text; what stands in it as a box of its own is walked like any other box. */
  private collect(parent: LineFragment | BoxFragment, { x, y }: Place, pieces: Piece[]): void {
    parent.children.forEach((child, i) => {
      const place = { x: x + parent.offsets[2 * i]!, y: y + parent.offsets[2 * i + 1]! };
      if (child.type === 'text') {
        if (child.replacementText !== null || isGenerated(child.box)) return;
        const text = textOf(child.box).slice(child.run.start, child.run.end);
        pieces.push({ flow: flowOf(child.box), text, start: child.run.start, fragment: child });
      } else if (child.type === 'box' && child.box.kind === BoxKind.Inline) this.collect(child, place, pieces);
      else if (child.type === 'box') this.box(child, place);
    });
  }
}

/** A part of a box that is cut like a picture. */
function isSlice({ box, flags, children }: BoxFragment): boolean {
  const [child] = children;
  return (flags & FragmentFlag.AnonymousPart) !== 0 && child?.type === 'box' && child.box === box.parent;
}

/** The id of the nearest element that has one; '' in body's own flow. */
function flowOf(box: Box): string {
  for (let element = box.element; element; element = element.parent) if (element.id) return element.id;
  return '';
}

/** A marker inside its item's first line, a footnote's call or its marker. */
function isGenerated(box: Box): boolean {
  for (let at: Box | null = box; at && at.inline === null; at = at.parent) if (at.pseudo !== null) return true;
  return box.pseudo !== null;
}

function textOf(box: Box): string {
  for (let at: Box | null = box; at; at = at.parent) if (at.inline) return at.inline.text;
  return '';
}

export function withoutSpaces(text: string): string {
  return text.replace(/[\s\u200b\ufffc]/gu, '');
}
