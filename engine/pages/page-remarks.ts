/** Reports pages that differ from what the document specifies. */
import type { Box } from '../boxes/box.ts';
import type { RunningElement } from '../boxes/page-references.ts';
import type { PageLimit, Tightness } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FlowEnds } from '../layout/contract/flow-ends.ts';
import type { Element } from '../document/node.ts';
import { LU_PER_PX, luFromPx } from '../units.ts';
import type { BeyondSheet, TooWide } from './fit-to-width.ts';
import { emptyRestOn } from './blank-end.ts';
import { bleedOf } from './finish-page.ts';
import { spentIn } from './page-limit.ts';
import { placeAroundSheet } from './off-screen.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

/** Less shrinking than this is invisible. Justified lines may exceed the area slightly. */
const SEEN = 0.99;

/**
 * Reports that pages shrink to fit content wider than their areas, and which content the edge of the sheet still cuts
 * off after shrinking. `cut` is null if nothing is cut off. `shrinks`: which pages have this scale.
 */
export function remarkOnWidth(
  { scale, element }: TooWide,
  cut: BeyondSheet | null,
  shrinks: 'all pages' | 'one page',
  diagnostics: Diagnostics,
): void {
  const scaled = shrinks === 'all pages' ? 'Pages are scaled' : 'Its page is scaled';
  const shrunk = `${nameOf(element)} is wider than the page area. ${scaled} to ${Math.round(scale * 100)} %`;
  if (cut !== null) {
    const by = Math.round(cut.by / LU_PER_PX);
    const what = cut.element === element ? 'it' : nameOf(cut.element);
    const message = `${shrunk}, and ${what} is still cut off: it reaches ${by} px beyond the edge of the sheet.`;
    diagnostics.reportNode('page/too-wide', 'warning', message, cut.element ?? element);
  } else if (scale < SEEN) diagnostics.reportNode('page/shrunk', 'info', `${shrunk}.`, element);
}

/** Text in a table that shrinks more than this is hard to read. */
const READABLE = 0.5;

/** Reports a table that was scaled to fit the page. */
export function remarkOnTable(table: Element, factor: number, diagnostics: Diagnostics): void {
  const message = `${nameOf(table)} is wider than the page area. It is scaled to ${Math.round(factor * 100)} %.`;
  diagnostics.reportNode('page/shrunk', factor < READABLE ? 'warning' : 'info', message, table);
}

/** Returns an element as messages name it. */
export const nameOf = (element: Element | null): string =>
  element === null ? 'Something' : `<${element.tag}${element.id === null ? '' : ` id="${element.id}"`}>`;

/** Overflow below this isn't visible. */
const SEEN_BEYOND = LU_PER_PX;

/** Reports page floats and margin notes that extend beyond the end of the sheet. They can't be broken. */
export function remarkOnHeight({ filled, geometry, scale, style }: Draft, diagnostics: Diagnostics): void {
  if (filled === null) return;
  const { area, width, height } = geometry;
  const bleed = luFromPx(bleedOf(style));
  for (const { fragment, x, y } of [...filled.floats, ...filled.marginNotes]) {
    const right = area.x + (x + fragment.width) * scale - luFromPx(width);
    const bottom = area.y + (y + fragment.height) * scale - luFromPx(height);
    const beyond = fragment.writingMode.vertical ? Math.max(-x * scale - area.x, right) : bottom;
    if (beyond - bleed <= SEEN_BEYOND) continue;
    const { element } = fragment.box;
    const by = Math.round((beyond - bleed) / LU_PER_PX);
    diagnostics.warnAbout(
      'page/too-tall',
      `${nameOf(element)} reaches ${by} px beyond the page, and is cut off.`,
      element,
    );
  }
}

/** Reports fixed boxes of the first page that no page shows. Boxes far outside are hidden on purpose. */
export function remarkOnOutside(fixed: readonly PlacedFragment[], draft: Draft, diagnostics: Diagnostics): void {
  if (draft.index > 0) return;
  for (const placed of fixed) {
    const { box, width, height, style } = placed.fragment;
    // A box whose contents run in the margins is empty.
    if (width === 0 || height === 0 || style.text.visibility !== 'visible') continue;
    const place = placeAroundSheet(placed, draft);
    if (place === 'shown' || place === 'far outside') continue;
    const how = place === 'off screen' ? 'outside the page area, mostly beyond' : 'outside';
    const message = `${nameOf(box.element)} is fixed ${how} the sheet, and isn't shown.`;
    diagnostics.reportNode('page/outside', 'warning', message, box.element);
  }
}

