import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** RGBA pixels, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface Comparison {
  readonly same: boolean;
  readonly pixels: number;
  readonly difference: Picture | null;
}

/** Anti-aliasing may differ by a hair between machines; nothing else may. */
const THRESHOLD = 0.1;
const ALLOWED_PIXELS = 8;

export function readPng(bytes: Uint8Array): Picture {
  const png = PNG.sync.read(Buffer.from(bytes));
  return { width: png.width, height: png.height, data: png.data };
}

export function writePng(picture: Picture): Buffer {
  const png = new PNG({ width: picture.width, height: picture.height });
  png.data = Buffer.from(picture.data);
  return PNG.sync.write(png);
}

export function comparePictures(expected: Picture | null, actual: Picture | null): Comparison {
  if (!expected || !actual || expected.width !== actual.width || expected.height !== actual.height) {
    return { same: false, pixels: Infinity, difference: null };
  }
  const { width, height } = expected;
  const data = new Uint8Array(width * height * 4);
  const pixels = pixelmatch(expected.data, actual.data, data, width, height, { threshold: THRESHOLD });
  return { same: pixels <= ALLOWED_PIXELS, pixels, difference: { width, height, data } };
}

/** Pictures in a row on grey; a missing one leaves its place empty. */
export function sideBySide(...pictures: readonly (Picture | null)[]): Picture {
  const GAP = 8;
  const width = pictures.reduce((sum, picture) => sum + (picture?.width ?? 0) + GAP, GAP);
  const height = Math.max(...pictures.map((picture) => picture?.height ?? 0)) + 2 * GAP;
  const data = new Uint8Array(width * height * 4).fill(0x99);
  let x = GAP;
  for (const picture of pictures) {
    if (!picture) continue;
    for (let row = 0; row < picture.height; row++) {
      const line = picture.data.subarray(row * picture.width * 4, (row + 1) * picture.width * 4);
      data.set(line, ((row + GAP) * width + x) * 4);
    }
    x += picture.width + GAP;
  }
  return { width, height, data };
}
