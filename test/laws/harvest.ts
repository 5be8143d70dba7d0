/** What can be read and seen on finished pages, collected from the fragment trees. */
import { type Box, BoxKind } from '../../engine/boxes/box.ts';
import { type BoxFragment, type Fragment, FragmentFlag, type LineFragment } from '../../engine/layout/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';

/** A line's text of one flow; positions in CSS px from the border box of the box that holds the line. */
export interface FoundLine {
  readonly flow: string;
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly width: number;
}

export interface Harvest {
  readonly lines: readonly FoundLine[];
  /** Ids of replaced elements, once for each box. */
  readonly replaced: readonly string[];
  /** Elements with a marker, once for each marker. */
  readonly markers: number;
}

interface Piece {
  readonly flow: string;
  readonly text: string;
  readonly start: number;
}

/** Repeated headers and footers and the copies of fixed boxes are left out; a picture cut over pages counts once. */
export function harvest(pages: readonly Page[]): Harvest {
  const collector = new Collector();
  for (const page of pages) {
    collector.page = page.index;
    collector.pageHeight = page.area.height;
    for (const placed of [page.root, ...page.positioned, ...page.footnotes])
      if (placed !== null) collector.box(placed.fragment, placed.y);
  }
  return collector;
}

class Collector implements Harvest {
  readonly lines: FoundLine[] = [];
  readonly replaced: string[] = [];
  markers = 0;
  page = 0;
  pageHeight = 0;
  /** Fragments that stuck out at the end of their page: they are shown again, further up. */
  private readonly cut = new Set<BoxFragment>();

  box(fragment: BoxFragment, y: number): void {
    if (fragment.flags & FragmentFlag.Repeated) return;
    if (y < 0 && this.cut.has(fragment)) return;
    if (y + fragment.height > this.pageHeight) this.cut.add(fragment);
    if (fragment.box.kind === BoxKind.Replaced) this.replaced.push(flowOf(fragment.box));
    if (fragment.box.kind === BoxKind.Marker) {
      this.markers++;
      return;
    }
    fragment.children.forEach((child, i) =>
      this.child(child, fragment.offsets[2 * i], y + fragment.offsets[2 * i + 1]),
    );
  }

  private child(child: Fragment, x: number, y: number): void {
    if (child.type === 'box') this.box(child, y);
    else if (child.type === 'line') this.line(child, x, y);
  }

  private line(line: LineFragment, x: number, y: number): void {
    const pieces: Piece[] = [];
    this.collect(line, y, pieces);
    pieces.sort((a, b) => a.start - b.start);
    for (const flow of new Set(pieces.map((piece) => piece.flow))) {
      const text = pieces.map((piece) => (piece.flow === flow ? piece.text : '')).join('');
      this.lines.push({ flow, text: withoutSpaces(text), page: this.page, x: x / 64, width: line.width / 64 });
    }
  }

  /** The line's own text; what stands in it as a box of its own is walked like any other box. */
  private collect(parent: LineFragment | BoxFragment, y: number, pieces: Piece[]): void {
    parent.children.forEach((child, i) => {
      const top = y + parent.offsets[2 * i + 1];
      if (child.type === 'text') {
        if (child.replacementText !== null || isMarkerText(child.box)) return;
        const text = textOf(child.box).slice(child.run.start, child.run.end);
        pieces.push({ flow: flowOf(child.box), text, start: child.run.start });
      } else if (child.type === 'box' && child.box.kind === BoxKind.Inline) this.collect(child, top, pieces);
      else this.child(child, 0, top);
    });
  }
}

/** The id of the nearest element that has one; '' in body's own flow. */
function flowOf(box: Box): string {
  for (let element = box.element; element;) {
    if (element.id) return element.id;
    const parent = element.parent;
    if (!parent || !('tag' in parent)) return '';
    element = parent;
  }
  return '';
}

/** A marker inside its item's first line. */
function isMarkerText(box: Box): boolean {
  for (let at: Box | null = box; at && at.inline === null; at = at.parent) if (at.pseudo === 'marker') return true;
  return false;
}

function textOf(box: Box): string {
  for (let at: Box | null = box; at; at = at.parent) if (at.inline) return at.inline.text;
  return '';
}

export function withoutSpaces(text: string): string {
  return text.replace(/[\s\u200b\ufffc]/gu, '');
}
