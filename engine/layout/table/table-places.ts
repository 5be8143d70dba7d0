/**
 * Break opportunities between a table's rows, and the repeated parts around each break (css-tables-3 §6, css-break-3
 * §3, §4).
 */
import type { Box } from '../../boxes/box.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { appealBefore, type BreakChooser, earlyBreakThrough } from '../fragmentation/break-chooser.ts';
import { breakBetween, isAvoidBreak } from '../fragmentation/break-values.ts';
import { lastPlaceBetween } from '../row-fragmentation/row-breaks.ts';
import { SectionRows } from './section-rows.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { TableSection, SectionRole } from './table-grid.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * Records the last of the best break opportunities between the rows of a table that fits unbroken, in case it must be
 * broken later. Tables don't break before a footer or after a header that every part repeats.
 */
export function notePlaces({ space, context, breaks }: FragmentBuilder, geometry: TableGeometry): void {
  const { fragmentainer } = space;
  if (fragmentainer === null) return;
  const { sections } = geometry.grid;
  const isRepeated = (s: number, role: SectionRole): boolean =>
    isRepeatable(geometry, sections[s]!, role, fragmentainer);
  for (let s = sections.length - 1; s >= 0; s--) {
    const { box } = sections[s]!;
    if (isRepeated(s, 'footer')) continue;
    const rows = new SectionRows(context, geometry, s, space.flags & SpaceFlag.Measure);
    const inside = lastPlaceBetween(box, rows, fragmentainer, BreakAppeal.ViolatesAvoid);
    takeBetter(breaks, earlyBreakThrough(box, fragmentainer, inside));
    if (s > 0 && rows.length > 0 && !isRepeated(s - 1, 'header')) {
      const between = breakBetween(sections[s - 1]!.box, box);
      const place = { box, fragmentainer, between, isBetweenSiblings: true, makesProgress: true };
      takeBetter(breaks, { box, inside: null, line: -1, appeal: appealBefore(place), offset: INDEFINITE });
    }
    if (breaks.best?.appeal === BreakAppeal.Perfect) return;
  }
}

function takeBetter(breaks: BreakChooser, place: EarlyBreak | null): void {
  if (place !== null && (breaks.best === null || breaks.best.appeal < place.appeal)) breaks.best = place;
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
  remarkOnTall(box, role, sectionSize(geometry, section, true), fragmentainer, diagnostics);
}

/** Reports a caption that would be repeated if it were lower. */
export function remarkOnTallCaption(
  caption: Box,
  size: LU,
  fragmentainer: FragmentainerSpace,
  diagnostics: Diagnostics,
): void {
  if (fragmentainer.kind === 'page') remarkOnTall(caption, 'caption', size, fragmentainer, diagnostics);
}

function remarkOnTall(
  { element }: Box,
  part: string,
  size: LU,
  { fullSize }: FragmentainerSpace,
  diagnostics: Diagnostics,
): void {
  if (element === null) return;
  const share = Math.round((100 * size) / Math.max(1, fullSize));
  const message = `The table's ${part} is not repeated: it takes ${share} % of the page, more than a quarter.`;
  diagnostics.warnAbout('layout/header-not-repeated', message, element);
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
