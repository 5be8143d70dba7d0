/** What can be read and seen on finished pages, collected from the fragment trees. */
import { type Box, BoxFlag, BoxKind } from '../../engine/boxes/box.ts';
import { type BoxFragment, FragmentFlag, type LineFragment } from '../../engine/layout/fragment.ts';
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
  private readonly below = new Map<LineFragment, string>();
  private index = 0;
  private width = 0;
  private height = 0;
  /** Fragments that stuck out of their page: they are shown again, moved. */
  private readonly cut = new Set<BoxFragment>();
  private readonly seen = new Set<LineFragment>();
  private inSlice = false;
  /** Boxes inside slices, and the page on which they were first seen. */
  private readonly sliced = new Map<Box, number>();

  get belowAllPages(): string[] {
    return [...this.below.values()];
  }

  page({ index, area, scale, root, positioned, footnotes }: Page): void {
    this.index = index;
    // Content is laid out on a larger area where it is shrunk to fit.
    this.width = area.width / scale;
    this.height = area.height / scale;
    for (const placed of [root, ...positioned, ...footnotes]) if (placed !== null) this.box(placed.fragment, placed);
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
    if (!this.inSlice) return true;
    const first = this.sliced.get(box) ?? this.index;
    this.sliced.set(box, first);
    return first === this.index;
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
        this.line(child, place, fragment.offsets[2 * i + (child.writingMode.vertical ? 1 : 0)]!);
    });
  }

  /** What of a box that is shown again, moved, hasn't been on a page before? */
  private look(fragment: BoxFragment | LineFragment, { x, y }: Place): void {
    if (fragment.type === 'line' && y < this.height) this.below.delete(fragment);
    fragment.children.forEach((child, i) => {
      if (child.type !== 'text')
        this.look(child, { x: x + fragment.offsets[2 * i]!, y: y + fragment.offsets[2 * i + 1]! });
    });
  }

  private line(line: LineFragment, place: Place, offset: number): void {
    // A line that is there again isn't where it is read: it begins before the page, or stands in a slice.
    if (this.seen.has(line) && (this.inSlice || place.y < 0 || place.x < 0 || place.x + line.width > this.width)) {
      this.look(line, place);
      return;
    }
    this.seen.add(line);
    const pieces: Piece[] = [];
    this.collect(line, place, pieces);
    pieces.sort((a, b) => a.start - b.start);
    if (place.y >= this.height && !line.writingMode.vertical && pieces.length > 0)
      this.below.set(line, pieces.map(({ text }) => text).join(''));
    const size = (line.writingMode.vertical ? line.height : line.width) / LU_PER_PX;
    for (const flow of new Set(pieces.map((piece) => piece.flow))) {
      const text = withoutSpaces(pieces.map((piece) => (piece.flow === flow ? piece.text : '')).join(''));
      this.lines.push({ flow, text, page: this.index, size, offset: offset / LU_PER_PX });
    }
  }

  /** The line's own text; what stands in it as a box of its own is walked like any other box. */
  private collect(parent: LineFragment | BoxFragment, { x, y }: Place, pieces: Piece[]): void {
    parent.children.forEach((child, i) => {
      const place = { x: x + parent.offsets[2 * i]!, y: y + parent.offsets[2 * i + 1]! };
      if (child.type === 'text') {
        if (child.replacementText !== null || isGenerated(child.box)) return;
        const text = textOf(child.box).slice(child.run.start, child.run.end);
        pieces.push({ flow: flowOf(child.box), text, start: child.run.start });
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
