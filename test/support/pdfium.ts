import { PDFiumLibrary } from '@hyzyla/pdfium';

let library: Promise<PDFiumLibrary> | null = null;

/** Restarts PDFium with new memory, because it runs out after thousands of broken files. */
export function startAnew(): void {
  library = null;
}

/** Returns the size of every page in points, to 0.01. */
export async function pageSizes(pdf: Uint8Array): Promise<[number, number][]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    return Array.from(document.pages(), (page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      return [Math.round(originalWidth * 100) / 100, Math.round(originalHeight * 100) / 100];
    });
  } finally {
    document.destroy();
  }
}

/** Returns the text of every page, as PDFium reads it. */
export async function extractText(pdf: Uint8Array, password = ''): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf), password);
  try {
    return Array.from(document.pages(), (page) => page.getText());
  } finally {
    document.destroy();
  }
}

/** Draws the first page at `scale` pixels per point: rows of red, green, blue and alpha. */
export async function renderPixels(pdf: Uint8Array, scale: number): Promise<{ width: number; data: Uint8Array }> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    const { width, data } = await document.getPage(0).render({ scale, render: 'bitmap' });
    return { width, data };
  } finally {
    document.destroy();
  }
}
