/** The places between a table's rows where it can be broken, and what of it is repeated beside each break (css-tables-3 §6, css-break-3 §3, §4). */
import type { LU } from '../../units.ts';
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

/** Of a table that fits unbroken: the last of the best places between its rows, where it could be broken after all. */
export function notePlaces(builder: FragmentBuilder, geometry: TableGeometry): void {
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return;
  const { breaks } = builder;
  for (let r = geometry.grid.rows.length - 1; r > 0; r--) {
    const appeal = appealBefore(rowPlace(geometry, r, fragmentainer, true));
    if (appeal > BreakAppeal.LastResort && (breaks.best === null || breaks.best.appeal < appeal))
      breaks.best = pathTo(geometry, r, appeal);
    if (appeal === BreakAppeal.Perfect) return;
  }
}

/** css-break-3 §3.1: what meets between row `r` and the one before. */
export function breakBetweenRows({ grid }: TableGeometry, r: number): BreakValue {
  if (r === 0) return 'auto';
  const previous = grid.rows[r - 1]!;
  const next = grid.rows[r]!;
  const value = joinBreakValues(breakAfterOf(previous.box), breakBeforeOf(next.box));
  if (previous.section === next.section) return value;
  const sections = joinBreakValues(
    breakAfterOf(grid.sections[previous.section]!.box),
    breakBeforeOf(grid.sections[next.section]!.box),
  );
  return joinBreakValues(value, sections);
}

/** The place before row `r`. `follows`: a row precedes it in this fragment. */
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

/** Does a row come first after a header that every part of the table repeats? Above it is no place to break: the header would stand there for nothing. */
function isUnderRepeated(geometry: TableGeometry, r: number, fragmentainer: FragmentainerSpace): boolean {
  const { rows, sections } = geometry.grid;
  if (r === 0) return false;
  const above = rows[r - 1]!.section;
  return above !== rows[r]!.section && isRepeatable(geometry, sections[above]!, 'header', fragmentainer);
}

/** Chromium's rule; css-tables-3 §6.2 leaves the measure open. */
export function isRepeatable(
  geometry: TableGeometry,
  section: TableSection,
  role: SectionRole,
  fragmentainer: FragmentainerSpace,
): boolean {
  if (section.role !== role || section.rowCount === 0) return false;
  if (!isAvoidBreak(section.box.style.box.breakInside, fragmentainer)) return false;
  return sectionSize(geometry, section, true) <= fragmentainer.blockSize / 4;
}

export function sectionSize(geometry: TableGeometry, { firstRow, rowCount }: TableSection, repeated: boolean): LU {
  return geometry.rowsBlockSize(firstRow, firstRow + rowCount, repeated);
}

/** Of a footer that is repeated, whether the table ends above it or goes on. */
export const footerSize = (geometry: TableGeometry, footer: TableSection): LU =>
  Math.max(sectionSize(geometry, footer, false), sectionSize(geometry, footer, true));

/** Before the row's section where it is the first in it, else before the row in its section. */
export function pathTo({ grid }: TableGeometry, r: number, appeal: BreakAppeal): EarlyBreak {
  const row = grid.rows[r]!;
  const section = grid.sections[row.section]!;
  const inside = section.firstRow === r ? null : { box: row.box, inside: null, line: -1, appeal };
  return { box: section.box, inside, line: -1, appeal };
}
