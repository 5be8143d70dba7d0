/** Fonts derived from existing ones by replacing tables. */
import { readTables } from '../../engine/fonts/table-directory.ts';

/** Returns big-endian 16-bit words. */
export const words = (...values: number[]): Buffer => {
  const out = Buffer.alloc(2 * values.length);
  values.forEach((value, i) => out.writeUInt16BE(value & 0xffff, 2 * i));
  return out;
};

/** Returns a 32-bit number as two words. */
export const long = (value: number): [number, number] => [value >>> 16, value & 0xffff];

/** Returns a font after `change` has set and deleted tables. */
export function changedFont(bytes: Uint8Array, change: (tables: Map<string, Buffer>) => void): Buffer {
  const read = readTables(bytes, 0);
  if (typeof read === 'string') throw new Error(read);
  const tables = new Map<string, Buffer>();
  for (const [tag, { offset, length }] of read) tables.set(tag, Buffer.from(bytes.subarray(offset, offset + length)));
  change(tables);
  const header = Buffer.alloc(12 + 16 * tables.size);
  header.writeUInt32BE(0x10000, 0);
  header.writeUInt16BE(tables.size, 4);
  let at = header.length;
  const parts: Buffer[] = [header];
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  sorted.forEach(([tag, table], i) => {
    header.write(tag, 12 + 16 * i, 'latin1');
    header.writeUInt32BE(at, 12 + 16 * i + 8);
    header.writeUInt32BE(table.length, 12 + 16 * i + 12);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    parts.push(padded);
    at += padded.length;
  });
  return Buffer.concat(parts);
}

/** Returns the `@font-face` rule for a font. */
export const fontFaceOf = (family: string, font: Buffer): string =>
  `<style>@font-face { font-family: ${family}; src: url(data:font/ttf;base64,${font.toString('base64')}) }</style>`;
