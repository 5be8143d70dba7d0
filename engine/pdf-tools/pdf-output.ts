/** Writes a file of copied and new objects. The same objects give the same bytes. */
import type { Budget } from '../budget.ts';
import { ByteWriter } from '../pdf/byte-writer.ts';
import { encryptedDictionary } from '../pdf/emitted-objects.ts';
import type { FileEncryption } from '../pdf/encryption.ts';
import { ObjectPacker } from '../pdf/object-packer.ts';
import { deflaterFor, foreseeWork } from '../pdf/paid-output.ts';
import { digest } from '../platform/crypto.ts';
import { CrossReference, EntryType } from '../pdf-source/cross-reference.ts';
import type { ObjectTarget } from '../pdf-source/object-copier.ts';
import { dictionaryText, withHexStrings } from '../pdf-source/pdf-syntax.ts';

/** Object streams are packed objects, so streams and the catalog stay alone. */
export class PdfOutput implements ObjectTarget {
  private readonly out = new ByteWriter(1 << 16);
  private readonly budget: Budget;
  private readonly deflate: (bytes: Uint8Array) => Uint8Array;
  private readonly packer: ObjectPacker;
  private readonly offsets: number[] = [];
  private readonly encryption: FileEncryption | null;
  private next = 1;

  /** `version`: the PDF version, such as `1.7`. */
  constructor(version: string, budget: Budget, encryption: FileEncryption | null = null) {
    this.budget = budget;
    this.encryption = encryption;
    this.deflate = deflaterFor(budget);
    this.packer = new ObjectPacker(({ N, First }, bytes) => {
      const id = this.reserve();
      this.write(id, `<</Type/ObjStm/N ${N}/First ${First}/Filter/FlateDecode>>`, this.deflate(bytes));
      return id;
    });
    this.out.ascii(`%PDF-${version}\n%\u00ff\u00ff\u00ff\u00ff\n`);
  }

  reserve(): number {
    this.budget.tick();
    return this.next++;
  }

  write(id: number, body: string, stream: Uint8Array | null): void {
    this.budget.spendPdfBytes(body.length + (stream?.length ?? 0));
    if (stream === null) return this.packer.add(id, body);
    const { encryption } = this;
    if (encryption === null) return this.writeStream(id, `${body.slice(0, -2)}/Length ${stream.length}>>`, stream);
    // The strings of packed objects are encrypted with their stream.
    const encrypt = (bytes: Uint8Array): Uint8Array => encryption.encrypt(id, bytes);
    const encrypted = encrypt(stream);
    const dictionary = new ByteWriter();
    dictionary.ascii(`${withHexStrings(body).slice(0, -2)}\n/Length 0\n>>`);
    this.writeStream(id, encryptedDictionary(dictionary.view(), encrypted.length, encrypt), encrypted);
  }

  private writeStream(id: number, dictionary: string | Uint8Array, stream: Uint8Array): void {
    this.offsets[id] = this.out.length;
    this.out.ascii(`${id} 0 obj\n`);
    if (typeof dictionary === 'string') this.out.ascii(dictionary);
    else this.out.raw(dictionary);
    this.out.ascii('\nstream\n');
    this.out.raw(stream);
    this.out.ascii('\nendstream\nendobj\n');
  }

  /** Writes a new object without a stream and returns its reference. */
  add(body: string): string {
    const id = this.reserve();
    this.write(id, body, null);
    return `${id} 0 R`;
  }

  /** Writes a new stream and returns its reference. */
  addStream(entries: ReadonlyMap<string, string>, bytes: Uint8Array): string {
    const id = this.reserve();
    const dictionary = new Map([...entries, ['Filter', '/FlateDecode']]);
    this.write(id, dictionaryText(dictionary), this.deflate(bytes));
    return `${id} 0 R`;
  }

  /** Ends the file and returns its bytes. `root`, `info`: references of the catalog and the document information. */
  finish(root: string, info: string): Uint8Array<ArrayBuffer> {
    this.packer.flush();
    foreseeWork(this.budget, this.out.view());
    const hash = Array.from(digest('md5', this.out.view()), (byte) => byte.toString(16).padStart(2, '0')).join('');
    const rules = this.encryption === null ? '' : `/Encrypt ${this.writeRules(this.encryption)} 0 R`;
    const start = this.out.length;
    const id = this.reserve();
    this.offsets[id] = start;
    const table = new CrossReference(this.next);
    table.add(EntryType.Free, 0, 0);
    for (let object = 1; object < this.next; object++) {
      const place = this.packer.placeOf(object);
      const offset = this.offsets[object];
      if (place !== null) table.add(EntryType.Packed, ...place);
      else if (offset === undefined) table.add(EntryType.Free, 0, 0);
      else table.add(EntryType.Alone, offset, 0);
    }
    const { W, DecodeParms } = table.dictionary();
    const parameters = `/DecodeParms<</Predictor ${DecodeParms.Predictor}/Columns ${DecodeParms.Columns}>>`;
    const entries = `/Size ${this.next}/W[${W.join(' ')}]${parameters}/Root ${root}/Info ${info}${rules}/ID[<${hash}><${hash}>]`;
    const stream = this.deflate(table.bytes());
    this.writeStream(id, `<</Type/XRef${entries}/Filter/FlateDecode/Length ${stream.length}>>`, stream);
    this.out.ascii(`startxref\n${start}\n%%EOF\n`);
    return this.out.view().slice();
  }

  /** Writes the encryption dictionary, which stays readable, and returns its number. */
  private writeRules(encryption: FileEncryption): number {
    const id = this.reserve();
    this.offsets[id] = this.out.length;
    this.out.ascii(`${id} 0 obj\n`);
    this.out.raw(encryption.body);
    this.out.ascii('\nendobj\n');
    return id;
  }
}
