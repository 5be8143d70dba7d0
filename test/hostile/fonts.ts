/** Fonts whose rules expand short texts enormously. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Table = readonly [tag: string, bytes: Buffer];

const PLAIN = join(resolve(import.meta.dirname, '../..'), 'assets/fonts/Cousine-400.ttf');

/** The first of the glyphs, which include the lower-case letters. */
const FIRST_GLYPH = 68;
const GLYPHS = 53;
/** The number of copies per rule, and the number of consecutive rules. */
const COPIES = 8;
const RULES = 40;

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16BE(value, i * 2));
  return bytes;
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const at = 12 + i * 16;
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
  });
}

function fontOf(tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.length);
  head.writeUInt32BE(0x10000, 0);
  head.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [head];
  let at = head.length;
  tables.forEach(([tag, bytes], i) => {
    head.write(tag, 12 + i * 16, 'latin1');
    head.writeUInt32BE(at, 20 + i * 16);
    head.writeUInt32BE(bytes.length, 24 + i * 16);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    at += bytes.length + padding.length;
  });
  return Buffer.concat(parts);
}

/** Returns offsets from the start of the list itself, followed by the items. */
function listOf(items: readonly Buffer[], before: Buffer = Buffer.alloc(0)): Buffer {
  let at = before.length + 2 + items.length * 2;
  const offsets = items.map((item) => {
    const offset = at;
    at += item.length;
    return offset;
  });
  return Buffer.concat([before, u16(items.length, ...offsets), ...items]);
}

/** Returns a `GSUB` table with rules that replace each letter with eight copies, forty times in a row. */
function multiplying(): Buffer {
  const sequences = Array.from({ length: GLYPHS }, (_, i) =>
    u16(COPIES, ...Array<number>(COPIES).fill(FIRST_GLYPH + i)),
  );
  const coverage = u16(2, 1, FIRST_GLYPH, FIRST_GLYPH + GLYPHS - 1, 0);
  const start = 6 + 2 * GLYPHS;
  const subtable = Buffer.concat([
    u16(1, start + sequences.length * sequences[0]!.length, GLYPHS),
    u16(...sequences.map((sequence, i) => start + i * sequence.length)),
    ...sequences,
    coverage,
  ]);
  const lookup = Buffer.concat([u16(2, 0, 1, 8), subtable]);
  const lookups = listOf(Array<Buffer>(RULES).fill(lookup));
  const feature = u16(0, RULES, ...Array.from({ length: RULES }, (_, i) => i));
  const features = Buffer.concat([u16(1), Buffer.from('liga'), u16(8), feature]);
  const scripts = Buffer.concat([u16(1), Buffer.from('DFLT'), u16(8, 4, 0, 0, 0xffff, 1, 0)]);
  const header = u16(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length);
  return Buffer.concat([header, scripts, features, lookups]);
}

/** Returns a font that produces as many glyphs from a lower-case letter as permitted. */
export function multiplyingFont(): Buffer {
  const others = tablesOf(readFileSync(PLAIN)).filter(([tag]) => tag !== 'GSUB' && tag !== 'DSIG');
  const tables: Table[] = [...others, ['GSUB', multiplying()]];
  return fontOf(tables.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a document with a text in that font only. */
export function inFont(font: Buffer, text: string): string {
  return `<style>@font-face{font-family:f;src:url(data:font/ttf;base64,${font.toString('base64')})}</style><p style="font:20px f">${text}`;
}
