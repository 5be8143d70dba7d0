/** Makes PNG files. */
import { PNG } from 'pngjs';
import { crc32, deflateSync } from 'node:zlib';

/** Where the header's chunk ends. */
const HEADER_END = 33;

/** Returns a row of pixels: red, green, blue and opacity. `colorType`: 2 color, 6 color with alpha, 0 gray. */
export function pngOf(
  pixels: readonly (readonly number[])[],
  { colorType = 2, profile }: { readonly colorType?: 0 | 2 | 6; readonly profile?: Uint8Array } = {},
): Buffer {
  const picture = new PNG({ width: pixels.length, height: 1 });
  for (const [i, [r, g, b, a = 255]] of pixels.entries()) picture.data.set([r!, g!, b!, a], 4 * i);
  const file = PNG.sync.write(picture, { colorType });
  if (profile === undefined) return file;
  return withChunk(file, 'iCCP', Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(profile)]));
}

/** Adds a chunk after the header. */
export function withChunk(file: Buffer, type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length);
  ends.writeUInt32BE(crc32(typed), 4);
  const chunk = [ends.subarray(0, 4), typed, ends.subarray(4)];
  return Buffer.concat([file.subarray(0, HEADER_END), ...chunk, file.subarray(HEADER_END)]);
}
