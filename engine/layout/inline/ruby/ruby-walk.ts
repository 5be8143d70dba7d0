/** What the line breaker knows of the ruby columns that it walks through. */
import { InlineItemKind } from '../../../text/inline-content.ts';
import type { LU } from '../../../units.ts';
import { opportunitiesInText } from '../line-justify.ts';
import type { PreparedContent } from '../prepared-content.ts';
import type { RubyColumn, RubyColumns } from './ruby-columns.ts';
import { isBarrier, roomAfter, roomBefore, rubyOverhang, rubySpacing } from './ruby-spacing.ts';

/** A column that the walk is in. */
interface OpenColumn {
  readonly column: RubyColumn;
  /** Line position where it starts, and the text there. */
  readonly start: LU;
  readonly from: number;
}

export class RubyWalk {
  private readonly prepared: PreparedContent;
  private readonly columns: RubyColumns;
  private readonly open: OpenColumn[] = [];
  private lineStart = 0;
  /** How far the last column's annotation would reach over text that follows. */
  private overhang: LU = 0;
  private overhanging: RubyColumn | null = null;

  constructor(prepared: PreparedContent, columns: RubyColumns) {
    this.prepared = prepared;
    this.columns = columns;
  }

  get isInside(): boolean {
    return this.open.length > 0;
  }

  /** A line starts at an item; it goes on with the columns around it. */
  begin(item: number, offset: number, pos: LU): void {
    this.open.length = 0;
    this.overhanging = null;
    this.lineStart = offset;
    for (const column of this.columns.around(this.prepared, item)) this.open.push({ column, start: pos, from: offset });
  }

  /** Passes an item that has begun at a line position; returns where what follows it stands. */
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
    if (from !== column.start) return start + size;
    const spacing = rubySpacing(column.style, opportunitiesInText(prepared, column.start, column.end), rest);
    const { before, after } = rubyOverhang(column.style, spacing, rest, column.widestFontSize(size));
    this.overhanging = column;
    this.overhang = after;
    const room = before > 0 ? roomBefore(prepared, column.open, this.lineStart, column.style) : 0;
    return start + size - Math.min(before, room);
  }

  /** Text begins at a line position; returns where, an annotation before it reaching over it. */
  beginText(item: number, offset: number, pos: LU): LU {
    const column = this.overhanging;
    this.overhanging = null;
    if (column === null) return pos;
    return pos - Math.min(this.overhang, roomAfter(this.prepared, item, offset, column.style));
  }

  /** May the line end at a text offset, as far as the columns around it are concerned? */
  canEndAt(offset: number): boolean {
    return this.open.every(({ column }) => column.canBreakAt(offset));
  }

  /** How far a line that ends at a text offset reaches, its text as far as `pos`: annotations may reach further. */
  reachAt(offset: number, pos: LU): LU {
    let reach = pos;
    for (let k = this.open.length - 1; k >= 0; k--) {
      const { column, start, from } = this.open[k]!;
      reach = Math.max(reach, start + column.annotationSize(from, offset));
    }
    return reach;
  }
}
