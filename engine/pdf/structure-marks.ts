/** Marked content as it is written: which piece of which content stream belongs to which structure element. */
import type { StructureNode } from '../semantics/structure.ts';
import type { PdfRef } from './pdf-values.ts';

/** The property lists of artifacts (ISO 32000-1 table 330). */
export const ARTIFACTS = {
  layout: '/Artifact <</Type/Layout>> BDC\n',
  background: '/Artifact <</Type/Background>> BDC\n',
  pagination: '/Artifact <</Type/Pagination>> BDC\n',
  header: '/Artifact <</Type/Pagination/Subtype/Header/Attached[/Top]>> BDC\n',
  footer: '/Artifact <</Type/Pagination/Subtype/Footer/Attached[/Bottom]>> BDC\n',
} as const;

/** What content is: a structure element's, or an artifact of a kind. */
export type Belonging = StructureNode | keyof typeof ARTIFACTS;

/** The marked content of one page or form. */
export class StreamMarks {
  readonly page: PdfRef;
  form: PdfRef | null = null;
  /** The elements of its marked content, by number; null: the number is another stream's. */
  readonly elements: (StructureNode | null)[] = [];
  /** What is open; null: nothing. */
  open: Belonging | null = null;
  /** Where what was written last begins and ends in the document, and how many of the open element's children stand before it. */
  start = 0;
  end = 0;
  childrenBefore = 0;
  /** What hangs on the element for it. */
  leaf: { rank: number } | null = null;

  constructor(page: PdfRef) {
    this.page = page;
  }

  /** Does what begins at this place go on with what was written last, or is it more of the same place? */
  isFollowedBy(rank: number): boolean {
    return (rank >= this.end && rank <= this.end + LINE_END) || rank === this.start;
  }

  /** Does what ends at this place stand before it in the document? */
  isPrecededBy(end: number): boolean {
    return end === this.start;
  }
}

/** A page's numbers that its forms may leave out, all together. */
const MAX_HOLES = 4096;

/**
 * The numbers of marked content on one page. They only need to differ within a content stream, but there are readers (pdf.js) that know no more of marked
 * content than its page, so those of a page and its forms differ as well, as long as that doesn't take much room.
 */
export class PageNumbers {
  /** The elements of all marked content of the page whose number no other has, by number: what such readers look through for the page's elements. */
  readonly elements: (StructureNode | null)[] = [];
  private holes = 0;

  /** Numbers marked content of an element. */
  give(marks: StreamMarks, element: StructureNode): number {
    const { elements } = this;
    const holes = elements.length - marks.elements.length;
    if (holes > 0 && this.holes + holes <= MAX_HOLES) {
      this.holes += holes;
      while (marks.elements.length < elements.length) marks.elements.push(null);
    }
    const number = marks.elements.push(element) - 1;
    if (number >= elements.length) elements[number] = element;
    return number;
  }
}

/** Spaces and line feeds at the ends of lines aren't painted. */
const LINE_END = 1;

/** What hangs directly on a structure element besides its children: a run of marked content, or an annotation, by its object's number. */
export type Leaf =
  | { rank: number; readonly marks: StreamMarks; readonly id: number }
  | { readonly rank: number; readonly annotation: number; readonly page: PdfRef };

const NO_LEAVES: readonly Leaf[] = [];

/** What hangs on the elements, by their indices. */
export class Leaves {
  /** PERF: most elements have one, which needs no array. */
  private readonly leaves: (Leaf | Leaf[] | undefined)[] = [];

  add(node: StructureNode, leaf: Leaf): void {
    const known = this.leaves[node.index];
    if (known === undefined) this.leaves[node.index] = leaf;
    else if (Array.isArray(known)) known.push(leaf);
    else this.leaves[node.index] = [known, leaf];
  }

  has(node: StructureNode): boolean {
    return this.leaves[node.index] !== undefined;
  }

  /** In the order in which they were added. */
  of(node: StructureNode): readonly Leaf[] {
    const known = this.leaves[node.index];
    if (known === undefined) return NO_LEAVES;
    return Array.isArray(known) ? known : [known];
  }
}

/** How many of an element's children begin before a place in the document, or there. */
export function childrenBefore(children: readonly StructureNode[], rank: number): number {
  let from = 0;
  let to = children.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (children[middle]!.rank <= rank) from = middle + 1;
    else to = middle;
  }
  return from;
}
