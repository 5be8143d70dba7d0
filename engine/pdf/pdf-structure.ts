import { ByteWriter } from './byte-writer.ts';
import type { StructureNode } from '../paint/structure.ts';
import type { ContentStream } from './content-stream.ts';
import type { PdfFile, PdfPage } from './pdf-file.ts';
import { ObjectReference, type PdfRef, type PdfValue } from './pdf-values.ts';

/** A run of marked content: its number within its content stream. */
interface MarkedContent {
  readonly marks: StreamMarks;
  readonly id: number;
}

type Kid = MarkedContent | StructureElement | { readonly annotation: PdfRef; readonly page: PdfRef };

class StructureElement {
  readonly node: StructureNode;
  /** Its object's number. */
  readonly id: number;
  readonly kids: Kid[] = [];

  constructor(node: StructureNode, id: number) {
    this.node = node;
    this.id = id;
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
  private readonly out = new ByteWriter();

  constructor(file: PdfFile, nodeOf: (index: number) => StructureNode | null) {
    this.file = file;
    this.nodeOf = nodeOf;
    const node = { index: -1, parent: -1, role: 'Document', alternate: null, language: null, scope: null };
    this.root = new StructureElement(node, file.reserve());
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
    const element = new StructureElement(node, this.file.reserve());
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
    const id = this.file.reserve();
    const { out } = this;
    out.clear();
    out.ascii('[');
    for (const element of marks.elements) out.reference(element.id);
    out.ascii(']');
    this.file.writeObject(id, out.view());
    this.parentTree.push(key, new ObjectReference(id));
    return key;
  }

  /** Ties a link annotation to the element that is wanted now. */
  annotation(annotation: PdfRef, page: PdfRef): void {
    const wanted = this.wanted[this.wanted.length - 1];
    const element = wanted === null || wanted === undefined ? null : this.element(wanted);
    if (!element) return;
    annotation.data.StructParent = this.nextKey;
    this.parentTree.push(this.nextKey++, new ObjectReference(element.id));
    element.kids.push({ annotation, page });
  }

  finish(): void {
    const root = this.file.ref({
      Type: 'StructTreeRoot',
      K: new ObjectReference(this.root.id),
      ParentTreeNextKey: this.nextKey,
    });
    this.write(this.root, root.id);
    root.data.ParentTree = this.file.object({ Nums: this.parentTree });
    root.end();
    this.file.setCatalog('StructTreeRoot', root);
    this.file.setCatalog('MarkInfo', this.file.object({ Marked: true }));
  }

  /** Written as bytes: a long table has tens of thousands. */
  private write(element: StructureElement, parent: number): void {
    const { node, id, kids } = element;
    const { out } = this;
    out.clear();
    out.ascii(`<</S/${node.role}/P `);
    out.reference(parent);
    if (node.alternate !== null) {
      out.ascii('/Alt');
      out.textString(node.alternate);
    }
    if (node.language !== null) {
      out.ascii('/Lang');
      out.textString(node.language);
    }
    if (node.scope !== null) out.ascii(`/A<</O/Table/Scope/${node.scope}>>`);
    const page = pageOf(kids);
    if (page !== null) {
      out.ascii('/Pg ');
      out.reference(page.id);
    }
    out.ascii('/K[');
    for (const kid of kids) writeKid(out, kid, page);
    out.ascii(']>>');
    this.file.writeObject(id, out.view());
    for (const kid of kids) if (kid instanceof StructureElement) this.write(kid, id);
  }
}

/** The page of the first marked content that stands on a page itself: `Pg` says it for all of them. */
function pageOf(kids: readonly Kid[]): PdfRef | null {
  for (const kid of kids) if ('marks' in kid && kid.marks.form === null) return kid.marks.page;
  return null;
}

function writeKid(out: ByteWriter, kid: Kid, page: PdfRef | null): void {
  if (kid instanceof StructureElement) {
    out.reference(kid.id);
  } else if ('annotation' in kid) {
    out.ascii('<</Type/OBJR/Obj ');
    out.reference(kid.annotation.id);
    out.ascii('/Pg ');
    out.reference(kid.page.id);
    out.ascii('>>');
  } else if (kid.marks.form === null && kid.marks.page === page) {
    out.number(kid.id);
  } else {
    out.ascii('<</Type/MCR/Pg ');
    out.reference(kid.marks.page.id);
    if (kid.marks.form !== null) {
      out.ascii('/Stm ');
      out.reference(kid.marks.form.id);
    }
    out.ascii('/MCID ');
    out.number(kid.id);
    out.ascii('>>');
  }
}
