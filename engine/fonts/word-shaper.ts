/**
 * Shapes text word by word with faces that allow it (scripts/separable-text.ts finds out which), so that a word that has been shaped before
 * costs a look into a table. A word is shaped with the spaces beside it: kerning with a space belongs to it, as it does in the whole text.
 *
 * (HarfBuzz's own flag for places where shaped text may be joined marks nearly every letter that kerns with any other.)
 */
import { standsAlone } from './characters.ts';
import { Direction, type FontHandle, type HarfBuzz, type ShapedGlyphs } from './harfbuzz.ts';
import type { ShapingSettings } from './shaping-settings.ts';
import { GlyphTable, MAX_WORD_LENGTH, WordCache, WordEdge } from './word-cache.ts';

const SPACE = 0x20;
/** Characters below are not looked at one by one: they stand in words. */
const FIRST_IDEOGRAPHIC = 0x2e80;
/** Most glyphs that a word may have; hardly any has more than it has characters. */
const MAX_WORD_GLYPHS = 4 * MAX_WORD_LENGTH;

/** A face's glyphs in HarfBuzz, and what shaping by words must know of it. */
export interface WordwiseFace {
  readonly harfbuzz: HarfBuzz;
  readonly handle: FontHandle;
  /** Unique among the bundled faces. */
  readonly key: string;
  readonly separable: 'words' | 'characters';
  readonly spaceGlyph: number;
  /** In HarfBuzz's units. */
  readonly spaceAdvance: number;
}

export class WordShaper {
  private readonly cache = new WordCache();
  /** The word being shaped. */
  private readonly word = new GlyphTable(MAX_WORD_GLYPHS);
  /** The glyphs of the text so far, clusters counted in the whole text. */
  private glyphs = new GlyphTable(1024);
  private count = 0;

  /**
   * The glyphs of `[start, end)`, exactly as HarfBuzz gives them for the whole; null: it must be asked. `scale`: from HarfBuzz's units to px.
   */
  shape(
    face: WordwiseFace,
    scale: number,
    text: string,
    start: number,
    end: number,
    settings: ShapingSettings,
  ): ShapedGlyphs | null {
    if (!settings.isWordwise || (settings.joins && joinsOutside(text, start, end))) return null;
    const key = `${face.key} ${settings.key}`;
    const byCharacter = face.separable === 'characters';
    this.count = 0;
    let unsafe = false;
    for (let at = start; at < end;) {
      const hasSpace = text.charCodeAt(at) === SPACE;
      const from = hasSpace ? at + 1 : at;
      const to = endOfWord(text, from, end, byCharacter);
      if (to - from > MAX_WORD_LENGTH) return null;
      const spaceAfter = to < end && text.charCodeAt(to) === SPACE;
      const edges = (hasSpace ? WordEdge.SpaceBefore : 0) | (spaceAfter ? WordEdge.SpaceAfter : 0);
      let word = this.cache.find(this.cache.styleNumber(key), edges, text, from, to);
      if (word < 0) word = this.shapeWord(face, key, edges, text, from, to, settings);
      if (word < 0) return null;
      this.append(word, at, unsafe);
      unsafe = this.cache.isUnsafeAfter(word);
      at = to;
    }
    return this.finish(scale, settings.direction === Direction.Rtl);
  }

  /** Adds a word's glyphs; `unsafe`: the text before it can't be cut off before the word's space. */
  private append(word: number, at: number, unsafe: boolean): void {
    const from = this.cache.glyphStart(word);
    const added = this.cache.glyphEnd(word) - from;
    if (this.count + added > this.glyphs.capacity) {
      const larger = new GlyphTable(2 * (this.count + added));
      larger.copy(this.glyphs, 0, this.count, 0, 0);
      this.glyphs = larger;
    }
    this.glyphs.copy(this.cache.glyphs, from, added, this.count, at);
    if (unsafe) this.glyphs.unsafeToBreak[this.count] = 1;
    this.count += added;
  }

