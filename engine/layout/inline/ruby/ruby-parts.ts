/**
 * The ruby columns of one line during collection: the space next to their bases, and their annotations on this line.
 */
import { addTo } from '../../../grouped.ts';
import type { LU } from '../../../units.ts';
import { NO_ISOLATE } from '../../../text/bidi.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import type { AtomicInline } from '../atomic-inline.ts';
import type { AnnotationReach } from '../built-line.ts';
import { isMarkedUnder } from '../emphasis-marks.ts';
import { opportunitiesInText, widenPieces } from '../line-justify.ts';
import type { LineBox } from '../line-box.ts';
import { type LinePieces, PieceKind } from '../line-pieces.ts';
import type { PreparedContent } from '../prepared-content.ts';
import type { AnnotationFragments } from './annotation-fragments.ts';
import { Extent } from './em-box.ts';
import type { AnnotationPlace, RubyAnnotation, RubyColumn, RubyColumns } from './ruby-columns.ts';
import { roomAfter, roomBefore, rubyOverhang, rubySpacing } from './ruby-spacing.ts';

/** An annotation on a line, or the part of it for this line's part of the column. */
interface PlacedAnnotation {
  readonly annotation: RubyAnnotation;
  readonly from: AnnotationPlace;
  readonly to: AnnotationPlace;
  /** Laid out once the column's size is known. */
  atomic: AtomicInline | null;
  /** Distance of its baseline below the root's. */
  shift: LU;
}

/** The part of a column on the line. */
class RubyPart {
  readonly column: RubyColumn;
  readonly lineBox: LineBox;
  /** Line width before it. */
  readonly start: LU;
  readonly from: number;
  readonly firstPiece: number;
  /** The column's size. Its base with spacing can be narrower by the annotation's overhang. */
  size: LU = 0;
  overhangBefore: LU = 0;
  overhangAfter: LU = 0;
  readonly annotations: PlacedAnnotation[] = [];

  constructor(column: RubyColumn, lineBox: LineBox, start: LU, from: number, firstPiece: number) {
    this.column = column;
    this.lineBox = lineBox;
    this.start = start;
    this.from = from;
    this.firstPiece = firstPiece;
  }
}

export class RubyParts {
  private readonly parts: RubyPart[] = [];
  private readonly partOfBox = new Map<LineBox, RubyPart>();
  private readonly context: LayoutContext;
  private readonly prepared: PreparedContent;
  private readonly columns: RubyColumns;
  private readonly pieces: LinePieces;
  private readonly fragments: AnnotationFragments;
  private readonly open: RubyPart[] = [];
  /** The last part with its last piece, if its annotation may overhang the following content. */
  private overhanging: { part: RubyPart; piece: number; most: LU } | null = null;

  constructor(
    context: LayoutContext,
    prepared: PreparedContent,
    columns: RubyColumns,
    pieces: LinePieces,
    fragments: AnnotationFragments,
  ) {
    this.context = context;
    this.fragments = fragments;
    this.prepared = prepared;
    this.columns = columns;
    this.pieces = pieces;
  }

  clear(): void {
    this.parts.length = this.open.length = 0;
    this.partOfBox.clear();
    this.overhanging = null;
  }

  /** Returns the part that corresponds to a column's inline box on the line. */
  partOf(lineBox: LineBox): RubyPart | undefined {
    return this.partOfBox.get(lineBox);
  }

  /** Handles the opening of an inline box at the given line width. Its text on this line starts at `from`. */
  opened(item: number, lineBox: LineBox, width: LU, from: number, baseLevel: number): void {
    const column = this.columns.at(item);
    if (column === undefined) return;
    this.overhanging = null;
    const start = Math.max(from, column.start);
    this.open.push(new RubyPart(column, lineBox, width, start, this.pieces.count));
    this.pieces.add(PieceKind.Gap, -1, 0, this.levelIn(column, baseLevel), lineBox, null, null);
  }

