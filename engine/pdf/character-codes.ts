/**
 * Assigns the character codes that strings of composite fonts use for glyphs (ISO 32000-1 §9.7.5, §9.7.6.2). ASCII
 * characters are their own codes, and most other text of a document also fits in one byte. That is half the size of
 * glyph ids and saves a tenth of a deflated page of prose.
 */
import type { ByteWriter } from './byte-writer.ts';

/**
 * The first one-byte code; longer codes follow in one number range. The first byte of a two-byte code is less than this
 * value. The first byte of a three-byte code is 0.
 */
export const FIRST = 0x20;
const TWO_BYTES = 0x100;
const THREE_BYTES = 0x2000;

const LAST_ASCII = 0x7e;

/** The limit leaves room for everything that one more piece of text can need: CIDs have two bytes. */
const ENOUGH_CODES = 50_000;

/**
 * Assigns codes that are shared between fonts: a text has the same code in every font. One ToUnicode CMap and one
 * encoding therefore serve all fonts. Code 0 is .notdef.
 */
export class CharacterCodes {
  private readonly byText = new Map<string, number[]>();
  private last = LAST_ASCII;

  /** Whether fonts should switch to another set of codes. */
  get isFull(): boolean {
    return this.last >= ENOUGH_CODES;
  }

  /** Returns a code for a text. `taken` is the number of codes for this text that the requesting font already uses. */
  codeFor(text: string, taken: number): number {
    let codes = this.byText.get(text);
    if (codes === undefined)
      this.byText.set(text, (codes = [isPrintableAscii(text) ? text.charCodeAt(0) : this.next()]));
    if (taken === codes.length) codes.push(this.next());
    return codes[taken]!;
  }

  /** Returns a code without a text, which no other font shares. */
  next(): number {
    return ++this.last;
  }

  /** Returns the ranges that map each code to the CID of the same number. */
  encoding(): CodeRange[] {
    const ranges = [
      { first: 0, last: 0, value: 0 },
      { first: FIRST, last: TWO_BYTES - 1, value: FIRST },
    ];
    for (let first = TWO_BYTES; first <= this.last; first += 256)
      ranges.push({ first, last: first + 255, value: first });
    return ranges;
  }
}

function isPrintableAscii(text: string): boolean {
  const unit = text.charCodeAt(0);
  return text.length === 1 && unit >= FIRST && unit <= LAST_ASCII;
}

/** Returns the length of a code in bytes. */
export function lengthOf(code: number): 1 | 2 | 3 {
  if (code >= THREE_BYTES || code < FIRST) return 3;
  return code >= TWO_BYTES ? 2 : 1;
}

/** Lists of pairs are sorted by code. */
export type CodePair = readonly [code: number, value: number];

/** Maps consecutive codes to consecutive values. Only the last byte may differ within a range. */
export interface CodeRange {
  readonly first: number;
  last: number;
  readonly value: number;
}

/** Merges pairs, sorted by code, into ranges of consecutive codes and values. */
export function rangesOf(pairs: readonly CodePair[]): CodeRange[] {
  const ranges: CodeRange[] = [];
  for (const [code, value] of pairs) {
    const range = ranges[ranges.length - 1];
    if (range !== undefined && range.first >> 8 === code >> 8 && value - range.value === code - range.first)
      range.last = code;
    else ranges.push({ first: code, last: code, value });
  }
  return ranges;
}

/** Writes the code space ranges, which ToUnicode and encoding CMaps share. */
export function writeCodeSpace(out: ByteWriter): void {
  out.ascii('3 begincodespacerange\n<20> <FF>\n<0100> <1FFF>\n<000000> <00FFFF>\nendcodespacerange\n');
}

/** The maximum number of entries per block of a CMap (ISO 32000-1 §9.10.3). */
const BLOCK = 100;

/** Writes CMap entries in blocks of one kind, `bfchar` or `cidrange`. */
export function writeBlocks<Entry>(
  out: ByteWriter,
  kind: string,
  entries: readonly Entry[],
  write: (entry: Entry) => void,
): void {
  for (let i = 0; i < entries.length; i += BLOCK) {
    const block = entries.slice(i, i + BLOCK);
    out.ascii(`${block.length} begin${kind}\n`);
    for (const entry of block) {
      write(entry);
      out.ascii('\n');
    }
    out.ascii(`end${kind}\n`);
  }
}

/** Writes a code in CMap syntax. */
export function writeCode(out: ByteWriter, code: number): void {
  const length = lengthOf(code);
  out.ascii('<');
  for (let shift = 8 * (length - 1); shift >= 0; shift -= 8) out.hex8(code >> shift);
  out.ascii('>');
}

/** The name of the CMap that `writeEncoding` writes. */
export const ENCODING_NAME = 'Pagewright-H';

/** Writes an encoding: a CMap from codes to CIDs. */
export function writeEncoding(out: ByteWriter, ranges: readonly CodeRange[]): void {
  out.ascii(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo 3 dict dup begin
/Registry (Adobe) def
/Ordering (Identity) def
/Supplement 0 def
end def
/CMapName /${ENCODING_NAME} def
/CMapType 1 def
/WMode 0 def
`);
  writeCodeSpace(out);
  writeBlocks(out, 'cidrange', ranges, ({ first, last, value }) => {
    writeCode(out, first);
    writeCode(out, last);
    out.ascii(`${value}`);
  });
  out.ascii(`endcmap
CMapName currentdict /CMap defineresource pop
end
end
`);
}
