/** The CMaps that fonts share: from character codes to text, and to CIDs. */
import { BoundedCache } from '../bounded-cache.ts';
import { ByteWriter } from './byte-writer.ts';
import {
  type CharacterCodes,
  type CodePair,
  type CodeRange,
  ENCODING_NAME,
  rangesOf,
  writeEncoding,
  writeBlocks,
  writeCode,
  writeCodeSpace,
} from './character-codes.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Deflate, type PdfRef, textString } from './pdf-values.ts';

/** Cache limits: number of CMaps and their total size in bytes. */
const MAX_CMAPS = 256;
const MAX_BYTES = 4_000_000;

/**
 * Deflated CMaps, keyed by their bytes as Latin-1 text. Documents made from one template use the same letters. The
 * cached bytes are never modified.
 */
const kept = new BoundedCache<string, Uint8Array>(MAX_CMAPS, MAX_BYTES);
const EACH_BYTE = new TextDecoder('latin1');

export class FontCMaps {
  readonly toUnicode: PdfRef;
  /** The CIDSystemInfo: CIDs belong to no registered collection. */
  readonly system: PdfRef;
  private readonly file: PdfFile;
  private readonly codes: CharacterCodes;
  private readonly texts = new Map<number, string>();
  private sharedEncoding: PdfRef | null = null;

  constructor(file: PdfFile, codes: CharacterCodes) {
    this.file = file;
    this.codes = codes;
    this.toUnicode = file.ref({});
    this.system = file.object({
      Registry: textString('Adobe'),
      Ordering: textString('Identity'),
      Supplement: 0,
    });
  }

  /** The identity encoding: each code is its own CID. */
  get encoding(): PdfRef {
    return (this.sharedEncoding ??= this.write(this.codes.encoding()));
  }

  /** Writes an encoding with other CIDs, given as pairs sorted by code. */
  encodingOf(cids: readonly CodePair[]): PdfRef {
    return this.write(rangesOf(cids));
  }

  private write(ranges: readonly CodeRange[]): PdfRef {
    const writer = new ByteWriter();
    writeEncoding(writer, ranges);
    const cmap = this.file.ref({ Type: 'CMap', CMapName: ENCODING_NAME, CIDSystemInfo: this.system, WMode: 0 });
    this.endStream(cmap, writer.view());
    return cmap;
  }

  /** Adds the texts of another font's codes. Fonts that share a code agree on its text. */
  tell(texts: readonly (readonly [character: number, text: string])[]): void {
    for (const [character, text] of texts) this.texts.set(character, text);
  }

  end(): void {
    const writer = new ByteWriter();
    toUnicodeCMap(
      writer,
      [...this.texts].sort(([a], [b]) => a - b),
    );
    this.endStream(this.toUnicode, writer.view());
  }

  private endStream(cmap: PdfRef, bytes: Uint8Array): void {
    const { deflate } = this.file;
    if (deflate === null) this.file.endStream(cmap, bytes);
    else this.file.endDeflated(cmap, deflatedOnce(bytes, deflate));
  }
}

/** Deflates a CMap's bytes, or returns the cached result. */
function deflatedOnce(bytes: Uint8Array, deflate: Deflate): Uint8Array {
  const key = EACH_BYTE.decode(bytes);
  let deflated = kept.get(key);
  if (deflated === undefined) kept.set(key, (deflated = deflate(bytes)), deflated.length + key.length);
  return deflated;
}

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
function toUnicodeCMap(out: ByteWriter, texts: readonly (readonly [code: number, text: string])[]): void {
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
