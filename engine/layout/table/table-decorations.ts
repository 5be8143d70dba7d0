/**
 * Decorations of a table fragment besides its rows: collapsed borders, joined into long strokes, and columns with
 * backgrounds.
 */
import { Color } from '../../css/color.ts';
import type { LU } from '../../units.ts';
import type { CollapsedBorderEdge, FragmentExtra } from '../contract/fragment.ts';
import { type CellArea, columnAreas, type TableFrame, toPhysical } from './background-areas.ts';
import { type BorderCandidate, type CollapsedBorders, isStronger } from './collapsed-borders.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { PlacedTableRow } from './placed-row.ts';

export function tableDecorations(
  geometry: TableGeometry,
  rows: readonly PlacedTableRow[],
  cells: readonly CellArea[],
  frame: TableFrame,
): FragmentExtra | null {
  const columnBackgrounds = columnAreas(geometry, rows, cells, frame);
  const { borders } = geometry.structure;
  const collapsedBorders =
    borders === null || rows.length === 0 ? undefined : new BorderStrokes(geometry, borders, rows, frame).draw();
  if (columnBackgrounds.length === 0 && collapsedBorders === undefined) return null;
  return { collapsedBorders, columnBackgrounds: columnBackgrounds.length > 0 ? columnBackgrounds : undefined };
}

/** Converts the winning edges around the rows of one fragment to strokes, joining equal neighbors. */
class BorderStrokes {
  private readonly geometry: TableGeometry;
  private readonly borders: CollapsedBorders;
  private readonly rows: readonly PlacedTableRow[];
  private readonly frame: TableFrame;
  private readonly strokes: CollapsedBorderEdge[] = [];
  /** `lines[i]` holds the edges above the i-th placed row, with one more line at the end. */
  private readonly lines: (BorderCandidate | null)[][] = [];
  private readonly columns: number;

  constructor(geometry: TableGeometry, borders: CollapsedBorders, rows: readonly PlacedTableRow[], frame: TableFrame) {
    this.geometry = geometry;
    this.borders = borders;
    this.rows = rows;
    this.frame = frame;
    this.columns = borders.columns;
    for (let i = 0; i <= rows.length; i++) this.lines.push(this.lineAbove(i));
  }

  draw(): readonly CollapsedBorderEdge[] {
    for (let c = 0; c <= this.columns; c++) this.drawColumnLine(c);
    for (let i = 0; i <= this.rows.length; i++) this.drawRowLine(i);
    return this.strokes;
  }

  /**
   * Returns the edges above a row. If a break or a repeated header makes other rows adjacent than in the table, the
   * stronger edge is drawn.
   */
  private lineAbove(i: number): (BorderCandidate | null)[] {
    const above = i > 0 ? this.rows[i - 1] : null;
    const below = i < this.rows.length ? this.rows[i] : null;
    const line: (BorderCandidate | null)[] = [];
    for (let c = 0; c < this.columns; c++) {
      const a = above === null || above!.endCut ? null : this.borders.blockEdge(above!.row + 1, c);
      const b = below === null || below!.startCut ? null : this.borders.blockEdge(below!.row, c);
      line.push(stronger(stronger(a, b), this.cloned(above ?? null, below ?? null)));
    }
    return line;
  }

  /**
   * Returns the table's own border that closes it at a break with `box-decoration-break: clone` (css-break-3 §5.4).
   * Returns null between rows and at the table's real ends.
   */
  private cloned(above: PlacedTableRow | null, below: PlacedTableRow | null): BorderCandidate | null {
    const { borders } = this;
    if (this.geometry.structure.table.style.box.boxDecorationBreak !== 'clone') return null;
    if (above === null && below !== null)
      return below.row > 0 || below.startCut ? borders.tableEdge('blockStart') : null;
    if (below === null && above !== null)
      return above.row + 1 < borders.rows || above.endCut ? borders.tableEdge('blockEnd') : null;
    return null;
  }

  /** Returns the edge before column `c` in the i-th placed row. */
  private beside(i: number, c: number): BorderCandidate | null {
    return i < 0 || i >= this.rows.length ? null : this.borders.inlineEdge(this.rows[i]!.row, c);
  }

  private lineOffset(i: number): LU {
    if (i < this.rows.length) return this.rows[i]!.blockOffset;
    const last = this.rows[this.rows.length - 1]!;
    return last.blockOffset + last.blockSize;
  }

  private columnOffset(c: number): LU {
    const { columnOffsets, columnSizes } = this.geometry;
    if (c < columnOffsets.length) return columnOffsets[c]!;
    return columnOffsets.length === 0 ? 0 : columnOffsets[c - 1]! + columnSizes[c - 1]!;
  }

  /** Returns the strongest edge along each axis at the joint of line i and column edge c. */
  private blockEdgeAt(i: number, c: number): BorderCandidate | null {
    return stronger(c > 0 ? this.lines[i]![c - 1]! : null, c < this.columns ? this.lines[i]![c]! : null);
  }

  private inlineEdgeAt(i: number, c: number): BorderCandidate | null {
    return stronger(this.beside(i - 1, c), this.beside(i, c));
  }

  /** Edges along rows win joints against equal ones. */
  private rowLineWins(i: number, c: number): boolean {
    const across = this.inlineEdgeAt(i, c);
    const along = this.blockEdgeAt(i, c);
    return along !== null && (across === null || !isStronger(across, along));
  }

