/**
 * Scans JSON text (RFC 8259) without building values. Honest requests are mostly one long string. Attackers send
 * millions of brackets, and `JSON.parse` would block the process while creating as many objects.
 */
import { setImmediate } from 'node:timers/promises';

/** The type of the top-level value. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** A member of the top-level object: the offsets of its key and value, including quotes. */
export interface Member {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly start: number;
  readonly end: number;
  readonly kind: JsonKind;
  /** Maximum nesting of containers in the value. */
  readonly depth: number;
  /** Number of values at every depth, including itself. */
  readonly values: number;
}

export interface Scanned {
  readonly kind: JsonKind;
  /** Maximum nesting of containers. */
  readonly depth: number;
  /** Number of values of every kind, at every depth. */
  readonly values: number;
}

/** Bytes scanned before yielding to the event loop. Only one text is scanned at a time. */
const SLICE = 32 * 1024;

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
export const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;
const LOWER_U = 0x75;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/** The expected token. `next`: a comma or the end of the container. At the top level, only whitespace. */
const EXPECT = { value: 0, valueOrClose: 1, key: 2, keyOrClose: 3, colon: 4, next: 5 } as const;
type Expect = (typeof EXPECT)[keyof typeof EXPECT];

/**
 * Returns the type and counts of a JSON text, or null if it is invalid. `onMember` receives each member of the
 * top-level object, in order; `onMistake` the offset of the first byte that makes the text invalid.
 */
export async function scanJson(
  bytes: Uint8Array,
  onMember?: (member: Member) => void,
  onMistake?: (offset: number) => void,
): Promise<Scanned | null> {
  const scan = new Scan(bytes, onMember);
  for (let until = SLICE; !scan.walk(until); until += SLICE) await turn();
  const result = scan.result();
  if (result === null) onMistake?.(scan.offset);
  return result;
}

/** Returns the offset of the first byte that makes a text invalid JSON. For a text that ends too early, its length. */
export function jsonErrorAt(bytes: Uint8Array): number {
  const scan = new Scan(bytes, undefined);
  scan.walk(bytes.length);
  return scan.offset;
}

/** Returns the position of an offset for people: `line 1, column 25`. */
export function placeOf(bytes: Buffer, at: number): string {
  let [line, start] = [1, 0];
  for (let i = 0; i < at; i++) if (bytes[i] === LINE_FEED) [line, start] = [line + 1, i + 1];
  return `line ${line}, ${columnOf(bytes, at, start)}`;
}

/** Returns the column of an offset in a line that begins at `start`: `column 25`. */
export function columnOf(bytes: Buffer, at: number, start = 0): string {
  return `column ${bytes.toString('utf8', start, at).length + 1}`;
}

/** The last turn in the queue. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** Bytes processed before yielding. */
export const BYTES_A_TURN = SLICE;

/** Waits until all earlier callers have had their slice, each in a separate round of the event loop. */
export function turn(): Promise<unknown> {
  return (lastTurn = lastTurn.then(() => setImmediate()));
}

class Scan {
  private readonly bytes: Uint8Array;
  private readonly onMember: ((member: Member) => void) | undefined;
  private position: number;
  private expect: Expect = EXPECT.value;
  /** Kind of the unfinished string. Long strings span slices. */
  private within: 'key' | 'value' | null = null;
  /** One bit per open container: 1 for an object. */
  private open = new Uint8Array(64);
  private depth = 0;
  private deepest = 0;
  private values = 0;
  private broken = false;
  private kind: JsonKind | null = null;
  private keyStart = 0;
  private keyEnd = 0;
  private memberStart = 0;
  private memberDepth = 0;
  /** The value count before the member. */
  private memberValues = 0;
  private memberKind: JsonKind = 'null';

  constructor(bytes: Uint8Array, onMember: ((member: Member) => void) | undefined) {
    this.bytes = bytes;
    this.onMember = onMember;
    // A byte order mark isn't part of the text.
    this.position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** Scans to `until` or slightly beyond. Returns true at the end of the text or on an error. */
  walk(until: number): boolean {
    const end = Math.min(until, this.bytes.length);
    while (this.position < end && !this.broken) {
      const byte = this.bytes[this.position];
      if (this.within !== null) this.broken = !this.goOnInString(end);
      else if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) this.position++;
      else if (!this.take(byte!)) this.broken = true;
    }
    return this.broken || this.position >= this.bytes.length;
  }

  /** The offset of the next byte or of the error. */
  get offset(): number {
    return this.position;
  }

  result(): Scanned | null {
    if (this.broken || this.within !== null || this.depth > 0 || this.kind === null || this.expect !== EXPECT.next)
      return null;
    return { kind: this.kind, depth: this.deepest, values: this.values };
  }

  /** Reads one token. Returns false if it isn't allowed here. */
  private take(byte: number): boolean {
    switch (this.expect) {
      case EXPECT.value:
        return this.takeValue(byte);
      case EXPECT.valueOrClose:
        return byte === BRACKET_CLOSE ? this.close(byte) : this.takeValue(byte);
      case EXPECT.key:
        return this.takeKey(byte);
      case EXPECT.keyOrClose:
        return byte === BRACE_CLOSE ? this.close(byte) : this.takeKey(byte);
      case EXPECT.colon:
        this.expect = EXPECT.value;
        return byte === COLON && this.step();
      case EXPECT.next:
        return this.takeNext(byte);
    }
  }

  private takeNext(byte: number): boolean {
    if (byte !== COMMA) return this.close(byte);
    if (this.depth === 0) return false;
    this.expect = this.isInObject() ? EXPECT.key : EXPECT.value;
    return this.step();
  }

