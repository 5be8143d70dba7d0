/**
 * Entry point of the semantics stage: builds the structure tree from a box tree, in document order, before painting.
 */
import { type Box, BoxFlag, BoxKind, type RubyData } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import { ownLanguage } from '../document/element-facts.ts';
import { targetNamed } from '../document/link-targets.ts';
import { type Document, type Element, Namespace } from '../document/node.ts';
import { decodeFragment } from '../document/url.ts';
import { appended } from '../small-arrays.ts';
import { type InlineContent, InlineItemKind } from '../text/inline-content.ts';
import { mathSource } from './math-source.ts';
import { markerFacts, numberingOf } from './lists.ts';
import { alternativeOf, ariaName, controlName, labelsOf, nonEmpty, textOf } from './names.ts';
import { adaptedRole, between, isGrouping, isRowOrGroup } from './nesting.ts';
import { controlKind, headingLevel, type Meaning, meaningOf, textPositionOf } from './roles.ts';
import { type Role, type Shifts, Structure, type StructureFacts, StructureNode } from './structure.ts';
import { cellFacts, finishTable } from './tables.ts';
import { type Tag, tagOf } from './tags.ts';
import { ContentsLists } from './contents-lists.ts';

/** Builds the structure of a document from its box tree. */
export function buildStructure(root: Box, document: Document, budget: Budget): Structure {
  return new StructureBuilder(document, budget).build(root);
}

/** Elements whose contents readers treat as a single picture, formula or control. */
const ATOMIC: ReadonlySet<Role> = new Set(['Figure', 'Formula', 'Form']);

/** Returns whether a caption, or a row of a table's header or footer, appears only in repetitions, which aren't read. */
function isOnlyRepeated(box: Box, { style }: Box): boolean {
  if (box.style.rare.pagewrightRepeat !== 'only') return false;
  if (box.style.box.display.inside === 'table-caption') return true;
  const { inside } = style.box.display;
  if (box.kind !== BoxKind.TableRow) return false;
  return inside === 'table-header-group' || inside === 'table-footer-group';
}

type Facts = { -readonly [K in keyof StructureFacts]: StructureFacts[K] };

class StructureBuilder {
  private readonly document: Document;
  private readonly budget: Budget;
  private readonly nodes: (StructureNode | null)[] = [];
  private readonly ranks: number[] = [];
  private readonly shifts = new Map<number, Shifts>();
  /** By element index: its own node, or null if it is hidden. Elements without a meaning have no entry. */
  private readonly own: (StructureNode | null | undefined)[];
  /** For elements without a meaning: the node of the nearest enclosing element that has one. */
  private readonly inherited = new Map<Element, StructureNode | null>();
  private readonly root: StructureNode;
  private readonly links: StructureNode[] = [];
  private readonly tables: StructureNode[] = [];
  private readonly commented = new Map<Element, StructureNode>();
  /** The nodes of comments, by the index of a box of their elements. */
  private readonly comments = new Map<number, StructureNode>();
  private readonly contents = new ContentsLists();
  private labels: ReadonlyMap<string, Element> | null = null;
  private nodeCount = 0;
  private rank = 0;

  constructor(document: Document, budget: Budget) {
    this.document = document;
    this.budget = budget;
    this.own = new Array<StructureNode | null | undefined>(document.nodeCount);
    this.root = new StructureNode(this.nodeCount++, 'Document', null, 0, document.root, null);
  }

  build(root: Box): Structure {
    this.visit(root, this.root);
    this.linkTargets();
    for (const table of this.tables) finishTable(table, this.budget, (row) => this.addCell(row));
    this.contents.finish((parent, role, rank) => {
      this.rank = rank;
      return this.synthesize(parent, role);
    });
    return new Structure(this.root, this.nodeCount, this.nodes, this.ranks, this.shifts, this.comments);
  }

  /** Visits a box. `around`: the node that content here belongs to; null if it is hidden. */
  private visit(box: Box, around: StructureNode | null): void {
    this.budget.tick();
    const node = this.nodeFor(box, around);
    this.nodes[box.index] = node;
    this.ranks[box.index] = this.rank++;
    if (box.marker) this.visit(box.marker, node);
    for (const child of box.children) this.visit(child, isOnlyRepeated(child, box) ? null : node);
    if (box.inline) this.visitInline(box, node);
    if (node === null || node === around) return;
    node.complete();
  }

