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
} from './character-codes.ts';
import type { PdfFile } from './pdf-file.ts';
import { type Deflate, type PdfRef, textString } from './pdf-values.ts';
import { toUnicodeCMap } from './to-unicode.ts';

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
