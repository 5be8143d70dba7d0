/** The logical structure of a document (ISO 32000-1 §14.7): its meaning in reading order, independent of appearance. */
import type { SourcePosition } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import { appended, trimmed } from '../small-arrays.ts';

/**
 * Standard structure types of ISO 32000-1 §14.8.4 and ISO 32000-2 §14.8.4. Types missing in a PDF version are mapped
 * when the file is written.
 */
export type Role =
  | 'Document'
  | 'Part'
  | 'Art'
  | 'Sect'
  | 'Div'
  | 'Aside'
  | 'BlockQuote'
  | 'Caption'
  | 'TOC'
  | 'TOCI'
  | 'NonStruct'
  | 'P'
  | 'H'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Span'
  | 'Em'
  | 'Strong'
  | 'Quote'
  | 'Code'
  | 'FENote'
  | 'Reference'
  | 'Link'
  | 'Ruby'
  | 'RB'
  | 'RT'
  | 'Figure'
  | 'Formula'
  | 'Form'
  | 'Annot';

/** Properties that few structure elements have. */
export interface StructureFacts {
  /** Text that replaces the element for people who don't see it. */
  readonly alternate?: string;
  /** The exact text that the element shows. */
  readonly actualText?: string;
  /** The expansion of an abbreviation. */
  readonly expansion?: string;
  readonly title?: string;
  /** BCP 47. */
  readonly language?: string;
  /** The author's level of a heading (`H`), counted from 1. */
  readonly level?: number;
  /** The direction in which a header cell applies. */
  readonly scope?: 'Row' | 'Column';
  readonly rowSpan?: number;
  readonly columnSpan?: number;
  readonly headers?: readonly string[];
  readonly summary?: string;
  /** The id for references from `headers` and notes, unique in the document. */
  readonly id?: string;
  /** How the items of a list are labeled (ISO 32000-1 table 347). */
  readonly numbering?: string;
  /**
   * For a form control that isn't a field: `rb`, `cb`, `pb`, `tv` or `lb` (ISO 32000-1 table 348), and whether it is
   * checked.
   */
  readonly control?: string;
  readonly isChecked?: boolean;
  /** The target of a link within the document. */
  readonly refersTo?: StructureNode;
  /** The MathML source of a formula. */
  readonly mathSource?: string;
  /** The position of a subscript or superscript span. */
  readonly textPosition?: 'Sub' | 'Sup';
  /** Whether a figure or formula has no alternative text. */
  readonly lacksAlternate?: boolean;
}

const NO_NODES: readonly StructureNode[] = [];

/** A structure element. A box has one, however many pages it spans. */
export class StructureNode {
  /** In order of creation, unique in the document. */
  readonly index: number;
  role: Role;
  parent: StructureNode | null;
  /** In document order. */
  children: readonly StructureNode[] = NO_NODES;
  /** The position of its start, in the measure of `Structure.rankOf`. */
  readonly rank: number;
  /** The element whose meaning it has; null if it only keeps others in order. */
  readonly element: Element | null;
  facts: StructureFacts | null;

  constructor(
    index: number,
    role: Role,
    parent: StructureNode | null,
    rank: number,
    element: Element | null,
    facts: StructureFacts | null,
  ) {
    this.index = index;
    this.role = role;
    this.parent = parent;
    this.rank = rank;
    this.element = element;
    this.facts = facts;
  }

  append(child: StructureNode): void {
    this.children = appended(this.children as StructureNode[], child);
  }

  /** Trims the list of children; usually nothing is appended afterwards. */
  complete(): void {
    this.children = trimmed(this.children);
  }
}

/**
 * How far positions in an inline content are shifted from their text offsets. Boxes in the text have positions of their
 * own.
 */
export interface Shifts {
  /** Ascending offsets in the text, and the total shift at and after each. */
  readonly offsets: number[];
  readonly by: number[];
}

/** The structure tree, and the node that the content of each box belongs to. */
export class Structure {
  readonly root: StructureNode;
  readonly nodeCount: number;
  private readonly nodes: readonly (StructureNode | null)[];
  private readonly ranks: readonly number[];
  private readonly shifts: ReadonlyMap<number, Shifts>;
  private readonly comments: ReadonlyMap<number, StructureNode>;

  constructor(
    root: StructureNode,
    nodeCount: number,
    nodes: readonly (StructureNode | null)[],
    ranks: readonly number[],
    shifts: ReadonlyMap<number, Shifts>,
    comments: ReadonlyMap<number, StructureNode>,
  ) {
    this.root = root;
    this.nodeCount = nodeCount;
    this.nodes = nodes;
    this.ranks = ranks;
    this.shifts = shifts;
    this.comments = comments;
  }

  /** Returns the node that a box's content belongs to, by the box's index; null for an artifact. */
  nodeOf(index: number): StructureNode | null {
    return this.nodes[index] ?? null;
  }

  /** Returns the node of the comment on a box's element, by the box's index, or null. */
  commentOf(index: number): StructureNode | null {
    return this.comments.get(index) ?? null;
  }

  /**
   * Returns the position of content in document order: of a box's own content, or of the text at an offset in its
   * inline content. Later text has a higher rank.
   */
  rankOf(index: number, offset: number): number {
    const rank = (this.ranks[index] ?? 0) + offset;
    const shifts = this.shifts.size === 0 ? undefined : this.shifts.get(index);
    return shifts === undefined ? rank : rank + shiftAt(shifts, offset);
  }
}

function shiftAt({ offsets, by }: Shifts, offset: number): number {
  let from = 0;
  let to = offsets.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (offsets[middle]! <= offset) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? 0 : by[from - 1]!;
}

/** Returns the position of the element, or of its nearest ancestor with a known position. */
export function positionOf(node: StructureNode): SourcePosition | null {
  for (let element = node.element; element !== null; element = element.parent)
    if (element.position !== null) return element.position;
  return null;
}
