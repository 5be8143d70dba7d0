/**
 * Words of a language as an ICU byte trie. A node is a branch, a run of bytes, or a value, which marks the end of a
 * word.
 */

/** Lead bytes from here on are runs, */
const RUN = 0x10;
/** and from here on values. */
const VALUE = 0x20;
/** Branches with more bytes are binary searched. */
const FEW = 5;
const FINAL = 1;

/**
 * Lead bytes of values, by the number of following bytes. Each is shifted left by one, and the lowest bit marks final
 * values.
 */
const VALUE_LEADS = { one: 0x10, two: 0x51, three: 0x6c, four: 0x7e } as const;
/** Lead bytes of the distances between halves of branches. */
const DELTA_LEADS = { two: 0xc0, three: 0xf0, four: 0xfe } as const;

const JOINER = 0x200d;
const NON_JOINER = 0x200c;
/** A byte that no word contains. */
const NEVER = -1;
/** The bytes of joiners in words, above the largest byte of a letter. */
const JOINERS = { joiner: 0xff, nonJoiner: 0xfe, last: 0xfd } as const;

/** The state of the bytes read so far. */
const Found = {
  Nothing: 0,
  /** The beginning of words. */
  Part: 1,
  /** A word that may continue. */
  Word: 2,
  /** A word that can't continue. */
  End: 3,
} as const;
type Found = (typeof Found)[keyof typeof Found];

/** A set of words, searched from a position in a text. */
export class WordTrie {
  private readonly bytes: Uint8Array;
  private readonly first: number;
  /** The start of the next node; negative if no word continues. */
  private at = 0;
  /** Remaining bytes of the current run. */
  private left = 0;

  /** `first`: the character stored as byte 0. */
  constructor(bytes: Uint8Array, first: number) {
    this.bytes = bytes;
    this.first = first;
  }

  /**
   * Stores the ends of the words that begin at a position into `ends`, shortest first, up to its capacity. Returns
   * their number and the number of characters examined.
   */
  matches(text: string, start: number, end: number, ends: number[]): { count: number; seen: number } {
    this.at = 0;
    this.left = 0;
    let count = 0;
    let i = start;
    while (i < end) {
      const found = this.step(this.byteOf(text.charCodeAt(i)));
      i++;
      if (found >= Found.Word) ends[count++] = i;
      if (found === Found.Nothing || found === Found.End || count === MOST_MATCHES) break;
    }
    return { count, seen: i - start };
  }

  private byteOf(code: number): number {
    if (code === JOINER) return JOINERS.joiner;
    if (code === NON_JOINER) return JOINERS.nonJoiner;
    const byte = code - this.first;
    return byte < 0 || byte > JOINERS.last ? NEVER : byte;
  }

  private step(byte: number): Found {
    if (this.at < 0) return Found.Nothing;
    if (this.left > 0) return this.inRun(byte);
    const { bytes } = this;
    for (;;) {
      const node = bytes[this.at++]!;
      if (node < RUN) return this.branch(node, byte);
      if (node < VALUE) {
        this.left = node - RUN + 1;
        return this.inRun(byte);
      }
      if ((node & FINAL) !== 0) return this.stop();
      this.skipValue(node);
    }
  }

  private stop(): Found {
    this.at = -1;
    return Found.Nothing;
  }

  private inRun(byte: number): Found {
    if (this.bytes[this.at] !== byte) return this.stop();
    this.at++;
    this.left--;
    return this.left > 0 ? Found.Part : this.here();
  }

  /** Returns the mark of the current node. */
  private here(): Found {
    const node = this.bytes[this.at]!;
    if (node < VALUE) return Found.Part;
    return (node & FINAL) !== 0 ? Found.End : Found.Word;
  }

  private branch(node: number, byte: number): Found {
    const { bytes } = this;
    let length = (node === 0 ? bytes[this.at++]! : node) + 1;
    while (length > FEW) {
      if (byte < bytes[this.at++]!) {
        length >>= 1;
        const distance = this.delta();
        this.at += distance;
      } else {
        length -= length >> 1;
        this.delta();
      }
    }
    for (; length > 1; length--) {
      const isIt = bytes[this.at++] === byte;
      const lead = bytes[this.at]!;
      if (isIt) {
        if ((lead & FINAL) !== 0) return Found.End;
        this.at++;
        const distance = this.value(lead >> 1);
        this.at += distance;
        return this.here();
      }
      this.at++;
      this.skipValue(lead);
    }
    if (bytes[this.at++] !== byte) return this.stop();
    return this.here();
  }

  /** Reads the distance to the other half, relative to the position after it. */
  private delta(): number {
    const { bytes } = this;
    const lead = bytes[this.at++]!;
    if (lead < DELTA_LEADS.two) return lead;
    if (lead < DELTA_LEADS.three) return ((lead - DELTA_LEADS.two) << 8) | bytes[this.at++]!;
    if (lead < DELTA_LEADS.four) return ((lead - DELTA_LEADS.three) << 16) | this.number(2);
    return this.number(lead === DELTA_LEADS.four ? 3 : 4);
  }

  /** Reads the value for a halved lead byte. */
  private value(lead: number): number {
    if (lead < VALUE_LEADS.two) return lead - VALUE_LEADS.one;
    if (lead < VALUE_LEADS.three) return ((lead - VALUE_LEADS.two) << 8) | this.number(1);
    if (lead < VALUE_LEADS.four) return ((lead - VALUE_LEADS.three) << 16) | this.number(2);
    return this.number(lead === VALUE_LEADS.four ? 3 : 4);
  }

  private skipValue(lead: number): void {
    this.value(lead >> 1);
  }

  private number(length: number): number {
    let value = 0;
    for (let i = 0; i < length; i++) value = (value << 8) | this.bytes[this.at++]!;
    return value;
  }
}

/** Maximum number of words that begin at one position. */
const MOST_MATCHES = 20;
