import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Picture } from './pictures.ts';

let library: Promise<PDFiumLibrary> | null = null;

/** Every page as RGBA pixels, through PDFium in WebAssembly. */
export async function rasterise(pdf: Uint8Array, dpi: number): Promise<Picture[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    const pages: Picture[] = [];
    for (const page of document.pages()) {
      const image = await page.render({ scale: dpi / 72, render: 'bitmap' });
      pages.push({ width: image.width, height: image.height, data: swapRedAndBlue(image.data) });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** PDFium's bitmaps are BGRA. */
function swapRedAndBlue(bgra: Uint8Array): Uint8Array {
  const rgba = Uint8Array.from(bgra);
  for (let i = 0; i < rgba.length; i += 4) {
    rgba[i] = bgra[i + 2];
    rgba[i + 2] = bgra[i];
    rgba[i + 3] = 255;
  }
  return rgba;
}

/** The text of every page, as PDFium reads it. */
export async function extractText(pdf: Uint8Array): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    return Array.from(document.pages(), (page) => page.getText());
  } finally {
    document.destroy();
  }
}
