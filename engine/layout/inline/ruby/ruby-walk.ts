/** Tracks the ruby columns that the line breaker passes through. */
import { InlineItemKind } from '../../../text/inline-content.ts';
import type { LU } from '../../../units.ts';
import { opportunitiesInText } from '../line-justify.ts';
import type { PreparedContent } from '../prepared-content.ts';
import type { RubyColumn, RubyColumns } from './ruby-columns.ts';
import { isBarrier, roomAfter, roomBefore, rubyOverhang, rubySpacing } from './ruby-spacing.ts';

/** A column that is currently open. */
interface OpenColumn {
  readonly column: RubyColumn;
  /** Line position and text offset where it starts. */
  readonly start: LU;
  readonly from: number;
}

export class RubyWalk {
  private readonly prepared: PreparedContent;
  private readonly columns: RubyColumns;
  private readonly open: OpenColumn[] = [];
  private lineStart = 0;
  /** How far the last column's annotation may overhang following text. */
  private overhang: LU = 0;
  private overhanging: RubyColumn | null = null;

  constructor(prepared: PreparedContent, columns: RubyColumns) {
    this.prepared = prepared;
    this.columns = columns;
  }

  get isInside(): boolean {
    return this.open.length > 0;
  }

  /** Starts a line at an item, inside the columns around it. */
  begin(item: number, offset: number, pos: LU): void {
    this.open.length = 0;
    this.overhanging = null;
    this.lineStart = offset;
    for (const column of this.columns.around(this.prepared, item)) this.open.push({ column, start: pos, from: offset });
  }

  /** Passes an item at a line position. Returns the position after it. */
  pass(kind: InlineItemKind, item: number, pos: LU): LU {
    const column = this.columns.at(kind === InlineItemKind.Close ? this.prepared.partner[item]! : item);
    if (column === undefined) {
      if (isBarrier(this.prepared, kind, item)) this.overhanging = null;
      return pos;
    }
    this.overhanging = null;
    if (kind === InlineItemKind.Open) {
      this.open.push({ column, start: pos, from: column.start });
      return pos;
    }
    const top = this.open.pop();
    return top === undefined ? pos : this.end(top, pos);
  }

  private end({ column, start, from }: OpenColumn, pos: LU): LU {
    const { prepared } = this;
    const size = column.annotationSize(from, column.end);
    const rest = size - (pos - start);
    if (rest <= 0) return pos;
    if (from !== column.start || pos === start) return start + size;
    const spacing = rubySpacing(column.style, opportunitiesInText(prepared, column.start, column.end), rest);
    const { before, after } = rubyOverhang(column.style, spacing, rest, column.widestFontSize(size));
    this.overhanging = column;
    this.overhang = after;
    const room = before > 0 ? roomBefore(prepared, column.open, this.lineStart, column.style) : 0;
    return start + size - Math.min(before, room);
  }

  /** Starts text at a line position. Returns the position reduced by the overhang of a preceding annotation. */
  beginText(item: number, offset: number, pos: LU): LU {
    const column = this.overhanging;
    this.overhanging = null;
    if (column === null) return pos;
    return pos - Math.min(this.overhang, roomAfter(this.prepared, item, offset, column.style));
  }

  /** Whether the open columns allow the line to end at a text offset. */
  canEndAt(offset: number): boolean {
    return this.open.every(({ column }) => column.canBreakAt(offset));
  }

  /**
   * Returns the extent of a line that ends at a text offset, with its text up to `pos`. Annotations may extend further.
   */
  reachAt(offset: number, pos: LU): LU {
    let reach = pos;
    for (let k = this.open.length - 1; k >= 0; k--) {
      const { column, start, from } = this.open[k]!;
      reach = Math.max(reach, start + column.annotationSize(from, offset));
    }
    return reach;
  }
}
