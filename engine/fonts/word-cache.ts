/**
 * Caches the glyphs of words that bundled faces have shaped, in font units, across renders. A word's glyphs depend on
 * its key alone: the word, adjacent spaces, the face and the settings. It therefore doesn't matter which render added
 * them. The tables never grow: when one is full, all words are discarded.
 */

const MAX_WORDS = 1 << 14;
const MAX_CHARACTERS = 1 << 17;
const MAX_GLYPHS = 1 << 17;
/** Four slots per word keep collisions rare. */
const SLOTS = MAX_WORDS * 4;

/** Bits for a word's edges. */
export const WordEdge = {
  /** A space precedes the word in the shaped text; its glyph is the word's first. */
  SpaceBefore: 1,
  /** A space follows the word; its glyph belongs to the next word. */
  SpaceAfter: 2,
} as const;

/** Bits for properties of a word's glyphs. */
export const WordTrait = {
  /** Breaking before the space after the word requires reshaping. */
  UnsafeAfter: 1,
  /** Breaking before some of its glyphs requires reshaping. */
  Unsafe: 2,
  /** Some glyphs have offsets. */
  Offsets: 4,
} as const;

/** Columns of glyphs in text order, with positions in HarfBuzz's units. */
export class GlyphTable {
  readonly ids: Uint16Array;
  /** Text indices, relative to an origin that the owner defines. */
  readonly clusters: Int32Array;
  readonly advances: Int32Array;
  readonly xOffsets: Int32Array;
  readonly yOffsets: Int32Array;
  /** 1: breaking before the glyph's cluster requires reshaping. */
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

  /** Copies the first `count` glyphs of another table to `at`. */
  put(source: GlyphTable, count: number, at: number): void {
    for (let i = 0; i < count; i++) {
      this.ids[at + i] = source.ids[i]!;
      this.clusters[at + i] = source.clusters[i]!;
      this.advances[at + i] = source.advances[i]!;
      this.xOffsets[at + i] = source.xOffsets[i]!;
      this.yOffsets[at + i] = source.yOffsets[i]!;
      this.unsafeToBreak[at + i] = source.unsafeToBreak[i]!;
    }
  }
}

/** Adding a character to a hash multiplies both, combined with exclusive or, by this factor. */
export const HASH_FACTOR = 0x01000193;
/** Returns the initial hash of a word. */
export const hashStart = (style: number): number => Math.imul(style + 1, 0x9e3779b1);

export class WordCache {
  /** The glyphs of all words. Clusters count from the word's first character, including the space before it. */
  readonly glyphs = new GlyphTable(MAX_GLYPHS);
  /** Index of each word's first glyph, and the end of the last word's. */
  readonly glyphStarts = new Uint32Array(MAX_WORDS + 1);
  /** WordTrait bits of each word. */
  readonly traits = new Uint8Array(MAX_WORDS);
  // The parts of the key.
  private readonly styles = new Uint16Array(MAX_WORDS);
  private readonly edges = new Uint8Array(MAX_WORDS);
  private readonly characterStarts = new Uint32Array(MAX_WORDS + 1);
  private readonly characters = new Uint16Array(MAX_CHARACTERS);
  /** Word numbers plus one; 0: free. */
  private readonly slots = new Uint16Array(SLOTS);
  private readonly styleNumbers = new Map<string, number>();
  private count = 0;
  /** The number of times that all words have been discarded. */
  generation = 0;

  /** Returns the number of a face and its settings, which is valid until all words are discarded. */
  styleNumber(key: string): number {
    let number = this.styleNumbers.get(key);
    if (number === undefined) {
      if (this.styleNumbers.size === MAX_WORDS) this.clear();
      this.styleNumbers.set(key, (number = this.styleNumbers.size));
    }
    return number;
  }

  /** Returns the number of the word `[start, end)` of a text with the given hash, or -1. */
  find(hash: number, style: number, edges: number, text: string, start: number, end: number): number {
    const { slots, styles, characterStarts, characters } = this;
    for (let slot = slotOf(hash, edges); ; slot = (slot + 1) & (SLOTS - 1)) {
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

  /** Returns whether a word with this many characters and glyphs fits. */
  hasRoom(characters: number, glyphs: number): boolean {
    return (
      this.count < MAX_WORDS &&
      this.characterStarts[this.count]! + characters <= MAX_CHARACTERS &&
      this.glyphStarts[this.count]! + glyphs <= MAX_GLYPHS
    );
  }

  /** Adds a word with the first `count` glyphs of a table and returns its number. There must be room for it. */
  add(
    hash: number,
    style: number,
    edges: number,
    text: string,
    start: number,
    end: number,
    glyphs: GlyphTable,
    count: number,
    unsafeAfter: boolean,
  ): number {
    const word = this.count++;
    this.styles[word] = style;
    this.edges[word] = edges;
    const at = this.characterStarts[word]!;
    for (let i = start; i < end; i++) this.characters[at + i - start] = text.charCodeAt(i);
    this.characterStarts[word + 1] = at + end - start;
    this.glyphs.put(glyphs, count, this.glyphStarts[word]!);
    this.glyphStarts[word + 1] = this.glyphStarts[word]! + count;
    this.traits[word] = traitsOf(glyphs, count) | (unsafeAfter ? WordTrait.UnsafeAfter : 0);
    let slot = slotOf(hash, edges);
    while (this.slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.slots[slot] = word + 1;
    return word;
  }

  /** Discards all words and style numbers. */
  clear(): void {
    this.slots.fill(0);
    this.styleNumbers.clear();
    this.count = 0;
    this.generation++;
  }
}

/** Returns the slot at which the search for a word starts. */
const slotOf = (hash: number, edges: number): number => (hash ^ (hash >>> 15) ^ edges) & (SLOTS - 1);

function traitsOf({ xOffsets, yOffsets, unsafeToBreak }: GlyphTable, count: number): number {
  let traits = 0;
  for (let i = 0; i < count; i++) {
    if (unsafeToBreak[i] !== 0) traits |= WordTrait.Unsafe;
    if (xOffsets[i] !== 0 || yOffsets[i] !== 0) traits |= WordTrait.Offsets;
  }
  return traits;
}