  private visitInline(box: Box, around: StructureNode | null): void {
    const { text, items, firstLine } = box.inline!;
    const base = this.rank;
    const isOfItems = around !== null && holdsOnlyItems(box, box.inline!, around.role);
    const container = around === null || isOfItems ? around : this.parentFor(around, null);
    let boxes: number[] | null = null;
    // The spaces between items aren't read.
    this.nodes[box.index] = isOfItems ? null : container;
    this.ranks[box.index] = base;
    if (firstLine?.box) {
      this.nodes[firstLine.box.index] = this.nodes[box.index]!;
      this.ranks[firstLine.box.index] = base;
    }
    let open: (StructureNode | null)[] | null = null;
    let node = container;
    let shift = 0;
    let shifts: Shifts | null = null;
    for (const item of items) {
      const inner = item.box;
      if (inner === box || item.kind === InlineItemKind.Text || item.kind === InlineItemKind.Break) continue;
      if (item.kind === InlineItemKind.Close) {
        node = open?.pop() ?? container;
      } else if (item.kind === InlineItemKind.Open) {
        this.budget.tick();
        this.rank = base + item.start + shift;
        open = open === null ? [node] : appended(open, node);
        node = this.nodeFor(inner, node);
        if (node !== null && (node.role === 'LI' || between(node.role, null) === 'P'))
          node = this.parentFor(node, null);
        this.nodes[inner.index] = node;
        this.ranks[inner.index] = base;
        boxes = boxes === null ? [inner.index] : appended(boxes, inner.index);
      } else {
        const start = base + item.start + shift;
        this.rank = start;
        const isInFlow = item.kind === InlineItemKind.Atomic || item.kind === InlineItemKind.Annotation;
        this.visit(inner, isInFlow ? node : this.aside(inner, node));
        shift += this.rank - start;
        shifts ??= { offsets: [], by: [] };
        shifts.offsets.push(item.end);
        shifts.by.push(shift);
      }
    }
    if (shifts !== null) for (const index of [box.index, ...(boxes ?? [])]) this.shifts.set(index, shifts);
    this.rank = base + text.length + shift;
  }

  /**
   * Out-of-flow boxes are painted apart from their line. Without a separate meaning they become spans, so that they
   * keep their place in it.
   */
  private aside(box: Box, node: StructureNode | null): StructureNode | null {
    if (node === null || box.pseudo !== null || box.element === null || box.has(BoxFlag.Footnote)) return node;
    return meaningIn(box, box.element) === null ? this.synthesize(this.parentFor(node, 'Span'), 'Span') : node;
  }

  private nodeFor(box: Box, around: StructureNode | null): StructureNode | null {
    if (around === null) return null;
    if (box.data?.type === 'ruby') return this.rubyNode(box.data.part, around);
    if (box.pseudo !== null) return this.pseudoNode(box, around);
    if (box.element === null || box.has(BoxFlag.Anonymous)) return around;
    const node = this.elementNode(box.element, box, around);
    if (node !== null && box.style.rare.pagewrightComment !== null) this.addComment(box, box.element, node);
    return node;
  }

  /** Adds the node of an element's comment, which is read before the element's contents. All its boxes share it. */
  private addComment(box: Box, element: Element, node: StructureNode): void {
    let comment = this.commented.get(element);
    if (comment === undefined) {
      const outer = ATOMIC.has(node.role) && node.parent !== null ? node.parent : node;
      comment = this.synthesize(this.parentFor(outer, 'Annot'), 'Annot');
      this.commented.set(element, comment);
    }
    this.comments.set(box.index, comment);
  }

  private rubyNode(part: RubyData['part'], around: StructureNode): StructureNode {
    if (part === 'column') {
      const role = adaptedRole('Ruby', around, true);
      return this.synthesize(this.parentFor(around, role), role);
    }
    return this.synthesize(around, adaptedRole(part === 'base' ? 'RB' : 'RT', around, true));
  }

