import type { StructureNode } from '../paint/structure.ts';
import type { ContentStream } from './content-stream.ts';
import { type PdfDictionary, type PdfFile, type PdfPage, type PdfRef, type PdfValue, textString } from './pdf-file.ts';

/** A run of marked content: its number within its content stream. */
interface MarkedContent {
  readonly marks: StreamMarks;
  readonly id: number;
}

type Kid = MarkedContent | StructureElement | { readonly annotation: PdfRef; readonly page: PdfRef };

class StructureElement {
  readonly node: StructureNode;
  readonly ref: PdfRef;
  readonly kids: Kid[] = [];

  constructor(node: StructureNode, ref: PdfRef) {
    this.node = node;
    this.ref = ref;
  }
}

/** The marked content of one page or form. `open`: undefined none, null an artifact. */
class StreamMarks {
  open: number | null | undefined = undefined;
  readonly elements: StructureElement[] = [];
  readonly page: PdfRef;
  form: PdfRef | null = null;
  parentKey = -1;

  constructor(page: PdfRef) {
    this.page = page;
  }
}

/**
 * The tagged structure: one element for a box however many pages it is on. Marked-content operators are written only when the element
 * changes, and never reach over the edge of a content stream.
 */
export class StructureTree {
  private readonly file: PdfFile;
  private readonly nodeOf: (index: number) => StructureNode | null;
  private readonly elements = new Map<number, StructureElement>();
  private readonly streams = new Map<ContentStream, StreamMarks>();
  private readonly wanted: (number | null)[] = [];
  private readonly root: StructureElement;
  private readonly parentTree: PdfValue[] = [];
  private nextKey = 0;
  private suspended = 0;

  constructor(file: PdfFile, nodeOf: (index: number) => StructureNode | null) {
    this.file = file;
    this.nodeOf = nodeOf;
    const node = { index: -1, parent: -1, role: 'Document', alternate: null, language: null, scope: null };
    this.root = new StructureElement(node, file.ref({}));
  }

  /** What is drawn from here on belongs to a box's element; null: it is decoration. */
  begin(index: number | null): void {
    // Neighbours in the same element share their marked content.
    this.wanted.push(index === null ? null : (this.nodeOf(index)?.index ?? null));
  }

  end(): void {
    this.wanted.pop();
  }

  /** Masks and pattern cells hold no marked content. */
  suspend(): void {
    this.suspended++;
  }

  resume(): void {
    this.suspended--;
  }

  /** Makes the marked content open in the stream the wanted one. */
  sync(stream: ContentStream, page: PdfPage | null): void {
    if (this.suspended > 0 || !page) return;
    const wanted = this.wanted.length === 0 ? null : this.wanted[this.wanted.length - 1];
    let marks = this.streams.get(stream);
    if (!marks) this.streams.set(stream, (marks = new StreamMarks(page.dictionary)));
    if (marks.open === wanted) return;
    this.close(stream);
    stream.endText();
    const element = wanted === null ? null : this.element(wanted);
    if (element) {
      const id = marks.elements.length;
      marks.elements.push(element);
      element.kids.push({ marks, id });
      stream.operator(`/${element.node.role} <</MCID ${id}>> BDC\n`);
    } else {
      stream.operator('/Artifact BMC\n');
    }
    marks.open = wanted;
  }

  close(stream: ContentStream): void {
    const marks = this.streams.get(stream);
    if (!marks || marks.open === undefined) return;
    stream.endText();
    stream.operator('EMC\n');
    marks.open = undefined;
  }

  private element(index: number): StructureElement | null {
    const known = this.elements.get(index);
    if (known) return known;
    const node = this.nodeOf(index);
    if (!node) return null;
    const parent = node.parent < 0 || node.parent >= index ? this.root : (this.element(node.parent) ?? this.root);
    const element = new StructureElement(node, this.file.ref({}));
    parent.kids.push(element);
    this.elements.set(index, element);
    return element;
  }

  /** The StructParents key of a form, if it has marked content. */
  formParents(stream: ContentStream): number | undefined {
    const marks = this.streams.get(stream);
    return marks && marks.elements.length > 0 ? this.addParents(marks) : undefined;
  }

  endForm(stream: ContentStream, form: PdfRef): void {
    const marks = this.streams.get(stream);
    if (marks) marks.form = form;
    this.streams.delete(stream);
  }

  endPage(page: PdfRef): void {
    for (const marks of this.streams.values()) {
      if (marks.page === page && marks.elements.length > 0) page.data.StructParents = this.addParents(marks);
    }
    page.data.Tabs = 'S';
    this.streams.clear();
  }

  private addParents(marks: StreamMarks): number {
    const key = this.nextKey++;
    this.parentTree.push(
      key,
      this.file.object(marks.elements.map((element) => element.ref) as unknown as PdfDictionary),
    );
    return key;
  }

  /** Ties a link annotation to the element that is wanted now. */
  annotation(annotation: PdfRef, page: PdfRef): void {
    const wanted = this.wanted[this.wanted.length - 1];
    const element = wanted === null || wanted === undefined ? null : this.element(wanted);
    if (!element) return;
    annotation.data.StructParent = this.nextKey;
    this.parentTree.push(this.nextKey++, element.ref);
    element.kids.push({ annotation, page });
  }

  finish(): void {
    const rootRef = this.file.ref({ Type: 'StructTreeRoot', K: this.root.ref, ParentTreeNextKey: this.nextKey });
    this.write(this.root, rootRef);
    rootRef.data.ParentTree = this.file.object({ Nums: this.parentTree });
    rootRef.end();
    this.file.setCatalog('StructTreeRoot', rootRef);
    this.file.setCatalog('MarkInfo', this.file.object({ Marked: true }));
  }

  private write(element: StructureElement, parent: PdfRef): void {
    const { node, ref, kids } = element;
    const data = ref.data;
    data.S = node.role;
    data.P = parent;
    if (node.alternate !== null) data.Alt = textString(node.alternate);
    if (node.language !== null) data.Lang = textString(node.language);
    if (node.scope !== null) data.A = { O: 'Table', Scope: node.scope };
    let page: PdfRef | null = null;
    const k: PdfValue[] = [];
    for (const kid of kids) {
      if (kid instanceof StructureElement) {
        k.push(kid.ref);
      } else if ('annotation' in kid) {
        k.push({ Type: 'OBJR', Obj: kid.annotation, Pg: kid.page });
      } else if (kid.marks.form) {
        k.push({ Type: 'MCR', Pg: kid.marks.page, Stm: kid.marks.form, MCID: kid.id });
      } else if (page === null || page === kid.marks.page) {
        page = kid.marks.page;
        k.push(kid.id);
      } else {
        k.push({ Type: 'MCR', Pg: kid.marks.page, MCID: kid.id });
      }
    }
    if (page) data.Pg = page;
    data.K = k;
    ref.end();
    for (const kid of kids) if (kid instanceof StructureElement) this.write(kid, ref);
  }
}
