/** Draws pages in this thread. PDFium in WebAssembly draws the same pixels on every machine. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { RenderError } from '../../engine/index.ts';
import { pdfiumBinary } from '../../engine/platform/own-files.ts';
import { bitmapOf } from './bitmaps.ts';
import { type Drawing, LargePage, MOST_PIXELS, type RasterPage } from './pictures.ts';

let library: Promise<PDFiumLibrary> | null = null;

const pdfium = (): Promise<PDFiumLibrary> =>
  (library ??= PDFiumLibrary.init({ wasmBinary: pdfiumBinary().buffer as ArrayBuffer }));

/** Pages of a file. PDFium keeps memory for each until the file is closed. */
const MOST_PAGES = 10_000;

/** Yields rasterized pages one after another. @throws LargePage; Error for a PDF that can't be read */
export async function* drawPages({ pdf, dpi, page: only, mostSide }: Drawing): AsyncGenerator<RasterPage, void> {
  const document = await (await pdfium()).loadDocument(Buffer.from(pdf));
  try {
    const count = document.getPageCount();
    if (count > MOST_PAGES) throw new RenderError('document_too_complex', `The PDF has more than ${MOST_PAGES} pages.`);
    for (let number = only ?? 1; number <= (only ?? count); number++) {
      const page = document.getPage(number - 1);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const longest = Math.max(originalWidth, originalHeight);
      const scale = mostSide === null ? dpi / 72 : Math.min(dpi / 72, mostSide / longest);
      if (originalWidth * originalHeight * scale ** 2 > MOST_PIXELS)
        throw LargePage.of(`page ${number}`, ` at ${dpi} dpi`);
      // Rendering closes the page.
      const text = page.getText();
      yield { picture: await bitmapOf(page, scale), text };
    }
  } finally {
    document.destroy();
  }
}
