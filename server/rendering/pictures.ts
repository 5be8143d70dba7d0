/** Rasterizes and compares pages. PDFium in WebAssembly draws the same pixels on every machine. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { RenderError } from '../../engine/index.ts';
import { pdfiumBinary } from '../../engine/platform/own-files.ts';
import { bitmapOf, type Picture } from './bitmaps.ts';

export type { Picture } from './bitmaps.ts';

/** A page as rendered by PDFium. */
export interface RasterPage {
  readonly picture: Picture;
  /** Text in drawing order. */
  readonly text: string;
}

export interface PictureComparison {
  /** Number of differing pixels. Infinity: the sizes differ. */
  readonly pixels: number;
  /** null: the images are equal, or differ in size. */
  readonly difference: Picture | null;
}

let library: Promise<PDFiumLibrary> | null = null;

const pdfium = (): Promise<PDFiumLibrary> =>
  (library ??= PDFiumLibrary.init({ wasmBinary: pdfiumBinary().buffer as ArrayBuffer }));

/** Pixels of a page, which need 400 MB. */
const MOST_PIXELS = 100_000_000;

/** Pages of a file. PDFium keeps memory for each until the file is closed. */
const MOST_PAGES = 10_000;

/** A page with too many pixels. */
export class LargePage extends RenderError {
  constructor(page: string, mostPixels: number, dpi = '') {
    super('document_too_complex', `${page} has more than ${mostPixels / 1e6} million pixels${dpi}`);
  }
}

/** Yields rasterized pages one after another. @throws LargePage */
export async function* rasterPages(
  pdf: Uint8Array,
  dpi: number,
  mostPixels = MOST_PIXELS,
): AsyncGenerator<RasterPage, void> {
  const document = await (await pdfium()).loadDocument(Buffer.from(pdf));
  try {
    if (document.getPageCount() > MOST_PAGES)
      throw new RenderError('document_too_complex', `the PDF has more than ${MOST_PAGES} pages`);
    let number = 0;
    for (const page of document.pages()) {
      number++;
      const { originalWidth, originalHeight } = page.getOriginalSize();
      if (originalWidth * originalHeight * (dpi / 72) ** 2 > mostPixels)
        throw new LargePage(`page ${number}`, mostPixels, ` at ${dpi} dpi`);
      // Rendering closes the page.
      const text = page.getText();
      yield { picture: await bitmapOf(page, dpi / 72), text };
    }
  } finally {
    document.destroy();
  }
}

/** Rasterizes one page (1-based). The resolution is reduced if a side would exceed `mostPixels`. */
export async function rasterisePage(
  pdf: Uint8Array,
  number: number,
  dpi: number,
  mostPixels: number,
): Promise<Picture> {
  const document = await (await pdfium()).loadDocument(Buffer.from(pdf));
  try {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(dpi / 72, mostPixels / Math.max(originalWidth, originalHeight));
    return await bitmapOf(page, scale);
  } finally {
    document.destroy();
  }
}

/** Reads a PNG from an untrusted file. `name`: its name in messages. @throws LargePage; Error if it is broken */
export function readPng(bytes: Uint8Array, name = 'the image'): Picture {
  // The size is in the first chunk, before anything is unpacked.
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && header.getUint32(16) * header.getUint32(20) > MOST_PIXELS)
    throw new LargePage(name, MOST_PIXELS);
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}

/** Pages are flat colors and repeated shapes. Without a filter they compress better, in a quarter of the time. */
const PNG_OPTIONS = { filterType: 0, deflateLevel: 6, deflateStrategy: 0 } as const;

export function writePng({ width, height, data }: Picture): Uint8Array {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(PNG.sync.write(png, PNG_OPTIONS));
}

/** Returns the top left part of an image. */
export function cutTo(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const start = y * picture.width * 4;
    data.set(picture.data.subarray(start, start + width * 4), y * width * 4);
  }
  return { width, height, data };
}

/** Compares two images. `threshold`: allowed color difference, from 0 to 1. null: the page doesn't exist. */
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
