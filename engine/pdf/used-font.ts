import type { FontFace } from '../fonts/face.ts';
import { canRenumber } from '../fonts/subset.ts';
import { MAX_ADVANCE } from '../fonts/truetype-subset.ts';
import { CharacterCodes, type CodePair } from './character-codes.ts';
import type { PdfRef } from './pdf-values.ts';

type ColorLayers = NonNullable<ReturnType<FontFace['colorLayers']>>;

/** Characters without ink that mean something to whoever copies or searches: SHY, ZWSP, ZWNJ, ZWJ, LRM, RLM, WJ. */
const KEPT: ReadonlySet<number> = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060]);

export const isKeptInvisible = (codePoint: number): boolean => KEPT.has(codePoint);

/** Codes behind those of the face's own glyphs, at most; */
const MAX_EXTRAS = 2048;
/** of them for letters with a space; */
const MAX_SPACED = 1024;
/** a code is two bytes. */
const MAX_CODES = 0x10000;
const NOTDEF = 0;
const SPACE = 0x20;
/** Code points of most scripts' blocks. */
const BLOCK = 128;

/**
 * A face as the document uses it: which glyphs, and which text each stands for. A code (a CID) is a glyph's id; a glyph that stands for more than one
 * text, or for none, has further codes behind the face's last glyph, so that readers that know nothing but the font's own mapping read what is meant.
 * Strings hold a character code for each.
 */
export class UsedFont {
  readonly face: FontFace;
  /** Its resource name, `F1`, ... */
  readonly name: string;
  readonly ref: PdfRef;
  private readonly used: Uint8Array;
  /** Advance of each used code in thousandths of an em, as the reader will see it. */
  readonly widths: Float64Array;
  /** What readers that know only whole thousandths take off them. */
  readonly fractions: Float64Array;
  /** What strings hold for each used code. */
  readonly characters: Uint32Array;
  /** How many of the codes of a text are in use. */
  private readonly taken = new Map<string, number>();
  private readonly shared: CharacterCodes;
  /** The UTF-16 unit that a glyph stands for where that is all its text, and it is drawn in one colour; else 0. */
  private readonly units: Uint16Array;
  /** The text that each glyph stands for wherever it is shown outside of ActualText: the first that was asked for. */
  private readonly own = new Map<number, string>();
  private knownSpace: number | null | undefined = undefined;
  /** What a glyph without a text of its own may be read as by readers that know no ActualText. */
  private readonly guesses = new Map<number, string>();
  private readonly layers = new Map<number, ColorLayers | null>();
  private readonly nominal = new Map<number, number>();
  private readonly blocks = new Map<number, Map<number, string>>();
  /** The further codes, by text and glyph; null: the face can't be given any. */
  private readonly extras: Map<string, Map<number, number>> | null;
  /** The glyph of each of them. */
  private readonly extraGlyphs: number[] = [];
  /** Codes of spaced letters, by the letter's code and the space behind it in font units, and these units by code. */
  private readonly spaced = new Map<string, number>();
  private readonly spacings = new Map<number, number>();

  /** `shared`: the codes that strings hold. */
  constructor(face: FontFace, name: string, ref: PdfRef, shared: CharacterCodes) {
    this.shared = shared;
    this.face = face;
    this.name = name;
    this.ref = ref;
    const room = Math.min(MAX_CODES, face.glyphCount + MAX_EXTRAS);
    this.used = new Uint8Array(room);
    this.widths = new Float64Array(room);
    this.fractions = new Float64Array(room);
    this.units = new Uint16Array(room);
    this.characters = new Uint32Array(room);
    this.extras = canRenumber(face) ? new Map() : null;
  }

  /** Notes that a code is used; its advance in thousandths of an em. */
  use(code: number): number {
    if (this.used[code] === 0) {
      this.used[code] = 1;
      this.characters[code] = this.characterFor(code);
      const width = this.reckonWidth(code);
      this.widths[code] = width;
      this.fractions[code] = width - Math.floor(width);
    }
    return this.widths[code]!;
  }

