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

/** Writes the CMap from glyph ids to text, in the order given. */
export function toUnicodeCMap(out: ByteWriter, texts: readonly (readonly [glyph: number, text: string])[]): void {
  out.ascii(PROLOGUE);
  for (let i = 0; i < texts.length; i += BLOCK) {
    const block = texts.slice(i, i + BLOCK);
    out.ascii(`${block.length} beginbfchar\n`);
    for (const [glyph, text] of block) {
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
