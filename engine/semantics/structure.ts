/** The logical structure of a document (ISO 32000-1 §14.7): what it means, in the order in which it is read, whatever it looks like. */
import type { Element } from '../document/node.ts';
import { trimmed } from '../small-arrays.ts';

/** Standard structure types of ISO 32000-1 §14.8.4 and ISO 32000-2 §14.8.4; what a version lacks is mapped to what it has when the file is written. */
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
  | 'Form';

/** What few structure elements have. */
export interface StructureFacts {
  /** Text instead of the element for those who don't see it. */
  readonly alternate?: string;
  /** Exactly what the element shows, as text. */
  readonly actualText?: string;
  /** Of an abbreviation: what it stands for. */
  readonly expansion?: string;
  readonly title?: string;
  /** BCP 47. */
  readonly language?: string;
  /** Of a heading (`H`): its level, from 1, as the author has it. */
  readonly level?: number;
  /** Of a header cell: what it heads. */
  readonly scope?: 'Row' | 'Column';
  readonly rowSpan?: number;
  readonly columnSpan?: number;
  /** Of a cell: ids of the cells that head it. */
  readonly headers?: readonly string[];
  /** Of a table. */
  readonly summary?: string;
  /** What `headers` and notes are referred to by; unique in the document. */
  readonly id?: string;
  /** Of a list: how its items are labelled (ISO 32000-1 table 347). */
  readonly numbering?: string;
  /** Of a form control that isn't one in the file: `rb`, `cb`, `pb`, `tv`, `lb` (ISO 32000-1 table 348), and whether it is checked. */
  readonly control?: string;
  readonly isChecked?: boolean;
  /** Of a link within the document: what it leads to. */
  readonly refersTo?: StructureNode;
  /** Of a formula: its source in MathML. */
  readonly mathSource?: string;
  /** Of a span that is set below or above the line. */
  readonly textPosition?: 'Sub' | 'Sup';
  /** Of a figure or formula without a text of its own. */
  readonly lacksAlternate?: boolean;
}

const NO_NODES: readonly StructureNode[] = [];

/** A structure element: one for a box however many pages it is on. */
export class StructureNode {
  /** In order of making, unique in the document. */
  readonly index: number;
  role: Role;
  parent: StructureNode | null;
  /** In document order. */
  children: readonly StructureNode[] = NO_NODES;
  /** Where it begins, in `Structure.rankOf`'s measure. */
  readonly rank: number;
  /** Whose meaning it has; null: it only keeps others in order. */
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
    // PERF: an empty array that is pushed to has room for seventeen.
    if (this.children.length === 0) this.children = [child];
    else (this.children as StructureNode[]).push(child);
  }

  /** Nothing is appended any more, as a rule. */
  complete(): void {
    this.children = trimmed(this.children);
  }
}

/** How much further the places in an inline content lie apart than its text says: boxes in it have places of their own. */
export interface Shifts {
  /** Offsets in the text, ascending, and how much what stands at or behind each is shifted in all. */
  readonly offsets: number[];
  readonly by: number[];
}

/** The structure tree, and what of it the content of each box belongs to. */
export class Structure {
  readonly root: StructureNode;
  readonly nodeCount: number;
  private readonly nodes: readonly (StructureNode | null)[];
  private readonly ranks: readonly number[];
  private readonly shifts: ReadonlyMap<number, Shifts>;

  constructor(
    root: StructureNode,
    nodeCount: number,
    nodes: readonly (StructureNode | null)[],
    ranks: readonly number[],
    shifts: ReadonlyMap<number, Shifts>,
  ) {
    this.root = root;
    this.nodeCount = nodeCount;
    this.nodes = nodes;
    this.ranks = ranks;
    this.shifts = shifts;
  }

  /** What the content of a box belongs to, by the box's index; null: nothing, it is an artifact. */
  nodeOf(index: number): StructureNode | null {
    return this.nodes[index] ?? null;
  }

  /**
   * Where content stands in the document's order: what a box shows itself, or the text at an offset of its inline content. Text that follows
   * follows in this measure, too.
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
