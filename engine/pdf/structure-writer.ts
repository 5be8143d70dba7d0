/** Writes the structure tree in document order, without elements that have no content. */
import { mayCarryFiles, type Profile } from '../profile.ts';
import { isInline, isPhrase } from '../semantics/nesting.ts';
import { HeadingLevels } from '../semantics/heading-levels.ts';
import type { Structure, StructureFacts, StructureNode } from '../semantics/structure.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Bounds } from './bounds.ts';
import type { PdfFile } from './pdf-file.ts';
import { ObjectReference, type PdfDictionary, type PdfRef, type PdfValue, textString } from './pdf-values.ts';
import type { Leaf, Leaves } from './structure-marks.ts';

/** The position of a picture, in points. */
export interface Placed {
  readonly page: PdfRef;
  readonly bounds: Bounds;
}

/** The content that painting has attached to the nodes, by node index. */
interface Attached {
  readonly leaves: Leaves;
  /** Object numbers of the nodes with content. Others get theirs when they are written. */
  readonly ids: number[];
  readonly places: ReadonlyMap<StructureNode, Placed>;
}

/** Structure types that ISO 32000-1 lacks, mapped to its closest equivalents. */
const ROLE_MAP: PdfDictionary = { Aside: 'Sect', Em: 'Span', Strong: 'Span', FENote: 'Note' };
/** Structure types that PDF 1.4 lacks as well. */
const OLDEST_ROLE_MAP: PdfDictionary = {
  ...ROLE_MAP,
  THead: 'Div',
  TBody: 'Div',
  TFoot: 'Div',
  Annot: 'Span',
  Ruby: 'Span',
  RB: 'Span',
  RT: 'Span',
  RP: 'Span',
};

const NEW_NAMESPACE = 'http://iso.org/pdf2/ssn';
/** ISO 32000-1 types that PDF 2.0 keeps only in the old namespace, which is the default. */
const OLD_TYPES: ReadonlySet<string> = new Set(['Art', 'BlockQuote', 'TOC', 'TOCI', 'Quote', 'Code', 'Reference']);

export class StructureWriter {
  private readonly file: PdfFile;
  private readonly attached: Attached;
  /** The PDF 2.0 structure namespace; null for older versions. */
  private readonly namespace: PdfRef | null;
  private readonly structure: Structure;
  private readonly profile: Profile | null;
  private readonly kept: Uint8Array;
  private readonly levels = new HeadingLevels();
  private readonly out = new ByteWriter();
  /** Elements that others refer to, by id. */
  private readonly named: [string, number][] = [];

  constructor(file: PdfFile, structure: Structure, attached: Attached, profile: Profile | null) {
    this.profile = profile;
    this.file = file;
    this.structure = structure;
    this.attached = attached;
    this.namespace =
      profile?.version === '2.0' ? file.object({ Type: 'Namespace', NS: textString(NEW_NAMESPACE) }) : null;
    this.kept = new Uint8Array(structure.nodeCount);
  }

  /** Writes the tree and returns its root, which the caller completes and ends. */
  write(): PdfRef {
    const { structure } = this;
    this.keep(structure.root);
    this.kept[structure.root.index] = 1;
    const id = this.idOf(structure.root);
    const roles = this.profile?.version === '1.4' ? OLDEST_ROLE_MAP : ROLE_MAP;
    const types = this.namespace ? { Namespaces: [this.namespace] } : { RoleMap: roles };
    const root = this.file.ref({ Type: 'StructTreeRoot', K: new ObjectReference(id), ...types });
    this.element(structure.root, root.id, false);
    if (this.named.length > 0) root.data.IDTree = this.file.object(idTree(this.named));
    return root;
  }

  isWritten(node: StructureNode): boolean {
    return this.kept[node.index] === 1;
  }

  /** Returns the node, or the nearest one around it that is written. */
  private writtenOuter(node: StructureNode): StructureNode {
    let at = node;
    while (!this.isWritten(at) && at.parent !== null) at = at.parent;
    return at;
  }

  /** Marks nodes that have content, and every cell of tables that have content. Returns whether the node has any. */
  private keep(node: StructureNode): boolean {
    let keeps = this.attached.leaves.has(node);
    for (const child of node.children) if (this.keep(child)) keeps = true;
    if (node.children.some(({ role }) => role === 'Link')) this.settleLinks(node);
    if (keeps) {
      this.kept[node.index] = 1;
      if (node.role === 'Table') this.keepCells(node);
      if (node.role === 'Ruby') this.settleRuby(node);
    }
    return keeps;
  }

