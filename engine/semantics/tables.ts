/** Makes tables readable cell by cell: all rows have the same number of columns, and each header has a scope. */
import type { Budget } from '../budget.ts';
import type { Element } from '../document/node.ts';
import { isRowGroup } from './nesting.ts';
import type { Role, StructureFacts, StructureNode } from './structure.ts';

/** The same limit as in layout (HTML §4.9.11). */
const MAX_COLUMNS = 1000;

const HEADS_COLUMN: StructureFacts = { scope: 'Column' };
const HEADS_ROW: StructureFacts = { scope: 'Row' };

/** Finishes the structure of a table once it has all rows. `addCell` appends an empty cell to a row. */
export function finishTable(table: StructureNode, budget: Budget, addCell: (row: StructureNode) => void): void {
  const groups: StructureNode[][] = [];
  let loose: StructureNode[] = [];
  for (const child of table.children) {
    if (child.role === 'TR') {
      loose.push(child);
    } else if (child.role !== 'Caption') {
      if (loose.length > 0) groups.push(loose);
      loose = [];
      groups.push(child.children.filter(({ role }) => role === 'TR'));
    }
  }
  if (loose.length > 0) groups.push(loose);
  for (const rows of groups) for (const row of rows) giveScopes(row);
  evenRows(groups, budget, addCell);
  settleParts(table);
}

/**
 * Leaves a table at most one caption, one header and one footer, and a body if it has a header or footer (ISO 32000-1
 * table 337): other groups become bodies. Groups without rows are removed.
 */
function settleParts(table: StructureNode): void {
  const [caption, ...more] = table.children.filter(({ role }) => role === 'Caption');
  for (const other of more) {
    other.role = 'P';
    other.parent = caption!;
    caption!.append(other);
  }
  table.children = table.children.filter(
    (child) => child.parent === table && (!isRowGroup(child.role) || child.children.length > 0),
  );
  const groups = table.children.filter(({ role }) => isRowGroup(role));
  const seen = new Set<Role>();
  for (const group of groups) {
    if (group.role !== 'TBody' && seen.has(group.role)) group.role = 'TBody';
    seen.add(group.role);
  }
  if (groups.length === 0 || seen.has('TBody')) return;
  (groups.find(({ role }) => role === 'TFoot') ?? groups[0]!).role = 'TBody';
}

/**
 * Gives headers without a `scope` their direction: the column if the whole row consists of headers, otherwise the row
 * (HTML §4.9.12.2, simplified).
 */
function giveScopes(row: StructureNode): void {
  let first = true;
  let headsColumns = row.parent?.role === 'THead';
  for (const cell of row.children) {
    if (cell.role !== 'TH' || cell.facts?.scope !== undefined) continue;
    if (first) headsColumns ||= row.children.every(({ role }) => role === 'TH');
    first = false;
    if (cell.facts === null) cell.facts = headsColumns ? HEADS_COLUMN : HEADS_ROW;
    else cell.facts = { ...cell.facts, scope: headsColumns ? 'Column' : 'Row' };
  }
}

/** Pads all rows of a table to the widest one's number of columns. */
function evenRows(groups: readonly StructureNode[][], budget: Budget, addCell: (row: StructureNode) => void): void {
  const widths: number[] = [];
  let widest = 0;
  for (const rows of groups) {
    // The number of remaining rows that earlier cells span, by column.
    const reaching: number[] = [];
    for (let i = 0; i < rows.length; i++) {
      budget.tick();
      const width = rowWidth(rows[i]!, rows.length - i, reaching, budget);
      for (let c = 0; c < reaching.length; c++) reaching[c] = Math.max(0, reaching[c]! - 1);
      widths.push(width);
      widest = Math.max(widest, width);
    }
  }
  let at = 0;
  for (const rows of groups)
    for (const row of rows) {
      for (let width = widths[at++]!; width < widest; width++) {
        budget.tick();
        addCell(row);
      }
    }
}

/**
 * Returns the number of columns of a row, including cells that span into it. `left`: the rows left in its group,
 * including itself.
 */
function rowWidth(row: StructureNode, left: number, reaching: number[], budget: Budget): number {
  let column = 0;
  for (const cell of row.children) {
    while ((reaching[column] ?? 0) > 0) column++;
    const { columnSpan = 1, rowSpan = 1 } = cell.facts ?? {};
    const rows = rowSpan === 0 ? left : Math.min(rowSpan, left);
    let end = Math.max(column + 1, Math.min(MAX_COLUMNS, column + columnSpan));
    // In HTML, cells that span columns may overlap cells from rows above. Here they end before them.
    for (let c = column + 1; c < end; c++) if ((reaching[c] ?? 0) > 0) end = c;
    const columns = end - column;
    if (cell.facts !== null && rows !== rowSpan) cell.facts = { ...cell.facts, rowSpan: rows };
    if (cell.facts !== null && columns !== columnSpan) cell.facts = { ...cell.facts, columnSpan: columns };
    if (rows > 1 || columns > 1) {
      budget.tick();
      while (reaching.length < end) reaching.push(0);
      if (rows > 1) for (let c = column; c < end; c++) reaching[c] = rows;
    }
    column = end;
  }
  while ((reaching[column] ?? 0) > 0) column++;
  let width = column;
  for (let c = column; c < reaching.length; c++) if (reaching[c]! > 0) width = c + 1;
  return width;
}

/** Returns the header information that a cell's element specifies. */
export function cellFacts(cell: Element): StructureFacts | null {
  const scope = cell.attribute('scope')?.toLowerCase();
  const headers = cell.attribute('headers');
  if (scope === undefined && headers === null) return null;
  const facts: { -readonly [K in keyof StructureFacts]: StructureFacts[K] } = {};
  if (scope === 'row' || scope === 'rowgroup') facts.scope = 'Row';
  else if (scope === 'col' || scope === 'colgroup') facts.scope = 'Column';
  if (headers !== null) facts.headers = headers.split(/[\t\n\f\r ]+/).filter((id) => id !== '');
  return facts;
}
