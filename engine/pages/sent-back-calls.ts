/**
 * Tracks the calls of notes, page floats and margin notes in positioned boxes that start on an earlier page than the
 * end of their containing block. These boxes are placed when the pages are full. A round of layout therefore assumes
 * the calls that the previous round found.
 */
import { addTo } from '../grouped.ts';
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { type Insertion, newInsertion } from '../layout/insertions/insertion.ts';

/**
 * A body and the index of the page that calls it. The body is identified by its element, because boxes may be rebuilt.
 */
export interface SentBackCall {
  readonly element: Element | null;
  readonly pseudo: string | null;
  readonly page: number;
}

/** A body's box and the page that was found to call it. */
export interface FoundCall {
  readonly box: Box;
  readonly page: number;
}

/** The calls that a round assumes. */
export class SentBackCalls {
  static readonly NONE = new SentBackCalls([]);

  /** The last page with a call; -1: none. */
  readonly lastPage: number;
  private readonly pages = new Map<number, Box[]>();
  private readonly pageOf = new Map<Box, number>();

  private constructor(found: readonly FoundCall[]) {
    let last = -1;
    for (const { box, page } of found) {
      last = Math.max(last, page);
      this.pageOf.set(box, page);
      addTo(this.pages, page, box);
    }
    this.lastPage = last;
  }

  /** Finds the boxes of known calls in a box tree. */
  static in(root: Box, known: readonly SentBackCall[]): SentBackCalls {
    if (known.length === 0) return SentBackCalls.NONE;
    const bodies = new Map<Element | null, Box[]>();
    for (const box of bodiesIn(root)) bodies.set(box.element, [...(bodies.get(box.element) ?? []), box]);
    return new SentBackCalls(
      known.flatMap(({ element, pseudo, page }) =>
        (bodies.get(element) ?? []).filter((box) => box.pseudo === pseudo).map((box) => ({ box, page })),
      ),
    );
  }

  /** Returns the bodies called on a page, in order. */
  on(page: number): readonly Box[] {
    return this.pages.get(page) ?? [];
  }

  has(box: Box): boolean {
    return this.pageOf.has(box);
  }

  /** Adds the calls that were found. Returns null if all were already known for these pages. */
  with(found: readonly FoundCall[]): SentBackCall[] | null {
    if (found.every(({ box, page }) => this.pageOf.get(box) === page)) return null;
    const pages = new Map([...this.pageOf, ...found.map(({ box, page }) => [box, page] as const)]);
    return [...pages].map(([{ element, pseudo }, page]) => ({ element, pseudo, page }));
  }
}

/** Returns the insertions that a page must place if it also makes these calls. */
export const withCalled = (carried: readonly Insertion[], called: readonly Box[]): readonly Insertion[] =>
  called.length === 0 ? carried : [...carried, ...called.map(newInsertion)];

const HOLDERS: readonly InlineItemKind[] = [
  InlineItemKind.Atomic,
  InlineItemKind.Float,
  InlineItemKind.OutOfFlow,
  InlineItemKind.Footnote,
  InlineItemKind.Annotation,
];

/** Yields the bodies in document order. */
function* bodiesIn(box: Box): Generator<Box> {
  if (!box.has(BoxFlag.HasFootnote)) return;
  if (box.has(BoxFlag.Footnote)) yield box;
  for (const child of box.children) yield* bodiesIn(child);
  for (const { kind, box: held } of box.inline?.items ?? []) if (HOLDERS.includes(kind)) yield* bodiesIn(held);
}
