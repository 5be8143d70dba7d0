import type { FontFace } from '../fonts/font-face.ts';
import { canRenumber } from '../fonts/subset.ts';
import { MAX_ADVANCE } from '../fonts/truetype-subset.ts';
import { CharacterCodes, type CodePair } from './character-codes.ts';
import type { PdfRef } from './pdf-values.ts';

type ColorLayers = NonNullable<ReturnType<FontFace['colorLayers']>>;

/** Invisible characters that matter for copying and searching: SHY, ZWSP, ZWNJ, ZWJ, LRM, RLM, WJ. */
const KEPT: ReadonlySet<number> = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060]);

export const isKeptInvisible = (codePoint: number): boolean => KEPT.has(codePoint);

/** The maximum number of codes in addition to the face's own glyphs. */
const MAX_EXTRAS = 2048;
/** The maximum number of additional codes for letters with a space. */
const MAX_SPACED = 1024;
/** A code has two bytes. */
const MAX_CODES = 0x10000;
const NOTDEF = 0;
const SPACE = 0x20;
/** Code points per script block, for most scripts. */
const BLOCK = 128;

/**
 * A face as the document uses it: its glyphs in use and the text of each. A code (a CID) is a glyph id. A glyph with
 * several texts, or with none, gets extra codes after the face's last glyph. Readers that rely on the font's mapping
 * alone then extract the right text. Strings contain a character code for each code.
 */
export class UsedFont {
  readonly face: FontFace;
  /** The resource name, `F1`, ... */
  readonly name: string;
  readonly ref: PdfRef;
  /** 1 for each used code. */
  readonly used: Uint8Array;
  /** Advance of each used code in thousandths of an em, as readers see it. */
  readonly widths: Float64Array;
  /** The part of each width that readers with whole-thousandth widths drop. */
  readonly fractions: Float64Array;
  /** The character code of each used code. */
  readonly characters: Uint32Array;
  /** The number of character codes in use for each text. */
  private readonly taken = new Map<string, number>();
  private readonly shared: CharacterCodes;
  /** The UTF-16 unit of each glyph whose whole text it is and which is drawn in one color, else 0. */
  readonly units: Uint16Array;
  /** The text of each glyph outside ActualText spans: the first that was requested. */
  private readonly own = new Map<number, string>();
  private knownSpace: number | null | undefined = undefined;
  /** Fallback texts of glyphs that have none of their own, for readers that ignore ActualText. */
  private readonly guesses = new Map<number, string>();
  private readonly layers = new Map<number, ColorLayers | null>();
  private readonly nominal = new Map<number, number>();
  private readonly blocks = new Map<number, Map<number, string>>();
  /** Extra codes by text and glyph; null: the face can't have any. */
  private readonly extras: Map<string, Map<number, number>> | null;
  /** The glyph of each extra code. */
  private readonly extraGlyphs: number[] = [];
  /** Codes of spaced letters by the letter's code and the space after it in font units, and the space by code. */
  private readonly spaced = new Map<string, number>();
  private readonly spacings = new Map<number, number>();

  /** `shared` provides the character codes. */
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

  /** Marks a code as used and returns its advance in thousandths of an em. */
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

  /** Returns a code's advance in thousandths of an em, whether it is used or not. */
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

  /** Returns the glyph that a code shows. The id after the face's last glyph has no ink and no advance. */
  glyphOf(code: number): number {
    const { glyphCount } = this.face;
    return code < glyphCount ? code : this.extraGlyphs[code - glyphCount]!;
  }

  /** Whether the document should switch to another font of the same face. */
  get isFull(): boolean {
    return this.shared.isFull;
  }

  /** Whether codes can be added. */
  get hasExtras(): boolean {
    return this.extras !== null;
  }

  /** Whether .notdef is shown for any text. */
  get lacksGlyphs(): boolean {
    return this.used[NOTDEF] === 1;
  }

