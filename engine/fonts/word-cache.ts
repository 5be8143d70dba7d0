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

/** Bits of a word's edges. */
export const WordEdge = {
  /** A space precedes it in the shaped text; its glyph is the first of the word's. */
  SpaceBefore: 1,
  /** A space follows it, whose glyph is the next word's. */
  SpaceAfter: 2,
} as const;

/** Bits of what is known of a word's glyphs. */
export const WordTrait = {
  /** The text can't be cut before the space that follows the word. */
  UnsafeAfter: 1,
  /** Nor before some of its glyphs. */
  Unsafe: 2,
  /** Some glyphs don't stand where the ones before end. */
  Offsets: 4,
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

/** The start of a word's hash, to which its characters are added one by one. */
export const hashStart = (style: number): number => Math.imul(style + 1, 0x9e3779b1);
export const hashNext = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

export class WordCache {
  /** The glyphs of all words; clusters count from the word's first character, the space before it included. */
  readonly glyphs = new GlyphTable(MAX_GLYPHS);
  /** Index of each word's first glyph, and of the one after the last word's. */
  readonly glyphStarts = new Uint32Array(MAX_WORDS + 1);
  /** WordTrait bits of each word. */
  readonly traits = new Uint8Array(MAX_WORDS);
  // The key.
  private readonly styles = new Uint16Array(MAX_WORDS);
  private readonly edges = new Uint8Array(MAX_WORDS);
  private readonly characterStarts = new Uint32Array(MAX_WORDS + 1);
  private readonly characters = new Uint16Array(MAX_CHARACTERS);
  /** Word numbers plus one; 0: free. */
  private readonly slots = new Uint16Array(SLOTS);
  private readonly styleNumbers = new Map<string, number>();
  private count = 0;
  /** How often everything has been forgotten. */
  generation = 0;

  /** The number that stands for a face and its settings until everything is forgotten. */
  styleNumber(key: string): number {
    let number = this.styleNumbers.get(key);
    if (number === undefined) {
      if (this.styleNumbers.size === MAX_WORDS) this.clear();
      this.styleNumbers.set(key, (number = this.styleNumbers.size));
    }
    return number;
  }

  /** The number of the word `[start, end)` of a text, whose hash is given; -1: unknown. */
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

  /** Is there room for a word of so many characters and glyphs? */
  hasRoom(characters: number, glyphs: number): boolean {
    return (
      this.count < MAX_WORDS &&
      this.characterStarts[this.count]! + characters <= MAX_CHARACTERS &&
      this.glyphStarts[this.count]! + glyphs <= MAX_GLYPHS
    );
  }

  /** Keeps a word, for which there is room, with the first `count` glyphs of a table; returns its number. */
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

  /** Forgets all words and all style numbers. */
  clear(): void {
    this.slots.fill(0);
    this.styleNumbers.clear();
    this.count = 0;
    this.generation++;
  }
}

/** Where the search for a word begins. */
const slotOf = (hash: number, edges: number): number => (hash ^ (hash >>> 15) ^ edges) & (SLOTS - 1);

function traitsOf({ xOffsets, yOffsets, unsafeToBreak }: GlyphTable, count: number): number {
  let traits = 0;
  for (let i = 0; i < count; i++) {
    if (unsafeToBreak[i] !== 0) traits |= WordTrait.Unsafe;
    if (xOffsets[i] !== 0 || yOffsets[i] !== 0) traits |= WordTrait.Offsets;
  }
  return traits;
}
