/** Tracks the marked content of content streams and the structure elements that it belongs to. */
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

/** The structure element or kind of artifact that content belongs to. */
export type Belonging = StructureNode | keyof typeof ARTIFACTS;

/** The marked content of one page or form. */
export class StreamMarks {
  readonly page: PdfRef;
  form: PdfRef | null = null;
  /** The elements of its marked content, by number; null: the number belongs to another stream. */
  readonly elements: (StructureNode | null)[] = [];
  /** The owner of the open marked content; null: none. */
  open: Belonging | null = null;
  /** The document range of the content written last, and how many of the open element's children precede it. */
  start = 0;
  end = 0;
  childrenBefore = 0;
  /** The leaf of the open element for this content. */
  leaf: { rank: number } | null = null;

  constructor(page: PdfRef) {
    this.page = page;
  }

  /**
   * Returns whether content at this position continues the content written last, or is more content at the same
   * position.
   */
  isFollowedBy(rank: number): boolean {
    return (rank >= this.end && rank <= this.end + LINE_END) || rank === this.start;
  }

  /** Returns whether content that ends at this position directly precedes the content written last. */
  isPrecededBy(end: number): boolean {
    return end === this.start;
  }
}

/** The maximum number of ids per page that its forms may skip in total. */
const MAX_HOLES = 4096;

/**
 * Assigns marked-content ids on one page. They need only be unique within a content stream. Some readers (pdf.js) look
 * them up by page alone. The ids of a page and its forms therefore also differ, as long as that takes little space.
 */
export class PageNumbers {
  /**
   * The elements of the page's marked content with a unique id, by id. Such readers use it to find the page's elements.
   */
  readonly elements: (StructureNode | null)[] = [];
  private holes = 0;

  /** Assigns the next id to marked content of an element. */
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

/** The length of a space or line feed at the end of a line, which isn't painted. */
const LINE_END = 1;

/**
 * A direct child of a structure element other than an element: a run of marked content, or an annotation by its object
 * number.
 */
export type Leaf =
  | { rank: number; readonly marks: StreamMarks; readonly id: number }
  | { readonly rank: number; readonly annotation: number; readonly page: PdfRef };

const NO_LEAVES: readonly Leaf[] = [];

/** The leaves of the elements, by element index. */
export class Leaves {
  /** PERF: most elements have a single leaf, which needs no array. */
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

  /** Returns an element's leaves in the order in which they were added. */
  of(node: StructureNode): readonly Leaf[] {
    const known = this.leaves[node.index];
    if (known === undefined) return NO_LEAVES;
    return Array.isArray(known) ? known : [known];
  }
}

/** Returns how many of an element's children begin at or before a position in the document. */
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
