/**
 * Reads the size of a JPEG XL file, which the decoder needs before decoding: the `SizeHeader` and the orientation in
 * the `ImageMetadata` of ISO/IEC 18181-1, in the boxes of ISO/IEC 18181-2.
 */
import { boxesOf } from './container-profile.ts';

/** Enough bytes for the fields that are read. */
const HEADER_BYTES = 32;
/** The number of bits of the four ways to write a size, less one. */
const SIZE_BITS: readonly number[] = [9, 13, 18, 30];
/** The ratios of width to height that a file may have instead of a width. */
const RATIOS: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];
/** Orientations from this one on exchange width and height, as in Exif. */
const FIRST_TURNED = 5;
/** The bytes of a part's number in a `jxlp` box. */
const PART_NUMBER_BYTES = 4;

/** Returns the size in pixels of the image as it is shown, after its orientation, or null if the header is broken. */
export function jpegXlSize(bytes: Uint8Array): { width: number; height: number } | null {
  const header = startOfCodeStream(bytes);
  if (header[0] !== 0xff || header[1] !== 0x0a) return null;
  const bits = new Bits(header, 16);
  const isSmall = bits.next(1) === 1;
  const side = (): number => (isSmall ? (bits.next(5) + 1) * 8 : bits.next(SIZE_BITS[bits.next(2)]!) + 1);
  const height = side();
  const ratio = RATIOS[bits.next(3) - 1];
  const width = ratio === undefined ? side() : Math.floor((height * ratio[0]) / ratio[1]);
  const hasDefaults = bits.next(1) === 1;
  const orientation = !hasDefaults && bits.next(1) === 1 ? bits.next(3) + 1 : 1;
  return orientation < FIRST_TURNED ? { width, height } : { width: height, height: width };
}

/** Returns the beginning of the code stream, which is the whole file, in a box, or in parts. */
function startOfCodeStream(bytes: Uint8Array): Uint8Array {
  const parts = bytes[0] === 0xff ? [bytes] : boxesOf(bytes).flatMap(({ name, content }) => inBox(name, content) ?? []);
  const header = new Uint8Array(HEADER_BYTES);
  let filled = 0;
  for (const part of parts) {
    const start = part.subarray(0, HEADER_BYTES - filled);
    header.set(start, filled);
    filled += start.length;
  }
  return header;
}

function inBox(name: string, content: Uint8Array): Uint8Array | null {
  if (name === 'jxlc') return content;
  return name === 'jxlp' ? content.subarray(PART_NUMBER_BYTES) : null;
}

/** Reads bits, the lowest of each byte first. */
class Bits {
  private readonly bytes: Uint8Array;
  private at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  next(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++, this.at++) value += ((this.bytes[this.at >> 3]! >> (this.at & 7)) & 1) * 2 ** i;
    return value;
  }
}
