/** One page's area, filled with as much of the flow as fits, and its footnotes. A pure function of what is asked: an answer holds on any page. */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { usedMargins } from '../layout/box-model.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import type { LayoutContext, OutOfFlowCandidate } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { layoutFragmentainer } from '../layout/fragmentation/fragmentainer.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { shifted } from '../layout/positioned.ts';
import type { LU } from '../units.ts';
import { type FootnoteArea, layoutFootnotes, NO_FOOTNOTES } from './footnotes.ts';
import type { PlacedFragment } from './page.ts';
import { notesOf, type PageNotes, type Watched } from './page-notes.ts';

/** What decides what an area holds. Sizes in LU before scaling. */
export interface AreaQuestion {
  /** Where the flow goes on; null: it begins. */
  readonly token: BlockBreakToken | null;
  readonly width: LU;
  readonly height: LU;
  readonly footnoteArea: ComputedStyle | null;
}

export class FilledArea {
  readonly question: AreaQuestion;
  /** The root element's fragment, from the area's corner. */
  readonly root: PlacedFragment;
  /** Boxes for pages/ to place: fixed ones, and those that begin on an earlier page. */
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: FootnoteArea;
  /** Where the next page goes on; null: the flow has ended. */
  readonly token: BlockBreakToken | null;
  private notes: PageNotes | null = null;

  constructor(
    question: AreaQuestion,
    root: PlacedFragment,
    outOfFlow: readonly OutOfFlowCandidate[],
    footnotes: FootnoteArea,
    token: BlockBreakToken | null,
  ) {
    this.question = question;
    this.root = root;
    this.outOfFlow = outOfFlow;
    this.footnotes = footnotes;
    this.token = token;
  }

  /** What its content tells; looked through once, so `watched` must always be the same. */
  notesFor(watched: Watched): PageNotes {
    return (this.notes ??= notesOf(this.fragments(), watched));
  }

  /** Everything on it but fixed boxes. */
  fragments(): BoxFragment[] {
    return [this.root.fragment, ...this.footnotes.bodies.map(({ fragment }) => fragment)];
  }
}

export function fillArea(context: LayoutContext, root: Box, mode: WritingMode, question: AreaQuestion): FilledArea {
  const { token, width, height, footnoteArea } = question;
  const margins = mode.toPhysicalSides(usedMargins(root.style, mode, mode.vertical ? height : width));
  const top = token === null ? margins.top : 0;
  let result = layoutFragmentainer(context, root, width, height - top, token);
  let footnotes = NO_FOOTNOTES;
  if (result.footnotes.length > 0) {
    // Room for all notes of the full page is room enough for those whose calls stay on the smaller one.
    const all = layoutFootnotes(context, mode, result.footnotes, footnoteArea, width, height);
    result = layoutFragmentainer(context, root, width, height - top - all.height, token);
    footnotes = layoutFootnotes(context, mode, result.footnotes, footnoteArea, width, height);
  }
  const { fragment } = result;
  const fromRight = mode.vertical ? mode.blockReversed : mode.inlineReversed;
  const x = fromRight ? width - fragment.width - margins.right : margins.left;
  return new FilledArea(
    question,
    { fragment, x, y: top },
    result.outOfFlow.map((candidate) => shifted(candidate, x, top)),
    atFoot(footnotes, height),
    result.breakToken,
  );
}

function atFoot({ bodies, height }: FootnoteArea, pageHeight: LU): FootnoteArea {
  return { bodies: bodies.map(({ fragment, x, y }) => ({ fragment, x, y: y + pageHeight - height })), height };
}
