import type { Profile } from '../profile.ts';
import type { AttachedFile } from '../render-options.ts';
import type { FileEncryption } from './encryption.ts';
import { MAX_NUMBER } from './byte-writer.ts';
import { FileWriter } from './file-writer.ts';
import { KitDocument, type KitPage } from './kit-document.ts';
import {
  type Deflate,
  NameValue,
  type ObjectReference,
  type PdfDictionary,
  type PdfRef,
  type PdfValue,
  textString,
} from './pdf-values.ts';
import { deflate as deflateAlways } from '../platform/compression.ts';
import { digest } from '../platform/crypto.ts';
import type { UsedIntent } from './output-intent.ts';
import type { OwnXmp } from './own-xmp.ts';
import { type ExtensionSchema, type PdfMetadata, PRODUCER, xmpPacket } from './xmp.ts';

/** The claims of the file about itself, apart from its contents. */
interface PdfClaims {
  readonly profile: Profile | null;
  /** Metadata extension schemas for the file's contents. */
  readonly schemas: readonly ExtensionSchema[];
  /** Metadata of the caller; null: none. */
  readonly xmp?: OwnXmp | null;
  /** The target device of the colors; null: it isn't a stream. */
  readonly intent?: UsedIntent | null;
  /** Null: not encrypted. */
  readonly encryption?: FileEncryption | null;
}

const USUAL_VERSION = '1.7';
const FIXED_DATE = new Date(Date.UTC(2000, 0, 1));

/**
 * Clamps the numbers of a dictionary or array. Documents may produce any coordinate, and pdfkit throws for numbers that
 * PDF can't represent.
 */
function boundNumbers(data: PdfDictionary | PdfValue[]): void {
  const values = data as { [key: string]: PdfValue | undefined };
  for (const key in values) {
    const value = values[key];
    if (typeof value === 'number') {
      if (!(Math.abs(value) <= MAX_NUMBER)) values[key] = Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, value || 0));
    } else if (Array.isArray(value) || value?.constructor === Object) boundNumbers(value as PdfDictionary);
  }
}

/** Returns a file identifier that differs for other document information. */
function identifier(date: Date, info: Readonly<Record<string, unknown>>): Uint8Array {
  const lines = Object.entries(info).map(([name, value]) => `${name}: ${String((value as object).valueOf())}\n`);
  return digest('md5', new TextEncoder().encode(`${date.getTime()}\n${lines.join('')}`));
}

/** Writes objects and pages with pdfkit. Knows nothing about drawing. */
export class PdfFile {
  private readonly document: KitDocument;
  private readonly writer: FileWriter;
  private readonly describe: () => string;
  /** Entries of the catalog, in addition to pdfkit's. */
  private readonly catalog: PdfDictionary = {};
  /** Null: streams stay uncompressed. */
  readonly deflate: Deflate | null;
  private readonly chunks: Uint8Array[] = [];
  /** The document's date, or a fixed one if it has none. */
  readonly date: Date;

