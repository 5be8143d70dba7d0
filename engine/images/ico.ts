/** Decodes Windows icons and cursors: one picture in several sizes, each a bitmap or PNG. The largest is used. */
import type { Budget } from '../budget.ts';
import { decodeIconBitmap, iconBitmapSize } from './bmp.ts';
import type { RasterData } from './image.ts';
import { decodePng } from './png.ts';

const DIRECTORY = 6;
const ENTRY = 16;
const PNG_SIGNATURE = 0x89504e47;

/** Returns the size of the picture to decode, or null if the file is broken. */
export function icoSize(bytes: Uint8Array): { width: number; height: number } | null {
  const picture = largest(bytes);
  if (picture === null) return null;
  if (!isPng(picture)) return iconBitmapSize(picture);
  if (picture.length < 24) return null;
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Returns null if the file is broken. */
export function decodeIco(bytes: Uint8Array, budget: Budget): RasterData | null {
  const picture = largest(bytes);
  if (picture === null) return null;
  return isPng(picture) ? decodePng(picture, budget) : decodeIconBitmap(picture, budget);
}

/**
 * Returns the picture with the most pixels, and among equal ones the one with the most colors. Returns null if the file
 * contains no picture.
 */
function largest(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < DIRECTORY) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(view.getUint16(4, true), Math.floor((bytes.length - DIRECTORY) / ENTRY));
  let best: Uint8Array | null = null;
  let most = -1;
  for (let i = 0; i < count; i++) {
    const at = DIRECTORY + i * ENTRY;
    // 0 means 256.
    const area = (bytes[at]! || 256) * (bytes[at + 1]! || 256);
    const rank = area * 64 + Math.min(63, view.getUint16(at + 6, true));
    const start = view.getUint32(at + 12, true);
    const size = view.getUint32(at + 8, true);
    if (rank <= most || start + 4 > bytes.length) continue;
    most = rank;
    best = bytes.subarray(start, Math.min(bytes.length, start + size));
  }
  return best !== null && best.length >= 4 ? best : null;
}

function isPng(picture: Uint8Array): boolean {
  return new DataView(picture.buffer, picture.byteOffset, 4).getUint32(0) === PNG_SIGNATURE;
}
