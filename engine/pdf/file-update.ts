/** Incremental updates: objects that are appended to a file and leave its bytes unchanged (ISO 32000-2 §7.5.6). */
import { CrossReference, EntryType } from '../pdf-source/cross-reference.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import {
  dictionaryText,
  numberOf,
  type RawDictionary,
  readDictionary,
  referenceOf,
  SyntaxProblem,
} from '../pdf-source/pdf-syntax.ts';
import { deflate } from '../platform/compression.ts';
import type { Bytes } from '../render-options.ts';
import { ByteWriter } from './byte-writer.ts';

/** Digits reserved for each number of the byte range. */
const RANGE_DIGITS = 10;

/** A file with space for a signature and everything else complete. */
export interface PreparedFile {
  readonly bytes: Bytes;
  readonly range: readonly [number, number, number, number];
  /** The position of the signature's hexadecimal digits. */
  readonly hole: { readonly at: number; readonly length: number };
}

/** An incremental update, which is appended to the file. */
export class FileUpdate {
  readonly reader: PdfReader;
  /** The number of the next new object. */
  next: number;
  private readonly first: number;
  private readonly bodies = new Map<number, string>();
  private readonly streams = new Map<number, Uint8Array>();

  constructor(reader: PdfReader) {
    this.reader = reader;
    this.first = this.next = numberOf(reader.trailer.get('Size'));
  }

  add(body: string): number {
    this.bodies.set(this.next, body);
    return this.next++;
  }

  /** Adds a stream. `encoded`: its bytes as its dictionary, which comes without their length, says. */
  addStream(dictionary: RawDictionary, encoded: Uint8Array): number {
    this.write(this.next, dictionaryText(dictionary), encoded);
    return this.next++;
  }

  /** Returns a new object number, for `write`. */
  reserve(): number {
    return this.next++;
  }

  /** Writes an object. `stream`: the encoded bytes of a stream; null: it isn't a stream. */
  write(id: number, body: string, stream: Uint8Array | null): void {
    this.bodies.set(id, stream === null ? body : `${body.slice(0, -2)}/Length ${stream.length}>>`);
    if (stream !== null) this.streams.set(id, stream);
  }

  /** Returns the catalog, which the update may change with `changeCatalog`. */
  get catalog(): RawDictionary {
    return readDictionary(this.current(this.root));
  }

  changeCatalog(catalog: RawDictionary): void {
    this.change(this.root, catalog);
  }

  private get root(): number {
    const root = referenceOf(this.reader.trailer.get('Root'));
    if (root === null) throw new SyntaxProblem('it has no catalog');
    return root;
  }

  /** Returns an object's text, as this update has changed it. */
  current(id: number): string {
    return this.bodies.get(id) ?? this.reader.value(id);
  }

  change(id: number, dictionary: RawDictionary): void {
    this.bodies.set(id, dictionaryText(dictionary));
  }

  isNew(id: number): boolean {
    return id >= this.first;
  }

  /** Returns the file with the update, when there is nothing to sign. */
  finish(): Bytes {
    const out = new ByteWriter(this.reader.bytes.length + 4096);
    const offsets = this.writeObjects(out);
    this.crossReferences(out, offsets);
    return out.view().slice();
  }

  /** Writes the objects, with the signature last, and their cross-reference section. */
  finishWithSignature(
    signature: number,
    { head, room }: { readonly head: string; readonly room: number },
  ): PreparedFile {
    const out = new ByteWriter(this.reader.bytes.length + room + 4096);
    this.bodies.delete(signature);
    const offsets = this.writeObjects(out);
    offsets.set(signature, out.length);
    out.ascii(`${signature} 0 obj\n${head}/ByteRange[0 `);
    const rangeAt = out.length;
    out.ascii(`${' '.repeat(3 * RANGE_DIGITS + 2)}]/Contents<`);
    const at = out.length;
    out.ascii('0'.repeat(room));
    out.ascii('>>>\nendobj\n');
    this.crossReferences(out, offsets);
    const all = out.view().slice();
    const range = [0, at - 1, at + room + 1, all.length - (at + room + 1)] as const;
    const numbers = range
      .slice(1)
      .map((n) => String(n))
      .join(' ');
    all.set(new TextEncoder().encode(numbers.padEnd(3 * RANGE_DIGITS + 2)), rangeAt);
    return { bytes: all, range, hole: { at, length: room } };
  }

  /** Writes the file and the objects of the update, and returns where they begin. */
  private writeObjects(out: ByteWriter): Map<number, number> {
    const { bytes } = this.reader;
    out.raw(bytes);
    if (bytes[bytes.length - 1] !== 10) out.ascii('\n');
    const offsets = new Map<number, number>();
    for (const [id, body] of this.bodies) {
      offsets.set(id, out.length);
      out.ascii(`${id} 0 obj\n${body}\n`);
      const stream = this.streams.get(id);
      if (stream !== undefined) {
        out.ascii('stream\n');
        out.raw(stream);
        out.ascii('\nendstream\n');
      }
      out.ascii('endobj\n');
    }
    return offsets;
  }

  private crossReferences(out: ByteWriter, offsets: Map<number, number>): void {
    const { reader } = this;
    const start = out.length;
    const kept = ['Root', 'Info', 'ID'].flatMap((name) => {
      const value = reader.trailer.get(name);
      return value === undefined ? [] : [`/${name} ${value}`];
    });
    if (reader.isStream) {
      // The stream has the last object number and an entry for itself.
      const id = this.next++;
      offsets.set(id, start);
      const ids = [...offsets.keys()].sort((a, b) => a - b);
      const table = new CrossReference(ids.length);
      for (const each of ids) table.add(EntryType.Alone, offsets.get(each)!, 0);
      const data = deflate(table.bytes());
      const { W, DecodeParms } = table.dictionary();
      const parameters = `/DecodeParms<</Predictor ${DecodeParms.Predictor}/Columns ${DecodeParms.Columns}>>`;
      out.ascii(`${id} 0 obj\n<</Type/XRef/Size ${this.next}/Index[${ids.map((each) => `${each} 1`).join(' ')}]`);
      out.ascii(`/W[${W.join(' ')}]${parameters}/Filter/FlateDecode/Length ${data.length}`);
      out.ascii(`/Prev ${reader.start}${kept.join('')}>>\nstream\n`);
      out.raw(data);
      out.ascii('\nendstream\nendobj\n');
    } else {
      out.ascii('xref\n');
      for (const [id, offset] of [...offsets].sort(([a], [b]) => a - b))
        out.ascii(`${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
      out.ascii(`trailer\n<</Size ${this.next}/Prev ${reader.start}${kept.join('')}>>\n`);
    }
    out.ascii(`startxref\n${start}\n%%EOF\n`);
  }
}
