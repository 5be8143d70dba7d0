import type { ByteWriter } from './byte-writer.ts';

const PROLOGUE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
`;

const EPILOGUE = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** A CMap holds at most this many entries a block (ISO 32000-1 §9.10.3). */
const BLOCK = 100;

/** Writes the CMap from glyph ids to text; glyphs without a text (or with an empty one) are left out. */
export function toUnicodeCMap(out: ByteWriter, texts: readonly (string | undefined)[]): void {
  out.ascii(PROLOGUE);
  const glyphs = Object.keys(texts)
    .map(Number)
    .filter((glyph) => texts[glyph]);
  for (let i = 0; i < glyphs.length; i += BLOCK) {
    const block = glyphs.slice(i, i + BLOCK);
    out.ascii(`${block.length} beginbfchar\n`);
    for (const glyph of block) {
      const text = texts[glyph] ?? '';
      out.ascii('<');
      out.hex16(glyph);
      out.ascii('> <');
      // A mapping may not be longer than 512 bytes.
      for (let c = 0; c < text.length && c < 256; c++) out.hex16(text.charCodeAt(c));
      out.ascii('>\n');
    }
    out.ascii('endbfchar\n');
  }
  out.ascii(EPILOGUE);
}
