import PDFDocument from 'pdfkit';
import { CrossReference, EntryType } from './cross-reference.ts';
import type { FileEncryption } from './encryption.ts';
import { ObjectPacker } from './object-packer.ts';
import { type Deflate, ObjectReference, type PdfDictionary, type PdfRef } from './pdf-values.ts';

type Ref = PdfRef & { readonly offset: number; readonly buffer: readonly Uint8Array[] | Uint8Array };

interface Security {
  getEncryptFn(id: number): ((bytes: Uint8Array) => Uint8Array) | null;
  end(): void;
}

/** What pdfkit has but doesn't declare: all that is used of it here. */
interface LowLevelDocument {
  /** Numbers an object; `data` is its dictionary. It writes itself when it ends, and then tells `_refEnd`. */
  ref(data?: PdfDictionary): Ref;
  /** Writes a piece: text with a line feed, or bytes. An object without a stream is three pieces, its dictionary the second. */
  _write(piece: string | Uint8Array): void;
  _refEnd(ref: { readonly id: number; readonly offset: number }): void;
  /** Writes the cross-reference table and the trailer. */
  _finalize(): void;
  /** Of the next byte. */
  readonly _offset: number;
  /** Of the objects that have been written, object 1 first. */
  readonly _offsets: (number | null)[];
  /** Asked as an object ends for what encrypts its stream and strings. */
  _security: Security | undefined;
  readonly _root: PdfRef;
  readonly _info: PdfRef;
  readonly _id: Uint8Array;
  /** Called as the document ends, to put its information into the metadata, and to write its structure and its form. */
  _addInfo(): void;
  endMarkings(): void;
  endAcroForm(): void;
  appendXML(xml: string): void;
}

const Base = PDFDocument as unknown as new (options: object) => LowLevelDocument;
const PIECES_WITHOUT_STREAM = 3;

/**
 * pdfkit's document as a writer of bytes. Without the stream that it is built on, chunks go where they are wanted at once; and when streams are
 * deflated, objects without one are packed into object streams, with a cross-reference stream at the end.
 */
export class ByteDocument extends Base {
  // Declared, not defined: pdfkit's constructor writes the file's header before fields would be set.
  declare private sink: ((chunk: Uint8Array) => void) | undefined;
  declare private early: Uint8Array[] | undefined;
  declare private pieces: (string | Uint8Array)[] | undefined;
  declare private packer: ObjectPacker | null | undefined;
  declare private deflate: Deflate | null | undefined;
  declare private isFinal: boolean | undefined;
  declare private description: (() => string) | undefined;
  declare private encryption: { readonly keys: FileEncryption; readonly dictionary: number } | undefined;
  /** The objects that have begun, where some are encrypted. */
  declare private begun: Map<number, Ref> | undefined;
  /** The version has no document information but its metadata (ISO 32000-2 §14.3.3). */
  declare private isNew: boolean | undefined;

  /**
   * Gives what has been written so far, and from now on everything as it is written. Objects are packed if there is a `deflate`. `version`: of PDF,
   * instead of pdfkit's, which knows none after 1.7.
   */
  begin(deflate: Deflate | null, sink: (chunk: Uint8Array) => void, version: string | null = null): void {
    if (version !== null && this.pieces) this.pieces[0] = `%PDF-${version}`;
    this.isNew = version !== null && version >= '2.0';
    this.writePieces();
    for (const chunk of this.early ?? []) sink(chunk);
    this.early = undefined;
    this.sink = sink;
    this.deflate = deflate;
    this.packer = deflate && new ObjectPacker((head, bytes) => this.writeStream({ ...head }, deflate(bytes)));
  }

  /** What the metadata say, asked for when the document ends: pdfkit would put its title there as it is, unescaped. */
  describe(description: () => string): void {
    this.description = description;
  }

  override _addInfo(): void {
    if (this.description) this.appendXML(this.description());
  }

  /** The structure tree and the form are written by our own code. */
  override endMarkings(): void {}
  override endAcroForm(): void {}