  /** Its advance in thousandths of an em, whether it is used or not. */
  widthOf(code: number): number {
    return this.used[code] === 1 ? this.widths[code]! : this.reckonWidth(code);
  }

  private reckonWidth(code: number): number {
    const { face } = this;
    const glyphId = this.glyphOf(code);
    const advance = glyphId === face.glyphCount ? 0 : face.advance(glyphId) + this.spacingOf(code);
    return Math.round((advance * 1e8) / face.metrics.unitsPerEm) / 1e5;
  }

  private characterFor(code: number): number {
    if (code === NOTDEF) return NOTDEF;
    const text = this.own.get(code);
    if (text === undefined) return this.shared.next();
    const taken = this.taken.get(text) ?? 0;
    this.taken.set(text, taken + 1);
    return this.shared.codeFor(text, taken);
  }

  isUsed(code: number): boolean {
    return this.used[code] === 1;
  }

  /** The glyph that a code shows; the one behind the face's last has neither ink nor advance. */
  glyphOf(code: number): number {
    const { glyphCount } = this.face;
    return code < glyphCount ? code : this.extraGlyphs[code - glyphCount]!;
  }

  /** Should the document go on with another font of the same face? */
  get isFull(): boolean {
    return this.shared.isFull;
  }

  /** Can codes be added? */
  get hasExtras(): boolean {
    return this.extras !== null;
  }

  /** Is something shown for which the font has no glyph? */
  get lacksGlyphs(): boolean {
    return this.used[NOTDEF] === 1;
  }

  /** The codes in use, ascending. */
  private codes(): number[] {
    const { used } = this;
    const found: number[] = [];
    for (let code = used.indexOf(1); code >= 0; code = used.indexOf(1, code + 1)) found.push(code);
    return found;
  }

  /** What strings hold for each code in use, in its order. */
  encoding(): CodePair[] {
    return this.codes()
      .map((code): CodePair => [this.characters[code]!, code])
      .sort(([a], [b]) => a - b);
  }

  /** What readers are told of the texts of what strings hold. `unknown`: what they are told of one that has none, as a layer of a colour glyph; null: nothing. */
  texts(unknown: string | null): [character: number, text: string][] {
    const found: [number, string][] = [];
    for (const [character, code] of this.encoding()) {
      const text = this.own.get(code) ?? this.guesses.get(code) ?? unknown;
      if (text !== null) found.push([character, text]);
    }
    return found;
  }

  /** Is the glyph known to stand for just this UTF-16 unit, and of one colour? The quick answer to `standsFor` for nearly all text. */
  isUnit(glyphId: number, unit: number): boolean {
    return this.units[glyphId] === unit && unit !== 0;
  }

  /** The glyph of a space, if it is read as one and has no ink; else null. */
  get space(): number | null {
    if (this.knownSpace === undefined) {
      const glyph = this.glyphFor(SPACE);
      this.knownSpace = this.standsFor(glyph, ' ') && this.face.outline(glyph) === '' ? glyph : null;
    }
    return this.knownSpace;
  }

  /** Does the glyph stand for this text, in the font's own mapping? The first text asked for wins. .notdef stands for none. */
  standsFor(glyphId: number, text: string): boolean {
    if (glyphId === NOTDEF) return false;
    let known = this.own.get(glyphId);
    if (known === undefined) {
      known = this.ownText(glyphId, text);
      this.own.set(glyphId, known);
      if (known.length === 1 && this.colorLayers(glyphId) === null) this.units[glyphId] = known.charCodeAt(0);
    }
    return known === text;
  }

  /** Could it, if it were asked, by its own code or another? */
  mayStandFor(glyphId: number, text: string): boolean {
    return glyphId !== NOTDEF && (this.extras !== null || (this.own.get(glyphId) ?? text) === text);
  }

  /** Says what a glyph is best read as, where its place says nothing. */
  guess(glyphId: number, text: string): void {
    if (glyphId !== NOTDEF && !this.guesses.has(glyphId)) this.guesses.set(glyphId, text);
  }

