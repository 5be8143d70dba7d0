/** Extracts color information from the chunks and boxes of WebP and AVIF containers. */

import { type CodedColors, codedColors } from './color-coding.ts';

/** The maximum size of a profile in bytes, which no real image exceeds. */
const MAX_PROFILE = 1 << 20;

interface Part {
  readonly name: string;
  readonly content: Uint8Array;
}

const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Copies a profile so that the file isn't kept alive. Returns null if its size is implausible. */
const kept = (bytes: Uint8Array): Uint8Array | null =>
  bytes.length === 0 || bytes.length > MAX_PROFILE ? null : bytes.slice();

/** Returns the `ICCP` chunk (RFC 9649 §2.7.1.4), or null if it is missing or truncated. */
export function webpProfile(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The chunk must be the first after the header of an extended file.
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, size] = [nameAt(bytes, at), view.getUint32(at + 4, true)];
    if (name === 'ICCP') return at + 8 + size <= bytes.length ? kept(bytes.subarray(at + 8, at + 8 + size)) : null;
    if (name !== 'VP8X') return null;
    at += 8 + size + (size & 1);
  }
  return null;
}

/**
 * Returns the color space in the `colr` boxes of an image's properties (ISO 14496-12 §12.1.5, ISO 23008-12 §6.5.5). A
 * profile takes precedence over code points.
 */
export function avifColors(bytes: Uint8Array): CodedColors {
  const inside = (parent: Uint8Array | undefined, name: string): Uint8Array | undefined =>
    parent && boxesOf(parent).find((box) => box.name === name)?.content;
  // Full boxes start with a version.
  const properties = inside(inside(inside(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco');
  const told = properties === undefined ? [] : boxesOf(properties).filter(({ name }) => name === 'colr');
  const held = told.find(({ content }) => PROFILE_TYPES.has(nameAt(content, 0)))?.content;
  const profile = held === undefined ? null : kept(held.subarray(4));
  if (profile !== null) return { profile };
  const coded = told.find(({ content }) => nameAt(content, 0) === 'nclx' && content.length >= CODED_BYTES)?.content;
  if (coded === undefined) return {};
  return codedColors((coded[4]! << 8) | coded[5]!, (coded[6]! << 8) | coded[7]!);
}
/** The size of a type and three code points. */
const CODED_BYTES = 10;
const PROFILE_TYPES: ReadonlySet<string> = new Set(['prof', 'rICC']);
/** The maximum number of boxes per level: an image has a handful. */
const MAX_BOXES = 256;

/** Returns the boxes of a file or box, up to the first truncated one (ISO 14496-12 §4.2, ISO 15444-1 §I.4). */
export function boxesOf(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Part[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < MAX_BOXES;) {
    // 0 means up to the end. Sizes of eight bytes are only used for files of gigabytes.
    const size = view.getUint32(at) || bytes.length - at;
    if (size < 8 || at + size > bytes.length) break;
    boxes.push({ name: nameAt(bytes, at + 4), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}
