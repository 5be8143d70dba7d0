const DOT = 46;
const MINUS = 45;
const SPACE = 32;
const ZERO = 48;
const LEFT_PARENTHESIS = 40;
const RIGHT_PARENTHESIS = 41;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const BACKSLASH = 92;
const LAST_BYTE = 255;
const CARRIAGE_RETURN = 13;
const LOWER_R = 114;
const HEX = [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 65, 66, 67, 68, 69, 70];

/**
 * Maps a byte of a literal string to the character that follows its backslash. Parentheses, backslashes and line
 * endings need escaping (ISO 32000-1 §7.3.4.2).
 */
const ESCAPED = new Uint8Array(256);
for (const byte of [LEFT_PARENTHESIS, RIGHT_PARENTHESIS, BACKSLASH]) ESCAPED[byte] = byte;
ESCAPED[CARRIAGE_RETURN] = LOWER_R;

/** Larger coordinates are meaningless on paper, and some readers overflow on them. */
export const MAX_NUMBER = 1e7;

/** A growing byte buffer that writes PDF's lexical forms: numbers, operators and strings. */
export class ByteWriter {
  private bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Returns the bytes written so far as a view, which is valid until the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Empties the buffer and keeps its memory. */
  clear(): void {
    this.length = 0;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.view());
    this.bytes = grown;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Writes characters up to U+00FF, one byte each. */
  ascii(text: string): void {
    if (this.length + text.length > this.bytes.length) this.reserve(text.length);
    const { bytes, length } = this;
    for (let i = 0; i < text.length; i++) bytes[length + i] = text.charCodeAt(i);
    this.length = length + text.length;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes a number with up to four decimals, followed by a space. */
  number(value: number): void {
    // PERF: most numbers are counts and references.
    if (value >= 0 && value <= MAX_NUMBER && value === (value | 0)) this.digits(value);
    else this.decimal(value, 10_000, 4);
  }

  /** Writes a matrix component or a number between 0 and 1 with up to seven decimals. */
  fine(value: number): void {
    if (value >= 0 && value <= MAX_NUMBER && value === (value | 0)) this.digits(value);
    else this.decimal(value, 10_000_000, 7);
  }

  private decimal(value: number, scale: number, decimals: number): void {
    // Room for a sign, and for what `digits` reserves.
    if (this.length + 40 > this.bytes.length) this.reserve(40);
    let n = value;
    if (!(n > -MAX_NUMBER)) n = Number.isNaN(n) ? 0 : -MAX_NUMBER;
    else if (n > MAX_NUMBER) n = MAX_NUMBER;
    let scaled = Math.round(n * scale);
    const { bytes } = this;
    if (scaled < 0) {
      bytes[this.length++] = MINUS;
      scaled = -scaled;
    }
    // PERF: both values fit 32-bit integers, which divide faster.
    const whole = Math.floor(scaled / scale) | 0;
    let rest = (scaled - whole * scale) | 0;
    if (whole > 9) {
      this.digits(whole);
      // The digits end with a space.
      this.length--;
    } else if (whole !== 0 || rest === 0) bytes[this.length++] = ZERO + whole;
    if (rest !== 0) {
      let places = decimals;
      while (rest % 10 === 0) {
        rest = (rest / 10) | 0;
        places--;
      }
      const at = this.length;
      bytes[at] = DOT;
      for (let i = at + places; i > at; i--) {
        bytes[i] = ZERO + (rest % 10);
        rest = (rest / 10) | 0;
      }
      this.length = at + 1 + places;
    }
    bytes[this.length++] = SPACE;
  }

  /** Writes a non-negative integer, followed by a space. */
  private digits(value: number): void {
    if (this.length + 32 > this.bytes.length) this.reserve(32);
    let count = 1;
    for (let power = 10; power <= value; power *= 10) count++;
    const { bytes, length } = this;
    const end = length + count;
    for (let i = end - 1, rest = value; i >= length; i--) {
      bytes[i] = ZERO + (rest % 10);
      rest = (rest / 10) | 0;
    }
    bytes[end] = SPACE;
    this.length = end + 1;
  }

  /** Writes an object reference, followed by a space. */
  reference(id: number): void {
    this.digits(id);
    this.ascii('0 R ');
  }

  /** Writes four hexadecimal digits. */
  hex16(value: number): void {
    this.reserve(4);
    this.bytes[this.length++] = HEX[(value >> 12) & 15]!;
    this.bytes[this.length++] = HEX[(value >> 8) & 15]!;
    this.bytes[this.length++] = HEX[(value >> 4) & 15]!;
    this.bytes[this.length++] = HEX[value & 15]!;
  }

  /** Writes two hexadecimal digits. */
  hex8(value: number): void {
    this.byte(HEX[(value >> 4) & 15]!);
    this.byte(HEX[value & 15]!);
  }

  /**
   * Writes the low `length` bytes of a number inside a literal string. This takes half the space of hexadecimal digits
   * and deflates faster.
   */
  literalBytes(value: number, length: number): void {
    if (this.length + 2 * length > this.bytes.length) this.reserve(2 * length);
    for (let shift = 8 * (length - 1); shift >= 0; shift -= 8) this.literal((value >> shift) & 255);
  }

  /**
   * Writes the character codes of the glyphs `[from, to)` inside a literal string while they fit in one byte.
   * `characters` maps a glyph to its code, and `least` is the smallest one-byte code. Returns the index of the first
   * glyph with a longer code, or `to`.
   */
  literalCharacters(glyphs: Uint32Array, from: number, to: number, characters: Uint32Array, least: number): number {
    this.reserve(2 * (to - from));
    const { bytes } = this;
    let { length } = this;
    let i = from;
    for (; i < to; i++) {
      const character = characters[glyphs[i]!]!;
      if (character < least || character > LAST_BYTE) break;
      const escaped = ESCAPED[character];
      if (escaped !== 0) bytes[length++] = BACKSLASH;
      bytes[length++] = escaped === 0 ? character : escaped!;
    }
    this.length = length;
    return i;
  }

  private literal(byte: number): void {
    if (ESCAPED[byte] !== 0) this.bytes[this.length++] = BACKSLASH;
    this.bytes[this.length++] = ESCAPED[byte] || byte;
  }

  /** Writes a text string as UTF-16BE with a byte order mark, in hexadecimal. */
  textString(text: string): void {
    this.ascii('<FEFF');
    for (let i = 0; i < text.length; i++) this.hex16(text.charCodeAt(i));
    this.ascii('>');
  }

  /** Writes a text string as a literal string if it is printable ASCII, else like `textString`. */
  plainString(text: string): void {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x20 || unit >= 0x7f) return this.textString(text);
    }
    this.reserve(2 * text.length + 2);
    this.bytes[this.length++] = LEFT_PARENTHESIS;
    for (let i = 0; i < text.length; i++) this.literal(text.charCodeAt(i));
    this.bytes[this.length++] = RIGHT_PARENTHESIS;
  }

  /** Writes bytes as a hexadecimal string, `<…>`. */
  hexString(bytes: Uint8Array): void {
    this.reserve(2 * bytes.length + 2);
    this.bytes[this.length++] = LESS_THAN;
    for (const byte of bytes) {
      this.bytes[this.length++] = HEX[byte >> 4]!;
      this.bytes[this.length++] = HEX[byte & 15]!;
    }
    this.bytes[this.length++] = GREATER_THAN;
  }

  /** Writes the six operands of `cm` or `Tm` and the operator. */
  matrix(a: number, b: number, c: number, d: number, e: number, f: number, operator: string): void {
    this.fine(a);
    this.fine(b);
    this.fine(c);
    this.fine(d);
    this.number(e);
    this.number(f);
    this.ascii(operator);
  }
}
