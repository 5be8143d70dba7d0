/** Checks that other programs open the PDFs of hostile documents. */
import type { RenderResult } from '../../../engine/index.ts';
import { pageSizes, renderPixels, startAnew } from '../../support/pdfium.ts';
import { hasQpdf, qpdfFailures } from '../../support/validators.ts';

/** Large enough that every object of a page is read. */
const SCALE = 0.1;

/** The number of files that one PDFium instance reads. */
const MOST_READ = 1000;
let read = 0;

/** Returns the complaints of PDFium, and of qpdf if installed, about a PDF; null if there are none. */
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
