/**
 * Break opportunities between a table's rows, and the repeated parts around each break (css-tables-3 §6, css-break-3
 * §3, §4).
 */
import type { Box } from '../../boxes/box.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { appealBefore, type BreakPlace } from '../fragmentation/break-chooser.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  isAvoidBreak,
  joinBreakValues,
} from '../fragmentation/break-values.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { TableSection } from './table-grid.ts';
import type { SectionRole } from './visual-order.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/**
 * Records the last of the best break opportunities between the rows of a table that fits unbroken, in case it must be
 * broken later.
 */
export function notePlaces(builder: FragmentBuilder, geometry: TableGeometry): void {
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return;
  const { breaks } = builder;
  for (let r = firstFooterRow(geometry, fragmentainer) - 1; r > 0; r--) {
    const appeal = appealBefore(rowPlace(geometry, r, fragmentainer, true));
    if (appeal > BreakAppeal.LastResort && (breaks.best === null || breaks.best.appeal < appeal))
      breaks.best = pathTo(geometry, r, appeal);
    if (appeal === BreakAppeal.Perfect) return;
  }
}

/**
 * Returns the first row of the footer that every part of the table repeats, which has no break opportunity before it.
 * Without such a footer, returns the number of rows.
 */
function firstFooterRow(geometry: TableGeometry, fragmentainer: FragmentainerSpace): number {
  const { rows, sections } = geometry.grid;
  const footer = sections.find((section) => isRepeatable(geometry, section, 'footer', fragmentainer));
  return footer?.firstRow ?? rows.length;
}

/**
 * Returns the combined break value between row `r` and the previous one, including cells that span both rows
 * (css-break-3 §3.1).
 */
export function breakBetweenRows({ grid }: TableGeometry, r: number): BreakValue {
  if (r === 0) return 'auto';
  const previous = grid.rows[r - 1]!;
  const next = grid.rows[r]!;
  const value = joinBreakValues(breakAfterOf(previous.box), breakBeforeOf(next.box));
  if (previous.section === next.section) return joinBreakValues(value, next.heldBy);
  const sections = joinBreakValues(
    breakAfterOf(grid.sections[previous.section]!.box),
    breakBeforeOf(grid.sections[next.section]!.box),
  );
  return joinBreakValues(value, sections);
}

/** Returns the place before row `r`. `follows` means that a row precedes it in this fragment. */
export function rowPlace(
  geometry: TableGeometry,
  r: number,
  fragmentainer: FragmentainerSpace,
  follows: boolean,
): BreakPlace {
  const { rows, sections } = geometry.grid;
  const { section } = rows[r]!;
  return {
    box: sections[section]!.box,
    fragmentainer,
    between: breakBetweenRows(geometry, r),
    isBetweenSiblings: follows && !isUnderRepeated(geometry, r, fragmentainer),
    makesProgress: follows || fragmentainer.hasPrecedingContent,
    within: r > 0 && rows[r - 1]!.section === section ? sections[section]!.box : null,
  };
}

/**
 * Whether the row is the first after a header that every part of the table repeats. There is no break opportunity above
 * it, because the header would be alone.
 */
function isUnderRepeated(geometry: TableGeometry, r: number, fragmentainer: FragmentainerSpace): boolean {
  const { rows, sections } = geometry.grid;
  if (r === 0) return false;
  const above = rows[r - 1]!.section;
  return above !== rows[r]!.section && isRepeatable(geometry, sections[above]!, 'header', fragmentainer);
}

/**
 * Whether the section is repeated in every fragment of the table. It must avoid breaks and take at most a quarter of
 * the fragmentainer, as in Chromium. css-tables-3 §6.2 doesn't define the limit.
 */
export function isRepeatable(
  geometry: TableGeometry,
  section: TableSection,
  role: SectionRole,
  fragmentainer: FragmentainerSpace,
): boolean {
  if (section.role !== role || section.rowCount === 0) return false;
  if (!staysWhole(section.box, fragmentainer)) return false;
  return sectionSize(geometry, section, true) <= (fragmentainer.fullSize - fragmentainer.reserved) / 4;
}

/** Reports a header or footer that would be repeated on the next page if it were lower. */
export function remarkOnTallSection(
  geometry: TableGeometry,
  section: TableSection,
  fragmentainer: FragmentainerSpace,
  diagnostics: Diagnostics,
): void {
  const { box, role, rowCount } = section;
  if (role === 'body' || rowCount === 0 || fragmentainer.kind !== 'page' || !staysWhole(box, fragmentainer)) return;
  if (box.element === null || isRepeatable(geometry, section, role, fragmentainer)) return;
  const share = Math.round((100 * sectionSize(geometry, section, true)) / Math.max(1, fragmentainer.fullSize));
  const message = `The table's ${role} is not repeated: it takes ${share} % of the page, more than a quarter.`;
  diagnostics.warnAbout('layout/header-not-repeated', message, box.element);
}

/**
 * Whether a header or footer avoids breaks. The user agent's style sheet sets this for `thead` and `tfoot`, so `auto`
 * there comes from the author. On pages, elements that are headers or footers only by `display` avoid breaks by
 * default, too.
 */
function staysWhole({ style, element }: Box, fragmentainer: FragmentainerSpace): boolean {
  const { breakInside } = style.box;
  if (isAvoidBreak(breakInside, fragmentainer)) return true;
  const isByDisplay = element?.tag !== 'thead' && element?.tag !== 'tfoot';
  return isByDisplay && breakInside === 'auto' && fragmentainer.kind === 'page';
}

export function sectionSize(geometry: TableGeometry, { firstRow, rowCount }: TableSection, repeated: boolean): LU {
  return geometry.rowsBlockSize(firstRow, firstRow + rowCount, repeated);
}

/** Returns the size of a repeated footer, whether the table ends above it or continues. */
export const footerSize = (geometry: TableGeometry, footer: TableSection): LU =>
  Math.max(sectionSize(geometry, footer, false), sectionSize(geometry, footer, true));

/**
 * Returns the path to row `r`: before its section if it is the first row there, otherwise before the row in its
 * section.
 */
export function pathTo({ grid }: TableGeometry, r: number, appeal: BreakAppeal): EarlyBreak {
  const row = grid.rows[r]!;
  const section = grid.sections[row.section]!;
  const inside = section.firstRow === r ? null : { box: row.box, inside: null, line: -1, appeal, offset: INDEFINITE };
  return { box: section.box, inside, line: -1, appeal, offset: INDEFINITE };
}