  /**
   * Moves form fields out of the links in a node, and makes controls that are only drawn spans, as links hold no forms
   * (ISO/TS 32005 table 5).
   */
  private settleLinks(node: StructureNode): void {
    const children: StructureNode[] = [];
    for (const child of node.children) {
      children.push(child);
      const controls = child.role === 'Link' ? child.children.filter(({ role }) => role === 'Form') : [];
      for (const control of controls) {
        if (!this.hasAnnotation(control)) {
          control.role = 'Span';
          continue;
        }
        control.parent = node;
        children.push(control);
      }
      if (controls.length > 0) child.children = child.children.filter(({ role }) => role !== 'Form');
    }
    node.children = children;
  }

  /** Makes a ruby without exactly one base and one annotation a plain span (ISO 32000-2 §14.8.4.7.3). */
  private settleRuby(node: StructureNode): void {
    const parts = node.children.filter((part) => this.isWritten(part));
    if (parts.length === 2 && parts[0]!.role === 'RB' && parts[1]!.role === 'RT') return;
    for (const part of [node, ...parts]) part.role = 'Span';
  }

  private keepCells(node: StructureNode): void {
    for (const child of node.children) {
      if (child.role === 'Caption') continue;
      this.kept[child.index] = 1;
      if (child.role !== 'TD' && child.role !== 'TH') this.keepCells(child);
    }
  }

  private idOf(node: StructureNode): number {
    return (this.attached.ids[node.index] ??= this.file.reserve());
  }

  /**
   * Writes an element and its descendants. `inText` means that an ancestor is inline, where PDF 2.0 allows no block
   * elements.
   */
  private element(node: StructureNode, parent: number, inText: boolean): void {
    const { out } = this;
    const id = this.idOf(node);
    const { facts } = node;
    const role = inText && !isInline(node.role) ? 'Span' : this.writtenRole(node);
    const isText = this.namespace !== null && (isPhrase(node.role) || (inText && !isInline(node.role)));
    out.clear();
    out.ascii(`<</S/${role}/P `);
    out.reference(parent);
    if (this.namespace && !OLD_TYPES.has(role)) {
      out.ascii('/NS ');
      out.reference(this.namespace.id);
    }
    if (facts !== null) this.facts(facts, id);
    const place = this.attached.places.get(node);
    if (facts !== null || place !== undefined) this.attributes(node, place);
    this.kids(node);
    out.ascii('>>');
    this.file.writeObject(id, out.view());
    for (const child of node.children) if (this.kept[child.index] === 1) this.element(child, id, isText);
  }

  /** Returns the structure type to write. Headings include their level, and links without an annotation become Span. */
  private writtenRole(node: StructureNode): string {
    if (node.role === 'H') return `H${this.levels.next(node.facts?.level ?? 1)}`;
    if (node.role !== 'Link') return node.role;
    return this.hasAnnotation(node) ? 'Link' : 'Span';
  }

  private hasAnnotation(node: StructureNode): boolean {
    return this.attached.leaves.of(node).some((leaf) => 'annotation' in leaf);
  }

  private facts(facts: StructureFacts, id: number): void {
    this.text('Alt', facts.alternate);
    this.text('ActualText', facts.actualText);
    this.text('E', facts.expansion);
    this.text('T', facts.title);
    this.text('Lang', facts.language);
    if (this.namespace && facts.refersTo !== undefined) {
      this.out.ascii('/Ref[');
      this.out.reference(this.idOf(this.writtenOuter(facts.refersTo)));
      this.out.ascii(']');
    }
    if (facts.mathSource !== undefined && (this.profile === null || mayCarryFiles(this.profile))) {
      this.out.ascii('/AF[');
      this.out.reference(attachSource(this.file, facts.mathSource).id);
      this.out.ascii(']');
    }
    if (facts.id !== undefined) {
      this.text('ID', facts.id);
      this.named.push([facts.id, id]);
    }
  }

  private text(key: string, value: string | undefined): void {
    if (value === undefined) return;
    this.out.ascii(`/${key}`);
    this.out.textString(value);
  }

  /** Writes attribute objects by owner (ISO 32000-1 §14.8.5). */
  private attributes(node: StructureNode, place: Placed | undefined): void {
    const { out } = this;
    const { facts, role } = node;
    const start = out.length;
    out.ascii('/A[');
    const empty = out.length;
    if (place !== undefined) {
      const { x0, y0, x1, y1 } = place.bounds;
      out.ascii('<</O/Layout/BBox[');
      for (const n of [x0, y0, x1, y1]) out.number(n);
      out.ascii(']>>');
    }
    if (facts !== null) {
      if (this.namespace && facts.textPosition) out.ascii(`<</O/Layout/TextPosition/${facts.textPosition}>>`);
      if (role === 'TD' || role === 'TH' || role === 'Table') this.tableAttributes(facts);
      if (role === 'L') out.ascii(`<</O/List/ListNumbering/${this.numbering(node)}>>`);
      if (role === 'Form' && !this.hasAnnotation(node)) {
        out.ascii(`<</O/PrintField/Role/${facts.control ?? 'tv'}`);
        if (facts.control === 'cb' || facts.control === 'rb') out.ascii(`/checked/${facts.isChecked ? 'on' : 'off'}`);
        this.text('Desc', facts.alternate);
        out.ascii('>>');
      }
    }
    if (out.length === empty) out.length = start;
    else out.ascii(']');
  }

