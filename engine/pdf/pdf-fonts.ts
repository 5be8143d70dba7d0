import type { FontFace } from '../fonts/font-face.ts';
import { asksForUnicode, type Profile } from '../profile.ts';
import { CharacterCodes, type CodePair, ENCODING_NAME } from './character-codes.ts';
import { FontCMaps } from './font-cmaps.ts';
import { NO_GLYPH } from '../fonts/truetype-subset.ts';
import { useFieldCharacters, writeFieldFont } from './field-font.ts';
import { descriptorOf, programName, fontProgram, type ShownGlyphs, type SubsetFont } from './font-program.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfRef } from './pdf-values.ts';
import { UsedFont } from './used-font.ts';

export type { SubsetFont } from './font-program.ts';

/** A font of form fields with its resource name. */
interface FieldFont {
  readonly face: FontFace;
  readonly name: string;
  readonly ref: PdfRef;
}

/** A set of codes and the fonts that share it. */
interface SharedCodes {
  readonly codes: CharacterCodes;
  readonly fonts: UsedFont[];
}

/** The fonts of a file: Type 0 fonts whose CIDs are glyph ids of the embedded programs. */
export class PdfFonts {
  private readonly file: PdfFile;
  /** The ToUnicode text of glyphs that stand for no text; null: none. */
  private readonly unknown: string | null;
  /** Whether fonts list their glyphs, as PDF/A-1 requires. */
  private readonly listsGlyphs: boolean;
  private readonly used = new Map<string, UsedFont>();
  private readonly shared: SharedCodes[] = [];
  private count = 0;
  private readonly fields = new Map<string, FieldFont>();

  /** `profile` is the profile that the file must conform to. */
  constructor(file: PdfFile, profile: Profile | null) {
    this.file = file;
    this.unknown = profile !== null && asksForUnicode(profile) ? REPLACEMENT : null;
    this.listsGlyphs = profile?.archive?.part === 1;
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

  /** Returns the font in which readers set text typed into fields. */
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

  /** Embeds the used glyphs of every font. Returns whether any text had no glyph and shows .notdef. */
  finish(subset: SubsetFont): boolean {
    let index = 0;
    let lacksGlyphs = false;
    for (const { codes, fonts } of this.shared) {
      const cmaps = new FontCMaps(this.file, codes);
      for (const font of fonts) {
        lacksGlyphs ||= font.lacksGlyphs;
        writeFont(this.file, font, subset, subsetTag(index++), cmaps, this.listsGlyphs);
        cmaps.tell(font.texts(this.unknown));
      }
      cmaps.end();
    }
    return lacksGlyphs;
  }
}

const REPLACEMENT = '\ufffd';
/** Subset tags of field fonts count down from the last one. */
const LAST_TAG = 26 ** 6 - 1;

/** Returns the six letters before a subset's name (ISO 32000-1 §9.6.4), which must be unique within the file. */
function subsetTag(index: number): string {
  let tag = '';
  for (let n = index, i = 0; i < 6; i++, n = Math.floor(n / 26)) tag = String.fromCharCode(65 + (n % 26)) + tag;
  return tag;
}

function writeFont(
  file: PdfFile,
  font: UsedFont,
  subset: SubsetFont,
  tag: string,
  cmaps: FontCMaps,
  listsGlyphs: boolean,
): void {
  const { face } = font;
  const encoding = font.encoding();
  const program = fontProgram(face, glyphsOf(font, encoding), subset, file.deflate);
  const { cff, isRenumbered } = program;
  const name = programName(tag, face);
  const fontFile = file.deflated(cff ? { Subtype: 'CIDFontType0C' } : { Length1: program.length }, program.stream);
  const embedded = cff ? { FontFile3: fontFile } : { FontFile2: fontFile };
  // If glyphs keep their ids, the font gets its own encoding.
  const cids = encoding.map(([character, code]): CodePair => [
    character,
    isRenumbered ? character : font.glyphOf(code),
  ]);
  const set = listsGlyphs ? { CIDSet: file.stream({}, cidSet(cids)) } : {};
  const descriptor = file.object({ ...descriptorOf(face, name, embedded, 'any'), ...set });
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

/** Returns a bit for each CID of a font, which PDF/A-1 requires (ISO 32000-1 §9.8.3). */
function cidSet(cids: readonly CodePair[]): Uint8Array {
  const last = cids.reduce((most, [, cid]) => Math.max(most, cid), 0);
  const bits = new Uint8Array((last >> 3) + 1);
  for (const cid of [0, ...cids.map(([, one]) => one)]) bits[cid >> 3]! |= 0x80 >> (cid & 7);
  return bits;
}

/** Returns the glyphs that a font's codes show, by CID. */
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

/**
 * Returns `/DW` and `/W` (ISO 32000-1 §9.7.4.3). The standard requires an integer as the default, and readers accept
 * nothing else. A fractional width is written as a range instead.
 */
function widthEntries(widths: readonly CidWidth[]): { DW: number; W: (number | number[])[] } {
  const [first] = widths;
  if (first === undefined || widths.some(([, width]) => width !== first[1])) return { DW: 0, W: widthArray(widths) };
  const [, only] = first;
  if (Number.isInteger(only)) return { DW: only, W: [] };
  const cids = widths.map(([cid]) => cid).toSorted((a, b) => a - b);
  return { DW: 0, W: [cids[0]!, cids[cids.length - 1]!, only] };
}

/** Returns `[first [w w w] first [w] ...]`, with consecutive CIDs grouped. */
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
