import { assertInvariant } from '../invariant.ts';
import type { Profile } from '../profile.ts';
import type { AttachedFile } from '../render-options.ts';
import { ByteDocument } from './byte-document.ts';
import type { FileEncryption } from './encryption.ts';
import { MAX_NUMBER } from './byte-writer.ts';
import {
  type Deflate,
  NameValue,
  type ObjectReference,
  type PdfDictionary,
  type PdfRef,
  type PdfValue,
  type TextString,
  textString,
} from './pdf-values.ts';
import { deflate as deflateAlways } from '../platform/compression.ts';
import type { UsedIntent } from './output-intent.ts';
import { type ExtensionSchema, type PdfMetadata, PRODUCER, xmpDescriptions } from './xmp.ts';

interface LowLevelPage {
  readonly dictionary: PdfRef;
  readonly content: PdfRef & { buffer: Uint8Array[] };
  readonly resources: PdfRef;
  end(): void;
}

/** The undeclared pdfkit members that this module uses. */
interface LowLevelDocument extends ByteDocument {
  addPage(options: { size: [number, number]; margin: number }): unknown;
  readonly page: LowLevelPage;
  /** Open pages, which adding a page ends. */
  _pageBuffer: LowLevelPage[];
  readonly _root: PdfRef & {
    readonly data: {
      Names: PdfRef;
      Pages: PdfRef;
      Lang?: TextString;
      MarkInfo?: PdfRef;
      StructTreeRoot?: PdfRef;
      Outlines?: PdfRef;
      AcroForm?: PdfRef;
      PageLabels?: PdfRef;
      OCProperties?: PdfRef;
      PageMode?: string;
      PageLayout?: string;
      OpenAction?: PdfValue;
      ViewerPreferences?: PdfRef;
      OutputIntents?: PdfRef[];
      Extensions?: PdfDictionary;
    };
  };
  compress: boolean;
  /** Embeds a file. The options are pdfkit's. */
  file(
    bytes: Uint8Array,
    options: {
      name: string;
      type: string;
      description: string | undefined;
      relationship: string;
      creationDate: Date;
      modifiedDate: Date;
    },
  ): unknown;
  end(): void;
}

/** What the file claims to be, apart from its contents. */
export interface PdfClaims {
  readonly profile: Profile | null;
  /** Metadata extension schemas for the file's contents. */
  readonly schemas: readonly ExtensionSchema[];
  /** The target device of the colors; null: none. */
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

/** Writes objects, pages and the trailer with pdfkit. Knows nothing about drawing. */
export class PdfFile {
  private readonly document: LowLevelDocument;
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
    { profile, schemas, intent = null, encryption = null }: PdfClaims,
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
    if (metadata.keywords) info.Keywords = metadata.keywords;
    for (const [name, value] of metadata.custom ?? []) info[name] = value;
    const options = {
      autoFirstPage: false,
      compress: false,
      pdfVersion: USUAL_VERSION,
      font: null,
      displayTitle: metadata.title !== '',
      info,
    };
    this.document = new ByteDocument(options) as LowLevelDocument;
    const version = profile && profile.version !== USUAL_VERSION ? profile.version : null;
    const isNew = version === '2.0';
    // pdfkit's cross-reference table refers to the document information dictionary, which PDF 2.0 deprecates.
    const packing = !isNew && encryption === null ? deflate : (deflate ?? deflateAlways);
    this.document.begin(packing, sink ?? ((chunk) => this.chunks.push(chunk)), version);
    if (encryption !== null) this.encrypt(encryption, !isNew);
    if (metadata.language) this.document._root.data.Lang = textString(metadata.language);
    const described = { ...metadata, date, id: this.document.fileId };
    this.document.describe(() => xmpDescriptions(described, profile, schemas));
    if (intent) this.document._root.data.OutputIntents = this.outputIntents(intent, profile);
  }

  /** `isExtension`: the encryption is an extension of the file's older PDF version. */
  private encrypt(encryption: FileEncryption, isExtension: boolean): void {
    this.document.encrypt(encryption);
    if (isExtension) this.document._root.data.Extensions = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } };
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
    return this.document.reserve();
  }

  /** Writes a serialized object without a stream. The caller may reuse the bytes afterwards. */
  writeObject(id: number, body: Uint8Array): void {
    this.document.writeObject(id, body);
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
  }

  /**
   * Ends an existing object with a stream, which is deflated unless its dictionary names a filter. The caller may reuse
   * the bytes afterwards.
   */
  endStream(ref: PdfRef, bytes: Uint8Array): void {
    this.fillStream(ref, bytes);
    ref.end();
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
  }

  /** Adds a page. Sizes are in points. */
  addPage(width: number, height: number): PdfPage {
    this.document.addPage({ size: [width, height], margin: 0 });
    const page = this.document.page;
    // pdfkit starts every page with its own transformation.
    page.content.buffer.length = 0;
    page.content.data.Length = 0;
    delete page.dictionary.data.UserUnit;
    delete page.resources.data.ProcSet;
    return new PdfPage(this, page);
  }

  /** The pages added so far, in order. */
  get pages(): readonly PdfRef[] {
    return this.document._root.data.Pages.data.Kids as PdfRef[];
  }

  /** Keeps the next page from ending the last one, which is either finished or will be resumed. */
  keepPage(): void {
    this.document._pageBuffer = [];
  }

  /** Sets a catalog entry that is an indirect object. */
  setCatalog(
    key: 'MarkInfo' | 'StructTreeRoot' | 'Outlines' | 'AcroForm' | 'PageLabels' | 'OCProperties',
    ref: PdfRef,
  ): void {
    this.document._root.data[key] = ref;
    if (key === 'Outlines') this.document._root.data.PageMode = 'UseOutlines';
  }

  /** Sets how readers display the file: catalog entries, viewer preferences and the open action. */
  show(entries: { PageLayout?: string; PageMode?: string }, preferences: PdfDictionary, open: PdfValue | null): void {
    const { data } = this.document._root;
    Object.assign(data, entries);
    if (open !== null) data.OpenAction = open;
    if (Object.values(preferences).every((value) => value === undefined)) return;
    // pdfkit ends the viewer preferences.
    data.ViewerPreferences ??= this.ref({});
    Object.assign(data.ViewerPreferences.data, preferences);
  }

  /** Sets the named destinations, which must be sorted by name. */
  setDestinations(names: readonly PdfValue[]): void {
    this.document._root.data.Names.data.Dests =
      names.length === 0 ? undefined : { Names: names, Limits: [names[0]!, names[names.length - 2]!] };
  }

  /** Ends the file and returns its bytes, or an empty array if a sink received them. */
  finish(): Uint8Array {
    this.document.end();
    assertInvariant(this.document.isWhole, 'every object of a file ends before the file does');
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
  private readonly page: LowLevelPage;

  constructor(file: PdfFile, page: LowLevelPage) {
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
    this.file.keepPage();
    this.dictionary.data.Contents = [this.file.stream({}, bytes), this.page.content];
  }

  /** Writes the page's content, or the part since it was left, and ends the page. */
  finish(bytes: Uint8Array): void {
    this.file.fillStream(this.page.content, bytes);
    this.file.keepPage();
    this.page.end();
  }
}