  /** Streams are encrypted from here on, and so is what is packed into them; only for files that are packed. */
  encrypt(keys: FileEncryption): void {
    const begun = (this.begun = new Map());
    this.encryption = { keys, dictionary: this.reserve() };
    // What has no stream is packed, and encrypted as part of the stream that it is packed into.
    const getEncryptFn = (id: number): ((bytes: Uint8Array) => Uint8Array) | null => {
      const ref = begun.get(id);
      return ref !== undefined && ref.buffer.length > 0 ? (bytes) => keys.encrypt(id, bytes) : null;
    };
    this._security = { getEncryptFn, end: () => undefined };
  }

  override ref(data?: PdfDictionary): Ref {
    // pdfkit gives its metadata a `length` that no reader knows, beside their Length.
    if (data?.Type === 'Metadata') delete data.length;
    const ref = super.ref(data);
    this.begun?.set(ref.id, ref);
    return ref;
  }

  /** Where pdfkit hands over its bytes; null: the end. */
  push(chunk: Uint8Array | null): boolean {
    if (chunk === null) return true;
    if (this.sink) this.sink(chunk);
    else (this.early ??= []).push(chunk);
    return true;
  }

  /** Has all of it been written? Objects that are begun hold back the end. */
  get isWhole(): boolean {
    return this.isFinal === true;
  }

  /** What tells the file from others: 16 bytes. */
  get fileId(): Uint8Array {
    return this._id;
  }

  /** The number of an object that `writeObject` will write. */
  reserve(): number {
    return this._offsets.push(null);
  }

  /** Writes an object without a stream, as bytes, under a reserved number. The bytes may be reused by the caller. */
  writeObject(id: number, body: Uint8Array): void {
    if (this.packer) this.packer.add(id, body);
    else this.writeAlone(id, body);
  }

  private writeAlone(id: number, body: Uint8Array): void {
    this._offsets[id - 1] = this._offset;
    for (const piece of [`${id} 0 obj`, body, '\nendobj']) super._write(piece);
  }

  override _write(piece: string | Uint8Array): void {
    (this.pieces ??= []).push(piece);
  }

  override _refEnd(ref: { readonly id: number; readonly offset: number }): void {
    const { packer, pieces } = this;
    if (packer && pieces?.length === PIECES_WITHOUT_STREAM) {
      this.pieces = undefined;
      packer.add(ref.id, pieces[1]!);
    } else {
      this.writePieces();
    }
    this.begun?.delete(ref.id);
    super._refEnd(ref);
  }

  private writePieces(): void {
    const { pieces } = this;
    this.pieces = undefined;
    for (const piece of pieces ?? []) super._write(piece);
  }

  private writeStream(dictionary: PdfDictionary, deflated: Uint8Array): number {
    const ref = this.ref({ ...dictionary, Filter: 'FlateDecode' });
    ref.write(deflated);
    ref.end();
    return ref.id;
  }

  override _finalize(): void {
    // The streams that are written from here end as well.
    if (this.isFinal) return;
    this.isFinal = true;
    const { packer, deflate } = this;
    if (packer && deflate) {
      packer.flush();
      this.writeCrossReference(packer, deflate);
    } else {
      super._finalize();
      this.writePieces();
    }
  }

  private writeCrossReference(packer: ObjectPacker, deflate: Deflate): void {
    const { encryption } = this;
    // Neither the keys nor the cross references are encrypted.
    this.begun = this._security = undefined;
    if (encryption) this.writeAlone(encryption.dictionary, encryption.keys.body);
    const start = this._offset;
    // The stream has the last number, and its own entry.
    const size = this._offsets.length + 2;
    const table = new CrossReference(size);
    table.add(EntryType.Free, 0, 0);
    for (let id = 1; id < size - 1; id++) {
      const place = packer.placeOf(id);
      if (place) table.add(EntryType.Packed, ...place);
      else table.add(EntryType.Alone, this._offsets[id - 1] ?? 0, 0);
    }
    table.add(EntryType.Alone, start, 0);
    this.writeStream(
      {
        Type: 'XRef',
        Size: size,
        ...table.dictionary(),
        Root: this._root,
        ...(this.isNew ? {} : { Info: this._info }),
        ...(encryption ? { Encrypt: new ObjectReference(encryption.dictionary) } : {}),
        ID: [this._id, this._id],
      },
      deflate(table.bytes()),
    );
    for (const line of ['startxref', `${start}`, '%%EOF']) super._write(line);
    this.push(null);
  }
}