  /** Returns the codes in use, ascending. */
  private codes(): number[] {
    const { used } = this;
    const found: number[] = [];
    for (let code = used.indexOf(1); code >= 0; code = used.indexOf(1, code + 1)) found.push(code);
    return found;
  }

  /** Returns pairs of character code and code in use, sorted by character code. */
  encoding(): CodePair[] {
    return this.codes()
      .map((code): CodePair => [this.characters[code]!, code])
      .sort(([a], [b]) => a - b);
  }

  /**
   * Returns the text of each character code. `unknown` is the text of codes without one, such as layers of color
   * glyphs; null: no entry.
   */
  texts(unknown: string | null): [character: number, text: string][] {
    const found: [number, string][] = [];
    for (const [character, code] of this.encoding()) {
      const text = this.own.get(code) ?? this.guesses.get(code) ?? unknown;
      if (text !== null) found.push([character, text]);
    }
    return found;
  }

  /**
   * Returns whether the glyph's text is known to be this UTF-16 unit and the glyph has one color. PERF: the fast path
   * of `standsFor` for nearly all text.
   */
  isUnit(glyphId: number, unit: number): boolean {
    return this.units[glyphId] === unit && unit !== 0;
  }

  /** The glyph of a space if its text is a space and it has no ink, else null. */
  get space(): number | null {
    if (this.knownSpace === undefined) {
      const glyph = this.glyphFor(SPACE);
      this.knownSpace = this.standsFor(glyph, ' ') && this.face.inkBox(glyph) === null ? glyph : null;
    }
    return this.knownSpace;
  }

  /**
   * Returns whether the glyph has this text in the font's own mapping. The first requested text wins, and .notdef has
   * none.
   */
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

  /** Returns whether the glyph could have this text, with its own code or an extra one. */
  mayStandFor(glyphId: number, text: string): boolean {
    return glyphId !== NOTDEF && (this.extras !== null || (this.own.get(glyphId) ?? text) === text);
  }

  /** Sets the fallback text of a glyph, unless it has one. */
  guess(glyphId: number, text: string): void {
    if (glyphId !== NOTDEF && !this.guesses.has(glyphId)) this.guesses.set(glyphId, text);
  }

  /**
   * Returns the text that a glyph gets in the font's mapping. A capital shown for a small letter, as in synthesised
   * small capitals, keeps its own text.
   */
  private ownText(glyphId: number, text: string): string {
    if (text.length > 1)
      for (const character of text) if (this.glyphFor(character.codePointAt(0)!) === glyphId) return character;
    const capital = text.toUpperCase();
    if (capital === text) return text;
    const isOwn = this.glyphFor(text.codePointAt(0) ?? 0) === glyphId;
    return !isOwn && this.glyphFor(capital.codePointAt(0) ?? 0) === glyphId ? capital : text;
  }

  /** Returns the character from the script block of `codePoint` that the font maps to the glyph, or null. */
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

  /** Returns the font's glyph for a character, or 0. */
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

  /**
   * Returns the code that shows a glyph with a text: its own code if it has that text, else an extra one. Returns null
   * if the face can't have extra codes.
   */
  codeFor(glyphId: number, text: string): number | null {
    const known = this.own.get(glyphId);
    const isOwn = known === undefined ? text !== '' && this.glyphFor(text.codePointAt(0)!) === glyphId : known === text;
    return isOwn && this.standsFor(glyphId, text) ? glyphId : this.extraCode(glyphId, text);
  }

  /**
   * Returns the code of a glyph without ink and advance that carries a text, or null if the face can't have extra
   * codes.
   */
  blankFor(text: string): number | null {
    return this.extraCode(this.face.glyphCount, text);
  }

  /**
   * Returns the code of a letter whose advance includes a following space of about `ems`. Readers treat spaced-out
   * letters as separate words. Returns null if the letter can't have such a code.
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

  /** Returns the number of font units by which a code's advance exceeds its glyph's. */
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
