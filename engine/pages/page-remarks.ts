/** Reports pages that differ from what the document specifies. */
import type { Box } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { LU_PER_PX, type LU, luFromPx } from '../units.ts';
import type { TooWide } from './fit-to-width.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';

/** Less shrinking than this is invisible. Justified lines may exceed the area slightly. */
const SEEN = 0.99;

/** Reports that pages shrink to fit content wider than their areas, and whether content is still cut off. */
export function remarkOnWidth({ scale, isCutOff, element }: TooWide, diagnostics: Diagnostics): void {
  const shrunk = `${nameOf(element)} is wider than the page's area: pages shrink to ${Math.round(scale * 100)} %`;
  const at = element?.position ?? null;
  if (isCutOff) diagnostics.warn('page/too-wide', `${shrunk}, as far as they do, and what is beyond is cut off.`, at);
  else if (scale < SEEN) diagnostics.report('page/shrunk', 'info', `${shrunk}.`, at);
}

const nameOf = (element: Element | null): string =>
  element === null ? 'Something' : `<${element.tag}${element.id === null ? '' : ` id="${element.id}"`}>`;

/** Overflow below this isn't visible. */
const SEEN_BEYOND = LU_PER_PX;

/**
 * Reports floats that extend past the end of the page's area, and margin notes that extend past the sheet. Neither can
 * be broken.
 */
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

/** Reports fixed boxes in the margins of the first page. Boxes far outside are hidden on purpose. */
export function remarkOnOutside(
  fixed: readonly PlacedFragment[],
  { geometry, index, scale }: Draft,
  diagnostics: Diagnostics,
): void {
  if (index > 0) return;
  const { area, width, height } = geometry;
  for (const { fragment, x, y } of fixed) {
    // A box whose contents run in the margins is empty.
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

/** Reports unsupported placement properties of `@footnote`. */
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

/** Reports margins that leave no room, which are ignored. */
export function remarkOnMargins(diagnostics: Diagnostics): void {
  diagnostics.warn('page/margins', 'The page margins leave no room between them; the page has none, as in browsers.');
}

/** Reports footnotes and page floats called in `where`, on a page that is already full. They are lost. */
export function remarkOnLostCalls(diagnostics: Diagnostics, lost: readonly Box[], where: string): void {
  for (const { style, element } of lost) {
    const what = style.box.float === 'footnote' ? 'A footnote' : 'A page float or margin note';
    diagnostics.warn('layout/footnote', `${what} called from ${where} was left out.`, element?.position ?? null);
  }
}
