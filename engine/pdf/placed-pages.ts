/** Pages of other PDFs, placed as images. */
import type { ImageData } from '../images/image.ts';
import { ObjectCopier, type ObjectTarget } from '../pdf-source/object-copier.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import { writePageForm } from '../pdf-source/page-form.ts';
import { SyntaxProblem } from '../pdf-source/pdf-syntax.ts';
import type { PdfFile } from './pdf-file.ts';
import { ObjectReference } from './pdf-values.ts';

type PageData = Extract<ImageData, { type: 'pdf' }>;
/** A form and its resource name. */
interface PlacedPage {
  readonly name: string;
  readonly ref: ObjectReference;
}

/** Embeds each page once. The pages of a file share its fonts and pictures. */
export class PlacedPages {
  private readonly file: PdfFile;
  private readonly copiers = new Map<PdfSource, ObjectCopier>();
  private readonly used = new Map<PageData, PlacedPage | null>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** Returns null for a page that can't be read. */
  use(data: PageData): PlacedPage | null {
    let placed = this.used.get(data);
    if (placed === undefined) this.used.set(data, (placed = this.place(data)));
    return placed;
  }

  private place({ source, page }: PageData): PlacedPage | null {
    const { file } = this;
    const target = {
      reserve: () => file.reserve(),
      write: (id: number, body: string, stream: Uint8Array | null) => file.writeCopy(id, body, stream),
    };
    let copier = this.copiers.get(source);
    if (copier === undefined) {
      copier = new ObjectCopier(source.reader, target);
      // Annotations and structure elements refer to pages, which stay behind.
      for (const { id } of source.pages) copier.replace(id, null);
      for (const id of source.nodes) copier.replace(id, null);
      this.copiers.set(source, copier);
    }
    const id = formOf(source, page, copier, target);
    // Also after a failure: other pages may use the objects that were referred to before it.
    copier.copyAll();
    return id === null ? null : { name: `I${id}`, ref: new ObjectReference(id) };
  }
}

/** Returns the object number of a page's form, or null for a page that can't be read. */
function formOf(source: PdfSource, page: number, copier: ObjectCopier, target: ObjectTarget): number | null {
  try {
    return writePageForm(source.reader, source.pages[page]!, copier, target);
  } catch (error) {
    if (error instanceof SyntaxProblem) return null;
    throw error;
  }
}
