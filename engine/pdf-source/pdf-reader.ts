/**
 * Reads the objects of finished files, to append updates or to copy objects. Supports all kinds of cross-reference
 * sections, object streams and incremental updates, and can read files whose cross references are broken.
 */
import type { Budget } from '../budget.ts';
import { EntryType } from './cross-reference.ts';
import { decodeStream } from './stream-filters.ts';
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

/** Bytes of a file: the longest string of all JavaScript engines that Pagewright runs on. */
const MAX_FILE = (1 << 29) - 24;
/** Bytes of all decoded streams together. */
const MAX_DECODED = 1 << 27;
/** Memory of an entry of the cross references. */
const ENTRY_BYTES = 100;
/** Characters read for each unit of work. */
const CHARACTERS_PER_TICK = 64;
/** Maximum number of streams that may be read to get the length of another. */
const MAX_LENGTHS = 16;
const MAX_OBJECTS = 8_388_607;
/** Maximum length of a chain of objects that consist only of a reference. */
const MAX_HOPS = 4;
/** Bytes searched for the header. */
const HEADER_WINDOW = 1024;
/** Characters of an object that are searched for its type. */
const OBJECT_STREAM_WINDOW = 400;
const OBJECT_START = /(?<![\d.])(\d{1,10})[ \t\r\n]{1,4}\d{1,5}[ \t\r\n]{1,4}obj(?![a-z])/g;

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
  /** Whether the cross references were broken, and objects were found by searching the file. */
  readonly isRecovered: boolean;
  private readonly text: string;
  private readonly entries = new Map<number, Entry>();
  private readonly unpacked = new Map<number, readonly string[]>();
  /** The values of objects outside of object streams that were read. Many references can name one long object. */
  private readonly values = new Map<number, string>();
  private decoded = 0;
  private readonly budget: Budget;
  private readonly recovers: boolean;
  /** The number of streams whose length is being read. */
  private lengths = 0;

  /**
   * `budget` pays for the time and memory. If `recovers`, the objects of a file with broken cross references are found
   * by searching it.
   * @throws SyntaxProblem if the file is broken or isn't a PDF; RenderError if it is too expensive
   */
  constructor(bytes: Uint8Array, budget: Budget, recovers = false) {
    if (bytes.length > MAX_FILE) throw new SyntaxProblem(`it has more than ${MAX_FILE} bytes`);
    this.bytes = recovers ? fromHeader(bytes) : bytes;
    this.budget = budget;
    this.recovers = recovers;
    this.text = characters(this.bytes);
    const found = recovers ? this.attempt() : this.crossReferenceSections();
    this.isRecovered = found === null;
    this.start = found?.start ?? 0;
    this.isStream = !this.text.startsWith('xref', this.start);
    this.trailer = found?.trailer ?? this.search();
  }

  /** Returns null if the cross references are broken or lead to no pages. */
  private attempt(): { readonly start: number; readonly trailer: RawDictionary } | null {
    try {
      const found = this.crossReferenceSections();
      if (found.trailer.has('Encrypt')) return found;
      return this.dictionary(this.dictionary(found.trailer.get('Root')).get('Pages')).size > 0 ? found : null;
    } catch (error) {
      if (error instanceof SyntaxProblem) return null;
      throw error;
    }
  }

  private crossReferenceSections(): { readonly start: number; readonly trailer: RawDictionary } {
    const end = this.text.lastIndexOf('startxref');
    if (end < 0) throw new SyntaxProblem('it is not a PDF');
    const start = numberOf(/\d{1,12}/.exec(this.text.slice(end + 9, end + 40))?.[0]);
    let newest: RawDictionary | null = null;
    const seen = new Set<number>();
    for (let at: number | null = start; at !== null && !seen.has(at);) {
      seen.add(at);
      const trailer: RawDictionary = this.section(at);
      newest ??= trailer;
      const hybrid = trailer.get('XRefStm');
      if (hybrid !== undefined) this.section(numberOf(hybrid));
      const previous = trailer.get('Prev');
      at = previous === undefined ? null : numberOf(previous);
    }
    return { start, trailer: newest! };
  }

  /**
   * Finds the objects of a file without usable cross references. If a number occurs more than once, the last object is
   * used.
   */
  private search(): RawDictionary {
    const { text, entries } = this;
    this.pay(text.length);
    entries.clear();
    this.unpacked.clear();
    this.values.clear();
    const found = new Map<number, Entry>();
    for (const match of text.matchAll(OBJECT_START)) {
      const id = Number(match[1]);
      if (id > MAX_OBJECTS) continue;
      this.budget.tick();
      found.set(id, { type: EntryType.Alone, place: match.index, index: 0 });
    }
    for (const [id, entry] of found) this.add(id, entry);
    const packed = [...found].filter(([, { place }]) =>
      text.slice(place, place + OBJECT_STREAM_WINDOW).includes('/ObjStm'),
    );
    for (const [id, { place }] of packed) this.addPacked(id, place);
    const trailer = this.lastTrailer() ?? this.trailerOfCatalog(found);
    if (trailer === null) throw new SyntaxProblem(found.size === 0 ? 'it is not a PDF' : 'it has no catalog');
    return trailer;
  }

  private addPacked(stream: number, place: number): void {
    try {
      const { dictionary, data } = this.streamAt(place);
      const head = characters(data.subarray(0, numberOf(dictionary.get('First'))));
      const numbers = head.trim().split(/\s+/);
      for (let i = 0; i + 1 < numbers.length; i += 2)
        this.add(numberOf(numbers[i]), { type: EntryType.Packed, place: stream, index: i / 2 });
    } catch (error) {
      // The objects of a broken stream are lost. Others may suffice.
      if (!(error instanceof SyntaxProblem)) throw error;
    }
  }

  private lastTrailer(): RawDictionary | null {
    for (
      let at = this.text.lastIndexOf('trailer');
      at >= 0;
      at = at === 0 ? -1 : this.text.lastIndexOf('trailer', at - 1)
    ) {
      this.budget.tick();
      try {
        const trailer = readDictionary(this.text, at + 7);
        this.pay(trailer.size);
        if (this.isCatalog(trailer.get('Root'))) return trailer;
      } catch (error) {
        if (!(error instanceof SyntaxProblem)) throw error;
      }
    }
    return null;
  }

  /** Makes a trailer for the first catalog among the objects. */
  private trailerOfCatalog(found: ReadonlyMap<number, Entry>): RawDictionary | null {
    for (const id of [...found.keys(), ...this.entries.keys()]) {
      this.budget.tick();
      try {
        if (this.isCatalog(`${id} 0 R`)) return new Map([['Root', `${id} 0 R`]]);
      } catch (error) {
        if (!(error instanceof SyntaxProblem)) throw error;
      }
    }
    return null;
  }

  private isCatalog(reference: string | undefined): boolean {
    const value = this.resolve(reference);
    return value.startsWith('<<') && readDictionary(value).get('Type') === '/Catalog';
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
    const bytes = this.streamAfter(dictionary, end);
    if (bytes === null) throw new SyntaxProblem('a stream is missing');
    return { dictionary, data: this.decode(dictionary, bytes) };
  }

  /** Returns the encoded bytes of the stream after a dictionary; null: it isn't a stream. */
  private streamAfter(dictionary: RawDictionary, end: number): Uint8Array | null {
    const { text } = this;
    let from = skipSpace(text, end);
    if (!text.startsWith('stream', from)) return null;
    from += text.startsWith('\r\n', from + 6) ? 8 : 7;
    const length = this.lengthOf(dictionary.get('Length'));
    if (length !== null && from + length <= text.length) {
      if (!this.recovers || text.startsWith('endstream', skipSpace(text, from + length)))
        return this.bytes.subarray(from, from + length);
    } else if (!this.recovers) throw new SyntaxProblem('the length of a stream is wrong');
    const found = text.indexOf('endstream', from);
    const to = found < 0 ? text.length : found;
    this.pay(to - from);
    return this.bytes.subarray(from, to);
  }

  private lengthOf(given: string | undefined): number | null {
    const id = referenceOf(given);
    try {
      const length = numberOf(id === null ? given : this.lengthAt(id));
      return length < 0 ? null : length;
    } catch (error) {
      if (!this.recovers || !(error instanceof SyntaxProblem)) throw error;
      return null;
    }
  }

  /**
   * Decodes the bytes of a stream. All decoded streams of a file share a limit.
   * @throws SyntaxProblem if they are broken, too long, or use an unsupported filter
   */
  decode(dictionary: RawDictionary, bytes: Uint8Array): Uint8Array {
    this.pay(bytes.length);
    const data = decodeStream(this, dictionary, bytes, MAX_DECODED - this.decoded);
    this.decoded += data.length;
    this.pay(data.length);
    return data;
  }

  /** Reads the length of a stream, which may be in another stream. */
  private lengthAt(id: number): string {
    if (++this.lengths > MAX_LENGTHS) throw new SyntaxProblem('the length of a stream is missing');
    try {
      return this.value(id).trim();
    } finally {
      this.lengths--;
    }
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
    const known = this.values.get(id);
    if (known !== undefined) return known;
    const value = this.read(this.text, entry.place, this.bodyAt(entry.place));
    this.values.set(id, value);
    return value;
  }

  /** Returns an object's value as written, and the encoded bytes of a stream; `value` is '' if the object is missing. */
  object(id: number): { readonly value: string; readonly stream: Uint8Array | null } {
    const value = this.value(id);
    const entry = this.entries.get(id);
    if (!value.startsWith('<<') || entry?.type !== EntryType.Alone) return { value, stream: null };
    const start = this.bodyAt(entry.place);
    const end = start + value.length;
    if (!this.text.startsWith('stream', skipSpace(this.text, end))) return { value, stream: null };
    return { value, stream: this.streamAfter(readDictionary(value), end) };
  }

  /** Returns whether the dictionary of a stream gives a wrong length. */
  hasWrongLength(id: number): boolean {
    const { value, stream } = this.object(id);
    return stream !== null && this.lengthOf(readDictionary(value).get('Length')) !== stream.length;
  }

  /** The object numbers of the file. */
  get ids(): IterableIterator<number> {
    return this.entries.keys();
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
    // A stream whose length is stored in that stream has no length.
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
    return readDictionary(this.resolve(value));
  }

  /** Returns the decoded bytes of a stream object. @throws SyntaxProblem if the object isn't a stream */
  streamData(id: number): Uint8Array {
    const { value, stream } = this.object(id);
    if (stream === null) throw new SyntaxProblem('a stream is missing');
    return this.decode(readDictionary(value), stream);
  }

  /** Returns the values of an array that is given directly or as a reference; empty if `value` is undefined. */
  array(value: string | undefined): string[] {
    if (value === undefined) return [];
    return readArray(this.resolve(value));
  }

  /** Returns a value that is given directly or as a reference; '' if it is missing. */
  resolve(value: string | undefined): string {
    let text = value ?? '';
    for (let hops = 0, id = referenceOf(text); id !== null && hops < MAX_HOPS; id = referenceOf(text), hops++)
      text = this.value(id);
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
  // PERF: spreading an array in the call takes five times as long.
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + PIECE) as unknown as number[]);
  return text;
}

const PIECE = 1 << 13;

/** Returns the file from its header, which may follow other bytes. */
function fromHeader(bytes: Uint8Array): Uint8Array {
  const at = characters(bytes.subarray(0, HEADER_WINDOW)).indexOf('%PDF-');
  return at > 0 ? bytes.subarray(at) : bytes;
}
