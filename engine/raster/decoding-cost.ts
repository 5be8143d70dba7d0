/**
 * Estimates the cost of images that the rasterizer decodes, because decoding can't be interrupted. Times are for an
 * ordinary machine.
 */
import { bytesFromBase64 } from '../platform/base64.ts';

interface DecodingCost {
  /** Nanoseconds. */
  readonly time: number;
  /** Bytes in use while the image is decoded. */
  readonly bytes: number;
}

const FREE: DecodingCost = { time: 0, bytes: 0 };

/** Nanoseconds per pixel, and per block of 8 by 8 samples in each scan. */
const JPEG_PIXEL = 60;
const JPEG_BLOCK = 30;
const JPEG_SCAN = 1000;
const PNG_PIXEL = 100;

/** Bytes per pixel: the components, the pixels, and buffers between them. */
const JPEG_BYTES = 11;
const PNG_BYTES = 8;
/** Bytes per sample of a progressive JPEG, whose coefficients are kept until the last scan. */
const COEFFICIENT_BYTES = 2;

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Returns the cost of a JPEG: every scan can visit every block, and a scan without coefficients is a few bytes long. */
export function jpegCost(bytes: Uint8Array): DecodingCost {
  let [pixels, components, scans, progressive] = [0, 1, 0, false];
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker === 0xda) scans++;
    else if (pixels === 0 && marker !== undefined && marker >= 0xc0 && marker <= 0xc2) {
      pixels = word(bytes, at + 5) * word(bytes, at + 7);
      components = bytes[at + 9] ?? 1;
      progressive = marker === 0xc2;
    }
  }
  const samples = pixels * components;
  return {
    time: pixels * JPEG_PIXEL + scans * (JPEG_SCAN + (samples / 64) * JPEG_BLOCK),
    bytes: pixels * JPEG_BYTES + (progressive ? samples * COEFFICIENT_BYTES : 0),
  };
}

function pngCost(bytes: Uint8Array): DecodingCost {
  const [width, height] = [16, 20].map((at) => word(bytes, at) * 0x10000 + word(bytes, at + 2)) as [number, number];
  return { time: width * height * PNG_PIXEL, bytes: width * height * PNG_BYTES };
}

/** The start of an image that markup contains, up to its data. */
const IMAGE = /href="data:image\/(jpeg|png|svg\+xml);base64,/g;

/** Returns the cost of all images in SVG markup. They are decoded one after another. */
export function imagesCost(markup: string): DecodingCost {
  let [time, bytes] = [0, 0];
  for (const match of markup.matchAll(IMAGE)) {
    const start = match.index + match[0].length;
    const cost = imageCost(match[1]!, markup.slice(start, markup.indexOf('"', start)));
    time += cost.time;
    bytes = Math.max(bytes, cost.bytes);
  }
  return { time, bytes };
}

function imageCost(type: string, base64: string): DecodingCost {
  const file = bytesFromBase64(base64);
  if (file === null) return FREE;
  if (type === 'jpeg') return jpegCost(file);
  return type === 'png' ? pngCost(file) : imagesCost(new TextDecoder().decode(file));
}
