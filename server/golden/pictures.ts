/** Pages as pixels: rasterised by PDFium in WebAssembly, which draws the same on every machine, kept as PNG, compared. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** RGBA pixels, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A page as PDFium sees it. */
export interface RasterPage {
  readonly picture: Picture;
  /** Its text in the order in which it was drawn. */
  readonly text: string;
}

export interface PictureComparison {
  /** Pixels that differ; Infinity: the sizes do. */
  readonly pixels: number;
  /** null: there is nothing to be seen. */
  readonly difference: Picture | null;
}

let library: Promise<PDFiumLibrary> | null = null;

/** Every page of a PDF. */
export async function rasterise(pdf: Uint8Array, dpi: number): Promise<RasterPage[]> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(Buffer.from(pdf));
  try {
    const pages: RasterPage[] = [];
    for (const page of document.pages()) {
      // Rendering closes the page.
      const text = page.getText();
      const { width, height, data } = await page.render({ scale: dpi / 72, render: 'bitmap' });
      pages.push({ picture: { width, height, data: opaqueRgba(data) }, text });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** PDFium's bitmaps are BGRA. */
function opaqueRgba(bgra: Uint8Array): Uint8Array {
  const rgba = Uint8Array.from(bgra);
  for (let i = 0; i < rgba.length; i += 4) {
    rgba[i] = bgra[i + 2] ?? 0;
    rgba[i + 2] = bgra[i] ?? 0;
    rgba[i + 3] = 255;
  }
  return rgba;
}

export function readPng(bytes: Uint8Array): Picture {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}

export function writePng({ width, height, data }: Picture): Uint8Array {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(PNG.sync.write(png));
}

/** `threshold`: how far a pixel's colour may be off, 0 to 1. null: no such page. */
export function comparePictures(
  expected: Picture | null,
  actual: Picture | null,
  threshold: number,
): PictureComparison {
  if (expected === null || actual === null || expected.width !== actual.width || expected.height !== actual.height)
    return { pixels: Infinity, difference: null };
  const { width, height } = expected;
  if (Buffer.compare(expected.data, actual.data) === 0) return { pixels: 0, difference: null };
  const data = new Uint8Array(width * height * 4);
  const pixels = pixelmatch(expected.data, actual.data, data, width, height, { threshold });
  return { pixels, difference: { width, height, data } };
}
