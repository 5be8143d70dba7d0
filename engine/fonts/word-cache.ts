/**
 * Glyphs of words that bundled faces have shaped, in font units, kept from one render to the next. What a word's glyphs are follows from
 * its key alone (the word, the spaces beside it, the face and its settings), so it doesn't matter who put them here. The tables never
 * grow: when one is full, everything is forgotten.
 */

const MAX_WORDS = 1 << 14;
const MAX_CHARACTERS = 1 << 17;
const MAX_GLYPHS = 1 << 17;
/** Four slots a word, so that few are taken where a word is looked for. */
const SLOTS = MAX_WORDS * 4;

/** Longest word that is kept, in UTF-16 units. */
export const MAX_WORD_LENGTH = 64;

/** Bits of a word's edges. */
export const WordEdge = {
  /** A space precedes it in the shaped text; its glyph is the first of the word's. */
  SpaceBefore: 1,
  /** A space follows it, whose glyph is the next word's. */
  SpaceAfter: 2,
} as const;

/** Columns of glyphs in the order of the text; positions in HarfBuzz's units. */
export class GlyphTable {
  readonly ids: Uint16Array;
  /** Text indices, from wherever the owner counts. */
  readonly clusters: Int32Array;
  readonly advances: Int32Array;
  readonly xOffsets: Int32Array;
  readonly yOffsets: Int32Array;
  /** 1: the text can't be cut before the glyph's cluster without shaping again. */
  readonly unsafeToBreak: Uint8Array;

  constructor(capacity: number) {
    this.ids = new Uint16Array(capacity);
    this.clusters = new Int32Array(capacity);
    this.advances = new Int32Array(capacity);
    this.xOffsets = new Int32Array(capacity);
    this.yOffsets = new Int32Array(capacity);
    this.unsafeToBreak = new Uint8Array(capacity);
  }

  get capacity(): number {
    return this.ids.length;
  }

  /** Copies `count` glyphs of another table to `at`, their clusters moved by `shift`. */
  copy(source: GlyphTable, from: number, count: number, at: number, shift: number): void {
    for (let i = 0; i < count; i++) {
      this.ids[at + i] = source.ids[from + i]!;
      this.clusters[at + i] = source.clusters[from + i]! + shift;
      this.advances[at + i] = source.advances[from + i]!;
      this.xOffsets[at + i] = source.xOffsets[from + i]!;
      this.yOffsets[at + i] = source.yOffsets[from + i]!;
      this.unsafeToBreak[at + i] = source.unsafeToBreak[from + i]!;
    }
  }
}

export class WordCache {
  /** The glyphs of all words; clusters count from the word's first character, the space before it included. */
  readonly glyphs = new GlyphTable(MAX_GLYPHS);
  private readonly glyphStarts = new Uint32Array(MAX_WORDS + 1);
  /** 1: the text can't be cut before the space that follows the word. */
  private readonly unsafeAfter = new Uint8Array(MAX_WORDS);
  // The key.
  private readonly styles = new Uint16Array(MAX_WORDS);
  private readonly edges = new Uint8Array(MAX_WORDS);
  private readonly characterStarts = new Uint32Array(MAX_WORDS + 1);
  private readonly characters = new Uint16Array(MAX_CHARACTERS);
  /** Word numbers plus one; 0: free. */
  private readonly slots = new Uint16Array(SLOTS);
  private readonly styleNumbers = new Map<string, number>();
  private count = 0;

  glyphStart(word: number): number {
    return this.glyphStarts[word]!;
  }

  glyphEnd(word: number): number {
    return this.glyphStarts[word + 1]!;
  }

  isUnsafeAfter(word: number): boolean {
    return this.unsafeAfter[word] === 1;
  }

  /** The number that stands for a face and its settings until everything is forgotten. */
  styleNumber(key: string): number {
    let number = this.styleNumbers.get(key);
    if (number === undefined) {
      if (this.styleNumbers.size === MAX_WORDS) this.clear();
      this.styleNumbers.set(key, (number = this.styleNumbers.size));
    }
    return number;
  }

  /** The number of the word `[start, end)` of a text; -1: unknown. */
  find(style: number, edges: number, text: string, start: number, end: number): number {
    const { slots, styles, characterStarts, characters } = this;
    for (let slot = hashOf(style, edges, text, start, end); ; slot = (slot + 1) & (SLOTS - 1)) {
      const word = slots[slot]! - 1;
      if (word < 0) return -1;
      const at = characterStarts[word]!;
      if (styles[word] !== style || this.edges[word] !== edges || characterStarts[word + 1]! - at !== end - start)
        continue;
      let i = start;
      while (i < end && characters[at + i - start] === text.charCodeAt(i)) i++;
      if (i === end) return word;
    }
  }

  /**
   * Keeps a word and the first `count` glyphs of a table, and returns its number. `key`: what the style's number stands for, which changes
   * if everything has to be forgotten first.
   */
  add(key: string, edges: number, text: string, start: number, end: number, glyphs: GlyphTable, count: number): number {
    const isFull =
      this.count === MAX_WORDS ||
      this.characterStarts[this.count]! + end - start > MAX_CHARACTERS ||
      this.glyphStarts[this.count]! + count > MAX_GLYPHS;
    if (isFull) this.clear();
    const style = this.styleNumber(key);
    const word = this.count++;
    this.styles[word] = style;
    this.edges[word] = edges;
    const at = this.characterStarts[word]!;
    for (let i = start; i < end; i++) this.characters[at + i - start] = text.charCodeAt(i);
    this.characterStarts[word + 1] = at + end - start;
    this.glyphs.copy(glyphs, 0, count, this.glyphStarts[word]!, 0);
    this.glyphStarts[word + 1] = this.glyphStarts[word]! + count;
    this.unsafeAfter[word] = 0;
    let slot = hashOf(style, edges, text, start, end);
    while (this.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.slots[slot] = word + 1;
    return word;
  }

  markUnsafeAfter(word: number): void {
    this.unsafeAfter[word] = 1;
  }

  private clear(): void {
    this.slots.fill(0);
    this.styleNumbers.clear();
    this.count = 0;
  }
}

/** The slot at which the search for a word begins. */
function hashOf(style: number, edges: number, text: string, start: number, end: number): number {
  let hash = Math.imul(style + 1, 0x9e3779b1) ^ edges;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}
