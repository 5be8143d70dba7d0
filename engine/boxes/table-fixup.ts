/**
 * Adds anonymous table boxes so that every cell has a row, every row a group and every group a table (css-tables-3 §3,
 * css2 §17.2.1). `wrapMisparented` runs on every list of children while loose boxes are generated; `fixTable` and the
 * others run when a table is constructed.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { type Element, Namespace } from '../document/node.ts';
import { appended } from '../small-arrays.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { displayOf } from './display.ts';
import { isSpaceBetweenParts, isSpaceText, LooseBox, type LooseNode } from './loose-box.ts';

/** HTML's limits for `colspan`, `span` and `rowspan`. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65534;

const ROW_GROUP = displayOf('internal', 'table-row-group');
const ROW = displayOf('internal', 'table-row');
const CELL = displayOf('internal', 'table-cell');
const TABLE = displayOf('block', 'table');
const INLINE_TABLE = displayOf('inline', 'table');

function spanAttribute(element: Element, name: string, least: number, most: number): number {
  const value = element.attribute(name);
  const match = value === null ? null : /^[ \t\n\f\r]*\+?(\d+)/.exec(value);
  if (!match) return 1;
  const span = Math.min(Number(match[1]), most);
  return span < least ? 1 : span;
}

/** Returns the spans of a cell, from HTML's td and th or MathML's mtd. */
export function cellDataOf(element: Element | null): BoxData {
  const isMath = element?.namespace === Namespace.MathMl && element.tag === 'mtd';
  const isCell = element !== null && (isMath || (element.isHtml && (element.tag === 'td' || element.tag === 'th')));
  if (!isCell) return ONE_SLOT;
  const columnSpan = spanAttribute(element, isMath ? 'columnspan' : 'colspan', 1, MAX_COLUMN_SPAN);
  const rowSpan = spanAttribute(element, 'rowspan', 0, MAX_ROW_SPAN);
  return columnSpan === 1 && rowSpan === 1 ? ONE_SLOT : { type: 'cell', columnSpan, rowSpan };
}

/** The data of most cells. */
const ONE_SLOT: BoxData = { type: 'cell', columnSpan: 1, rowSpan: 1 };

/** Returns the span of a column or column group. Only HTML's col and colgroup have one. */
export function columnDataOf(element: Element | null): BoxData {
  const isColumn = element !== null && element.isHtml && (element.tag === 'col' || element.tag === 'colgroup');
  return { type: 'column', span: isColumn ? spanAttribute(element, 'span', 1, MAX_COLUMN_SPAN) : 1 };
}

function isCaption(node: LooseNode): boolean {
  return node.type === 'box' && node.style.box.display.inside === 'table-caption' && !isItemOrOut(node);
}

function isItemOrOut(box: LooseBox): boolean {
  return box.isOutOfFlowOrFloat || box.has(BoxFlag.FlexItem | BoxFlag.GridItem | BoxFlag.AtomicInline);
}

function isTablePart(node: LooseNode): boolean {
  if (node.type !== 'box') return false;
  switch (node.kind) {
    case BoxKind.TableRowGroup:
    case BoxKind.TableRow:
    case BoxKind.TableCell:
    case BoxKind.TableColumn:
    case BoxKind.TableColumnGroup:
      return true;
    default:
      return isCaption(node);
  }
}

const isHeader = ({ style }: LooseBox): boolean => style.box.display.inside === 'table-header-group';
const isFooter = ({ style }: LooseBox): boolean => style.box.display.inside === 'table-footer-group';

/**
 * Wraps blocks below a header group, or above a footer group, in an anonymous row group, so that they are the rows of
 * its table and the group is repeated on their pages. The specification ends the table at such blocks: a header without
 * rows repeats nowhere. Returns false, without a change, if there are other table parts or no such blocks.
 */
function wrapHeaded(context: BuildContext, parent: LooseBox): boolean {
  const { children } = parent;
  let header = -1;
  let footer = -1;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (!isTablePart(child)) continue;
    if (child.type !== 'box' || child.kind !== BoxKind.TableRowGroup || child.pseudo !== null) return false;
    if (isHeader(child) && header < 0 && footer < 0) header = i;
    else if (isFooter(child) && footer < 0) footer = i;
    else return false;
  }
  const end = footer < 0 ? children.length : footer;
  const headed = children.slice(header + 1, end);
  const isBeside = (child: LooseNode): boolean =>
    child.type === 'box' ? child.isOutOfFlowOrFloat : isSpaceText(child, parent);
  if (headed.every(isBeside)) return false;
  const group = anonymous(context, BoxKind.TableRowGroup, ROW_GROUP, parent);
  for (const child of headed) group.append(child);
  children.splice(header + 1, headed.length, group);
  return true;
}

/** Returns the style of an anonymous table that doesn't change the width of the blocks in it. */
function wideTable({ styler }: BuildContext, { style }: LooseBox): ComputedStyle {
  const base = styler.anonymousStyle(style, TABLE);
  const wide = Length.percent(100);
  return styler.derivedStyle(base, {
    box: { ...base.box, ...(style.text.writingMode === 'horizontal-tb' ? { width: wide } : { height: wide }) },
  });
}

/**
 * Wraps runs of table parts outside a table in an anonymous table (css-tables-3 §3.2.3, "generate missing parents").
 */