  /**
   * Handles the end of an inline box, or its cut at the line's end, at a text offset. Returns the resulting line width.
   */
  closing(lineBox: LineBox, width: LU, to: number, lineStart: number, isEnd: boolean, baseLevel: number): LU {
    const part = this.open.at(-1);
    if (part === undefined || part.lineBox !== lineBox) return width;
    this.open.pop();
    this.parts.push(part);
    this.partOfBox.set(lineBox, part);
    const { column } = part;
    const { pieces } = this;
    const end = isEnd ? column.end : to;
    const [before, after] = [column.shareBefore(part.from), column.shareBefore(end)];
    for (const annotation of column.annotations) {
      const [from, stop] = [annotation.placeAt(before), isEnd ? annotation.placeAt(1) : annotation.placeAt(after)];
      part.annotations.push({ annotation, from, to: stop, atomic: null, shift: 0 });
      part.size = Math.max(part.size, annotation.partSize(from, stop));
    }
    const rest = part.size - (width - part.start);
    const piece = pieces.add(PieceKind.Gap, end, 0, this.levelIn(column, baseLevel), lineBox, null, null);
    const widened = this.share(part, rest, piece, end, lineStart, isEnd);
    for (let k = part.firstPiece; k < piece; k++) pieces.list[k]!.inRuby = true;
    for (const placed of part.annotations)
      placed.atomic = this.fragments.make(placed.annotation, placed.from, placed.to, part.size);
    return width + widened;
  }

  /**
   * Distributes the remaining space around and within a part's base, which ends before `piece`. Returns the added line
   * width.
   */
  private share(part: RubyPart, rest: LU, piece: number, end: number, lineStart: number, isEnd: boolean): LU {
    if (rest <= 0) {
      part.size -= rest;
      return 0;
    }
    const { prepared, pieces } = this;
    const { column } = part;
    const spacing = rubySpacing(column.style, opportunitiesInText(prepared, part.from, end), rest);
    const isWhole = isEnd && part.from === column.start && part.from < end;
    const overhang = isWhole ? rubyOverhang(column.style, spacing, rest, column.widestFontSize(part.size)) : null;
    if (overhang !== null && overhang.before > 0)
      part.overhangBefore = Math.min(overhang.before, roomBefore(prepared, column.open, lineStart, column.style));
    const widened =
      spacing.inside > 0 ? widenPieces(prepared, pieces, part.firstPiece, piece, 'auto', end, spacing.inside) : 0;
    pieces.list[part.firstPiece]!.width = spacing.inset;
    pieces.list[piece]!.width = rest - spacing.inset - widened;
    // Text before a base that runs against its surroundings is next to the base's end.
    const [first, last] = this.isOpposite(column) ? [piece, part.firstPiece] : [part.firstPiece, piece];
    pieces.list[first]!.width -= part.overhangBefore;
    if (overhang !== null && overhang.after > 0) this.overhanging = { part, piece: last, most: overhang.after };
    return rest - part.overhangBefore;
  }

  /**
   * Handles text of an item from an offset on. Returns the line width, reduced by the overhang of a preceding
   * annotation.
   */
  beginText(item: number, from: number, width: LU): LU {
    const { overhanging } = this;
    this.overhanging = null;
    if (overhanging === null) return width;
    const { part, piece, most } = overhanging;
    part.overhangAfter = Math.min(most, roomAfter(this.prepared, item, from, part.column.style));
    this.pieces.list[piece]!.width -= part.overhangAfter;
    return width - part.overhangAfter;
  }

  /** Handles following content other than text. */
  endOverhang(): void {
    this.overhanging = null;
  }

  /** Returns the bidi level of content directly in a column, which is an isolate (§3.5). */
  private levelIn(column: RubyColumn, baseLevel: number): number {
    const around = this.levelAround(column);
    if (around === NO_ISOLATE) return baseLevel;
    return column.style.text.direction === 'rtl' ? (around + 1) | 1 : (around + 2) & ~1;
  }

  private levelAround(column: RubyColumn): number {
    return this.prepared.paragraph.isolates?.[column.open] ?? NO_ISOLATE;
  }

  /** Whether a column's content runs against the content around the column. */
  isOpposite(column: RubyColumn): boolean {
    const around = this.levelAround(column);
    return around !== NO_ISOLATE && ((this.levelIn(column, 0) ^ around) & 1) === 1;
  }

  /**
   * Stacks the aligned annotations of the line, level by level, each outside the bases they annotate (§3.1). `root`
   * holds the line's extents. Returns their reach beyond the line.
   */
  placeAcross(root: LineBox): AnnotationReach {
    const content = this.contentExtent();
    const over = this.stack(true);
    const under = this.stack(false);
    return {
      over: over === null ? Math.min(0, content.over - root.over) : Math.max(over, content.over) - root.over,
      under: under === null ? Math.min(0, content.under - root.under) : Math.max(under, content.under) - root.under,
    };
  }

