/** Collects from the fragment trees what can be read and seen on finished pages. */
import { type Box, BoxFlag, BoxKind } from '../../engine/boxes/box.ts';
import {
  type BoxFragment,
  FragmentFlag,
  type LineFragment,
  type TextFragment,
} from '../../engine/layout/contract/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';
import { LU_PER_PX } from '../../engine/units.ts';

/** A line's text of one flow; sizes are in CSS px. */
export interface FoundLine {
  readonly flow: string;
  readonly text: string;
  readonly page: number;
  /** The inline size, and the inline offset of the line's top left corner from the border box of its containing box. */
  readonly size: number;
  readonly offset: number;
}

export interface Harvest {
  readonly lines: readonly FoundLine[];
  /** Ids of replaced elements, once per box. */
  readonly replaced: readonly string[];
  /** Texts of lines that are completely below the end of every page area. Only horizontal lines are considered. */
  readonly belowAllPages: readonly string[];
  /** Summed content-box block sizes of a box's fragments in CSS px, by element id. */
  readonly blockSizes: ReadonlyMap<string, number>;
  /** Ids of boxes in tables that shrink to fit their page. Their sizes are as declared, except for rounding. */
  readonly zoomed: ReadonlySet<string>;
}

interface Piece {
  readonly flow: string;
  readonly text: string;
  readonly start: number;
  readonly fragment: TextFragment;
}

/** A line that may be shown in parts on several pages. */
interface SeenLine {
  readonly pieces: Piece[];
  /** Its text of each flow, as an index into `lines`. */
  readonly places: Map<string, number>;
}

/** The position of a border box, in LU from the corner of the page area. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Collects the content of pages. Repeated headers and footers and copies of fixed boxes are left out; a picture that is
 * cut by page breaks counts once.
 */
export function harvest(pages: readonly Page[]): Harvest {
  const collector = new Collector();
  for (const page of pages) collector.page(page);
  return collector;
}

class Collector implements Harvest {
  readonly lines: FoundLine[] = [];
  readonly replaced: string[] = [];
  readonly blockSizes = new Map<string, number>();
  readonly zoomed = new Set<string>();
  /** Lines that are below the end of every page that contains them. */
  private readonly below = new Map<SeenLine, string>();
  private index = 0;
  private width = 0;
  private height = 0;
  /** The start of the flow on the page, after floats at its start. */
  private start = 0;
  /** Fragments that overflowed their page and are shown again, shifted. */
  private readonly cut = new Set<BoxFragment>();
  /** By the box that contains the line, and by the start of its text in that box. */
  private readonly seen = new Map<Box, Map<number, SeenLine>>();
  private inSlice = false;
  /** The page on which each box was first seen. */
  private readonly firstPages = new Map<Box, number>();

  get belowAllPages(): string[] {
    return [...this.below.values()];
  }

  page({ index, area, scale, root, positioned, floats, footnotes, marginNotes }: Page): void {
    this.index = index;
    // Content that is shrunk to fit is laid out in a larger area.
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

  /** In slices, each page shows its part of the same boxes. */
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
    const { zoom } = fragment.style;
    const size = (fragment.blockSize(writingMode) - edges) / LU_PER_PX / zoom;
    if (zoom !== 1) this.zoomed.add(id);
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

  /** Collects what a box that is shown again, shifted, has not yet shown. */
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
    // A repeated line is not read again: it begins before the page or is in a slice. It may show more of itself.
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

  /** Records the known text of each flow in a line. */
  private read({ pieces, places }: SeenLine, size: number, offset: number): void {
    for (const flow of new Set(pieces.map((piece) => piece.flow))) {
      const text = withoutSpaces(pieces.map((piece) => (piece.flow === flow ? piece.text : '')).join(''));
      const at = places.get(flow) ?? this.lines.length;
      places.set(flow, at);
      this.lines[at] = { flow, text, page: this.lines[at]?.page ?? this.index, size, offset };
    }
  }

  /** Collects the line's own text. Atomic inlines are traversed like other boxes. */
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

/** Tells whether a fragment is part of a box that is cut like a picture. */
function isSlice({ box, flags, children }: BoxFragment): boolean {
  const [child] = children;
  return (flags & FragmentFlag.AnonymousPart) !== 0 && child?.type === 'box' && child.box === box.parent;
}

/** Returns the nearest id of an element or its ancestors, or '' for body's own flow. */
function flowOf(box: Box): string {
  for (let element = box.element; element; element = element.parent) if (element.id) return element.id;
  return '';
}

/** Tells whether a box is a marker inside its item's first line, a footnote call or a footnote marker. */
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
