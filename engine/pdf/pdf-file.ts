import { ByteDocument } from './byte-document.ts';
import { MAX_NUMBER } from './byte-writer.ts';
import {
  type Deflate,
  type PdfDictionary,
  type PdfRef,
  type PdfValue,
  type TextString,
  textString,
} from './pdf-values.ts';

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
      Lang?: TextString;
      MarkInfo?: PdfRef;
      StructTreeRoot?: PdfRef;
      Outlines?: PdfRef;
      PageMode?: string;
      ViewerPreferences?: PdfRef;
    };
  };
  endMarkings(): void;
  _addInfo(): void;
  appendXML(xml: string): void;
  end(): void;
}

/** Document information; dates are fixed so that the same document gives the same bytes. */
export interface PdfMetadata {
  readonly title: string;
  readonly language: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
}

const PRODUCER = 'Pagewright';
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
  private readonly deflate: Deflate | null;
  private readonly chunks: Uint8Array[] = [];

  /** `deflate` null: streams stay readable. `sink` gets the bytes as they are made; null: they are kept for `finish`. */
  constructor(metadata: PdfMetadata, deflate: Deflate | null, sink: ((chunk: Uint8Array) => void) | null = null) {
    this.deflate = deflate;
    const info: Record<string, unknown> = {
      Producer: PRODUCER,
      Creator: PRODUCER,
      CreationDate: FIXED_DATE,
      ModDate: FIXED_DATE,
    };
    if (metadata.title) info.Title = metadata.title;
    if (metadata.author) info.Author = metadata.author;
    if (metadata.subject) info.Subject = metadata.subject;
    if (metadata.keywords) info.Keywords = metadata.keywords;
    const options = {
      autoFirstPage: false,
      compress: false,
      pdfVersion: '1.7',
      font: null,
      displayTitle: metadata.title !== '',
      info,
    };
    this.document = new ByteDocument(options) as LowLevelDocument;
    this.document.begin(deflate, sink ?? ((chunk) => this.chunks.push(chunk)));
    if (metadata.language) this.document._root.data.Lang = textString(metadata.language);
    // pdfkit would put the title into the XMP packet unescaped.
    this.document._addInfo = () => this.document.appendXML(xmpDescription(metadata));
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

  /** The same for an object made before. The bytes may be reused by the caller afterwards. */
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

  /** The page that was added last isn't ended by the next one: it has been, or comes back. */
  keepPage(): void {
    this.document._pageBuffer = [];
  }

  /** Catalog entries that are objects of their own. */
  setCatalog(key: 'MarkInfo' | 'StructTreeRoot' | 'Outlines', ref: PdfRef): void {
    this.document._root.data[key] = ref;
    if (key === 'Outlines') this.document._root.data.PageMode = 'UseOutlines';
  }

  /** Named destinations, sorted by name. */
  setDestinations(names: readonly PdfValue[]): void {
    this.document._root.data.Names.data.Dests =
      names.length === 0 ? undefined : { Names: names, Limits: [names[0], names[names.length - 2]] };
  }

  /** Ends the file: all of it, or nothing when a sink took it. */
  finish(): Uint8Array {
    // The structure tree has been written by our own code.
    this.document.endMarkings = () => undefined;
    this.document.end();
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

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xml(text: string): string {
  // Characters that XML 1.0 forbids are dropped.
  // oxlint-disable-next-line no-control-regex
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (c) => XML_ESCAPES[c]);
}

function xmpDescription(metadata: PdfMetadata): string {
  const date = FIXED_DATE.toISOString().replace('.000', '');
  const lines = [
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    `<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>`,
    `<xmp:CreatorTool>${PRODUCER}</xmp:CreatorTool><pdf:Producer>${PRODUCER}</pdf:Producer>`,
  ];
  const alternative = (value: string): string =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${xml(value)}</rdf:li></rdf:Alt>`;
  if (metadata.title) lines.push(`<dc:title>${alternative(metadata.title)}</dc:title>`);
  if (metadata.author)
    lines.push(`<dc:creator><rdf:Seq><rdf:li>${xml(metadata.author)}</rdf:li></rdf:Seq></dc:creator>`);
  if (metadata.subject) lines.push(`<dc:description>${alternative(metadata.subject)}</dc:description>`);
  if (metadata.language)
    lines.push(`<dc:language><rdf:Bag><rdf:li>${xml(metadata.language)}</rdf:li></rdf:Bag></dc:language>`);
  if (metadata.keywords) lines.push(`<pdf:Keywords>${xml(metadata.keywords)}</pdf:Keywords>`);
  lines.push('</rdf:Description>\n');
  return lines.join('\n');
}
