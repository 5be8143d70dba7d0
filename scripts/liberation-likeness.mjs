// Makes Arimo, Tinos and Cousine look like the Liberation fonts for characters that no font has, and for Unicode's
// hyphens.
import { assemble, characterMap } from '../engine/fonts/truetype-subset.ts';
import { addMissingGlyphBox } from './missing-glyph-box.mjs';

const HYPHEN_MINUS = 0x2d;
/** U+2011 is the non-breaking hyphen. */
const HYPHENS = [0x2010, 0x2011];
/** Device metrics of Windows' own rasterizer. */
const LEFT_OUT = ['VDMX', 'hdmx'];

/** Derives a font from a font, the directory of its tables, and its glyphs by code point. */
export function asLiberation(font, directory, glyphs) {
  const tables = new Map();
  for (const tag of [...directory.keys()].toSorted()) {
    const { offset, length } = directory.get(tag);
    if (!LEFT_OUT.includes(tag)) tables.set(tag, font.subarray(offset, offset + length));
  }
  addMissingGlyphBox(tables);
  const characters = new Map(glyphs);
  for (const hyphen of HYPHENS) if (!characters.has(hyphen)) characters.set(hyphen, glyphs.get(HYPHEN_MINUS));
  tables.set('cmap', characterMap(characters));
  return Buffer.from(assemble(tables));
}
