/**
 * Writes a file of the objects that pdfkit emits and of those that the engine serializes itself. It adds what pdfkit
 * can't write: object streams, cross-reference streams, AES-256 encryption and the header of PDF 2.0.
 */
import { assertInvariant } from '../invariant.ts';
import { CrossReference, EntryType } from '../pdf-source/cross-reference.ts';
import { eachObject, type EmittedObject, encryptedDictionary } from './emitted-objects.ts';
import type { FileEncryption } from './encryption.ts';
import type { KitDocument } from './kit-document.ts';
import { ObjectPacker } from './object-packer.ts';
import { withHexStrings } from '../pdf-source/pdf-syntax.ts';
import { type Deflate, ObjectReference, type PdfDictionary } from './pdf-values.ts';

/** The document information, in which pdfkit writes the producer first. */
const INFORMATION = /^<<\n\/Producer \d+ 0 R\n/;
const DECODER = new TextDecoder('latin1');

interface WriterOptions {
  readonly sink: (chunk: Uint8Array) => void;
  /** Packs objects into deflated object streams; null: every object stays readable. */
  readonly packing: Deflate | null;
  /** The PDF version, such as `1.7`. */
  readonly version: string;
  /** Only for packed files. */
  readonly encryption: FileEncryption | null;
  /** The file identifier: 16 bytes. */
  readonly fileId: Uint8Array;
}

export class FileWriter {
  private readonly kit: KitDocument;
  private readonly options: WriterOptions;
  private readonly packer: ObjectPacker | null;
  private offset = 0;
  /** Byte offsets of the objects that aren't packed, by number. */
  private readonly offsets: number[] = [];
  /** The object with the encryption dictionary. */
  private readonly encryptionId: number;
  private information = 0;
  /** Whether streams are still encrypted: the cross-reference stream must not be. */
  private isEncrypting: boolean;

  constructor(kit: KitDocument, options: WriterOptions) {
    this.kit = kit;
    this.options = options;
    const { packing, version, encryption } = options;
    this.packer = packing && new ObjectPacker((head, bytes) => this.writeStream({ ...head }, packing(bytes)));
    this.encryptionId = encryption === null ? 0 : this.reserve();
    this.isEncrypting = encryption !== null;
    kit.take();
    this.text(`%PDF-${version}\n%\u00ff\u00ff\u00ff\u00ff\n`);
  }

  /** Reserves an object number for `writeObject`. */
  reserve(): number {
    return this.kit.ref().id;
  }

  /** Writes a serialized object without a stream. The caller may reuse the bytes afterwards. */
  writeObject(id: number, body: Uint8Array): void {
    this.takeObjects();
    if (this.packer) this.packer.add(id, body);
    else this.writeAlone(id, body);
  }

  /**
   * Writes an object as text of Latin-1 characters. `stream`: the encoded bytes of a stream, whose dictionary comes
   * without their length; null: it isn't a stream.
   */
  writeCopy(id: number, body: string, stream: Uint8Array | null): void {
    if (stream === null) return this.writeObject(id, latin1(body));
    this.takeObjects();
    this.offsets[id] = this.offset;
    const { encryption } = this.options;
    const entries = (encryption === null ? body : withHexStrings(body)).slice(0, -2);
    const bytes = latin1(`${entries}\n/Length ${stream.length}\n>>`);
    const encrypt = encryption === null ? null : (data: Uint8Array): Uint8Array => encryption.encrypt(id, data);
    const data = encrypt === null ? stream : encrypt(stream);
    this.text(`${id} 0 obj\n`);
    this.bytes(encrypt === null ? bytes : encryptedDictionary(bytes, data.length, encrypt));
    this.text('\nstream\n');
    this.bytes(data);
    this.text('\nendstream\nendobj\n');
  }

  /** Writes the objects that have ended since the last call. */
  takeObjects(): void {
    const chunks = this.kit.take();
    if (chunks !== null) eachObject(chunks, this.writeEmitted);
  }