  /** Generated content belongs to its element. Markers, footnote calls and generated images get their own nodes. */
  private pseudoNode(box: Box, around: StructureNode): StructureNode | null {
    if (box.pseudo === 'marker') return this.markerNode(box, around);
    // Painting adds the links in both directions.
    if (box.pseudo === 'footnote-call')
      return this.synthesize(this.synthesize(this.parentFor(around, 'Reference'), 'Reference'), 'Link');
    if (box.pseudo === 'footnote-marker')
      return this.synthesize(this.synthesize(around, adaptedRole('Lbl', around, true)), 'Link');
    if (box.data?.type === 'replaced') return null;
    const tag = tagOf(box);
    if (tag?.meaning === 'hidden') return null;
    this.contents.see(box, around);
    return tag === null || tag.meaning === null ? around : this.taggedNode(tag, tag.meaning, around);
  }

  /** Returns a new node with the meaning that a style sheet sets. */
  private taggedNode({ level }: Tag, role: Role, outer: StructureNode): StructureNode {
    const parent = this.parentFor(outer, adaptedRole(role, outer, true));
    return this.add(parent, adaptedRole(role, parent, true), null, level === null ? null : { level });
  }

  private markerNode(box: Box, around: StructureNode): StructureNode | null {
    const item = around.role === 'LBody' && around.element === null ? around.parent! : around;
    if (item.role !== 'LI') return box.data?.type === 'marker' && box.data.shape !== null ? null : around;
    const label = new StructureNode(this.nodeCount++, 'Lbl', item, item.rank, null, markerFacts(box));
    item.children = [label, ...item.children];
    return label;
  }

  private elementNode(element: Element, box: Box | null, around: StructureNode): StructureNode | null {
    const known = this.own[element.index];
    if (known !== undefined) return known;
    const tag = box === null || box.has(BoxFlag.Footnote) ? null : tagOf(box);
    let meaning = box !== null && box.has(BoxFlag.Footnote) ? 'FENote' : meaningOf(element);
    if (tag !== null && meaning !== 'hidden') {
      if (!isInteractive(meaning) || tag.meaning === 'hidden') ({ meaning } = tag);
      else if (tag.meaning !== null) {
        const outer = this.outerOf(element, around);
        around = outer === null ? around : this.taggedNode(tag, tag.meaning, outer);
      }
    }
    if (meaning === 'hidden') {
      this.own[element.index] = null;
      return null;
    }
    const language = element.attributes.length === 0 || element.parent === null ? null : ownLanguage(element);
    const shows = box?.data?.type === 'replaced' ? box.data.content : null;
    const isReplaced =
      (shows === 'image' || shows === 'svg') && meaning !== 'Form' && meaning !== 'Formula' && tag === null;
    const isText = box !== null && (box.inline !== null || box.kind === BoxKind.Inline);
    let role: Role | null = isReplaced ? 'Figure' : meaning;
    if (role === null && language !== null) role = box?.kind === BoxKind.Inline ? 'Span' : 'Div';
    if (role === null) {
      if (tag !== null) this.inherited.set(element, this.outerOf(element, around));
      return around;
    }
    let outer = this.outerOf(element, around);
    // Controls in buttons are fields of their own, and their notes aren't part of them.
    while ((role === 'Form' || role === 'FENote') && outer?.role === 'Form') outer = outer.parent;
    if (outer === null || ATOMIC.has(outer.role)) return outer;
    const adapted = adaptedRole(role, outer, isText);
    // Rows without a table don't form groups.
    if (adapted !== role && isRowOrGroup(role)) return around;
    const facts = this.factsOf(element, box, role, language, tag);
    if (facts === DECORATION) {
      this.own[element.index] = null;
      return null;
    }
    const parent = this.parentFor(outer, adapted);
    role = adaptedRole(role, parent, isText);
    const node = this.add(parent, role, element, facts);
    this.own[element.index] = node;
    if (role === 'Link') this.links.push(node);
    return node;
  }

