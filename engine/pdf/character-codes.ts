/**
 * Character codes of composite fonts (ISO 32000-1 §9.7.5, §9.7.6.2): what strings hold for a glyph. ASCII has its own codes, and most of what else a
 * document shows of a font fits in a byte, too: half of what glyph ids take, which is a tenth of a page of prose once it is deflated.
 */
import type { ByteWriter } from './byte-writer.ts';

/**
 * Codes of one byte begin here, and longer ones behind them: one number for each code, whatever its length. The first byte of two is less than this, the
 * first of three 0.
 */
export const FIRST = 0x20;
const TWO_BYTES = 0x100;
const THREE_BYTES = 0x2000;

const LAST_ASCII = 0x7e;

/** So many codes leave room for all that one more piece of text can need: CIDs have two bytes. */
const ENOUGH_CODES = 50_000;

/**
 * Gives out codes that fonts share: a text has the same one in all of them, an ASCII character its own, so that one ToUnicode CMap and one encoding do for
 * all. 0 is that of .notdef.
 */
export class CharacterCodes {
  private readonly byText = new Map<string, number[]>();
  private last = LAST_ASCII;

  /** Should fonts that are used from here on, or go on being used, have codes of others? */
  get isFull(): boolean {
    return this.last >= ENOUGH_CODES;
  }

  /** A code for what stands for a text. `taken`: how many of that text's codes the font that asks has already. */
  codeFor(text: string, taken: number): number {
    let codes = this.byText.get(text);
    if (codes === undefined)
      this.byText.set(text, (codes = [isPrintableAscii(text) ? text.charCodeAt(0) : this.next()]));
    if (taken === codes.length) codes.push(this.next());
    return codes[taken]!;
  }

  /** A code for something without a text of its own, which no other font shares. */
  next(): number {
    return ++this.last;
  }

  /** From the codes to CIDs of the same numbers. */
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

/** How many bytes a code has. */
export function lengthOf(code: number): 1 | 2 | 3 {
  if (code >= THREE_BYTES || code < FIRST) return 3;
  return code >= TWO_BYTES ? 2 : 1;
}

/** One after the other by code. */
export type CodePair = readonly [code: number, value: number];

/** Consecutive codes for consecutive values; only the last byte differs in a range. */
export interface CodeRange {
  readonly first: number;
  last: number;
  readonly value: number;
}

/** `pairs`: by code. Codes between that aren't used are taken in. */
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

/** How many bytes the codes have, as both kinds of CMaps say it. */
export function writeCodeSpace(out: ByteWriter): void {
  out.ascii('3 begincodespacerange\n<20> <FF>\n<0100> <1FFF>\n<000000> <00FFFF>\nendcodespacerange\n');
}

/** A CMap holds at most this many entries a block (ISO 32000-1 §9.10.3). */
const BLOCK = 100;

/** Writes entries of a CMap in blocks of one kind, `bfchar` or `cidrange`. */
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

/** A code as CMaps write it. */
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