  private stack(isOver: boolean): LU | null {
    const levels = new Map<number, PlacedAnnotation[]>();
    const bases = new Extent();
    for (const part of this.parts) {
      const here = part.annotations.filter(({ annotation }) => annotation.isOver === isOver);
      if (here.length === 0) continue;
      this.uniteBase(part, bases);
      for (const placed of here) {
        addTo(levels, placed.annotation.level, placed);
      }
    }
    if (levels.size === 0) return null;
    let edge = isOver ? bases.over : bases.under;
    const edges = new Map<number, LU>();
    for (const level of [...levels.keys()].toSorted((a, b) => a - b)) {
      const placed = levels.get(level) ?? [];
      const extent = new Extent();
      for (const one of placed) this.uniteContent(one, extent);
      if (extent.isEmpty) continue;
      for (const one of placed) one.shift = isOver ? -edge - extent.under : edge + extent.over;
      edge += extent.over + extent.under;
      edges.set(level, edge);
    }
    if (this.prepared.hasEmphasis) this.noteEmphasis(edges, isOver);
    return edge;
  }

  /**
   * Sets on emphasized bases how far the annotations on the side of their marks extend. `edges` are those of the
   * levels.
   */
  private noteEmphasis(edges: ReadonlyMap<number, LU>, isOver: boolean): void {
    const { list } = this.pieces;
    for (const part of this.parts) {
      let edge = 0;
      for (const { annotation } of part.annotations)
        if (annotation.isOver === isOver) edge = Math.max(edge, edges.get(annotation.level) ?? 0);
      if (edge === 0) continue;
      for (let k = part.firstPiece; k < list.length && isWithin(list[k]!.lineBox, part.lineBox); k++) {
        const piece = list[k]!;
        const { style, absolute } = piece.lineBox;
        if (style.text.textEmphasisStyle === null || isMarkedUnder(style) === isOver) continue;
        piece.annotated = Math.max(piece.annotated, isOver ? edge + absolute : edge - absolute);
      }
    }
  }

  /** Adds the em boxes and atomic inlines of a part's base, or the font's em box if it is empty. */
  private uniteBase(part: RubyPart, into: Extent): void {
    const { pieces, context } = this;
    const own = new Extent();
    let hasText = false;
    for (let k = part.firstPiece; k < pieces.count && isWithin(pieces.list[k]!.lineBox, part.lineBox); k++)
      hasText = this.unitePiece(k, own) || hasText;
    // A base without text has the height of text in its font.
    if (!hasText) {
      const { style } = part.column;
      const { fonts } = this.prepared;
      const { emAscent } = context.text.metrics(style);
      own.uniteEm(emAscent, style.font.fontSize, fonts.of(style), part.lineBox.absolute, fonts.central);
    }
    into.unite(own.over, own.under, 0);
  }

  /** Adds the extents of a piece. Returns whether it is text. */
  private unitePiece(k: number, into: Extent): boolean {
    const { run, atomic, lineBox, shift } = this.pieces.list[k]!;
    if (run !== null) into.uniteRun(this.context, run, lineBox.font, lineBox.absolute, this.prepared.fonts.central);
    else if (atomic !== null) into.unite(atomic.over, atomic.under, shift);
    return run !== null;
  }

  /** Adds the content of an annotation and the edges of its box (§3). Empty annotations without edges add nothing. */
  private uniteContent({ annotation, atomic }: PlacedAnnotation, into: Extent): void {
    const { prepared } = annotation;
    const own = new Extent();
    annotation.textExtent ??= this.textExtentOf(annotation);
    own.unite(annotation.textExtent.over, annotation.textExtent.under, 0);
    if (atomic === null) return into.unite(own.over, own.under, 0);
    if (prepared !== null && (prepared.hasAtomics || prepared.hasAnnotations)) this.fragments.uniteAtomics(atomic, own);
    const edges = this.fragments.edges(atomic);
    if (own.isEmpty && (edges.over !== 0 || edges.under !== 0)) own.unite(0, 0, 0);
    into.unite(own.over + edges.over, own.under + edges.under, 0);
  }

  /** PERF: the whole text counts on every line that shows a part of it. */
  private textExtentOf({ prepared }: RubyAnnotation): Extent {
    const extent = new Extent();
    if (prepared === null) return extent;
    const { fonts } = this.prepared;
    for (const run of prepared.runs)
      extent.uniteRun(this.context, run, fonts.of(prepared.items[run.item]!.box.style), 0, fonts.central);
    return extent;
  }

  private contentExtent(): Extent {
    const extent = new Extent();
    for (let k = 0; k < this.pieces.count; k++) this.unitePiece(k, extent);
    return extent;
  }
}

function isWithin(inner: LineBox, outer: LineBox): boolean {
  let box: LineBox | null = inner;
  while (box !== null && box.depth > outer.depth) box = box.enclosing;
  return box === outer;
}
