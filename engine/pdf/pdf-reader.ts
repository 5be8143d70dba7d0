/**
 * Reads the objects of finished files so that updates can be appended. Supports all kinds of cross-reference sections,
 * object streams and incremental updates.
 */
import type { Budget } from '../budget.ts';
import { unfilter } from '../images/png-filter.ts';
import { inflate } from '../platform/compression.ts';
import { EntryType } from './cross-reference.ts';
import {
  numberOf,
  type RawDictionary,
  readArray,
  readDictionary,
  referenceOf,
  endOfValue,
  skipSpace,
  SyntaxProblem,
} from './pdf-syntax.ts';

/** Bytes of all decoded streams together. */
const MAX_DECODED = 1 << 27;
/** Memory of an entry of the cross references. */
const ENTRY_BYTES = 100;
/** Characters read for each unit of work. */
const CHARACTERS_PER_TICK = 64;
/** How many streams may have to be read for the length of another. */
const MAX_LENGTHS = 16;
const MAX_OBJECTS = 8_388_607;

interface Entry {
  readonly type: EntryType;
  /** A byte offset or the number of an object stream. */
  readonly place: number;
  readonly index: number;
}

export class PdfReader {
  readonly bytes: Uint8Array;
  /** The newest trailer. */
  readonly trailer: RawDictionary;
  /** The offset of the newest cross-reference section, and whether it is a stream. */
  readonly start: number;
  readonly isStream: boolean;
  private readonly text: string;
  private readonly entries = new Map<number, Entry>();
  private readonly unpacked = new Map<number, readonly string[]>();
  private decoded = 0;
  private readonly budget: Budget;
  /** The number of streams whose length is being read. */
  private lengths = 0;

