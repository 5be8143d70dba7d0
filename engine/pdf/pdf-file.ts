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

/** What pdfkit has but doesn't declare. */
interface LowLevelDocument extends ByteDocument {
  addPage(options: { size: [number, number]; margin: number }): unknown;
  readonly page: LowLevelPage;
  /** Pages that are open, and that the next one ends. */
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
  /** Embeds a file: its own options are named as here. */
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

/** What the file shall be beyond its contents. */
export interface PdfClaims {
  readonly profile: Profile | null;
  /** Schemas of metadata that belong to what the file carries. */
  readonly schemas: readonly ExtensionSchema[];
  /** The device that its colours are made for; null: none in particular. */
  readonly intent?: UsedIntent | null;
  /** Opens it; null: nothing is encrypted. */
  readonly encryption?: FileEncryption | null;
}

const USUAL_VERSION = '1.7';
const FIXED_DATE = new Date(Date.UTC(2000, 0, 1));

/** Coordinates from documents may be anything; pdfkit refuses what a PDF number can't hold. */
function boundNumbers(data: PdfDictionary | PdfValue[]): void {
  const values = data as { [key: string]: PdfValue | undefined };
  for (const key in values) {
    const value = values[key];
    if (typeof value === 'number') {
      if (!(Math.abs(value) <= MAX_NUMBER)) values[key] = Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, value || 0));
    } else if (Array.isArray(value) || value?.constructor === Object) boundNumbers(value as PdfDictionary);
  }
}

/** Objects, pages and the trailer on pdfkit; knows nothing of drawing. */
export class PdfFile {
  private readonly document: LowLevelDocument;
  /** null: streams stay readable. */
  readonly deflate: Deflate | null;
  private readonly chunks: Uint8Array[] = [];
  /** When the document was made, as far as it says. */
  readonly date: Date;

  /** `deflate` null: streams stay readable. `sink` gets the bytes as they are made; null: they are kept for `finish`. */
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
    // What is printed says that nothing in it is trapped.
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
    // pdfkit's own cross references name the document information, which has no place in the new version.
    const packing = !isNew && encryption === null ? deflate : (deflate ?? deflateAlways);
    this.document.begin(packing, sink ?? ((chunk) => this.chunks.push(chunk)), version);
    if (encryption !== null) this.encrypt(encryption, !isNew);
    if (metadata.language) this.document._root.data.Lang = textString(metadata.language);
    const described = { ...metadata, date, id: this.document.fileId };
    this.document.describe(() => xmpDescriptions(described, profile, schemas));
    if (intent) this.document._root.data.OutputIntents = this.outputIntents(intent, profile);
  }

  /** `isExtension`: to the file's version of PDF, which is older. */
  private encrypt(encryption: FileEncryption, isExtension: boolean): void {
    this.document.encrypt(encryption);
    if (isExtension) this.document._root.data.Extensions = { ADBE: { BaseVersion: '1.7', ExtensionLevel: 8 } };
  }

  /** `data` is the caller's to fill until the object ends. */
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

  /** The number of an object that `writeObject` will write. */
  reserve(): number {
    return this.document.reserve();
  }

  /** Writes an object without a stream that the caller has put into bytes, which may be reused afterwards. */
  writeObject(id: number, body: Uint8Array): void {
    this.document.writeObject(id, body);
  }

  /** Writes a stream, deflated unless its dictionary names a filter. */
  stream(data: PdfDictionary, bytes: Uint8Array): PdfRef {
    const ref = this.ref(data);
    this.endStream(ref, bytes);
    return ref;
  }

  /** Writes a stream that `deflate` has made, if there is one. The bytes may be kept by the caller, and are never written to. */
  deflated(data: PdfDictionary, bytes: Uint8Array): PdfRef {
    const ref = this.ref(data);
    this.endDeflated(ref, bytes);
    return ref;
  }

  /** The same for an object made before. */
  endDeflated(ref: PdfRef, bytes: Uint8Array): void {
    ref.write(bytes);
    if (this.deflate) ref.data.Filter = 'FlateDecode';
    ref.end();
  }

  /** Ends an object made before with a stream, deflated unless its dictionary names a filter. The bytes may be reused by the caller afterwards. */
  endStream(ref: PdfRef, bytes: Uint8Array): void {
    this.fillStream(ref, bytes);
    ref.end();
  }

  /** The same for one that somebody else ends. */
  fillStream(ref: PdfRef, bytes: Uint8Array): void {
    if (this.deflate && ref.data.Filter === undefined) {
      ref.write(this.deflate(bytes));
      ref.data.Filter = 'FlateDecode';
    } else {
      ref.write(bytes.slice());
    }
  }

  /** One for each standard that asks for it, with one profile (ISO 32000-1 §14.11.5). */
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

  /** Sizes in points. */
  addPage(width: number, height: number): PdfPage {
    this.document.addPage({ size: [width, height], margin: 0 });
    const page = this.document.page;
    // pdfkit opens its pages with a transformation of its own.
    page.content.buffer.length = 0;
    page.content.data.Length = 0;
    delete page.dictionary.data.UserUnit;
    delete page.resources.data.ProcSet;
    return new PdfPage(this, page);
  }

  /** The pages so far, in order. */
  get pages(): readonly PdfRef[] {
    return this.document._root.data.Pages.data.Kids as PdfRef[];
  }

  /** The page that was added last isn't ended by the next one: it has been, or comes back. */
  keepPage(): void {
    this.document._pageBuffer = [];
  }

  /** Catalog entries that are objects of their own. */
  setCatalog(
    key: 'MarkInfo' | 'StructTreeRoot' | 'Outlines' | 'AcroForm' | 'PageLabels' | 'OCProperties',
    ref: PdfRef,
  ): void {
    this.document._root.data[key] = ref;
    if (key === 'Outlines') this.document._root.data.PageMode = 'UseOutlines';
  }

  /** How readers show the file: entries of the catalog and of the viewer preferences, and what they do as they open it. */
  show(entries: { PageLayout?: string; PageMode?: string }, preferences: PdfDictionary, open: PdfValue | null): void {
    const { data } = this.document._root;
    Object.assign(data, entries);
    if (open !== null) data.OpenAction = open;
    if (Object.values(preferences).every((value) => value === undefined)) return;
    // pdfkit ends it.
    data.ViewerPreferences ??= this.ref({});
    Object.assign(data.ViewerPreferences.data, preferences);
  }

  /** Named destinations, sorted by name. */
  setDestinations(names: readonly PdfValue[]): void {
    this.document._root.data.Names.data.Dests =
      names.length === 0 ? undefined : { Names: names, Limits: [names[0]!, names[names.length - 2]!] };
  }

  /** Ends the file: all of it, or nothing when a sink took it. */
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

/** A page under construction. Its content is one stream, or two when it was left in between. */
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

  /** Writes what is on the page so far; other pages come before the rest. */
  leave(bytes: Uint8Array): void {
    this.file.keepPage();
    this.dictionary.data.Contents = [this.file.stream({}, bytes), this.page.content];
  }

  /** Writes the page with what is on it, or what has come since it was left; nothing of it can change from here on. */
  finish(bytes: Uint8Array): void {
    this.file.fillStream(this.page.content, bytes);
    this.file.keepPage();
    this.page.end();
  }
}
