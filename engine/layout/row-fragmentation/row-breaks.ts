/** Break values at the edges of rows and between them. */
import { INDEFINITE } from '../../units.ts';
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { appealBefore } from '../fragmentation/break-chooser.ts';
import { breakAfterOf, breakBeforeOf, type BreakValue, joinBreakValues } from '../fragmentation/break-values.ts';
import type { Row, RowsPlace } from './row.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import { differInName } from '../fragmentation/page-names.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/**
 * Returns the combined break values of the items in the first and last rows, which propagate to the container
 * (css-flexbox-1 §10, css-grid-2 §13).
 */
export function rowBreaks(rows: readonly Row[]): { readonly before: BreakValue; readonly after: BreakValue } {
  const filled = rows.filter((row) => row.items.length > 0);
  let before: BreakValue = 'auto';
  let after: BreakValue = 'auto';
  for (const item of filled[0]?.items ?? []) before = joinBreakValues(before, breakBeforeOf(item.box));
  for (const item of filled[filled.length - 1]?.items ?? []) after = joinBreakValues(after, breakAfterOf(item.box));
  return { before, after };
}

/** Returns the last perfect break opportunity between rows that fit unbroken, or null (css-break-3 §4.4). */
export function lastPlaceBetween(rows: readonly Row[], fragmentainer: FragmentainerSpace): EarlyBreak | null {
  for (let r = rows.length - 1; r > 0; r--) {
    const first = rows[r]!.items[0];
    if (first === undefined || rows[r - 1]!.items.length === 0) continue;
    const between = joinBreakValues(rowBreaks([rows[r - 1]!]).after, rowBreaks([rows[r]!]).before);
    const place = { box: first.box, fragmentainer, between, isBetweenSiblings: true, makesProgress: true };
    if (appealBefore(place) === BreakAppeal.Perfect)
      return { box: first.box, inside: null, line: -1, appeal: BreakAppeal.Perfect, offset: INDEFINITE };
  }
  return null;
}

/**
 * Whether page names apply between the rows. They do between the items of a flex column, which follow each other like
 * blocks. Lines and rows aren't class A break points (css-break-3 §4.1), so they stay on the page of the first item, as
 * in browsers.
 */
export function namesPartRows({ kind, style }: Box): boolean {
  return kind === BoxKind.Flex && style.box.flexDirection.startsWith('column');
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
  context.diagnostics.warn(
    'layout/unsupported',
    'Items in one row have different page names. The page uses the name of the first item.',
    container.element?.position ?? null,
  );
}