  private readonly writeEmitted = ({ id, body, stream, whole }: EmittedObject): void => {
    if (stream === null && this.packer) {
      this.packer.add(id, body);
      return;
    }
    this.offsets[id] = this.offset;
    const { encryption } = this.options;
    if (stream === null || encryption === null || !this.isEncrypting) return this.bytes(whole);
    const encrypt = (bytes: Uint8Array): Uint8Array => encryption.encrypt(id, bytes);
    const encrypted = encrypt(stream);
    this.text(`${id} 0 obj\n`);
    this.bytes(encryptedDictionary(body, encrypted.length, encrypt));
    this.text('\nstream\n');
    this.bytes(encrypted);
    this.text('\nendstream\nendobj\n');
  };

  private writeAlone(id: number, body: Uint8Array): void {
    this.offsets[id] = this.offset;
    this.text(`${id} 0 obj\n`);
    this.bytes(body.slice());
    this.text('\nendobj\n');
  }

  private writeStream(dictionary: PdfDictionary, deflated: Uint8Array): number {
    const ref = this.kit.ref({ ...dictionary, Filter: 'FlateDecode' });
    ref.write(deflated);
    ref.end();
    this.takeObjects();
    return ref.id;
  }

  /**
   * Ends the document and the file. `complete` returns further entries of the catalog when everything else has ended.
   */
  finish(complete: () => PdfDictionary): void {
    this.takeObjects();
    this.kit.finish(complete);
    eachObject(this.kit.take() ?? [], (object) => {
      if (INFORMATION.test(DECODER.decode(object.body))) this.information = object.id;
      this.writeEmitted(object);
    });
    const { packing } = this.options;
    if (this.packer && packing) {
      this.packer.flush();
      this.writeCrossReference(this.packer, packing);
    } else this.writeTable();
  }

  private get root(): ObjectReference {
    return new ObjectReference(this.kit.catalog.id);
  }

  private writeCrossReference(packer: ObjectPacker, deflate: Deflate): void {
    const { encryption, version, fileId } = this.options;
    this.isEncrypting = false;
    if (encryption !== null) this.writeAlone(this.encryptionId, encryption.body);
    const start = this.offset;
    // The stream has the last object number and an entry for itself.
    const size = this.kit.objectCount + 2;
    const table = new CrossReference(size);
    table.add(EntryType.Free, 0, 0);
    for (let id = 1; id < size - 1; id++) {
      const place = packer.placeOf(id);
      if (place) table.add(EntryType.Packed, ...place);
      else table.add(EntryType.Alone, this.offsetOf(id), 0);
    }
    table.add(EntryType.Alone, start, 0);
    this.writeStream(
      {
        Type: 'XRef',
        Size: size,
        ...table.dictionary(),
        Root: this.root,
        // PDF 2.0 replaces the document information dictionary with metadata (ISO 32000-2 §14.3.3).
        ...(version >= '2.0' ? {} : { Info: new ObjectReference(this.information) }),
        ...(encryption ? { Encrypt: new ObjectReference(this.encryptionId) } : {}),
        ID: [fileId, fileId],
      },
      deflate(table.bytes()),
    );
    this.text(`startxref\n${start}\n%%EOF\n`);
  }

  private writeTable(): void {
    const start = this.offset;
    const size = this.kit.objectCount + 1;
    let table = `xref\n0 ${size}\n0000000000 65535 f \n`;
    for (let id = 1; id < size; id++) table += `${String(this.offsetOf(id)).padStart(10, '0')} 00000 n \n`;
    const id = Array.from(this.options.fileId, (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.text(
      `${table}trailer\n<<\n/Size ${size}\n/Root ${this.root}\n/Info ${this.information} 0 R\n/ID [<${id}> <${id}>]\n>>\n`,
    );
    this.text(`startxref\n${start}\n%%EOF\n`);
  }

  private offsetOf(id: number): number {
    const offset = this.offsets[id];
    assertInvariant(offset !== undefined, 'every object of a file ends before the file does');
    return offset;
  }

  private bytes(bytes: Uint8Array): void {
    this.options.sink(bytes);
    this.offset += bytes.length;
  }

  private text(text: string): void {
    this.bytes(latin1(text));
  }
}

const latin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};
