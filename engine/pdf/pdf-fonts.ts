import type { FontFace } from '../fonts/face.ts';
import { asksForUnicode, type Profile } from '../profile.ts';
import { ByteWriter } from './byte-writer.ts';
import { useFieldCharacters, writeFieldFont } from './field-font.ts';
import { descriptorOf, programName } from './font-descriptor.ts';
import { type PdfFile } from './pdf-file.ts';
import { type PdfRef, textString } from './pdf-values.ts';
import { fontProgram, type SubsetFont } from './font-program.ts';
import { toUnicodeCMap } from './to-unicode.ts';
import { UsedFont } from './used-font.ts';

export type { SubsetFont } from './font-program.ts';

/** A font of fields, by the name that they know it by. */
export interface FieldFont {
  readonly face: FontFace;
  readonly name: string;
  readonly ref: PdfRef;
}

/** The fonts of a file: Type 0 fonts whose character codes are the original glyph ids, and others behind them. */
export class PdfFonts {
  private readonly file: PdfFile;
  /** What glyphs without a text are said to stand for. */
  private readonly unknown: string | null;
  private readonly used = new Map<string, UsedFont>();
  private readonly fields = new Map<string, FieldFont>();

  /** `profile`: what the file shall be. */
  constructor(file: PdfFile, profile: Profile | null) {
    this.file = file;
    this.unknown = profile !== null && asksForUnicode(profile) ? REPLACEMENT : null;
  }

  font(face: FontFace): UsedFont {
    let font = this.used.get(face.key);
    if (!font) {
      font = new UsedFont(
        face,
        `F${this.used.size + 1}`,
        this.file.ref({ Type: 'Font', Subtype: 'Type0', Encoding: 'Identity-H' }),
      );
      this.used.set(face.key, font);
    }
    return font;
  }

  /** The font that readers set what is typed into fields in. */
  fieldFont(face: FontFace): FieldFont {
    let font = this.fields.get(face.key);
    if (!font) {
      font = { face, name: `FF${this.fields.size + 1}`, ref: this.file.ref({ Type: 'Font' }) };
      if (!writeFieldFont(this.file, face, font.ref, subsetTag(LAST_TAG - this.fields.size))) {
        const used = this.font(face);
        useFieldCharacters(used);
        font = { face, name: used.name, ref: used.ref };
      }
      this.fields.set(face.key, font);
    }
    return font;
  }

  /** Embeds what was used of every font. Whether some text had no glyph and shows the one that says so. */
  finish(subset: SubsetFont): boolean {
    let index = 0;
    let lacksGlyphs = false;
    for (const font of this.used.values()) {
      lacksGlyphs ||= font.lacksGlyphs;
      writeFont(this.file, font, subset, subsetTag(index++), this.unknown);
    }
    return lacksGlyphs;
  }
}

const REPLACEMENT = '\ufffd';
/** Fonts of fields are counted from the end. */
const LAST_TAG = 26 ** 6 - 1;

/** The six letters before a subset's name (ISO 32000-1 §9.6.4): only need to differ within the file. */
function subsetTag(index: number): string {
  let tag = '';
  for (let n = index, i = 0; i < 6; i++, n = Math.floor(n / 26)) tag = String.fromCharCode(65 + (n % 26)) + tag;
  return tag;
}

function writeFont(file: PdfFile, font: UsedFont, subset: SubsetFont, tag: string, unknown: string | null): void {
  const { face } = font;
  const codes = font.codes();
  const program = fontProgram(face, glyphsOf(font, codes), subset, file.deflate);
  const { cff } = program;
  const name = programName(tag, face);
  const fontFile = file.deflated(cff ? { Subtype: 'CIDFontType0C' } : { Length1: program.length }, program.stream);
  const embedded = cff ? { FontFile3: fontFile } : { FontFile2: fontFile };
  const descriptor = file.object(descriptorOf(face, name, embedded, 'any'));
  const descendant = file.object({
    Type: 'Font',
    Subtype: cff ? 'CIDFontType0' : 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: textString('Adobe'), Ordering: textString('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    DW: 0,
    W: widthArray(font, codes),
    ...(cff ? {} : { CIDToGIDMap: font.hasOwnCodesOnly ? 'Identity' : file.stream({}, glyphMap(font, codes)) }),
  });
  const cmap = file.ref({});
  const writer = new ByteWriter();
  toUnicodeCMap(writer, font.texts(codes, unknown));
  file.endStream(cmap, writer.view());
  font.ref.data.BaseFont = cff ? `${name}-Identity-H` : name;
  font.ref.data.DescendantFonts = [descendant];
  font.ref.data.ToUnicode = cmap;
  font.ref.end();
}

/** The glyphs that codes show, ascending. */
function glyphsOf(font: UsedFont, codes: readonly number[]): readonly number[] {
  if (font.hasOwnCodesOnly) return codes;
  return [...new Set(codes.map((code) => font.glyphOf(code)))].sort((a, b) => a - b);
}

/** The glyph of each code, two bytes each (ISO 32000-1 §9.7.4.2). */
function glyphMap(font: UsedFont, codes: readonly number[]): Uint8Array {
  const map = new Uint8Array(2 * (codes[codes.length - 1] + 1));
  const data = new DataView(map.buffer);
  for (const code of codes) data.setUint16(2 * code, font.glyphOf(code));
  return map;
}

/** `[first [w w w] first [w] ...]`, consecutive codes together (ISO 32000-1 §9.7.4.3). */
function widthArray(font: UsedFont, codes: readonly number[]): (number | number[])[] {
  const out: (number | number[])[] = [];
  let group: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    if (i === 0 || codes[i] !== codes[i - 1] + 1) {
      group = [];
      out.push(codes[i], group);
    }
    group.push(font.use(codes[i]));
  }
  return out;
}
