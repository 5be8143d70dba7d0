/** What there is to say of pages that didn't become what they were to be. */
import type { Box } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';
import type { TooWide } from './fit-to-width.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

/** What shrinks less isn't seen: justified lines may end a hair beyond the area. */
const SEEN = 0.99;

/** Told where pages shrink to hold what is wider than their areas, and where even that cuts something off. */
export function remarkOnWidth({ scale, isCutOff, element }: TooWide, diagnostics: Diagnostics): void {
  const shrunk = `${nameOf(element)} is wider than the page's area: pages shrink to ${Math.round(scale * 100)} %`;
  const at = element?.position ?? null;
  if (isCutOff) diagnostics.warn('page/too-wide', `${shrunk}, as far as they do, and what is beyond is cut off.`, at);
  else if (scale < SEEN) diagnostics.report('page/shrunk', 'info', `${shrunk}.`, at);
}

const nameOf = (element: Element | null): string =>
  element === null ? 'Something' : `<${element.tag}${element.id === null ? '' : ` id="${element.id}"`}>`;

/** What reaches less beyond the area isn't seen. */
const SEEN_BEYOND = LU_PER_PX;

/** Told of what stands beside the flow of a page and reaches beyond the end of its area, or of its sheet where it is in the margins: nothing breaks it. */
export function remarkOnHeight({ filled, geometry }: Draft, diagnostics: Diagnostics): void {
  if (filled === null) return;
  const { question, floats, marginNotes } = filled;
  const { area } = geometry;
  for (const { fragment, x, y } of floats) {
    const { vertical } = fragment.writingMode;
    const beyond = vertical ? Math.max(-x, x + fragment.width - question.width) : y + fragment.height - question.height;
    remarkOnEnd(fragment, beyond, "the page's area", diagnostics);
  }
  for (const { fragment, x, y } of marginNotes) {
    const right = area.x + x + fragment.width - luFromPx(geometry.width);
    const bottom = area.y + y + fragment.height - luFromPx(geometry.height);
    remarkOnEnd(
      fragment,
      fragment.writingMode.vertical ? Math.max(-x - area.x, right) : bottom,
      'the page',
      diagnostics,
    );
  }
}

function remarkOnEnd({ box: { element } }: BoxFragment, beyond: LU, what: string, diagnostics: Diagnostics): void {
  if (beyond <= SEEN_BEYOND) return;
  const by = Math.round(beyond / LU_PER_PX);
  diagnostics.warn(
    'page/too-high',
    `${nameOf(element)} reaches ${by} px beyond ${what}, and is cut off.`,
    element?.position ?? null,
  );
}

/** Told of fixed boxes that stand in the margins of the first page. Those far away from it are hidden there on purpose. */
export function remarkOnOutside(
  fixed: readonly PlacedFragment[],
  { geometry, index, scale }: Draft,
  diagnostics: Diagnostics,
): void {
  if (index > 0) return;
  const { area, width, height } = geometry;
  for (const { fragment, x, y } of fixed) {
    // One whose contents run in the margins has none left.
    if (fragment.width === 0 || fragment.height === 0) continue;
    const left = x * scale;
    const top = y * scale;
    const right = left + fragment.width * scale;
    const bottom = top + fragment.height * scale;
    const isSeen = right > 0 && bottom > 0 && left < area.width && top < area.height;
    const isOnSheet =
      right > -area.x && bottom > -area.y && left < luFromPx(width) - area.x && top < luFromPx(height) - area.y;
    if (isSeen || !isOnSheet || fragment.style.text.visibility !== 'visible') continue;
    const { element } = fragment.box;
    const name = `${nameOf(element)} is fixed in the margins of the pages`;
    diagnostics.warn('page/outside', `${name}, and isn't shown there.`, element?.position ?? null);
  }
}

/** Told of what `@footnote` says of the place of its area that isn't done. */
export function remarkOnFootnoteArea({ filled }: Draft, diagnostics: Diagnostics): void {
  if (filled === null || filled.footnotes.length === 0) return;
  const box = filled.question.footnoteArea?.box;
  if (box === undefined) return;
  if (box.position !== 'static' && box.position !== 'relative')
    diagnostics.warn(
      'layout/unsupported',
      "The footnote area of @page isn't positioned; it stands at the end of its page.",
    );
  if (box.float !== 'none' && box.float !== 'block-start' && box.float !== 'block-end')
    diagnostics.warn(
      'layout/unsupported',
      "The footnote area of @page doesn't float to an inline side; it stands at the end of its page.",
    );
}

/** Told of pages whose margins meet: they are drawn with no margins. */
export function remarkOnMargins(diagnostics: Diagnostics): void {
  diagnostics.warn('page/margins', 'The page margins leave no room between them; the page has none, as in browsers.');
}

/** Told of footnotes and page floats that are called `where` on a page that is full already: there is no room for them. */
export function remarkOnLostCalls(diagnostics: Diagnostics, lost: readonly Box[], where: string): void {
  for (const { style, element } of lost) {
    const what = style.box.float === 'footnote' ? 'A footnote' : 'A page float or margin note';
    diagnostics.warn('layout/footnote', `${what} called from ${where} was left out.`, element?.position ?? null);
  }
}
