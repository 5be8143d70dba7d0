import type { SourcePosition } from '../diagnostics.ts';
import type { ArtifactKind } from '../paint/canvas.ts';
import type { Structure, StructureNode } from '../semantics/structure.ts';
import type { Bounds } from './bounds.ts';
import { positionOf } from './breaches.ts';
import type { ContentStream } from './content-stream.ts';
import { ByteWriter } from './byte-writer.ts';
import type { PdfFile, PdfPage } from './pdf-file.ts';
import { ObjectReference, type PdfRef } from './pdf-values.ts';
import {
  ARTIFACTS,
  type Belonging,
  childrenBefore,
  type Leaf,
  Leaves,
  PageNumbers,
  StreamMarks,
} from './structure-marks.ts';
import { type Placed, StructureWriter } from './structure-writer.ts';

/**
 * Attaches what is painted to the structure tree. Marked-content operators are written only when the element changes or its text goes on elsewhere, and never
 * reach over the edge of a content stream.
 */
export class StructureTree {
  private readonly file: PdfFile;
  private readonly structure: Structure;
  private readonly isNew: boolean;
  private readonly carriesFiles: boolean;
  /** By node: what hangs on it, and its object's number. */
  private readonly leaves = new Leaves();
  private readonly ids: number[] = [];
  /** By node: where its picture stands first. */
  private readonly places = new Map<StructureNode, Placed>();
  private readonly streams = new Map<ContentStream, StreamMarks>();
  private numbers = new PageNumbers();
  private readonly wanted: Belonging[] = [];
  /** Where what is wanted begins and ends in the document. */
  private readonly wantedRanks: number[] = [];
  private readonly wantedEnds: number[] = [];
  /** Of each key, in order: the object that its number tree entry leads to. */
  private readonly parents: number[] = [];
  private writer: StructureWriter | null = null;
  private suspended = 0;
  private readonly out = new ByteWriter();

  /** `isNew`: the file is written in PDF 2.0; `carriesFiles`: elements may refer to files. */
  constructor(file: PdfFile, structure: Structure, isNew: boolean, carriesFiles: boolean) {
    this.file = file;
    this.structure = structure;
    this.isNew = isNew;
    this.carriesFiles = carriesFiles;
  }

  /** What is drawn from here on belongs to a box's element. `place`: of a picture, in points on a page. */
  begin(
    index: number,
    start: number,
    end: number,
    place: { readonly page: PdfPage; readonly bounds: Bounds } | null,
  ): void {
    const { wanted, structure } = this;
    const outer = wanted.length === 0 ? null : wanted[wanted.length - 1];
    // What stands in an artifact is a part of it.
    const belongs = typeof outer === 'string' ? outer : (structure.nodeOf(index) ?? 'layout');
    wanted.push(belongs);
    const rank = structure.rankOf(index, start);
    this.wantedRanks.push(rank);
    this.wantedEnds.push(rank + end - start);
    if (place !== null && typeof belongs !== 'string' && !this.places.has(belongs))
      this.places.set(belongs, { page: place.page.dictionary, bounds: place.bounds });
  }

  beginArtifact(kind: ArtifactKind): void {
    const outer = this.wanted[this.wanted.length - 1];
    this.wanted.push(typeof outer === 'string' ? outer : kind);
    this.wantedRanks.push(0);
    this.wantedEnds.push(0);
  }

  end(): void {
    this.wanted.pop();
    this.wantedRanks.pop();
    this.wantedEnds.pop();
  }

  /** Where what is drawn now stands in the source, as far as it is known; null: it isn't. */
  get position(): SourcePosition | null {
    for (let i = this.wanted.length - 1; i >= 0; i--) {
      const node = this.wanted[i]!;
      if (typeof node !== 'string') return positionOf(node);
    }
    return null;
  }

  /** Masks and pattern cells hold no marked content. */
  suspend(): void {
    this.suspended++;
  }

  resume(): void {
    this.suspended--;
  }

