/**
 * Shapes text word by word with faces that allow it (scripts/separable-text.ts determines which), so that a repeated
 * word costs one table lookup. A word is shaped with its adjacent spaces, because kerning with a space must match that
 * in the whole text. HarfBuzz's flag for safe break positions doesn't help: it excludes nearly every letter that kerns.
 */
import { smallBytes, smallFloats, smallIntegers } from '../small-arrays.ts';
import { isWholeCharacter } from './characters.ts';
import type { FontHandle, HarfBuzz } from './harfbuzz.ts';
import { Direction, type ShapedGlyphs, type ShapingSettings } from './shaping.ts';
import { GlyphTable, HASH_FACTOR, hashStart, WordCache, WordEdge, WordTrait } from './word-cache.ts';

const SPACE = 0x20;
const SOFT_HYPHEN = 0xad;
const FIRST_COMBINING = 0x300;
/** Smaller characters needn't be examined individually: they form words. */
const FIRST_IDEOGRAPHIC = 0x2e80;
/**
 * The maximum length in UTF-16 units and number of glyphs of cached words. Hardly any word has more glyphs than
 * characters.
 */
const MAX_WORD_LENGTH = 64;
const MAX_WORD_GLYPHS = 4 * MAX_WORD_LENGTH;
/** The maximum length of a settings key whose words are cached. */
const MAX_KEY_LENGTH = 200;

/** A face in HarfBuzz, with the data that word-by-word shaping needs. */
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

/** Negative results of shaping a word or text. */
const Outcome = {
  /** HarfBuzz must shape the whole text. */
  Inseparable: -1,
  /** The cache was full and has been cleared, so words found before are invalid. */
  Forgotten: -2,
} as const;

export class WordShaper {
  private readonly cache = new WordCache();
  /** The word being shaped. */
  private readonly glyphs = new GlyphTable(MAX_WORD_GLYPHS);
  /** The last style number of each settings object, which belongs to a face and a style. */
  private readonly numbers = new WeakMap<
    ShapingSettings,
    { readonly face: WordwiseFace; readonly number: number; readonly generation: number }
  >();
  /** The words of the text so far: their numbers, and their start including the space before them. */
  private words = new Int32Array(256);
  private starts = new Int32Array(256);

  /**
   * Returns the glyphs of `[start, end)`, exactly as HarfBuzz would for the whole text, or null if HarfBuzz must shape
   * it. `scale` converts HarfBuzz's units to px.
   */
  shape(
    face: WordwiseFace,
    scale: number,
    text: string,
    start: number,
    end: number,
    settings: ShapingSettings,
  ): ShapedGlyphs | null {
    const { direction, key } = settings;
    // Authors choose languages and features, so the size of cached keys needs a limit.
    if (key.length > MAX_KEY_LENGTH) return null;
    // Upright text advances vertically, which the cache doesn't store.
    if (direction !== Direction.Ltr && direction !== Direction.Rtl) return null;
    if (settings.joins && joinsOutside(text, start, end)) return null;
    let count = this.findWords(face, text, start, end, settings);
    // An empty cache has room for any text that is shaped in one call.
    if (count === Outcome.Forgotten) count = this.findWords(face, text, start, end, settings);
    return count < 0 ? null : this.joined(count, scale, direction === Direction.Rtl);
  }

