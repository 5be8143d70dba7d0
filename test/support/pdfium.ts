import { PDFiumLibrary } from '@hyzyla/pdfium';

let library: Promise<PDFiumLibrary> | null = null;

/** Begins again with memory of its own: after thousands of broken files PDFium finds no more of it. */
export function startAnew(): void {
  library = null;
}

/** The size of every page in points, to 0.01. */
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

/** The text of every page, as PDFium reads it. */
export async function extractText(pdf: Uint8Array, password = ''): Promise<string[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf), password);
  try {
    return Array.from(document.pages(), (page) => page.getText());
  } finally {
    document.destroy();
  }
}

/** The first page in so many pixels a point: rows of red, green, blue and alpha. */
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
