/** Whether other programs open what was made of hostile documents. */
import type { RenderResult } from '../../../engine/index.ts';
import { pageSizes, renderPixels, startAnew } from '../../support/pdfium.ts';
import { hasQpdf, qpdfFailures } from '../../support/validators.ts';

/** Enough for every object of a page to be looked at. */
const SCALE = 0.1;

/** Files that one PDFium reads. */
const MOST_READ = 1000;
let read = 0;

/** What PDFium, and qpdf where it is found, hold against a PDF; null: nothing. */
export async function readersComplaint({ pdf, pages }: RenderResult): Promise<string | null> {
  if (++read % MOST_READ === 0) startAnew();
  try {
    const sizes = await pageSizes(pdf);
    if (sizes.length !== pages) return `PDFium finds ${sizes.length} pages of ${pages}`;
    await renderPixels(pdf, SCALE);
  } catch (error) {
    return `PDFium: ${String(error)}`;
  }
  return hasQpdf ? (qpdfFailures(new Map([['fuzzed', pdf]]))[0] ?? null) : null;
}
