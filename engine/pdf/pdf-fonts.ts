import type { FontFace } from '../fonts/face.ts';
import { asksForUnicode, type Profile } from '../profile.ts';
import { CharacterCodes, type CodePair, ENCODING_NAME } from './character-codes.ts';
import { FontCMaps } from './font-cmaps.ts';
import { NO_GLYPH } from '../fonts/truetype-subset.ts';
import { useFieldCharacters, writeFieldFont } from './field-font.ts';
import { descriptorOf, programName } from './font-descriptor.ts';
import { type PdfFile } from './pdf-file.ts';
import type { PdfRef } from './pdf-values.ts';
import { fontProgram, type ShownGlyphs, type SubsetFont } from './font-program.ts';
import { UsedFont } from './used-font.ts';

export type { SubsetFont } from './font-program.ts';

/** A font of fields, by the name that they know it by. */
export interface FieldFont {
  readonly face: FontFace;
  readonly name: string;
  readonly ref: PdfRef;
}

/** Fonts that share their codes. */
interface SharedCodes {
  readonly codes: CharacterCodes;
  readonly fonts: UsedFont[];
}

/** The fonts of a file: Type 0 fonts whose CIDs are the ids of glyphs in the programs that are embedded. */
export class PdfFonts {
  private readonly file: PdfFile;
  /** What glyphs without a text are said to stand for. */
  private readonly unknown: string | null;
  private readonly used = new Map<string, UsedFont>();
  private readonly shared: SharedCodes[] = [];
  private count = 0;
  private readonly fields = new Map<string, FieldFont>();

  /** `profile`: what the file shall be. */
  constructor(file: PdfFile, profile: Profile | null) {
    this.file = file;
    this.unknown = profile !== null && asksForUnicode(profile) ? REPLACEMENT : null;
  }

  font(face: FontFace): UsedFont {
    let font = this.used.get(face.key);
    if (!font || font.isFull) {
      const { codes, fonts } = this.sharedCodes();
      const ref = this.file.ref({ Type: 'Font', Subtype: 'Type0' });
      font = new UsedFont(face, `F${++this.count}`, ref, codes);
      fonts.push(font);
      this.used.set(face.key, font);
    }
    return font;
  }

  private sharedCodes(): SharedCodes {
    const last = this.shared[this.shared.length - 1];
    if (last !== undefined && !last.codes.isFull) return last;
    const shared = { codes: new CharacterCodes(), fonts: [] };
    this.shared.push(shared);
    return shared;
  }

  /** The font that readers set what is typed into fields in. */
  fieldFont(face: FontFace): FieldFont {
    let font = this.fields.get(face.key);
    if (!font) {
      const ref = writeFieldFont(this.file, face, subsetTag(LAST_TAG - this.fields.size));
      if (ref === null) {
        const used = this.font(face);
        useFieldCharacters(used);
        font = { face, name: used.name, ref: used.ref };
      } else {
        font = { face, name: `FF${this.fields.size + 1}`, ref };
      }
      this.fields.set(face.key, font);
    }
    return font;
  }

  /** Embeds what was used of every font. Whether some text had no glyph and shows the one that says so. */
  finish(subset: SubsetFont): boolean {
    let index = 0;
    let lacksGlyphs = false;
    for (const { codes, fonts } of this.shared) {
      const cmaps = new FontCMaps(this.file, codes);
      for (const font of fonts) {
        lacksGlyphs ||= font.lacksGlyphs;
        writeFont(this.file, font, subset, subsetTag(index++), cmaps);
        cmaps.tell(font.texts(this.unknown));
      }
      cmaps.end();
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

function writeFont(file: PdfFile, font: UsedFont, subset: SubsetFont, tag: string, cmaps: FontCMaps): void {
  const { face } = font;
  const encoding = font.encoding();
  const program = fontProgram(face, glyphsOf(font, encoding), subset, file.deflate);
  const { cff, isRenumbered } = program;
  const name = programName(tag, face);
  const fontFile = file.deflated(cff ? { Subtype: 'CIDFontType0C' } : { Length1: program.length }, program.stream);
  const embedded = cff ? { FontFile3: fontFile } : { FontFile2: fontFile };
  const descriptor = file.object(descriptorOf(face, name, embedded, 'any'));
  // Glyphs that have kept their ids are found by an encoding of their font's own.
  const cids = encoding.map(([character, code]): CodePair => [
    character,
    isRenumbered ? character : font.glyphOf(code),
  ]);
  const widths = encoding.map(([, code], i): CidWidth => [cids[i]![1], font.use(code)]);
  const descendant = file.object({
    Type: 'Font',
    Subtype: cff ? 'CIDFontType0' : 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: cmaps.system,
    FontDescriptor: descriptor,
    ...widthEntries(widths),
    ...(cff ? {} : { CIDToGIDMap: 'Identity' }),
  });
  font.ref.data.BaseFont = cff ? `${name}-${ENCODING_NAME}` : name;
  font.ref.data.Encoding = isRenumbered ? cmaps.encoding : cmaps.encodingOf(cids);
  font.ref.data.DescendantFonts = [descendant];
  font.ref.data.ToUnicode = cmaps.toUnicode;
  font.ref.end();
}

/** The glyphs that a font's characters show, by CID. */
function glyphsOf(font: UsedFont, encoding: readonly CodePair[]): ShownGlyphs {
  const last = encoding[encoding.length - 1];
  const glyphs = new Array<number>(last === undefined ? 1 : last[0] + 1).fill(NO_GLYPH);
  const wider = new Map<number, number>();
  for (const [character, code] of encoding) {
    glyphs[character] = font.glyphOf(code);
    const more = font.spacingOf(code);
    if (more > 0) wider.set(character, more);
  }
  return { glyphs, wider };
}

type CidWidth = readonly [cid: number, width: number];

/** `/DW` and `/W` (ISO 32000-1 §9.7.4.3). The default is an integer by the standard, and readers take no other: fractions stand for a range. */
function widthEntries(widths: readonly CidWidth[]): { DW: number; W: (number | number[])[] } {
  const [first] = widths;
  if (first === undefined || widths.some(([, width]) => width !== first[1])) return { DW: 0, W: widthArray(widths) };
  const [, only] = first;
  if (Number.isInteger(only)) return { DW: only, W: [] };
  const cids = widths.map(([cid]) => cid).toSorted((a, b) => a - b);
  return { DW: 0, W: [cids[0]!, cids[cids.length - 1]!, only] };
}

/** `[first [w w w] first [w] ...]`, consecutive CIDs together. */
function widthArray(widths: readonly CidWidth[]): (number | number[])[] {
  const out: (number | number[])[] = [];
  let group: number[] = [];
  let next = -1;
  for (const [cid, width] of widths.toSorted(([a], [b]) => a - b)) {
    if (cid === next - 1) continue;
    if (cid !== next) out.push(cid, (group = []));
    group.push(width);
    next = cid + 1;
  }
  return out;
}