  private takeKey(byte: number): boolean {
    if (byte !== QUOTE) return false;
    if (this.depth === 1) this.keyStart = this.position;
    this.within = 'key';
    return this.step();
  }

  private takeValue(byte: number): boolean {
    const start = this.position;
    const kind = this.passValue(byte);
    if (kind === null) return false;
    this.values++;
    this.kind ??= kind;
    const isOpen = kind === 'object' || kind === 'array';
    // An opened container has already increased the depth.
    if (this.depth - (isOpen ? 1 : 0) === 1 && this.outermostIsObject()) {
      this.memberStart = start;
      this.memberDepth = this.depth;
      this.memberValues = this.values - 1;
      this.memberKind = kind;
    }
    if (!isOpen && this.within === null) this.ended();
    return true;
  }

  /** Skips a scalar or enters a container. */
  private passValue(byte: number): JsonKind | null {
    if (byte === QUOTE) {
      this.within = 'value';
      this.position++;
      return 'string';
    }
    if (byte === BRACE_OPEN) return this.enter(true);
    if (byte === BRACKET_OPEN) return this.enter(false);
    if (byte === MINUS || (byte >= ZERO && byte <= NINE)) return this.passNumber() ? 'number' : null;
    if (this.passWord('true') || this.passWord('false')) return 'boolean';
    return this.passWord('null') ? 'null' : null;
  }

  private enter(isObject: boolean): JsonKind {
    const index = this.depth >> 3;
    if (index >= this.open.length) {
      const larger = new Uint8Array(this.open.length * 2);
      larger.set(this.open);
      this.open = larger;
    }
    const bit = 1 << (this.depth & 7);
    this.open[index] = isObject ? this.open[index]! | bit : this.open[index]! & ~bit;
    this.deepest = Math.max(this.deepest, ++this.depth);
    this.memberDepth = Math.max(this.memberDepth, this.depth);
    this.expect = isObject ? EXPECT.keyOrClose : EXPECT.valueOrClose;
    this.position++;
    return isObject ? 'object' : 'array';
  }

  private close(byte: number): boolean {
    if (this.depth === 0 || byte !== (this.isInObject() ? BRACE_CLOSE : BRACKET_CLOSE)) return false;
    this.depth--;
    this.position++;
    this.ended();
    return true;
  }

  /** Ends a value. Reports members of the top-level object. */
  private ended(): void {
    this.expect = EXPECT.next;
    if (this.depth !== 1 || !this.onMember || !this.outermostIsObject()) return;
    const { keyStart, keyEnd, memberStart, memberKind } = this;
    this.onMember({
      keyStart,
      keyEnd,
      start: memberStart,
      end: this.position,
      kind: memberKind,
      // Excludes the top-level object.
      depth: this.memberDepth - 1,
      values: this.values - this.memberValues,
    });
  }

  private isInObject(): boolean {
    const innermost = this.depth - 1;
    return (this.open[innermost >> 3]! & (1 << (innermost & 7))) !== 0;
  }

  private outermostIsObject(): boolean {
    return (this.open[0]! & 1) !== 0;
  }

  private step(): boolean {
    this.position++;
    return true;
  }

  private passWord(word: string): boolean {
    for (let i = 0; i < word.length; i++) if (this.bytes[this.position + i] !== word.charCodeAt(i)) return false;
    this.position += word.length;
    return true;
  }

  /** Continues a string to `end` or its closing quote. Returns false for a character that strings can't contain. */
  private goOnInString(end: number): boolean {
    const { bytes } = this;
    for (let i = this.position; i < end; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) {
        this.position = i + 1;
        this.endString();
        return true;
      }
      if (byte! < 0x20) return this.failAt(i);
      if (byte === BACKSLASH) {
        const length = escapeLength(bytes, i);
        if (length === 0) return this.failAt(i);
        i += length - 1;
      }
      this.position = i + 1;
    }
    return true;
  }

  private failAt(offset: number): false {
    this.position = offset;
    return false;
  }

  private endString(): void {
    const { within } = this;
    this.within = null;
    if (within === 'value') return this.ended();
    if (this.depth === 1) this.keyEnd = this.position;
    this.expect = EXPECT.colon;
  }

  private passNumber(): boolean {
    const { bytes } = this;
    let i = this.position;
    if (bytes[i] === MINUS) i++;
    const integer = i;
    i = behindDigits(bytes, i);
    if (i === integer || (bytes[integer] === ZERO && i > integer + 1)) return false;
    if (bytes[i] === DOT) {
      const fraction = i + 1;
      i = behindDigits(bytes, fraction);
      if (i === fraction) return false;
    }
    // e or E
    if ((bytes[i]! | 0x20) === 0x65) {
      i += bytes[i + 1] === PLUS || bytes[i + 1] === MINUS ? 2 : 1;
      const exponent = i;
      i = behindDigits(bytes, exponent);
      if (i === exponent) return false;
    }
    this.position = i;
    return true;
  }
}

function behindDigits(bytes: Uint8Array, start: number): number {
  let i = start;
  while (bytes[i]! >= ZERO && bytes[i]! <= NINE) i++;
  return i;
}

/** `"`, `\`, `/`, `b`, `f`, `n`, `r`, `t` */
const SIMPLE_ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((char) => char.charCodeAt(0)));

/** Returns the length of the escape at a backslash in bytes, or 0 if it is invalid. */
export function escapeLength(bytes: Uint8Array, at: number): number {
  if (SIMPLE_ESCAPES.has(bytes[at + 1]!)) return 2;
  if (bytes[at + 1] !== LOWER_U) return 0;
  for (let i = at + 2; i < at + 6; i++) if (!isHexDigit(bytes[i]!)) return 0;
  return 6;
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= ZERO && byte <= NINE) || (lower >= 0x61 && lower <= 0x66);
}