export function wrapMisparented(context: BuildContext, parent: LooseBox): void {
  if (!parent.children.some(isTablePart)) return;
  switch (parent.kind) {
    case BoxKind.TableWrapper:
    case BoxKind.TableRowGroup:
    case BoxKind.TableRow:
    case BoxKind.TableColumnGroup:
      return;
    default:
  }
  const isHeaded = parent.kind === BoxKind.Block && wrapHeaded(context, parent);
  const inline = parent.kind === BoxKind.Inline;
  const children: LooseNode[] = [];
  let table: LooseBox | null = null;
  let spaces: LooseNode[] = [];
  for (const child of parent.children) {
    if (isTablePart(child)) {
      if (table === null) {
        const flags =
          BoxFlag.Anonymous | BoxFlag.NewFormattingContext | (inline ? BoxFlag.AtomicInline | BoxFlag.Monolithic : 0);
        table = new LooseBox(
          BoxKind.TableWrapper,
          isHeaded
            ? wideTable(context, parent)
            : context.styler.anonymousStyle(parent.style, inline ? INLINE_TABLE : TABLE),
          parent.element,
          null,
          flags,
        );
        for (const space of spaces) children.push(space);
        children.push(table);
      }
      // White space between two table parts is removed.
      spaces = [];
      table.append(child);
    } else if (isSpaceText(child, parent)) {
      spaces.push(child);
    } else {
      for (const space of spaces) children.push(space);
      spaces = [];
      table = null;
      children.push(child);
    }
  }
  for (const space of spaces) children.push(space);
  parent.children = children;
}

/** A table's children sorted by kind, with rows in groups and everything else in rows. */
interface TableParts {
  readonly captions: LooseBox[];
  readonly columns: LooseBox[];
  readonly rowGroups: LooseBox[];
  /** Absolutely positioned children, which form no rows. */
  readonly outOfFlow: LooseBox[];
}

/** Generates missing child wrappers for a table (css-tables-3 §3.2.2), and row groups around loose rows. */
export function fixTable(context: BuildContext, table: LooseBox): TableParts {
  const parts: TableParts = { captions: [], columns: [], rowGroups: [], outOfFlow: [] };
  let group: LooseBox | null = null;
  let row: LooseBox | null = null;
  let spaces: LooseNode[] = [];
  const anonymousGroup = (): LooseBox => {
    if (group === null) parts.rowGroups.push((group = anonymous(context, BoxKind.TableRowGroup, ROW_GROUP, table)));
    return group;
  };
  for (const child of table.children) {
    if (isSpaceBetweenParts(child)) {
      spaces.push(child);
      continue;
    }
    if (child.type === 'box' && child.has(BoxFlag.OutOfFlow)) {
      parts.outOfFlow.push(child);
      continue;
    }
    const kind = child.type === 'box' ? child.kind : null;
    if (
      child.type === 'box' &&
      (isCaption(child) || kind === BoxKind.TableColumn || kind === BoxKind.TableColumnGroup)
    ) {
      (isCaption(child) ? parts.captions : parts.columns).push(child);
      row = null;
    } else if (child.type === 'box' && kind === BoxKind.TableRowGroup) {
      parts.rowGroups.push(child);
      group = row = null;
    } else if (child.type === 'box' && kind === BoxKind.TableRow) {
      anonymousGroup().append(child);
      row = null;
    } else {
      if (row === null) anonymousGroup().append((row = anonymous(context, BoxKind.TableRow, ROW, table)));
      else for (const space of spaces) row.append(space);
      row.append(child);
    }
    spaces = [];
  }
  return parts;
}

/** Wraps the children of a row group that aren't rows in anonymous rows. */
export function fixRowGroup(context: BuildContext, group: LooseBox): void {
  wrapChildren(context, group, BoxKind.TableRow, ROW);
}

/** Wraps the children of a row that aren't cells in anonymous cells. */
export function fixRow(context: BuildContext, row: LooseBox): void {
  wrapChildren(context, row, BoxKind.TableCell, CELL);
}

function wrapChildren(
  context: BuildContext,
  parent: LooseBox,
  kind: BoxKind,
  display: ReturnType<typeof displayOf>,
): void {
  let children: LooseNode[] = [];
  let wrapper: LooseBox | null = null;
  /** White space since the last other child. */
  const spaces: LooseNode[] = [];
  for (const child of parent.children) {
    if (isSpaceBetweenParts(child)) {
      // Only a wrapper contains white space, between its other children.
      if (wrapper !== null) spaces.push(child);
      continue;
    }
    if (child.type === 'box' && child.kind === kind) {
      children = appended(children, child);
      wrapper = null;
    } else {
      if (wrapper === null) children = appended(children, (wrapper = anonymous(context, kind, display, parent)));
      else for (const space of spaces) wrapper.append(space);
      wrapper.append(child);
    }
    spaces.length = 0;
  }
  parent.children = children;
  if (kind === BoxKind.TableCell)
    for (const child of children)
      if (child.type === 'box' && child.has(BoxFlag.Anonymous)) wrapMisparented(context, child);
}

function anonymous(
  context: BuildContext,
  kind: BoxKind,
  display: ReturnType<typeof displayOf>,
  parent: LooseBox,
): LooseBox {
  const box = new LooseBox(
    kind,
    context.styler.anonymousStyle(parent.style, display),
    parent.element,
    null,
    BoxFlag.Anonymous | BoxFlag.NewFormattingContext,
  );
  if (kind === BoxKind.TableCell) box.data = cellDataOf(null);
  return box;
}