  /** Returns the list numbering. Only PDF 2.0 has values for description lists and for lists with arbitrary labels. */
  private numbering({ facts, children }: StructureNode): string {
    const numbering = facts?.numbering ?? 'None';
    if (!this.namespace) return numbering === 'Description' ? 'None' : numbering;
    const isLabelled = children.some((item) =>
      item.children.some((part) => part.role === 'Lbl' && this.isWritten(part)),
    );
    return numbering === 'None' && isLabelled ? 'Unordered' : numbering;
  }

  private tableAttributes(facts: StructureFacts): void {
    const { scope, rowSpan, columnSpan, headers, summary } = facts;
    const hasHeaders = headers !== undefined && headers.length > 0;
    if (!scope && !rowSpan && !columnSpan && !hasHeaders && !summary) return;
    const { out } = this;
    out.ascii('<</O/Table');
    if (scope) out.ascii(`/Scope/${scope}`);
    if (rowSpan) out.ascii(`/RowSpan ${rowSpan}`);
    if (columnSpan) out.ascii(`/ColSpan ${columnSpan}`);
    if (hasHeaders) {
      out.ascii('/Headers[');
      for (const id of headers) out.textString(id);
      out.ascii(']');
    }
    this.text('Summary', summary);
    out.ascii('>>');
  }

  private kids(node: StructureNode): void {
    const { out } = this;
    const leaves = this.attached.leaves.of(node);
    const page = pageOf(leaves);
    if (page !== null) {
      out.ascii('/Pg ');
      out.reference(page.id);
    }
    const children = node.children.filter((child) => this.kept[child.index] === 1);
    if (leaves.length + children.length === 0) return;
    // A single kid needs no array.
    const isAlone = leaves.length + children.length === 1;
    out.ascii(isAlone ? '/K ' : '/K[');
    for (const kid of inOrder(children, leaves)) {
      if ('children' in kid) out.reference(this.idOf(kid));
      else writeLeaf(out, kid, page);
    }
    if (!isAlone) out.ascii(']');
  }
}

/** Returns elements and leaves in reading order. At the same position, elements come first. */
function inOrder(children: readonly StructureNode[], leaves: readonly Leaf[]): readonly (Leaf | StructureNode)[] {
  if (leaves.length === 0) return children;
  const kids = children.length === 0 ? leaves : [...children, ...leaves];
  // PERF: most are already in order, and sorting allocates.
  for (let i = 1; i < kids.length; i++)
    if (kids[i - 1]!.rank > kids[i]!.rank) return kids.toSorted((a, b) => a.rank - b.rank);
  return kids;
}

/** Embeds a formula's source as a file that its element refers to (ISO 32000-2 §14.13.5). */
function attachSource(file: PdfFile, source: string): PdfRef {
  const bytes = new TextEncoder().encode(source);
  const embedded = file.stream(
    { Type: 'EmbeddedFile', Subtype: 'application#2Fmathml+xml', Params: { Size: bytes.length, ModDate: file.date } },
    bytes,
  );
  const name = textString('formula.mml');
  return file.object({
    Type: 'Filespec',
    F: name,
    UF: name,
    Desc: textString('MathML'),
    AFRelationship: 'Supplement',
    EF: { F: embedded, UF: embedded },
  });
}

function idTree(named: [string, number][]): PdfDictionary {
  const names = new Map(named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  const list: PdfValue[] = [...names].flatMap(([name, id]) => [textString(name), new ObjectReference(id)]);
  return { Names: list, Limits: [list[0]!, list[list.length - 2]!] };
}

/**
 * Returns the page of the first marked content that isn't in a form. The element's `Pg` covers all leaves on that page.
 */
function pageOf(leaves: readonly Leaf[]): PdfRef | null {
  for (const leaf of leaves) if ('marks' in leaf && leaf.marks.form === null) return leaf.marks.page;
  return null;
}

function writeLeaf(out: ByteWriter, leaf: Leaf, page: PdfRef | null): void {
  if ('annotation' in leaf) {
    out.ascii('<</Type/OBJR/Obj ');
    out.reference(leaf.annotation);
    out.ascii('/Pg ');
    out.reference(leaf.page.id);
    out.ascii('>>');
  } else if (leaf.marks.form === null && leaf.marks.page === page) {
    out.number(leaf.id);
  } else {
    out.ascii('<</Type/MCR/Pg ');
    out.reference(leaf.marks.page.id);
    if (leaf.marks.form !== null) {
      out.ascii('/Stm ');
      out.reference(leaf.marks.form.id);
    }
    out.ascii('/MCID ');
    out.number(leaf.id);
    out.ascii('>>');
  }
}