  /**
   * Makes the marked content open in the stream the wanted one. `forText`: for text to be shown, in the text object that is open if there is one. `goesBack`:
   * text of a line that goes from right to left, piece by piece as it stands on the page; readers turn the whole round.
   */
  sync(stream: ContentStream, page: PdfPage | null, forText = false, goesBack = false): void {
    if (this.suspended > 0 || !page) return;
    const top = this.wanted.length - 1;
    const wanted = top < 0 ? 'layout' : this.wanted[top]!;
    let marks = this.streams.get(stream);
    if (!marks) this.streams.set(stream, (marks = new StreamMarks(page.dictionary)));
    if (!stream.hasMarkedContent) marks.open = null;
    if (typeof wanted === 'string') {
      if (marks.open === wanted) return;
      stream.endMarkedContent();
      stream.beginMarkedContent(ARTIFACTS[wanted], forText);
    } else {
      const rank = this.wantedRanks[top]!;
      const before = wanted.children.length === 0 ? 0 : childrenBefore(wanted.children, rank);
      const end = this.wantedEnds[top]!;
      const isSame = marks.open === wanted && before === marks.childrenBefore;
      if (isSame && goesBack && marks.isPrecededBy(end)) {
        marks.start = rank;
        if (marks.leaf !== null) marks.leaf.rank = rank;
        return;
      }
      const goesOn = isSame && marks.isFollowedBy(rank);
      marks.start = rank;
      marks.end = end;
      if (goesOn) return;
      stream.endMarkedContent();
      marks.childrenBefore = before;
      const id = this.numbers.give(marks, wanted);
      stream.beginMarkedContent(`/${wanted.role} <</MCID ${id}>> BDC\n`, forText);
      const leaf = { rank, marks, id };
      marks.leaf = leaf;
      this.addLeaf(wanted, leaf);
    }
    marks.open = wanted;
  }

  private addLeaf(node: StructureNode, leaf: Leaf): void {
    this.number(node);
    this.leaves.add(node, leaf);
  }

  /** Numbers an element's object, after those around it: in the order of the document, numbers are much like their neighbours, and deflate well. */
  private number(node: StructureNode): void {
    if (this.ids[node.index] !== undefined) return;
    if (node.parent !== null) this.number(node.parent);
    this.ids[node.index] = this.file.reserve();
  }

  /** The StructParents key of a form, if it has marked content. */
  formParents(stream: ContentStream): number | undefined {
    const marks = this.streams.get(stream);
    return marks && marks.elements.length > 0 ? this.addParents(marks.elements) : undefined;
  }

  endForm(stream: ContentStream, form: PdfRef): void {
    const marks = this.streams.get(stream);
    if (marks) marks.form = form;
    this.streams.delete(stream);
  }

  endPage(page: PdfRef): void {
    const { elements } = this.numbers;
    for (const marks of this.streams.values())
      if (marks.page === page) marks.elements.forEach((element, id) => (elements[id] = element ?? elements[id]!));
    if (elements.length > 0) page.data.StructParents = this.addParents(elements);
    page.data.Tabs = 'S';
    this.streams.clear();
    this.numbers = new PageNumbers();
  }

  private addParents(elements: readonly (StructureNode | null)[]): number {
    const id = this.file.reserve();
    const { out } = this;
    out.clear();
    out.ascii('[');
    for (const element of elements) {
      if (element === null) out.ascii('null ');
      else out.reference(this.ids[element.index]!);
    }
    out.ascii(']');
    this.file.writeObject(id, out.view());
    return this.parents.push(id) - 1;
  }

  /** The number tree from keys to elements (ISO 32000-1 §14.7.4.4). */
  private writeParents(): number {
    const id = this.file.reserve();
    const { out } = this;
    out.clear();
    out.ascii('<</Nums[');
    this.parents.forEach((parent, key) => {
      out.number(key);
      out.reference(parent);
    });
    out.ascii(']>>');
    this.file.writeObject(id, out.view());
    return id;
  }

  /** Is a box's element one that an annotation of its kind may belong to? */
  has(role: 'Link' | 'Form', index: number): boolean {
    return this.structure.nodeOf(index)?.role === role;
  }

  /** Ties an annotation to the element of a box; gives its key in the parent tree, or null when there is no such element. */
  annotation(id: number, page: PdfRef, index: number): number | null {
    const node = this.structure.nodeOf(index);
    if (node === null) return null;
    this.addLeaf(node, { rank: node.rank, annotation: id, page });
    return this.parents.push(this.ids[node.index]!) - 1;
  }

  /** The object of a box's element, or of the nearest around it that is written; only when the tree is finished. */
  objectOf(index: number | null): ObjectReference {
    const { root } = this.structure;
    let node = (index === null ? null : this.structure.nodeOf(index)) ?? root;
    while (node.parent !== null && this.writer?.isWritten(node) !== true) node = node.parent;
    return new ObjectReference(this.ids[node.index]!);
  }

  finish(): void {
    const { leaves, ids, places, file } = this;
    const writer = new StructureWriter(file, this.structure, { leaves, ids, places }, this.isNew, this.carriesFiles);
    const root = writer.write();
    this.writer = writer;
    root.data.ParentTree = new ObjectReference(this.writeParents());
    root.data.ParentTreeNextKey = this.parents.length;
    root.end();
    file.setCatalog('StructTreeRoot', root);
    file.setCatalog('MarkInfo', file.object({ Marked: true }));
  }
}