  /** Fills `words` and `starts` and returns the number of words, or an Outcome. */
  private findWords(face: WordwiseFace, text: string, start: number, end: number, settings: ShapingSettings): number {
    const style = this.styleNumber(face, settings);
    const byCharacter = face.separable === 'characters';
    const empty = hashStart(style);
    let count = 0;
    for (let at = start; at < end;) {
      const hasSpace = text.charCodeAt(at) === SPACE;
      const from = hasSpace ? at + 1 : at;
      let to = from;
      let hash = empty;
      let unit = 0;
      while (to < end && (unit = text.charCodeAt(to)) !== SPACE) {
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
        to++;
        if (byCharacter && unit >= FIRST_IDEOGRAPHIC && isWholeCharacter(text, to - 1, end)) break;
      }
      if (to - from > MAX_WORD_LENGTH) return Outcome.Inseparable;
      // Other scripts need context across spaces. A text without spaces is a single word, so it is safe.
      if (!settings.isWordwise && (hasSpace || to < end)) return Outcome.Inseparable;
      const edges =
        (hasSpace ? WordEdge.SpaceBefore : 0) | (to < end && text.charCodeAt(to) === SPACE ? WordEdge.SpaceAfter : 0);
      let word = this.cache.find(hash, style, edges, text, from, to);
      if (word < 0) word = this.shapeWord(face, hash, style, edges, text, from, to, settings);
      if (word < 0) return word;
      if (count === this.words.length) this.grow();
      this.words[count] = word;
      this.starts[count++] = at;
      at = to;
    }
    return count;
  }

  /** Returns the number of a face and its settings. PERF: the cache's own lookup by key is slow. */
  private styleNumber(face: WordwiseFace, settings: ShapingSettings): number {
    const { cache, numbers } = this;
    const known = numbers.get(settings);
    if (known !== undefined && known.face === face && known.generation === cache.generation) return known.number;
    const number = cache.styleNumber(`${face.key} ${settings.key}`);
    numbers.set(settings, { face, number, generation: cache.generation });
    return number;
  }

  private grow(): void {
    const { words, starts } = this;
    this.words = new Int32Array(words.length * 2);
    this.words.set(words);
    this.starts = new Int32Array(starts.length * 2);
    this.starts.set(starts);
  }

  /** Shapes a word with HarfBuzz and caches the result. Returns the word's number or an Outcome. */
  private shapeWord(
    face: WordwiseFace,
    hash: number,
    style: number,
    edges: number,
    text: string,
    from: number,
    to: number,
    settings: ShapingSettings,
  ): number {
    const start = (edges & WordEdge.SpaceBefore) === 0 ? from : from - 1;
    const end = (edges & WordEdge.SpaceAfter) === 0 ? to : to + 1;
    const { glyphs, cache } = this;
    const count = face.harfbuzz.shapeInto(glyphs, face.handle, text, start, end, settings);
    if (count < 0) return Outcome.Inseparable;
    if (start < from && !this.isSpaceAlone(face, 0, count, start)) return Outcome.Inseparable;
    let kept = count;
    if (end > to) {
      kept--;
      if (!this.isSpaceAlone(face, kept, count, to) || glyphs.advances[kept] !== face.spaceAdvance)
        return Outcome.Inseparable;
    }
    if (!cache.hasRoom(to - from, kept)) {
      cache.clear();
      return Outcome.Forgotten;
    }
    for (let i = 0; i < kept; i++) glyphs.clusters[i]! -= start;
    const unsafeAfter = end > to && glyphs.unsafeToBreak[kept] !== 0;
    return cache.add(hash, style, edges, text, from, to, glyphs, kept, unsafeAfter);
  }

  /** Returns whether the glyph at `i` is the space's own glyph and the only one of the cluster. */
  private isSpaceAlone({ spaceGlyph }: WordwiseFace, i: number, count: number, cluster: number): boolean {
    const { ids, clusters, xOffsets, yOffsets } = this.glyphs;
    if (ids[i] !== spaceGlyph || clusters[i] !== cluster || xOffsets[i] !== 0 || yOffsets[i] !== 0) return false;
    return (i === 0 || clusters[i - 1] !== cluster) && (i + 1 === count || clusters[i + 1] !== cluster);
  }

