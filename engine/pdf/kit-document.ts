/**
 * pdfkit's document, as the engine uses it: pdfkit numbers and serializes objects, makes pages, attaches files, and
 * writes the page tree, the name tree, the document information and the catalog. This is the only module that imports
 * pdfkit. It uses members that pdfkit documents or that its own mixins use on each other, and none that start with an
 * underscore. `FileWriter` takes the bytes of its objects and writes everything that pdfkit can't.
 */
import PDFDocument from 'pdfkit';
import type { PdfDictionary, PdfRef } from './pdf-values.ts';

/** A page whose content, resources and dictionary end with it. */
export interface KitPage {
  readonly dictionary: PdfRef;
  readonly content: PdfRef & { buffer: Uint8Array[] };
  readonly resources: PdfRef;
  end(): void;
}

/** The file attachment options of pdfkit. */
interface FileOptions {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly relationship: string;
  readonly creationDate: Date;
  readonly modifiedDate: Date;
}

interface Kit {
  /** Allocates an object number; `data` becomes the object's dictionary. The object is written when it ends. */
  ref(data?: PdfDictionary): PdfRef;
  /** Adds a page, and ends the one before it. */
  addPage(options: { readonly size: readonly [number, number]; readonly margin: number }): unknown;
  readonly page: KitPage;
  /** Whether `file` deflates. */
  compress: boolean;
  file(bytes: Uint8Array, options: FileOptions): unknown;
  /** Writes the document information, the catalog and the trees. */
  end(): void;
}

const Base = PDFDocument as unknown as new (options: object) => Kit;

/** The catalog's entries that pdfkit maintains. */
interface Catalog extends PdfRef {
  readonly data: PdfDictionary & {
    readonly Pages: PdfRef;
    readonly Names: PdfRef;
    readonly ViewerPreferences?: PdfRef;
  };
}

export class KitDocument extends Base {
  // Declared without initializers: pdfkit's constructor writes the header before field initializers would run.
  declare private emitted: Uint8Array[] | undefined;
  declare private knownCatalog: Catalog | undefined;
  declare private highest: number | undefined;

  /**
   * pdfkit shows the title in the window if `displaysTitle`. `info` becomes the document information. The PDF version
   * stays pdfkit's lowest, for which it writes no metadata: it would insert the title without escaping it.
   */
  constructor(info: Readonly<Record<string, unknown>>, displaysTitle: boolean) {
    super({ autoFirstPage: false, compress: false, font: null, displayTitle: displaysTitle, info });
  }

  override ref(data?: PdfDictionary): PdfRef {
    const ref = super.ref(data);
    if (data?.Type === 'Catalog') this.knownCatalog = ref as Catalog;
    this.highest = ref.id;
    return ref;
  }

  get catalog(): Catalog {
    return this.knownCatalog!;
  }

  /** The number of objects so far, which is the highest object number. */
  get objectCount(): number {
    return this.highest!;
  }

  /** Receives what the stream emits; null marks its end. */
  push(chunk: Uint8Array | null): boolean {
    if (chunk !== null) (this.emitted ??= []).push(chunk);
    return true;
  }

  /**
   * Returns the bytes emitted since the last call: the header, and whole objects in the order in which they ended. Null:
   * none.
   */
  take(): readonly Uint8Array[] | null {
    const { emitted = null } = this;
    if (emitted !== null) this.emitted = undefined;
    return emitted;
  }

  /** Adds an empty page, which stays open until its `end` is called. Sizes are in points. */
  startPage(width: number, height: number): KitPage {
    this.addPage({ size: [width, height], margin: 0 });
    const { page } = this;
    const { content, dictionary, resources } = page;
    // pdfkit starts every page with its own transformation.
    content.buffer.length = 0;
    content.data.Length = 0;
    delete dictionary.data.UserUnit;
    delete resources.data.ProcSet;
    const end = page.end.bind(page);
    // The next page would end this one.
    page.end = () => undefined;
    return { content, dictionary, resources, end };
  }

  /** Ends the document. `complete` returns further entries of the catalog when everything but the catalog has ended. */
  finish(complete: () => PdfDictionary): void {
    const { catalog } = this;
    const end = catalog.end.bind(catalog);
    catalog.end = () => {
      const entries = complete();
      Object.assign(catalog.data, entries);
      end();
      // pdfkit would treat a form among them as its own.
      for (const name of Object.keys(entries)) delete catalog.data[name];
    };
    this.end();
  }
}
