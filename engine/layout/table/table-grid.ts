/**
 * The slots of a table: the cells in each row and column (css-tables-3 §3.3, HTML's "forming a table"). Depends on the
 * box tree only, so it is built once per table.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import { appended, trimmed } from '../../small-arrays.ts';

/** Maximum number of columns of a table. Hostile spans are truncated, so that arrays indexed by column stay small. */
const MAX_COLUMNS = 20_000;

export interface TableCell {
  readonly box: Box;
  /** Row index in the whole table (visual order), and column index of the first slot. */
  readonly row: number;
  readonly column: number;
  /** `rowSpan` is clipped to the row group. `columnSpan` is as specified, up to MAX_COLUMNS. */
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface TableRow {
  readonly box: Box;
  readonly section: number;
  /** The cells that start here, by column. */
  readonly cells: readonly TableCell[];
}

export interface TableSection {
  readonly box: Box;
  readonly role: SectionRole;
  readonly firstRow: number;
  readonly rowCount: number;
}

/** A column box (`col`) or group and the columns it covers. */
interface ColumnSpan {
  readonly box: Box;
  readonly group: Box | null;
  readonly start: number;
  readonly end: number;
}

export interface TableGrid {
  /** In visual order: the header group first, the footer group last. */
  readonly sections: readonly TableSection[];
  readonly rows: readonly TableRow[];
  readonly columnCount: number;
  /** `col` boxes in order. A group without `col` children represents its own `span` columns. */
  readonly columns: readonly ColumnSpan[];
  readonly columnGroups: readonly ColumnSpan[];
}

/** Assigns the cells of one row group to slots. `occupied[c]` is the first row where column c is free again. */
function placeSection(section: Box, sectionIndex: number, rows: TableRow[], budget: Budget): number {
  const rowBoxes = section.children.filter((child) => child.kind === BoxKind.TableRow);
  const firstRow = rows.length;
  const endRow = firstRow + rowBoxes.length;
  const occupied: number[] = [];
  let columnCount = 0;
  for (let r = firstRow; r < endRow; r++) {
    let cells: TableCell[] = [];
    let column = 0;
    for (const box of rowBoxes[r - firstRow]!.children) {
      if (box.kind !== BoxKind.TableCell) continue;
      budget.tick();
      const data = box.data?.type === 'cell' ? box.data : null;
      while (column < occupied.length && occupied[column]! > r) column++;
      if (column >= MAX_COLUMNS) column = MAX_COLUMNS - 1;
      const columnSpan = Math.min(Math.max(1, data?.columnSpan ?? 1), MAX_COLUMNS - column);
      const rowsWanted = data === null ? 1 : data.rowSpan;
      const rowSpan = Math.min(rowsWanted === 0 ? endRow - r : Math.max(1, rowsWanted), endRow - r);
      cells = appended(cells, { box, row: r, column, rowSpan, columnSpan });
      const end = column + columnSpan;
      while (occupied.length < end) occupied.push(firstRow);
      for (let c = column; c < end; c++) occupied[c] = Math.max(occupied[c]!, r + rowSpan);
      column = end;
      if (column > columnCount) columnCount = column;
    }
    // PERF: a copy has no excess capacity.
    rows.push({ box: rowBoxes[r - firstRow]!, section: sectionIndex, cells: trimmed(cells) });
  }
  return columnCount;
}

/** Returns the `col` and `colgroup` boxes with the columns they cover. */
function placeColumns(table: Box): { columns: ColumnSpan[]; groups: ColumnSpan[]; count: number } {
  const columns: ColumnSpan[] = [];
  const groups: ColumnSpan[] = [];
  let next = 0;
  const place = (box: Box, group: Box | null): void => {
    const span = Math.min(box.data?.type === 'column' ? Math.max(1, box.data.span) : 1, MAX_COLUMNS - next);
    columns.push({ box, group, start: next, end: next + span });
    next += span;
  };
  for (const box of table.data?.type === 'table' ? table.data.columns : []) {
    const start = next;
    if (box.kind === BoxKind.TableColumnGroup) {
      const inside = box.children.filter((child) => child.kind === BoxKind.TableColumn);
      if (inside.length === 0) place(box, box);
      for (const column of inside) place(column, box);
      groups.push({ box, group: null, start, end: next });
    } else if (box.kind === BoxKind.TableColumn) {
      place(box, null);
    }
  }
  return { columns, groups, count: next };
}

/** Drops trailing columns that only spans reach. They have no width, and dropping them bounds the work. */
function columnsInUse(rows: readonly TableRow[], columnBoxes: number): number {
  let count = columnBoxes;
  for (const row of rows) {
    const last = row.cells.at(-1);
    if (last && last.column >= count) count = last.column + 1;
  }
  return count;
}

/** Builds the grid of a table grid box. In fixed layout, even a column that is only spanned has a width. */
export function buildTableGrid(table: Box, fixedLayout: boolean, budget: Budget): TableGrid {
  const rows: TableRow[] = [];
  const sections: TableSection[] = [];
  let columnCount = 0;
  for (const { box, role } of sectionsInVisualOrder(table)) {
    const firstRow = rows.length;
    columnCount = Math.max(columnCount, placeSection(box, sections.length, rows, budget));
    sections.push({ box, role, firstRow, rowCount: rows.length - firstRow });
  }
  const { columns, groups, count } = placeColumns(table);
  const total = fixedLayout ? Math.max(columnCount, count) : columnsInUse(rows, count);
  return { sections, rows, columnCount: total, columns, columnGroups: groups };
}

export type SectionRole = 'header' | 'body' | 'footer';

/**
 * Returns the row groups of a grid box, with the first header group at the start and the first footer group at the end.
 */
export function sectionsInVisualOrder(table: Box): { readonly box: Box; readonly role: SectionRole }[] {
  let header: Box | null = null;
  let footer: Box | null = null;
  const body: { box: Box; role: SectionRole }[] = [];
  for (const box of table.children) {
    if (box.kind !== BoxKind.TableRowGroup) continue;
    const inside = box.style.box.display.inside;
    if (inside === 'table-header-group' && header === null) header = box;
    else if (inside === 'table-footer-group' && footer === null) footer = box;
    else body.push({ box, role: 'body' });
  }
  if (header) body.unshift({ box: header, role: 'header' });
  if (footer) body.push({ box: footer, role: 'footer' });
  return body;
}

/** Returns the grid box and the captions of a wrapper. */
export function wrapperPartsInOrder(wrapper: Box): Box[] {
  const top: Box[] = [];
  const bottom: Box[] = [];
  let grid: Box | null = null;
  for (const child of wrapper.children) {
    if (child.isOutOfFlow) continue;
    if (child.kind === BoxKind.Table) grid = child;
    else if (child.style.text.captionSide === 'bottom') bottom.push(child);
    else top.push(child);
  }
  return grid === null ? [...top, ...bottom] : [...top, grid, ...bottom];
}
