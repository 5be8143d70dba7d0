/** Break values at the edges of rows and between them. */
import { INDEFINITE } from '../../units.ts';
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { appealBefore, type BreakPlace } from '../fragmentation/break-chooser.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  isAvoidBreak,
  joinBreakValues,
} from '../fragmentation/break-values.ts';
import type { Row, Rows, RowsPlace } from './row.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import { isSolid, isTiedInVain } from '../fragmentation/tied-content.ts';
import { differInName } from '../fragmentation/page-names.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * Returns the combined break values of the items in the first and last rows, which propagate to the container
 * (css-flexbox-1 §10, css-grid-2 §13).
 */
export function rowBreaks(rows: readonly Row[]): { readonly before: BreakValue; readonly after: BreakValue } {
  const first = rows.find((row) => row.items.length > 0);
  const last = rows.findLast((row) => row.items.length > 0);
  return { before: breakBeforeRow(first), after: breakAfterRow(last) };
}

/** Returns the combined `break-after` and `break-before` of row `r` and the row above it (css-break-3 §3.1). */
export function breakBetweenRows(rows: Rows, r: number): BreakValue {
  return joinBreakValues(breakAfterRow(r > 0 ? rows.at(r - 1) : undefined), breakBeforeRow(rows.at(r)));
}

function breakBeforeRow(row: Row | undefined): BreakValue {
  if (row === undefined) return 'auto';
  if (row.box !== null) return breakBeforeOf(row.box);
  return row.items.reduce((value: BreakValue, { box }) => joinBreakValues(value, breakBeforeOf(box)), 'auto');
}

function breakAfterRow(row: Row | undefined): BreakValue {
  if (row === undefined) return 'auto';
  if (row.box !== null) return breakAfterOf(row.box);
  return row.items.reduce((value: BreakValue, { box }) => joinBreakValues(value, breakAfterOf(box)), 'auto');
}

/** Returns the first box after a break before the row: the row's box if it has one, otherwise its first item. */
export function firstBoxOf({ box, items }: Row): Box | null {
  return box ?? items[0]?.box ?? null;
}

/**
 * Returns the best break opportunity between rows that fit unbroken, and of equally good ones the last (css-break-3
 * §4.4). Ignores those with less appeal than `least`. Returns null if none is left.
 */
export function lastPlaceBetween(
  container: Box,
  rows: Rows,
  fragmentainer: FragmentainerSpace,
  least: BreakAppeal,
): EarlyBreak | null {
  const held = container.has(BoxFlag.HasBreakAvoid) ? rowsHeldTogether(rows, fragmentainer) : null;
  let best: EarlyBreak | null = null;
  for (let r = rows.length - 1; r > 0; r--) {
    const box = firstBoxOf(rows.at(r)!);
    if (box === null || firstBoxOf(rows.at(r - 1)!) === null) continue;
    const between = held?.has(r) === true ? 'avoid' : breakBetweenRows(rows, r);
    const appeal = appealBefore({ box, fragmentainer, between, isBetweenSiblings: true, makesProgress: true });
    if (appeal >= least && (best === null || appeal > best.appeal))
      best = { box, inside: null, line: -1, appeal, offset: INDEFINITE };
    if (appeal === BreakAppeal.Perfect) break;
  }
  return best;
}

/** Whether the rows kept together by avoided breaks before row `r` would be separated on every page. */
export function areRowsTiedInVain(rows: Rows, r: number, { between, fragmentainer }: BreakPlace): boolean {
  if (fragmentainer.kind !== 'page' || !isAvoidBreak(between, fragmentainer)) return false;
  const isTiedBefore = (row: number): boolean => isAvoidBreak(breakBetweenRows(rows, row), fragmentainer);
  const isSolidRow = ({ items }: Row): boolean =>
    items.every((item) => isSolid(item.layout(null, null, null, 0).fragment, fragmentainer));
  const start = rows.at(r)!.blockOffset;
  let first = r;
  while (first > 0 && start - rows.at(first)!.blockOffset <= fragmentainer.pageCapacity) {
    if (!isTiedBefore(first) || !isSolidRow(rows.at(first - 1)!)) break;
    first--;
  }
  return isTiedInVain(fragmentainer, start - rows.at(first)!.blockOffset, (limit) => {
    let size = 0;
    for (let row = r; row < rows.length && size <= limit; row++) {
      const { blockOffset, blockSize } = rows.at(row)!;
      if ((row > r && !isTiedBefore(row)) || !isSolidRow(rows.at(row)!)) break;
      size = blockOffset + blockSize - start;
    }
    return size;
  });
}

/** Returns the rows into which items from above span that avoid breaks. */
function rowsHeldTogether(rows: Rows, fragmentainer: FragmentainerSpace): ReadonlySet<number> {
  const held = new Set<number>();
  let last = 0;
  for (let r = 0; r < rows.length; r++) {
    if (r <= last && r > 0) held.add(r);
    for (const { box, lastRow } of rows.at(r)!.items)
      if (lastRow > last && lastRow > r && isAvoidBreak(box.style.box.breakInside, fragmentainer)) last = lastRow;
  }
  return held;
}

/**
 * Whether page names apply between the rows. They do between table rows, and between the items of a flex column, which
 * follow each other like blocks. Lines and rows aren't class A break points (css-break-3 §4.1), so they stay on the
 * page of the first item, as in browsers.
 */
export function namesPartRows({ kind, style }: Box): boolean {
  return kind === BoxKind.TableRowGroup || (kind === BoxKind.Flex && style.box.flexDirection.startsWith('column'));
}

/**
 * Reports items with different page names that share a page: those of a row, and those of the row `above` if page names
 * don't separate rows.
 */
export function remarkOnNames(
  { container, context, fragmentainer }: RowsPlace,
  { items }: Row,
  above: Box | null,
): void {
  if (!container.has(BoxFlag.HasNamedPage) || !fragmentainer.insidePages) return;
  const boxes = items.map(({ box }) => box);
  if (!differInName(above === null || namesPartRows(container) ? boxes : [above, ...boxes])) return;
  context.diagnostics.warnAbout(
    'layout/unsupported',
    'Items in one row have different page names. The page uses the name of the first item.',
    container.element,
  );
}
