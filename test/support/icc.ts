/** ICC profiles: with nothing but a name, or with the tables of a simple press. */
import { convert } from '../../engine/css/values/color-space.ts';

/** Returns a profile. `space`: `CMYK`, `RGB `, `GRAY`; `deviceClass`: `prtr`, `mntr`, ... */
export function iccProfile(space: string, deviceClass = 'prtr', description = 'A press'): Uint8Array {
  const text = Buffer.from(`${description}\0`, 'latin1');
  const size = 128 + 4 + 12 + 12 + text.length;
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write(`${deviceClass}${space}Lab `, 12, 'latin1');
  bytes.write('acsp', 36, 'latin1');
  bytes.writeUInt32BE(1, 128);
  bytes.write('desc', 132, 'latin1');
  bytes.writeUInt32BE(144, 136);
  bytes.writeUInt32BE(12 + text.length, 140);
  bytes.write('desc', 144, 'latin1');
  bytes.writeUInt32BE(text.length, 152);
  text.copy(bytes, 156);
  return new Uint8Array(bytes);
}

/** The fewest colors along each axis that show the shape of a conversion. */
const GRID = 9;

/**
 * Returns a profile of a press (lut8Type tables, ICC.1:2001 §6.5.7), whose black replaces the other inks completely.
 * `white` is the paper in XYZ, `dark` the sRGB value of full black.
 */
export function pressProfile(white: readonly number[] = [0.9642, 1, 0.8249], dark = 0): Uint8Array {
  const shade = (k: number): number => 1 - k * (1 - dark);
  const toInks = (values: readonly number[]): number[] => {
    const [l, a, b] = values as [number, number, number];
    const rgb = convert('lab', 'srgb', [l * 100, a * 255 - 128, b * 255 - 128]).map((v) => Math.min(1, Math.max(0, v)));
    const light = Math.max(...rgb);
    return [...rgb.map((value) => (light === 0 ? 0 : 1 - value / light)), Math.min(1, (1 - light) / (1 - dark))];
  };
  const toLab = (values: readonly number[]): number[] => {
    const [c, m, y, k] = values as [number, number, number, number];
    const [l, a, b] = convert('srgb', 'lab', [(1 - c) * shade(k), (1 - m) * shade(k), (1 - y) * shade(k)]);
    return [l / 100, (a + 128) / 255, (b + 128) / 255];
  };
  const tags: [string, Buffer][] = [
    ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x08A press\0', 'latin1'), Buffer.alloc(78)])],
    ['wtpt', xyz(white)],
    ['A2B0', lut(4, 3, toLab)],
    ['B2A0', lut(3, 4, toInks)],
  ];
  const head = Buffer.from(iccProfile('CMYK').subarray(0, 128));
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length, 0);
  let at = head.length + directory.length;
  for (const [i, [name, { length }]] of tags.entries()) {
    directory.write(name, 4 + 12 * i, 'latin1');
    directory.writeUInt32BE(at, 8 + 12 * i);
    directory.writeUInt32BE(length, 12 + 12 * i);
    at += length;
  }
  head.writeUInt32BE(at, 0);
  for (const [i, value] of [0.9642, 1, 0.8249].entries()) head.writeInt32BE(Math.round(value * 65536), 68 + 4 * i);
  return new Uint8Array(Buffer.concat([head, directory, ...tags.map(([, data]) => data)]));
}

function xyz(values: readonly number[]): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 'latin1');
  for (const [i, value] of values.entries()) data.writeInt32BE(Math.round(value * 65536), 8 + 4 * i);
  return data;
}

/** A table of `to` values from 0 to 1 for each combination of `from` values. Its length is a multiple of four. */
function lut(from: number, to: number, valuesOf: (values: readonly number[]) => readonly number[]): Buffer {
  const head = Buffer.alloc(48);
  head.write('mft1', 'latin1');
  head.set([from, to, GRID], 8);
  for (const diagonal of [0, 4, 8]) head.writeInt32BE(65536, 12 + 4 * diagonal);
  const line = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const table: number[] = [];
  for (let i = 0; i < GRID ** from; i++) {
    const values = Array.from({ length: from }, (_, axis) => Math.floor(i / GRID ** (from - 1 - axis)) % GRID);
    table.push(...valuesOf(values.map((value) => value / (GRID - 1))).map((value) => Math.round(value * 255)));
  }
  const lines = (count: number): Buffer[] => Array.from({ length: count }, () => line);
  const all = Buffer.concat([head, ...lines(from), Buffer.from(table), ...lines(to)]);
  return Buffer.concat([all, Buffer.alloc(-all.length & 3)]);
}
