/** Minimal JPEGs. */

type Segment = readonly number[];

const segment = (marker: number, bytes: Iterable<number>): Segment => {
  const list = [...bytes];
  return [0xff, marker, 0, list.length + 2, ...list];
};

/** The segment that rotates an image clockwise by a quarter turn. */
export const TURNED: Segment = segment(
  0xe1,
  Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
);

/** Returns a uniformly gray image. Sides are below 256. `before`: a segment before the others. */
export function greyJpeg(width = 1, height = 1, before: Segment = []): Uint8Array {
  const ones = Array.from({ length: 64 }, () => 1);
  // One two-bit code: no difference, end of block.
  const codes = [0, 1, ...Array.from({ length: 14 }, () => 0), 0];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const bits = Array.from({ length: Math.floor(blocks / 2) }, () => 0);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...before,
    ...segment(0xdb, [0, ...ones]),
    ...segment(0xc0, [8, 0, height, 0, width, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...codes]),
    ...segment(0xc4, [0x10, ...codes]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...bits,
    ...(blocks % 2 === 1 ? [0x0f] : []),
    0xff,
    0xd9,
  ]);
}

/** Returns one block with equal amounts of four inks. */
export function inkJpeg(): Uint8Array {
  const ones = Array.from({ length: 64 }, () => 1);
  const codes = [0, 1, ...Array.from({ length: 14 }, () => 0), 0];
  const inks = [1, 2, 3, 4];
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...ones]),
    ...segment(0xc0, [8, 0, 8, 0, 8, 4, ...inks.flatMap((ink) => [ink, 0x11, 0])]),
    ...segment(0xc4, [0x00, ...codes]),
    ...segment(0xc4, [0x10, ...codes]),
    ...segment(0xda, [4, ...inks.flatMap((ink) => [ink, 0]), 0, 63, 0]),
    0,
    0,
    0xff,
    0xd9,
  ]);
}
