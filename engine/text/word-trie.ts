/** Words of a language in the form of ICU's byte tries: a node is a branch, a run of bytes, or a value that says that a word ends here. */

/** Lead bytes of nodes from here on are runs, */
const RUN = 0x10;
/** and from here on values. */
const VALUE = 0x20;
/** Branches of more bytes are searched by halves. */
const FEW = 5;
const FINAL = 1;

/** Lead bytes of values, which are twice as large and say in their lowest bit whether they are final, by the bytes behind them. */
const VALUE_LEADS = { one: 0x10, two: 0x51, three: 0x6c, four: 0x7e } as const;
/** Of the distances that halves of branches are apart. */
const DELTA_LEADS = { two: 0xc0, three: 0xf0, four: 0xfe } as const;

const JOINER = 0x200d;
const NON_JOINER = 0x200c;
/** A byte that no word has. */
const NEVER = -1;
/** What joiners are in the words, behind the largest distance of a letter. */
const JOINERS = { joiner: 0xff, nonJoiner: 0xfe, last: 0xfd } as const;

/** What has been read so far. */
const Found = {
  Nothing: 0,
  /** The beginning of words. */
  Part: 1,
  /** A word that may go on. */
  Word: 2,
  /** A word that doesn't. */
  End: 3,
} as const;
type Found = (typeof Found)[keyof typeof Found];

/** A set of words that is searched from a place of a text on. */
export class WordTrie {
  private readonly bytes: Uint8Array;
  private readonly first: number;
  /** Where the next node begins; less than 0: nothing goes on. */
  private at = 0;
  /** Bytes of the run that are left. */
  private left = 0;

  /** `first`: the character that words have as byte 0. */
  constructor(bytes: Uint8Array, first: number) {
    this.bytes = bytes;
    this.first = first;
  }

  /** Puts the ends of all words that begin at a place of a text into `ends`, shortest first, at most as many as fit; returns how many, and how many characters were looked at. */
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

  /** What the node says that begins here. */
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

  /** How far it is to the other half; what comes next is behind it. */
  private delta(): number {
    const { bytes } = this;
    const lead = bytes[this.at++]!;
    if (lead < DELTA_LEADS.two) return lead;
    if (lead < DELTA_LEADS.three) return ((lead - DELTA_LEADS.two) << 8) | bytes[this.at++]!;
    if (lead < DELTA_LEADS.four) return ((lead - DELTA_LEADS.three) << 16) | this.number(2);
    return this.number(lead === DELTA_LEADS.four ? 3 : 4);
  }

  /** The value whose lead, halved, has been read. */
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

/** Of words that begin at one place. */
const MOST_MATCHES = 20;
