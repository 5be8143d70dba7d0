import type { FontFace } from '../fonts/face.ts';
import { hasTrueTypeOutlines } from '../fonts/truetype-subset.ts';
import type { PdfRef } from './pdf-values.ts';

type ColorLayers = NonNullable<ReturnType<FontFace['colorLayers']>>;

/** Characters without ink that mean something to whoever copies or searches: SHY, ZWSP, ZWNJ, ZWJ, WJ. */
const KEPT: ReadonlySet<number> = new Set([0xad, 0x200b, 0x200c, 0x200d, 0x2060]);

export const isKeptInvisible = (codePoint: number): boolean => KEPT.has(codePoint);

/** The kept ones, and one for nothing. */
const MAX_BLANKS = KEPT.size + 1;
/** A CID is two bytes. */
const MAX_GLYPHS = 0x10000;
const NOTDEF = 0;
/** Code points of most scripts' blocks. */
const BLOCK = 128;

/** A face as the document uses it: which glyphs, and which text each stands for. */
export class UsedFont {
  readonly face: FontFace;
  /** Its resource name, `F1`, ... */
  readonly name: string;
  readonly ref: PdfRef;
  private readonly used: Uint8Array;
  /** Advance of each used glyph in thousandths of an em, as the reader will see it. */
  readonly widths: Float64Array;
  /** The UTF-16 unit that a glyph stands for where that is all its text, and it is drawn in one colour; else 0. */
  private readonly units: Uint16Array;
  /** The text that each glyph stands for wherever it is shown outside of ActualText: the first that was asked for. */
  private readonly own = new Map<number, string>();
  /** What a glyph without a text of its own may be read as by readers that know no ActualText. */
  private readonly guesses = new Map<number, string>();
  private readonly layers = new Map<number, ColorLayers | null>();
  private readonly nominal = new Map<number, number>();
  private readonly blocks = new Map<number, Map<number, string>>();
  /** Glyphs without ink for characters without ink, behind the face's own; null: the face can't be given any. */
  private readonly blanks: Map<number, number> | null;

  constructor(face: FontFace, name: string, ref: PdfRef) {
    this.face = face;
    this.name = name;
    this.ref = ref;
    const count = face.glyphCount;
    const room = count + MAX_BLANKS;
    this.used = new Uint8Array(room);
    this.widths = new Float64Array(room);
    this.units = new Uint16Array(room);
    const isOurs = face.variations.length === 0 && hasTrueTypeOutlines(face.bytes, face.collectionIndex);
    this.blanks = isOurs && room <= MAX_GLYPHS ? new Map() : null;
  }

  /** Notes that a glyph is used; its advance in thousandths of an em. */
  use(glyphId: number): number {
    if (this.used[glyphId] === 0) {
      this.used[glyphId] = 1;
      this.widths[glyphId] = Math.round((this.face.advance(glyphId) * 1e8) / this.face.metrics.unitsPerEm) / 1e5;
    }
    return this.widths[glyphId];
  }

  isUsed(glyphId: number): boolean {
    return this.used[glyphId] === 1;
  }

  /** Is something shown for which the font has no glyph? */
  get lacksGlyphs(): boolean {
    return this.used[NOTDEF] === 1;
  }

  /** The glyphs in use, ascending. */
  glyphs(): number[] {
    const found: number[] = [];
    this.used.forEach((isUsed, glyph) => isUsed === 1 && found.push(glyph));
    return found;
  }

  /** What readers are told of these glyphs' texts. `unknown`: what they are told of one that has none, as a layer of a colour glyph; null: nothing. */
  texts(glyphs: readonly number[], unknown: string | null): [glyph: number, text: string][] {
    const found: [number, string][] = [];
    for (const glyph of glyphs) {
      const text = this.own.get(glyph) ?? this.guesses.get(glyph) ?? unknown;
      if (text !== null) found.push([glyph, text]);
    }
    return found;
  }

  /** Is the glyph known to stand for just this UTF-16 unit, and of one colour? The quick answer to `standsFor` for nearly all text. */
  isUnit(glyphId: number, unit: number): boolean {
    return this.units[glyphId] === unit && unit !== 0;
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

  /** Could it, if it were asked? */
  mayStandFor(glyphId: number, text: string): boolean {
    return glyphId !== NOTDEF && (this.own.get(glyphId) ?? text) === text;
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

  /** A glyph without ink or advance that stands for a character; null: there is none. */
  blankFor(codePoint: number): number | null {
    const { blanks } = this;
    if (blanks === null) return null;
    let glyph = blanks.get(codePoint);
    if (glyph === undefined) {
      glyph = this.face.glyphCount + blanks.size;
      blanks.set(codePoint, glyph);
      this.used[glyph] = 1;
      this.own.set(glyph, String.fromCodePoint(codePoint));
    }
    return glyph;
  }
}
