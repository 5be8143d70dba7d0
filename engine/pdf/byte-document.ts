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

/** The undeclared pdfkit members that this module uses. */
interface LowLevelDocument {
  /**
   * Allocates an object number; `data` becomes the object's dictionary. The object writes itself when it ends and then
   * calls `_refEnd`.
   */
  ref(data?: PdfDictionary): Ref;
  /**
   * Writes a piece: text followed by a line feed, or bytes. An object without a stream consists of three pieces, of
   * which the second is its dictionary.
   */
  _write(piece: string | Uint8Array): void;
  _refEnd(ref: { readonly id: number; readonly offset: number }): void;
  /** Writes the cross-reference table and the trailer. */
  _finalize(): void;
  /** Offset of the next byte. */
  readonly _offset: number;
  /** Byte offsets of the objects written so far, starting with object 1. */
  readonly _offsets: (number | null)[];
  /** Provides the encryption of an object's stream and strings when the object ends. */
  _security: Security | undefined;
  readonly _root: PdfRef;
  readonly _info: PdfRef;
  readonly _id: Uint8Array;
  /**
   * Hook that runs when the document ends. It adds document information to the metadata and writes the structure tree
   * and the form.
   */
  _addInfo(): void;
  endMarkings(): void;
  endAcroForm(): void;
  appendXML(xml: string): void;
}

const Base = PDFDocument as unknown as new (options: object) => LowLevelDocument;
const PIECES_WITHOUT_STREAM = 3;

/**
 * Turns pdfkit's document into a byte writer. Chunks bypass the Node stream that pdfkit is built on and reach the sink
 * at once. If streams are deflated, objects without a stream are packed into object streams, and the file ends with a
 * cross-reference stream.
 */
export class ByteDocument extends Base {
  // Declared without initialisers: pdfkit's constructor writes the header before field initialisers would run.
  declare private sink: ((chunk: Uint8Array) => void) | undefined;
  declare private early: Uint8Array[] | undefined;
  declare private pieces: (string | Uint8Array)[] | undefined;
  declare private packer: ObjectPacker | null | undefined;
  declare private deflate: Deflate | null | undefined;
  declare private isFinal: boolean | undefined;
  declare private description: (() => string) | undefined;
  declare private encryption: { readonly keys: FileEncryption; readonly dictionary: number } | undefined;
  /** Unfinished objects; tracked only if the file is encrypted. */
  declare private begun: Map<number, Ref> | undefined;
  /** True from PDF 2.0, which replaces the document information dictionary with metadata (ISO 32000-2 §14.3.3). */
  declare private isNew: boolean | undefined;

  /**
   * Passes the bytes written so far to the sink, then every later chunk as it is written. Objects are packed if
   * `deflate` is given. `version` overrides pdfkit's PDF version, which can't exceed 1.7.
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

  /**
   * Sets the source of the XMP metadata, which runs when the document ends. pdfkit would insert the title without
   * escaping it.
   */
  describe(description: () => string): void {
    this.description = description;
  }

  override _addInfo(): void {
    if (this.description) this.appendXML(this.description());
  }

  /** Pagewright writes the structure tree and the form itself. */
  override endMarkings(): void {}
  override endAcroForm(): void {}

  /** Encrypts all streams from here on, including object streams. Only valid for packed files. */
  encrypt(keys: FileEncryption): void {
    const begun = (this.begun = new Map());
    this.encryption = { keys, dictionary: this.reserve() };
    // Objects without a stream aren't encrypted individually: their object stream is.
    const getEncryptFn = (id: number): ((bytes: Uint8Array) => Uint8Array) | null => {
      const ref = begun.get(id);
      return ref !== undefined && ref.buffer.length > 0 ? (bytes) => keys.encrypt(id, bytes) : null;
    };
    this._security = { getEncryptFn, end: () => undefined };
  }

  override ref(data?: PdfDictionary): Ref {
    // pdfkit adds a lowercase `length` next to Length, which isn't a PDF key.
    if (data?.Type === 'Metadata') delete data.length;
    const ref = super.ref(data);
    this.begun?.set(ref.id, ref);
    return ref;
  }

  /** Receives pdfkit's output; null marks the end. */
  push(chunk: Uint8Array | null): boolean {
    if (chunk === null) return true;
    if (this.sink) this.sink(chunk);
    else (this.early ??= []).push(chunk);
    return true;
  }

  /** Whether the whole file is written. Unfinished objects delay the end. */
  get isWhole(): boolean {
    return this.isFinal === true;
  }

  /** The file identifier: 16 bytes. */
  get fileId(): Uint8Array {
    return this._id;
  }

  /** Reserves an object number for `writeObject`. */
  reserve(): number {
    return this._offsets.push(null);
  }

  /** Writes an object without a stream under a reserved number. The caller may reuse the bytes afterwards. */
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
    // The streams written below also call this method when they end.
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
    // The encryption dictionary and the cross-reference stream must stay unencrypted.
    this.begun = this._security = undefined;
    if (encryption) this.writeAlone(encryption.dictionary, encryption.keys.body);
    const start = this._offset;
    // The stream has the last object number and an entry for itself.
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
