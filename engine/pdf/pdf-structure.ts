import type { Profile } from '../profile.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { ArtifactKind } from '../paint/display-list.ts';
import { positionOf, type Structure, type StructureNode } from '../semantics/structure.ts';
import type { Bounds } from './bounds.ts';
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
 * Connects painted content to the structure tree. Marked-content operators are written only when the element changes or
 * its text continues elsewhere. They never span content streams.
 */
export class StructureTree {
  private readonly file: PdfFile;
  private readonly structure: Structure;
  private readonly profile: Profile | null;
  /** By node: its leaves and its object number. */
  private readonly leaves = new Leaves();
  private readonly ids: number[];
  /** By node: the first position of its picture. */
  private readonly places = new Map<StructureNode, Placed>();
  private readonly streams = new Map<ContentStream, StreamMarks>();
  private numbers = new PageNumbers();
  private readonly wanted: Belonging[] = [];
  /** Start and end positions in the document of the wanted elements. */
  private readonly wantedRanks: number[] = [];
  private readonly wantedEnds: number[] = [];
  /** The object of each key in the number tree, in order. */
  private readonly parents: number[] = [];
  private writer: StructureWriter | null = null;
  private suspended = 0;
  private readonly out = new ByteWriter();

  constructor(file: PdfFile, structure: Structure, profile: Profile | null) {
    this.file = file;
    this.structure = structure;
    this.ids = new Array<number>(structure.nodeCount);
    this.profile = profile;
  }

  /** Assigns subsequent content to a box's element. `place` is the position of a picture on its page, in points. */
  begin(
    index: number,
    start: number,
    end: number,
    place: { readonly page: PdfPage; readonly bounds: Bounds } | null,
  ): void {
    const { wanted, structure } = this;
    const outer = wanted.length === 0 ? null : wanted[wanted.length - 1];
    // Everything inside an artifact belongs to it.
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

  /** The source position of the current content, or null if unknown. */
  get position(): SourcePosition | null {
    for (let i = this.wanted.length - 1; i >= 0; i--) {
      const node = this.wanted[i]!;
      if (typeof node !== 'string') return positionOf(node);
    }
    return null;
  }

  /** Stops marking content: masks and pattern cells contain none. */
  suspend(): void {
    this.suspended++;
  }

  resume(): void {
    this.suspended--;
  }

  /**
   * Opens the marked content of the wanted element in the stream. `forText` means that text follows, which may share an
   * open text object. `goesBack` means that a right-to-left line continues piece by piece in visual order; readers
   * reverse the whole line.
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

  /**
   * Assigns an element's object number after its ancestors'. Numbers in document order are close to their neighbors,
   * which deflates well.
   */
  private number(node: StructureNode): void {
    if (this.ids[node.index] !== undefined) return;
    if (node.parent !== null) this.number(node.parent);
    this.ids[node.index] = this.file.reserve();
  }

  /** Returns the StructParents key of a form that contains marked content. */
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

  /** Writes the number tree from keys to elements (ISO 32000-1 §14.7.4.4). */
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

  /**
   * Attaches an annotation to a box's element or, for content of a link or control, to that around it. Returns its key
   * in the parent tree, or null if no element has the role.
   */
  annotation(role: 'Link' | 'Form', id: number, page: PdfRef, index: number): number | null {
    return this.attach(id, page, this.owner(role, index));
  }

  /** Returns whether a box belongs to an element that may own an annotation of this kind. */
  has(role: 'Link' | 'Form', index: number): boolean {
    return this.owner(role, index) !== null;
  }

  private owner(role: 'Link' | 'Form', index: number): StructureNode | null {
    let node = this.structure.nodeOf(index);
    while (node !== null && node.role !== role) node = node.parent;
    return node;
  }

  /** Attaches an annotation to the comment on a box's element. Returns its key in the parent tree, or null. */
  comment(id: number, page: PdfRef, index: number): number | null {
    return this.attach(id, page, this.structure.commentOf(index));
  }

  /** Returns whether there is a comment on a box's element. */
  isCommented(index: number): boolean {
    return this.structure.commentOf(index) !== null;
  }

  private attach(id: number, page: PdfRef, node: StructureNode | null): number | null {
    if (node === null) return null;
    this.addLeaf(node, { rank: node.rank, annotation: id, page });
    return this.parents.push(this.ids[node.index]!) - 1;
  }

  /**
   * Returns the object of a box's element, or of its nearest written ancestor. Valid only after `finish` has written
   * the tree.
   */
  objectOf(index: number | null): ObjectReference {
    const { root } = this.structure;
    let node = (index === null ? null : this.structure.nodeOf(index)) ?? root;
    while (node.parent !== null && this.writer?.isWritten(node) !== true) node = node.parent;
    return new ObjectReference(this.ids[node.index]!);
  }

  finish(): void {
    const { leaves, ids, places, file } = this;
    const writer = new StructureWriter(file, this.structure, { leaves, ids, places }, this.profile);
    const root = writer.write();
    this.writer = writer;
    root.data.ParentTree = new ObjectReference(this.writeParents());
    root.data.ParentTreeNextKey = this.parents.length;
    root.end();
    file.setCatalog('StructTreeRoot', root);
    file.setCatalog('MarkInfo', file.object({ Marked: true }));
  }
}