  /** Has HarfBuzz shape a word and keeps what it gives; -1: the word and its spaces can't be told apart. */
  private shapeWord(
    face: WordwiseFace,
    key: string,
    edges: number,
    text: string,
    from: number,
    to: number,
    settings: ShapingSettings,
  ): number {
    const start = (edges & WordEdge.SpaceBefore) === 0 ? from : from - 1;
    const end = (edges & WordEdge.SpaceAfter) === 0 ? to : to + 1;
    const { harfbuzz } = face;
    const count = harfbuzz.shapeInto(this.word, face.handle, text, start, end, settings);
    if (count < 0) return -1;
    const { word } = this;
    if (start < from && !this.isSpaceAlone(face, 0, count, start)) return -1;
    if (end > to && (!this.isSpaceAlone(face, count - 1, count, to) || word.advances[count - 1] !== face.spaceAdvance))
      return -1;
    for (let i = 0; i < count; i++) word.clusters[i]! -= start;
    const kept = end > to ? count - 1 : count;
    const added = this.cache.add(key, edges, text, from, to, word, kept);
    if (end > to && word.unsafeToBreak[count - 1] === 1) this.cache.markUnsafeAfter(added);
    return added;
  }

  /** Is the glyph at `i` of the word the space's own, the only one for the text index `cluster`? */
  private isSpaceAlone({ spaceGlyph }: WordwiseFace, i: number, count: number, cluster: number): boolean {
    const { ids, clusters, xOffsets, yOffsets } = this.word;
    if (ids[i] !== spaceGlyph || clusters[i] !== cluster || xOffsets[i] !== 0 || yOffsets[i] !== 0) return false;
    return (i === 0 || clusters[i - 1] !== cluster) && (i + 1 === count || clusters[i + 1] !== cluster);
  }

  private finish(scale: number, rtl: boolean): ShapedGlyphs {
    const { count, glyphs } = this;
    const glyphIds = new Uint32Array(count);
    const clusters = new Uint32Array(count);
    const advances = new Float64Array(count);
    let xOffsets: Float64Array | null = null;
    let yOffsets: Float64Array | null = null;
    let unsafeToBreak: Uint8Array | null = null;
    for (let k = 0; k < count; k++) {
      const i = rtl ? count - 1 - k : k;
      glyphIds[i] = glyphs.ids[k]!;
      clusters[i] = glyphs.clusters[k]!;
      advances[i] = glyphs.advances[k]! * scale;
      if (glyphs.xOffsets[k] !== 0) (xOffsets ??= new Float64Array(count))[i] = glyphs.xOffsets[k]! * scale;
      if (glyphs.yOffsets[k] !== 0) (yOffsets ??= new Float64Array(count))[i] = glyphs.yOffsets[k]! * scale;
      if (glyphs.unsafeToBreak[k] === 1) (unsafeToBreak ??= new Uint8Array(count))[i] = 1;
    }
    return { glyphIds, clusters, advances, xOffsets, yOffsets, unsafeToBreak };
  }
}

/** The end of the word at `from`: a space, or what follows an ideographic character that nothing combines with. */
function endOfWord(text: string, from: number, end: number, byCharacter: boolean): number {
  let to = from;
  while (to < end) {
    const unit = text.charCodeAt(to);
    if (unit === SPACE) break;
    to++;
    if (
      byCharacter &&
      unit >= FIRST_IDEOGRAPHIC &&
      standsAlone(unit) &&
      (to === end || standsAlone(text.charCodeAt(to)))
    )
      break;
  }
  return to;
}

/** Is there text beside `[start, end)` that letters could join? */
function joinsOutside(text: string, start: number, end: number): boolean {
  return (start > 0 && text.charCodeAt(start - 1) !== SPACE) || (end < text.length && text.charCodeAt(end) !== SPACE);
}

/** The words of the bundled faces, which renders share as they share the faces. */
let shared: WordShaper | null = null;

export function bundledWordShaper(): WordShaper {
  return (shared ??= new WordShaper());
}