  /**
   * Returns the parent of an element's node: usually the one its box is in. Inline boxes split by blocks, and moved
   * content, belong to their parent in the document.
   */
  private outerOf(element: Element, around: StructureNode): StructureNode | null {
    let owner = around;
    while (owner.element === null && owner.parent !== null) owner = owner.parent;
    const found = this.nearest(element.parent, around);
    return found === owner ? around : found;
  }

  /** Returns the node of the nearest element, from `element` outwards, that has one; null if it is hidden. */
  private nearest(element: Element | null, around: StructureNode): StructureNode | null {
    const path: Element[] = [];
    let found: StructureNode | null | undefined;
    for (let e = element; e !== null && e.parent !== null; e = e.parent) {
      found = this.own[e.index];
      if (found === undefined) found = this.inherited.get(e);
      // Elements may have a meaning but no box (`display: contents`).
      if (found === undefined && meaningOf(e) !== null) found = this.elementNode(e, null, around);
      if (found !== undefined) break;
      path.push(e);
    }
    found ??= found === null ? null : this.root;
    for (const e of path) this.inherited.set(e, found);
    return found;
  }

  private factsOf(
    element: Element,
    box: Box | null,
    role: Role,
    language: string | null,
    tag: Tag | null,
  ): StructureFacts | null | typeof DECORATION {
    const facts: Facts = {};
    if (language !== null && language !== '') facts.language = language;
    switch (role) {
      case 'H':
        facts.level = tag?.level ?? headingLevel(element);
        break;
      case 'Figure':
      case 'Formula': {
        const alternative = alternativeOf(element, this.document);
        if (alternative === '') return DECORATION;
        if (alternative !== null) facts.alternate = alternative;
        else if (tag === null && !isImage(element)) return DECORATION;
        else facts.lacksAlternate = true;
        const source = role === 'Formula' && element.namespace === Namespace.MathMl ? mathSource(element) : null;
        if (source !== null) facts.mathSource = source;
        break;
      }
      case 'Form':
        Object.assign(facts, controlKind(element), this.controlNameOf(element));
        break;
      case 'TD':
      case 'TH':
        this.cellFactsOf(element, box, facts);
        break;
      case 'Table': {
        const summary = nonEmpty(element.attribute('summary'));
        if (summary !== null) facts.summary = summary;
        break;
      }
      case 'L':
        facts.numbering = numberingOf(element, box);
        break;
      case 'FENote':
        // `add` gives it an id.
        break;
      default: {
        const position = textPositionOf(element);
        if (position !== null) facts.textPosition = position;
        this.nameFacts(element, role, facts);
      }
    }
    for (const _ in facts) return facts;
    return null;
  }

  /**
   * Sets the target of links within the document: the element with the id, or the nearest enclosing one with a meaning.
   */
  private linkTargets(): void {
    for (const link of this.links) {
      const href = link.element?.attribute('href')?.trim() ?? '';
      const target =
        href.length > 1 && href[0] === '#' ? targetNamed(this.document, decodeFragment(href.slice(1))) : null;
      const node = target === null ? null : this.nearest(target, this.root);
      if (node !== null) link.facts = { ...link.facts, refersTo: node };
    }
  }

  private controlNameOf(element: Element): Facts {
    this.labels ??= labelsOf(this.document);
    const name =
      controlName(element, this.document, this.labels) ?? (element.tag === 'button' ? textOf(element) : null);
    return name === null || name === '' ? {} : { alternate: name };
  }

  private cellFactsOf(element: Element, box: Box | null, facts: Facts): void {
    if (box?.data?.type === 'cell') {
      const { columnSpan, rowSpan } = box.data;
      if (columnSpan !== 1) facts.columnSpan = columnSpan;
      if (rowSpan !== 1) facts.rowSpan = rowSpan;
    }
    if (element.attributes.length === 0) return;
    Object.assign(facts, cellFacts(element));
    const role = element.attribute('role');
    if (role === 'rowheader') facts.scope = 'Row';
    else if (role === 'columnheader') facts.scope = 'Column';
    if (element.id !== null && (element.tag === 'th' || role !== null)) facts.id = element.id;
  }