  /**
   * `budget` pays for the time and memory.
   * @throws SyntaxProblem if the file is broken or isn't a PDF; RenderError if it is too expensive
   */
  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = bytes;
    this.budget = budget;
    this.text = characters(bytes);
    const end = this.text.lastIndexOf('startxref');
    if (end < 0) throw new SyntaxProblem('it is not a PDF');
    this.start = numberOf(/\d{1,12}/.exec(this.text.slice(end + 9, end + 40))?.[0]);
    this.isStream = !this.text.startsWith('xref', this.start);
    let newest: RawDictionary | null = null;
    const seen = new Set<number>();
    for (let at: number | null = this.start; at !== null && !seen.has(at);) {
      seen.add(at);
      const trailer: RawDictionary = this.section(at);
      newest ??= trailer;
      const hybrid = trailer.get('XRefStm');
      if (hybrid !== undefined) this.section(numberOf(hybrid));
      const previous = trailer.get('Prev');
      at = previous === undefined ? null : numberOf(previous);
    }
    this.trailer = newest!;
  }

  private section(at: number): RawDictionary {
    // Its trailer may be anywhere after it.
    this.pay(this.text.length);
    return this.text.startsWith('xref', at) ? this.table(at + 4) : this.crossReferences(at);
  }

  private add(id: number, entry: Entry): void {
    if (id > MAX_OBJECTS) throw new SyntaxProblem('an object number is too large');
    this.budget.tick();
    if (this.entries.has(id)) return;
    this.budget.spendBytes(ENTRY_BYTES);
    this.entries.set(id, entry);
  }

  private table(at: number): RawDictionary {
    const { text } = this;
    for (let i = skipSpace(text, at); !text.startsWith('trailer', i); i = skipSpace(text, i)) {
      const head = /^(\d{1,10}) (\d{1,10})\s+/.exec(text.slice(i, i + 40));
      if (head === null) throw new SyntaxProblem('its cross references are broken');
      i += head[0].length;
      for (let row = 0; row < Number(head[2]); row++, i += 20) {
        const line = /^(\d{10}) \d{5} ([nf])/.exec(text.slice(i, i + 18));
        if (line === null) throw new SyntaxProblem('its cross references are broken');
        const type = line[2] === 'n' ? EntryType.Alone : EntryType.Free;
        this.add(Number(head[1]) + row, { type, place: Number(line[1]), index: 0 });
      }
    }
    return readDictionary(text, text.indexOf('trailer', at) + 7);
  }

  private crossReferences(at: number): RawDictionary {
    const { dictionary, data } = this.streamAt(at);
    const widths = readArray(dictionary.get('W') ?? '').map((width) => numberOf(width));
    const size = numberOf(dictionary.get('Size'));
    const index = dictionary.has('Index') ? readArray(dictionary.get('Index')!).map((n) => numberOf(n)) : [0, size];
    const [a, b, c] = widths;
    if (widths.length !== 3 || widths.some((width) => width < 0 || width > 8) || a! + b! + c! === 0)
      throw new SyntaxProblem('its cross references are broken');
    const read = (from: number, width: number): number => {
      let value = 0;
      for (let i = 0; i < width; i++) value = value * 256 + data[from + i]!;
      return value;
    };
    let row = 0;
    for (let part = 0; part + 1 < index.length; part += 2)
      for (let i = 0; i < index[part + 1]! && row + a! + b! + c! <= data.length; i++, row += a! + b! + c!) {
        const type = a === 0 ? EntryType.Alone : read(row, a!);
        if (type > EntryType.Packed) continue;
        this.add(index[part]! + i, {
          type: type as EntryType,
          place: read(row + a!, b!),
          index: read(row + a! + b!, c!),
        });
      }
    return dictionary;
  }

  private streamAt(at: number): { readonly dictionary: RawDictionary; readonly data: Uint8Array } {
    const start = this.bodyAt(at);
    const end = endOfValue(this.text, start);
    const dictionary = readDictionary(this.text, start);
    let from = skipSpace(this.text, end);
    if (!this.text.startsWith('stream', from)) throw new SyntaxProblem('a stream is missing');
    from += this.text.startsWith('\r\n', from + 6) ? 8 : 7;
    const given = dictionary.get('Length');
    const length = numberOf(referenceOf(given) === null ? given : this.lengthAt(referenceOf(given)!));
    const data = decoded(dictionary, this.bytes.subarray(from, from + length), MAX_DECODED - this.decoded);
    this.decoded += data.length;
    return { dictionary, data };
  }

  /** Reads the length of a stream, which may be in another stream. */
  private lengthAt(id: number): string {
    if (++this.lengths > MAX_LENGTHS) throw new SyntaxProblem('the length of a stream is missing');
    const length = this.value(id).trim();
    this.lengths--;
    return length;
  }

  private bodyAt(at: number): number {
    const head = /^\s*\d{1,10}\s+\d{1,5}\s+obj/.exec(this.text.slice(at, at + 60));
    if (head === null) throw new SyntaxProblem('an object is missing');
    return skipSpace(this.text, at + head[0].length);
  }

  /** Returns an object's value as written, without its stream; '' if the object doesn't exist. */
  value(id: number): string {
    const entry = this.entries.get(id);
    if (entry === undefined || entry.type === EntryType.Free) return '';
    if (entry.type === EntryType.Packed) return this.packed(entry.place)[entry.index] ?? '';
    return this.read(this.text, entry.place, this.bodyAt(entry.place));
  }

  /** Returns the value that starts at `start`, as written. `from`: where the search for its start began. */
  private read(text: string, from: number, start: number): string {
    const end = endOfValue(text, start);
    this.pay(end - from);
    return text.slice(start, end);
  }

  private packed(stream: number): readonly string[] {
    const known = this.unpacked.get(stream);
    if (known !== undefined) return known;
    // A stream whose length is one of its own objects has none.
    this.unpacked.set(stream, []);
    const entry = this.entries.get(stream);
    if (entry?.type !== EntryType.Alone) throw new SyntaxProblem('an object stream is missing');
    const { dictionary, data } = this.streamAt(entry.place);
    const text = characters(data);
    const first = numberOf(dictionary.get('First'));
    const head = text.slice(0, first).trim().split(/\s+/);
    const values: string[] = [];
    for (let i = 1; i < head.length; i += 2) {
      const from = first + numberOf(head[i]);
      values.push(this.read(text, from, skipSpace(text, from)));
    }
    this.unpacked.set(stream, values);
    return values;
  }

  /** Reads a dictionary that is given directly or as a reference. */
  dictionary(value: string | undefined): RawDictionary {
    return readDictionary(this.resolved(value ?? ''));
  }

  /** Returns the values of an array that is given directly or as a reference; empty if `value` is undefined. */
  array(value: string | undefined): string[] {
    if (value === undefined) return [];
    return readArray(this.resolved(value));
  }

  private resolved(value: string): string {
    const id = referenceOf(value);
    const text = id === null ? value : this.value(id);
    this.pay(text.length);
    return text;
  }

  /** Pays for reading this many characters. */
  private pay(characters: number): void {
    this.budget.tickBy(1 + characters / CHARACTERS_PER_TICK);
  }
}

function characters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

const PIECE = 1 << 13;

function decoded(dictionary: RawDictionary, bytes: Uint8Array, mostBytes: number): Uint8Array {
  const filter = dictionary.get('Filter')?.replace(/[[\]\s]/g, '') ?? '';
  if (filter === '') return bytes;
  const data = filter === '/FlateDecode' ? inflate(bytes, mostBytes) : null;
  if (data === null) throw new SyntaxProblem('a stream is broken');
  const given = dictionary.get('DecodeParms');
  const parameters = given?.startsWith('[') ? readArray(given)[0] : given;
  if (parameters === undefined) return data;
  const entries = readDictionary(parameters);
  if (numberOf(entries.get('Predictor'), 1) < 10) return data;
  return withoutPredictor(data, numberOf(entries.get('Columns'), 1));
}

function withoutPredictor(data: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(data.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  let above = new Uint8Array(columns);
  for (let row = 0; row < rows; row++) {
    const line = data.slice(row * (columns + 1) + 1, (row + 1) * (columns + 1));
    unfilter(data[row * (columns + 1)]!, line, above, 1);
    out.set(line, row * columns);
    above = line;
  }
  return out;
}
