import type { ByteWriter } from './byte-writer.ts';
import { type CodePair, rangesOf, writeBlocks, writeCode, writeCodeSpace } from './character-codes.ts';

const PROLOGUE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
`;

const EPILOGUE = `endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;

/** The maximum length of a mapping in UTF-16 units (512 bytes). */
const MAX_UNITS = 256;
const LAST_ASCII = 0x7e;

/**
 * Writes the CMap from character codes to text (ISO 32000-1 §9.10.3), sorted by code. ASCII, which most text is, is
 * written as ranges.
 */
export function toUnicodeCMap(out: ByteWriter, texts: readonly (readonly [code: number, text: string])[]): void {
  out.ascii(PROLOGUE);
  writeCodeSpace(out);
  const isAscii = ([code, text]: readonly [number, string]): boolean =>
    code <= LAST_ASCII && text.length === 1 && text.charCodeAt(0) === code;
  const ascii = texts.filter(isAscii).map(([code]): CodePair => [code, code]);
  writeBlocks(out, 'bfrange', rangesOf(ascii), ({ first, last, value }) => {
    writeCode(out, first);
    writeCode(out, last);
    out.ascii('<');
    out.hex16(value);
    out.ascii('>');
  });
  const others = texts.filter((entry) => !isAscii(entry));
  writeBlocks(out, 'bfchar', others, ([code, text]) => {
    writeCode(out, code);
    out.ascii('<');
    for (let c = 0; c < text.length && c < MAX_UNITS; c++) out.hex16(text.charCodeAt(c));
    out.ascii('>');
  });
  out.ascii(EPILOGUE);
}