  /** Sets the name of an element that has text. The name introduces the text, but replaces that of links. */
  private nameFacts(element: Element, role: Role, facts: Facts): void {
    if (element.attributes.length === 0) return;
    const name = ariaName(element, this.document);
    if (element.tag === 'abbr' || element.tag === 'acronym') {
      const expansion = nonEmpty(element.attribute('title'));
      if (expansion !== null) facts.expansion = expansion;
    } else if (name !== null) {
      if (isGrouping(role)) facts.title = name;
      else if (role === 'Link') facts.alternate = name;
    }
  }

  /** Returns the parent for an element of a role, or for text (null): `outer`, or a node inserted between. */
  private parentFor(outer: StructureNode, role: Role | null): StructureNode {
    let parent = outer;
    for (let middle = between(parent.role, role); middle !== null; middle = between(parent.role, role)) {
      const last = parent.children[parent.children.length - 1];
      // Terms and definitions share an item until the next term. Consecutive content of an item's body shares one node.
      if (last?.role === middle && last.element === null && goesOn(last, role)) parent = last;
      else parent = this.synthesize(parent, middle);
    }
    return parent;
  }

  /** Appends an empty cell to a row. */
  private addCell(row: StructureNode): void {
    this.rank = (row.children.at(-1) ?? row).rank;
    this.synthesize(row, 'TD');
  }

  private synthesize(parent: StructureNode, role: Role): StructureNode {
    return this.add(parent, role, null, null);
  }

  /** Returns a new node, or the parent if it is read as a whole. */
  private add(parent: StructureNode, role: Role, element: Element | null, facts: StructureFacts | null): StructureNode {
    if (ATOMIC.has(parent.role)) return parent;
    const index = this.nodeCount++;
    const all = role === 'FENote' ? { ...facts, id: `note-${index}` } : facts;
    const node = new StructureNode(index, role, parent, this.rank, element, all);
    parent.append(node);
    if (role === 'Table') this.tables.push(node);
    return node;
  }
}

/** The roles of the parts of rows and lists. */
const ITEMS: ReadonlyMap<Role, readonly Role[]> = new Map<Role, readonly Role[]>([
  ['TR', ['TH', 'TD']],
  ['L', ['LI']],
]);

/** Returns whether lines contain nothing but items of the enclosing row or list, as in menus. */
function holdsOnlyItems(own: Box, { text, items }: InlineContent, parent: Role): boolean {
  const wanted = ITEMS.get(parent);
  if (wanted === undefined) return false;
  let depth = 0;
  let isFound = false;
  for (const { kind, box, start, end } of items) {
    if (kind === InlineItemKind.Close) depth--;
    else if (kind === InlineItemKind.Text || kind === InlineItemKind.Break) {
      if (depth === 0 && text.slice(start, end).trim() !== '') return false;
    } else if (box !== own) {
      const meaning = depth > 0 || box.element === null ? null : meaningIn(box, box.element);
      if (depth === 0 && meaning !== 'hidden' && (meaning === null || !wanted.includes(meaning))) return false;
      isFound = true;
      if (kind === InlineItemKind.Open) depth++;
    }
  }
  return isFound;
}

/** Returns the meaning of an element, or the one that the style of its box sets. */
function meaningIn(box: Box, element: Element): Meaning {
  const own = meaningOf(element);
  const tag = own === 'hidden' || isInteractive(own) ? null : tagOf(box);
  return tag === null ? own : tag.meaning;
}

/** Returns whether the node of an element has an annotation, and so keeps its role. */
const isInteractive = (meaning: Meaning): boolean => meaning === 'Link' || meaning === 'Form';

/** Marks an element as decorative. */
const DECORATION = Symbol('decoration');

/** Returns whether an element is an image by its own meaning, and not only through a style sheet. */
const isImage = (element: Element): boolean => {
  const meaning = meaningOf(element);
  return meaning === 'Figure' || meaning === 'Formula' || element.tag === 'object';
};

/** Returns whether an element can be added to the node inserted for the one before it. */
function goesOn(made: StructureNode, role: Role | null): boolean {
  if (made.role === 'LI') {
    if (role === 'LBody') return true;
    return role === 'Lbl' && made.children.every((child) => child.role === 'Lbl');
  }
  return made.role === 'LBody' || made.role === 'TR';
}