  /**
   * If `deflate` is null, streams stay uncompressed. `sink` receives the bytes as they are produced; without it,
   * `finish` returns them.
   */
  constructor(
    metadata: PdfMetadata,
    { profile, schemas, xmp = null, intent = null, encryption = null }: PdfClaims,
    deflate: Deflate | null,
    sink: ((chunk: Uint8Array) => void) | null = null,
  ) {
    this.deflate = deflate;
    const date = (this.date = metadata.date ?? FIXED_DATE);
    const info: Record<string, unknown> = {
      Producer: PRODUCER,
      Creator: PRODUCER,
      CreationDate: date,
      ModDate: date,
    };
    if (metadata.title) info.Title = metadata.title;
    if (metadata.author) info.Author = metadata.author;
    if (metadata.subject) info.Subject = metadata.subject;
    // PDF/X requires the file to declare whether it is trapped.
    if (profile?.print) info.Trapped = new NameValue('False');
    // Later parts name themselves in the metadata.
    if (profile?.print === 1) info.GTS_PDFXVersion = 'PDF/X-1a:2003';
    if (profile?.print === 3) info.GTS_PDFXVersion = 'PDF/X-3:2003';
    if (metadata.keywords) info.Keywords = metadata.keywords;
    for (const [name, value] of metadata.custom ?? []) info[name] = value;
    this.document = new KitDocument(info, metadata.title !== '');
    const version = profile?.version ?? USUAL_VERSION;
    const isNew = version === '2.0';
    const fileId = identifier(date, info);
    this.writer = new FileWriter(this.document, {
      sink: sink ?? ((chunk) => this.chunks.push(chunk)),
      // A cross-reference table refers to the document information dictionary, which PDF 2.0 deprecates.
      // Object streams begin with PDF 1.5.
      packing: version === '1.4' ? null : !isNew && encryption === null ? deflate : (deflate ?? deflateAlways),
      version,
      encryption,
      fileId,
    });
    if (encryption !== null && !isNew) this.catalog.Extensions = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } };
    if (metadata.language) this.catalog.Lang = textString(metadata.language);
    this.describe = () => xmpPacket({ ...metadata, date, id: fileId }, profile, schemas, xmp);
    if (intent) this.catalog.OutputIntents = this.outputIntents(intent, profile);
  }

  /** Creates an object. The caller may add to `data` until the object ends. */
  ref(data: PdfDictionary): PdfRef {
    boundNumbers(data);
    return this.document.ref(data);
  }

  /** Writes an object without a stream. */
  object(data: PdfDictionary): PdfRef {
    const ref = this.ref(data);
    ref.end();
    return ref;
  }

  /** Writes an array as an object. */
  array(values: readonly PdfValue[]): PdfRef {
    return this.object(values as unknown as PdfDictionary);
  }

  /** Reserves an object number for `writeObject`. */
  reserve(): number {
    return this.writer.reserve();
  }

  /** Writes a serialized object without a stream. The caller may reuse the bytes afterwards. */
  writeObject(id: number, body: Uint8Array): void {
    this.writer.writeObject(id, body);
  }

  /**
   * Writes a reserved object as text of Latin-1 characters. `stream`: the encoded bytes of a stream, whose dictionary
   * comes without their length; null: it isn't a stream.
   */
  writeCopy(id: number, body: string, stream: Uint8Array | null): void {
    this.writer.writeCopy(id, body, stream);
  }

  /** Writes a stream, which is deflated unless its dictionary names a filter. */
  stream(data: PdfDictionary, bytes: Uint8Array): PdfRef {
    const ref = this.ref(data);
    this.endStream(ref, bytes);
    return ref;
  }

  /**
   * Writes a stream whose bytes are already deflated, if the file deflates streams. The caller may keep the bytes,
   * which are never modified.
   */
  deflated(data: PdfDictionary, bytes: Uint8Array): PdfRef {
    const ref = this.ref(data);
    this.endDeflated(ref, bytes);
    return ref;
  }

  /** Ends an existing object with an already deflated stream. */
  endDeflated(ref: PdfRef, bytes: Uint8Array): void {
    ref.write(bytes);
    if (this.deflate) ref.data.Filter = 'FlateDecode';
    ref.end();
    this.writer.takeObjects();
  }

  /**
   * Ends an existing object with a stream, which is deflated unless its dictionary names a filter. The caller may reuse
   * the bytes afterwards.
   */
  endStream(ref: PdfRef, bytes: Uint8Array): void {
    this.fillStream(ref, bytes);
    ref.end();
    this.writer.takeObjects();
  }

  /** Writes a stream without ending its object, which pdfkit ends. */
  fillStream(ref: PdfRef, bytes: Uint8Array): void {
    if (this.deflate && ref.data.Filter === undefined) {
      ref.write(this.deflate(bytes));
      ref.data.Filter = 'FlateDecode';
    } else {
      ref.write(bytes.slice());
    }
  }

  /** Returns an output intent for each standard that requires one. All share one profile (ISO 32000-1 §14.11.5). */
  private outputIntents(intent: UsedIntent, profile: Profile | null): PdfRef[] {
    const device = this.stream({ N: intent.components }, intent.profile);
    const standards = [
      ...(profile?.archive ? ['GTS_PDFA1'] : []),
      ...(profile?.print || !profile?.archive ? ['GTS_PDFX'] : []),
    ];
    return standards.map((standard) =>
      this.object({
        Type: 'OutputIntent',
        S: standard,
        OutputConditionIdentifier: textString(intent.condition),
        ...(intent.isRegistered ? { RegistryName: textString('http://www.color.org') } : {}),
        Info: textString(intent.info),
        DestOutputProfile: device,
      }),
    );
  }

  attach({ name, bytes, mimeType, relationship, description, date }: AttachedFile): void {
    const { document } = this;
    document.compress = this.deflate !== null;
    document.file(bytes, {
      name,
      type: mimeType ?? 'application/octet-stream',
      description,
      relationship: relationship ?? 'Unspecified',
      creationDate: date ?? this.date,
      modifiedDate: date ?? this.date,
    });
    document.compress = false;
    this.writer.takeObjects();
  }

  /** Adds a page. Sizes are in points. */
  addPage(width: number, height: number): PdfPage {
    return new PdfPage(this, this.document.startPage(width, height));
  }

  /** Writes a page's content, or the part since it was left, and ends the page. */
  endPage(page: KitPage, bytes: Uint8Array): void {
    this.fillStream(page.content, bytes);
    page.end();
    this.writer.takeObjects();
  }

  /** The pages added so far, in order. */
  get pages(): readonly PdfRef[] {
    return this.document.catalog.data.Pages.data.Kids as PdfRef[];
  }

  /** Sets a catalog entry that is an indirect object. */
  setCatalog(
    key: 'MarkInfo' | 'StructTreeRoot' | 'Outlines' | 'AcroForm' | 'PageLabels' | 'OCProperties',
    ref: PdfRef,
  ): void {
    this.catalog[key] = ref;
    if (key === 'Outlines') this.catalog.PageMode = 'UseOutlines';
  }

  /** Sets how readers display the file: catalog entries, viewer preferences and the open action. */
  show(entries: { PageLayout?: string; PageMode?: string }, preferences: PdfDictionary, open: PdfValue | null): void {
    Object.assign(this.catalog, entries);
    if (open !== null) this.catalog.OpenAction = open;
    if (Object.values(preferences).every((value) => value === undefined)) return;
    const { ViewerPreferences: known } = this.document.catalog.data;
    if (known) Object.assign(known.data, preferences);
    else this.catalog.ViewerPreferences = this.object(preferences);
  }

  /** Sets the named destinations, which must be sorted by name. */
  setDestinations(names: readonly PdfValue[]): void {
    this.document.catalog.data.Names.data.Dests =
      names.length === 0 ? undefined : { Names: names, Limits: [names[0]!, names[names.length - 2]!] };
  }

  private metadata(): PdfRef {
    const ref = this.ref({ Type: 'Metadata', Subtype: 'XML' });
    ref.write(new TextEncoder().encode(this.describe()));
    ref.end();
    return ref;
  }

  /** Ends the file and returns its bytes, or an empty array if a sink received them. */
  finish(): Uint8Array {
    this.writer.finish(() => ({ ...this.catalog, Metadata: this.metadata() }));
    let length = 0;
    for (const chunk of this.chunks) length += chunk.length;
    const all = new Uint8Array(length);
    let offset = 0;
    for (const chunk of this.chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    return all;
  }
}

/** A page under construction. Its content is one stream, or two if it was left and resumed. */
export class PdfPage {
  readonly dictionary: PdfRef;
  readonly resources: PdfRef;
  private readonly file: PdfFile;
  private readonly page: KitPage;

  constructor(file: PdfFile, page: KitPage) {
    this.file = file;
    this.page = page;
    this.dictionary = page.dictionary;
    this.resources = page.resources;
  }

  annotate(annotation: PdfRef | ObjectReference): void {
    const annotations = (this.dictionary.data.Annots ??= []) as (PdfRef | ObjectReference)[];
    annotations.push(annotation);
  }

  /** Writes the page's content so far. Other pages follow before the rest. */
  leave(bytes: Uint8Array): void {
    this.dictionary.data.Contents = [this.file.stream({}, bytes), this.page.content];
  }

  /** Writes the page's content, or the part since it was left, and ends the page. */
  finish(bytes: Uint8Array): void {
    this.file.endPage(this.page, bytes);
  }
}
