/** The CMaps that fonts share: from what strings hold to text, and to CIDs. */
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
import { type PdfRef, textString } from './pdf-values.ts';
import { toUnicodeCMap } from './to-unicode.ts';

export class FontCMaps {
  readonly toUnicode: PdfRef;
  /** Of CIDs that are those of no collection. */
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

  /** The encoding by which codes are CIDs. */
  get encoding(): PdfRef {
    return (this.sharedEncoding ??= this.write(this.codes.encoding()));
  }

  /** One by which they are others, given by code. */
  encodingOf(cids: readonly CodePair[]): PdfRef {
    return this.write(rangesOf(cids));
  }

  private write(ranges: readonly CodeRange[]): PdfRef {
    const writer = new ByteWriter();
    writeEncoding(writer, ranges);
    return this.file.stream(
      { Type: 'CMap', CMapName: ENCODING_NAME, CIDSystemInfo: this.system, WMode: 0 },
      writer.view(),
    );
  }

  /** What codes stand for in one more font: where others have them, the same. */
  tell(texts: readonly (readonly [character: number, text: string])[]): void {
    for (const [character, text] of texts) this.texts.set(character, text);
  }

  end(): void {
    const writer = new ByteWriter();
    toUnicodeCMap(
      writer,
      [...this.texts].sort(([a], [b]) => a - b),
    );
    this.file.endStream(this.toUnicode, writer.view());
  }
}