  /** Returns the glyphs of the first `wordCount` words in sequence. */
  private joined(wordCount: number, scale: number, rtl: boolean): ShapedGlyphs {
    const { words, starts } = this;
    const { glyphStarts, traits } = this.cache;
    const { ids, clusters: ownClusters, advances: units } = this.cache.glyphs;
    let count = 0;
    let allTraits = 0;
    for (let w = 0; w < wordCount; w++) {
      const word = words[w]!;
      count += glyphStarts[word + 1]! - glyphStarts[word]!;
      allTraits |= traits[word]!;
    }
    const glyphIds = smallIntegers(count);
    const clusters = smallIntegers(count);
    const advances = smallFloats(count);
    const step = rtl ? -1 : 1;
    let at = rtl ? count - 1 : 0;
    for (let w = 0; w < wordCount; w++) {
      const word = words[w]!;
      const start = starts[w]!;
      const end = glyphStarts[word + 1]!;
      for (let g = glyphStarts[word]!; g < end; g++, at += step) {
        glyphIds[at] = ids[g]!;
        clusters[at] = ownClusters[g]! + start;
        advances[at] = units[g]! * scale;
      }
    }
    const hasOffsets = (allTraits & WordTrait.Offsets) !== 0;
    const { xOffsets, yOffsets } = this.cache.glyphs;
    return {
      glyphIds,
      clusters,
      advances,
      xOffsets: hasOffsets ? this.joinedOffsets(xOffsets, wordCount, count, scale, rtl) : null,
      yOffsets: hasOffsets ? this.joinedOffsets(yOffsets, wordCount, count, scale, rtl) : null,
      unsafeToBreak:
        (allTraits & (WordTrait.Unsafe | WordTrait.UnsafeAfter)) === 0 ? null : this.joinedFlags(wordCount, count, rtl),
    };
  }

  /** Returns null if all offsets are 0. */
  private joinedOffsets(
    offsets: Int32Array,
    wordCount: number,
    count: number,
    scale: number,
    rtl: boolean,
  ): Float64Array | null {
    const { glyphStarts, traits } = this.cache;
    let joined: Float64Array | null = null;
    let at = 0;
    for (let w = 0; w < wordCount; w++) {
      const word = this.words[w]!;
      const from = glyphStarts[word]!;
      const end = glyphStarts[word + 1]!;
      if ((traits[word]! & WordTrait.Offsets) !== 0)
        for (let g = from; g < end; g++) {
          if (offsets[g] === 0) continue;
          joined ??= smallFloats(count);
          joined[rtl ? count - 1 - at - g + from : at + g - from] = offsets[g]! * scale;
        }
      at += end - from;
    }
    return joined;
  }

  private joinedFlags(wordCount: number, count: number, rtl: boolean): Uint8Array {
    const { glyphStarts, traits, glyphs } = this.cache;
    const flags = smallBytes(count);
    let at = 0;
    let unsafe = 0;
    for (let w = 0; w < wordCount; w++) {
      const word = this.words[w]!;
      const from = glyphStarts[word]!;
      const end = glyphStarts[word + 1]!;
      if ((traits[word]! & WordTrait.Unsafe) !== 0)
        for (let g = from; g < end; g++)
          flags[rtl ? count - 1 - at - g + from : at + g - from] = glyphs.unsafeToBreak[g]!;
      if (unsafe !== 0) flags[rtl ? count - 1 - at : at] = 1;
      unsafe = traits[word]! & WordTrait.UnsafeAfter;
      at += end - from;
    }
    return flags;
  }
}

/** Returns whether letters of `[start, end)` could join text outside it. */
const joinsOutside = (text: string, start: number, end: number): boolean =>
  (start > 0 && mayJoin(text.charCodeAt(start - 1)) && mayJoin(text.charCodeAt(start))) ||
  (end < text.length && mayJoin(text.charCodeAt(end)) && mayJoin(text.charCodeAt(end - 1)));

/** Returns whether a unit can take part in joining: letters of joining scripts, marks, and the soft hyphen. */
const mayJoin = (unit: number): boolean => unit >= FIRST_COMBINING || unit === SOFT_HYPHEN;

/** The word shaper of the bundled faces, which renders share like the faces. */
let shared: WordShaper | null = null;

export function bundledWordShaper(): WordShaper {
  return (shared ??= new WordShaper());
}