  /** A capital that stands for a small letter, as in synthesised small capitals, stands for itself in the font's mapping. */
  private ownText(glyphId: number, text: string): string {
    if (text.length > 1)
      for (const character of text) if (this.glyphFor(character.codePointAt(0)!) === glyphId) return character;
    const capital = text.toUpperCase();
    if (capital === text) return text;
    const isOwn = this.glyphFor(text.codePointAt(0) ?? 0) === glyphId;
    return !isOwn && this.glyphFor(capital.codePointAt(0) ?? 0) === glyphId ? capital : text;
  }

  /** The character of a script's block that a glyph is the font's own for; null: none. `codePoint` is any of the block. */
  characterNear(codePoint: number, glyphId: number): string | null {
    const block = codePoint - (codePoint % BLOCK);
    let characters = this.blocks.get(block);
    if (characters === undefined) {
      this.blocks.set(block, (characters = new Map()));
      for (let code = block + BLOCK - 1; code >= block; code--)
        characters.set(this.glyphFor(code), String.fromCodePoint(code));
    }
    return characters.get(glyphId) ?? null;
  }

  /** The font's glyph for a character; 0: none. */
  glyphFor(codePoint: number): number {
    let glyph = this.nominal.get(codePoint);
    if (glyph === undefined) this.nominal.set(codePoint, (glyph = this.face.glyphFor(codePoint)));
    return glyph;
  }

  colorLayers(glyphId: number): ColorLayers | null {
    let layers = this.layers.get(glyphId);
    if (layers === undefined) this.layers.set(glyphId, (layers = this.face.colorLayers(glyphId)));
    return layers;
  }

  /** The code by which a glyph stands for a text: its own where that is what it means; null: the face can't be given another. */
  codeFor(glyphId: number, text: string): number | null {
    const known = this.own.get(glyphId);
    const isOwn = known === undefined ? text !== '' && this.glyphFor(text.codePointAt(0)!) === glyphId : known === text;
    return isOwn && this.standsFor(glyphId, text) ? glyphId : this.extraCode(glyphId, text);
  }

  /** The code of a glyph without ink or advance that stands for a text; null: the face can't be given it. */
  blankFor(text: string): number | null {
    return this.extraCode(this.face.glyphCount, text);
  }

  /**
   * The code of a letter with a space behind it as part of its advance, of about so many ems: readers take letters that stand apart for words of their
   * own. null: the letter can't have one.
   */
  spacedCode(code: number, ems: number): number | null {
    const { face, spaced } = this;
    const units = Math.round(ems * face.metrics.unitsPerEm);
    const text = this.own.get(code);
    const advance = face.advance(this.glyphOf(code));
    if (text === undefined || text.trim() === '' || advance <= 0 || advance + units > MAX_ADVANCE) return null;
    const key = `${code} ${units}`;
    const known = spaced.get(key);
    if (known !== undefined || spaced.size >= MAX_SPACED) return known ?? null;
    const made = this.addExtra(this.glyphOf(code), text);
    if (made === null) return null;
    this.spacings.set(made, units);
    spaced.set(key, made);
    return made;
  }

  /** Font units by which a code advances more than its glyph. */
  spacingOf(code: number): number {
    return this.spacings.get(code) ?? 0;
  }

  private extraCode(glyphId: number, text: string): number | null {
    const { extras } = this;
    if (extras === null || glyphId === NOTDEF) return null;
    let codes = extras.get(text);
    if (codes === undefined) extras.set(text, (codes = new Map()));
    let code = codes.get(glyphId);
    if (code === undefined) {
      const made = this.addExtra(glyphId, text);
      if (made === null) return null;
      codes.set(glyphId, (code = made));
    }
    return code;
  }

  private addExtra(glyphId: number, text: string): number | null {
    const code = this.face.glyphCount + this.extraGlyphs.length;
    if (this.extras === null || code >= this.used.length) return null;
    this.extraGlyphs.push(glyphId);
    this.own.set(code, text);
    return code;
  }
}