  /** Whether a column's stroke continues over a joint, because it wins or the crossing edge has the same paint. */
  private passes(edge: BorderCandidate, i: number, c: number): boolean {
    const across = this.blockEdgeAt(i, c);
    return !this.rowLineWins(i, c) || (across !== null && (isSamePaint(edge, across) || areDouble(edge, across)));
  }

  /** Whether a row's edge covers the joint of line i and column edge c instead of stopping at the crossing edge. */
  private rowCovers(edge: BorderCandidate, i: number, c: number): boolean {
    const across = this.inlineEdgeAt(i, c);
    return this.rowLineWins(i, c) || (across !== null && areDouble(edge, across));
  }

  private columnCovers(edge: BorderCandidate, i: number, c: number): boolean {
    const across = this.blockEdgeAt(i, c);
    return !this.rowLineWins(i, c) || (across !== null && areDouble(edge, across));
  }

  private drawRowLine(i: number): void {
    const line = this.lines[i]!;
    for (let c = 0; c < this.columns;) {
      const edge = line[c];
      const start = c++;
      if (edge === null) continue;
      while (c < this.columns && line[c] === edge && this.rowLineWins(i, c)) c++;
      const coversStart = beginsOver(edge!, line[start - 1] ?? null) && this.rowCovers(edge!, i, start);
      const from = this.columnOffset(start) + this.joint(this.inlineEdgeAt(i, start), coversStart, -1);
      const coversEnd = endsOver(edge!, line[c] ?? null) && this.rowCovers(edge!, i, c);
      const to = this.columnOffset(c) + this.joint(this.inlineEdgeAt(i, c), coversEnd, 1);
      this.addStroke(edge!, from, this.lineOffset(i), to - from, true);
    }
  }

  private drawColumnLine(c: number): void {
    for (let i = 0; i < this.rows.length;) {
      const edge = this.beside(i, c);
      const start = i++;
      if (edge === null) continue;
      while (i < this.rows.length && this.beside(i, c) === edge && this.passes(edge, i, c) && this.isContiguous(i)) i++;
      const coversStart = beginsOver(edge, this.beside(start - 1, c)) && this.columnCovers(edge, start, c);
      const from = this.lineOffset(start) + this.joint(this.blockEdgeAt(start, c), coversStart, -1);
      const end =
        this.isContiguous(i) || i === this.rows.length
          ? this.lineOffset(i)
          : this.rows[i - 1]!.blockOffset + this.rows[i - 1]!.blockSize;
      const coversEnd = endsOver(edge, this.beside(i, c)) && this.columnCovers(edge, i, c);
      const to = end + this.joint(this.blockEdgeAt(i, c), coversEnd, 1);
      this.addStroke(edge, this.columnOffset(c), from, to - from, false);
    }
  }

  private isContiguous(i: number): boolean {
    return (
      i < this.rows.length && this.rows[i - 1]!.blockOffset + this.rows[i - 1]!.blockSize === this.rows[i]!.blockOffset
    );
  }

  /**
   * Returns the offset of a stroke's end. It covers half of the crossing edge if it wins the joint. Otherwise it stops
   * at the near side. `direction` is 1 at the far end.
   */
  private joint(crossing: BorderCandidate | null, wins: boolean, direction: 1 | -1): LU {
    if (crossing === null) return 0;
    return (wins ? direction : -direction) * (crossing.width >> 1);
  }

  /** `inline` and `block` are the start of the stroke's center line. */
  private addStroke(edge: BorderCandidate, inline: LU, block: LU, length: LU, alongInline: boolean): void {
    if (length <= 0) return;
    const { x, y } = toPhysical(this.frame, inline, block, alongInline ? length : 0, alongInline ? 0 : length);
    const horizontal = alongInline !== this.frame.mode.vertical;
    this.strokes.push({ x, y, length, horizontal, width: edge.width, style: edge.style, color: edge.color });
  }
}

/** Whether both are opaque and solid with the same color, so that their stacking order isn't visible. */
function isSamePaint(a: BorderCandidate, b: BorderCandidate): boolean {
  if (a.style !== 'solid' || b.style !== 'solid' || a.color === Color.CURRENT || b.color === Color.CURRENT)
    return false;
  return isOpaque(a.color) && (a.color === b.color || isSameColor(a.color, b.color));
}

/** Double lines cross each other, so that neither hides the other in its gap. */
const areDouble = (a: BorderCandidate, b: BorderCandidate): boolean => a.style === 'double' && b.style === 'double';

/** Of two collinear edges that meet at a joint, the stronger one covers it, or else the first. */
const beginsOver = (edge: BorderCandidate, before: BorderCandidate | null): boolean =>
  before === null || isStronger(edge, before);
const endsOver = (edge: BorderCandidate, after: BorderCandidate | null): boolean =>
  after === null || !isStronger(after, edge);

const isOpaque = ({ a }: Color): boolean => a === 1;
const isSameColor = (a: Color, b: Color): boolean =>
  a.constructor === Color && b.constructor === Color && a.r === b.r && a.g === b.g && a.b === b.b && a.a === b.a;

function stronger(a: BorderCandidate | null, b: BorderCandidate | null): BorderCandidate | null {
  if (a === null) return b;
  return b !== null && isStronger(b, a) ? b : a;
}