/** Reports a last page that shows nothing. Usually a box is higher than the page without need. */
export function remarkOnBlankEnd({ filled, index, forced }: Draft, diagnostics: Diagnostics): void {
  const rest = filled === null || index === 0 || forced ? null : emptyRestOn(filled);
  if (rest === null) return;
  const { element } = rest.box;
  const px = Math.max(1, Math.round(rest.size / LU_PER_PX));
  const message = `The last page is blank, because ${nameOf(element)} extends onto it by ${px} px.`;
  diagnostics.reportNode('page/blank', 'info', message, element);
}

/** Reports running elements with text that no `element()` shows. */
export function remarkOnUnshown(unshown: readonly RunningElement[], diagnostics: Diagnostics): void {
  for (const { element, name, text } of unshown) {
    if (text() === '') continue;
    const message = `${nameOf(element)} has position: running(${name}), but no content: element(${name}) shows it.`;
    diagnostics.reportNode('content/not-shown', 'warning', message, element);
  }
}

/** Reports unsupported placement properties of `@footnote`, and notes for areas that the page doesn't have. */
export function remarkOnFootnoteAreas({ filled }: Draft, diagnostics: Diagnostics): void {
  if (filled === null || filled.footnotes.length === 0) return;
  const { footnoteAreas } = filled.input;
  for (const { fragment } of filled.footnotes) {
    const { style, element } = fragment.box;
    const name = style.rare.pagewrightFootnoteArea;
    if (name === '' || footnoteAreas.has(name)) continue;
    const message = `The page has no footnote area ${name}, so its notes are in the usual area. Add @footnote ${name} { } to @page.`;
    diagnostics.reportNode('layout/footnote', 'warning', message, element);
  }
  for (const { box } of footnoteAreas.values()) {
    if (box.position !== 'static' && box.position !== 'relative')
      diagnostics.warn(
        'layout/unsupported',
        '`position` is not supported in @footnote. The area is placed at the end of the page.',
      );
    if (box.float !== 'none' && box.float !== 'block-start' && box.float !== 'block-end')
      diagnostics.warn(
        'layout/unsupported',
        'A `float` to an inline side is not supported in @footnote. The area is placed at the end of the page.',
      );
  }
}

/** Reports what has been reduced to limit the number of pages, or that it didn't suffice. */
export function remarkOnLimit(
  { count }: PageLimit,
  tightness: Tightness | null,
  pages: number,
  diagnostics: Diagnostics,
): void {
  if (pages > count)
    diagnostics.warn(
      'page/limit',
      `The document has ${pages} pages, although -pagewright-pages permits ${count}. The permitted reductions aren't enough, so nothing was reduced.`,
    );
  else if (tightness !== null)
    diagnostics.report(
      'page/limit',
      'info',
      `The document was tightened to fit on ${count === 1 ? '1 page' : `${count} pages`}: ${spentIn(tightness)}.`,
    );
}

/** Reports margins that leave no room, which are ignored. */
export function remarkOnMargins(diagnostics: Diagnostics): void {
  diagnostics.warn('page/margins', 'The page margins leave no room for content. They were ignored, as in browsers.');
}

/** Reports footnotes and page floats called in `where`, on a page that is already full. They are lost. */
export function remarkOnLostCalls(diagnostics: Diagnostics, lost: readonly Box[], where: string): void {
  for (const { style, element } of lost) {
    const what = style.box.float === 'footnote' ? 'A footnote' : 'A page float or margin note';
    diagnostics.warnAbout(
      'layout/footnote',
      `${what} called from ${where} was omitted. Move the call into the text.`,
      element,
    );
  }
}

/** Reports named flows that don't fit in their regions. */
export function remarkOnFlows(regions: FlowEnds | null, diagnostics: Diagnostics): void {
  for (const { chain, last, isMissing } of regions?.unfitting() ?? []) {
    const element = chain.thread?.element ?? null;
    const where = nameOf(last.element);
    const what = isMissing ? `The rest after ${where} is missing` : `The rest overflows ${where}`;
    diagnostics.warnAbout('layout/flow', `The named flow ${chain.name} doesn't fit in its regions. ${what}.`, element);
  }
}
