/**
 * What positioned boxes call that begin on an earlier page than the one on which their containing block ends: notes, floats to the page, margin notes. They are put there when the
 * pages are full, so a round of layout takes for granted what the one before has found called on which page.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { isSideFloat } from '../layout/side-floats.ts';
import type { Carried } from './area-plan.ts';
import { isMarginNote } from './margin-notes.ts';
import { newFloat, isPageFloat } from './page-floats.ts';

/** A body, by what it is made of (boxes may be made again), and the index of the page on which it is called. */
export interface EarlierCall {
  readonly element: Element | null;
  readonly pseudo: string | null;
  readonly page: number;
}

/** A body's box that was found to be called on a page. */
export interface FoundCall {
  readonly box: Box;
  readonly page: number;
}

/** The calls that a round takes for granted. */
export class EarlierCalls {
  static readonly NONE = new EarlierCalls([]);

  /** The last page that has any; -1: none has. */
  readonly lastPage: number;
  private readonly pages = new Map<number, Box[]>();
  private readonly pageOf = new Map<Box, number>();

  private constructor(found: readonly FoundCall[]) {
    let last = -1;
    for (const { box, page } of found) {
      last = Math.max(last, page);
      this.pageOf.set(box, page);
      const boxes = this.pages.get(page);
      if (boxes) boxes.push(box);
      else this.pages.set(page, [box]);
    }
    this.lastPage = last;
  }

  /** As boxes of this tree. */
  static in(root: Box, known: readonly EarlierCall[]): EarlierCalls {
    if (known.length === 0) return EarlierCalls.NONE;
    const bodies = new Map<Element | null, Box[]>();
    for (const box of bodiesIn(root)) bodies.set(box.element, [...(bodies.get(box.element) ?? []), box]);
    return new EarlierCalls(
      known.flatMap(({ element, pseudo, page }) =>
        (bodies.get(element) ?? []).filter((box) => box.pseudo === pseudo).map((box) => ({ box, page })),
      ),
    );
  }

  /** Those of a page, in order. */
  on(page: number): readonly Box[] {
    return this.pages.get(page) ?? [];
  }

  has(box: Box): boolean {
    return this.pageOf.has(box);
  }

  /** With those found; null: they were known, on these pages. */
  with(found: readonly FoundCall[]): EarlierCall[] | null {
    if (found.every(({ box, page }) => this.pageOf.get(box) === page)) return null;
    const pages = new Map([...this.pageOf, ...found.map(({ box, page }) => [box, page] as const)]);
    return [...pages].map(([{ element, pseudo }, page]) => ({ element, pseudo, page }));
  }
}

/** What a page must take in when these are called on it besides. */
export function withCalled(carried: Carried, called: readonly Box[]): Carried {
  if (called.length === 0) return carried;
  const isNote = ({ style }: Box): boolean => !isMarginNote(style) && !isSideFloat(style) && !isPageFloat(style);
  const floats = called.filter((box) => !isMarginNote(box.style) && !isNote(box));
  return {
    notes: [...carried.notes, ...called.filter(isNote).map((box) => ({ box, token: null }))],
    floats: [...carried.floats, ...floats.map(newFloat)],
    marginNotes: [...carried.marginNotes, ...called.filter(({ style }) => isMarginNote(style))],
  };
}

const HOLDERS: readonly InlineItemKind[] = [
  InlineItemKind.Atomic,
  InlineItemKind.Float,
  InlineItemKind.OutOfFlow,
  InlineItemKind.Footnote,
  InlineItemKind.Annotation,
];

/** In document order. */
function* bodiesIn(box: Box): Generator<Box> {
  if (!box.has(BoxFlag.HasFootnote)) return;
  if (box.has(BoxFlag.Footnote)) yield box;
  for (const child of box.children) yield* bodiesIn(child);
  for (const { kind, box: held } of box.inline?.items ?? []) if (HOLDERS.includes(kind)) yield* bodiesIn(held);
}
