/**
 * Fills a page's area with as much of the flow as fits, and with the boxes that it calls to the edges of the page. The
 * result is a pure function of the input, so it is valid on any page.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { usedMargins } from '../layout/sizing/box-edges.ts';
import type { BlockBreakToken } from '../layout/contract/break-token.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { layoutFragmentainer } from '../layout/fragmentation/fragmentainer.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import type { EarlyBreak } from '../layout/fragmentation/break-appeal.ts';
import { compose } from '../layout/insertions/composer.ts';
import type { Insertion, Placed, Spread } from '../layout/insertions/insertion.ts';
import type { MarginRoom } from '../layout/insertions/margin-notes.ts';
import { autoStartMargin } from '../layout/alignment/alignment.ts';
import type { OutOfFlowBox } from '../layout/positioned/out-of-flow-candidate.ts';
import type { LU } from '../units.ts';
import type { SentBackCalls } from './sent-back-calls.ts';
import type { PlacedFragment } from './page.ts';
import { type WrapArea, withWrapAreas } from './wrap-areas.ts';
import { notesOf, type PageNotes, type Watched } from './page-notes.ts';

/** The inputs that determine an area's contents. Sizes are in LU before scaling. */
export interface AreaInput {
  /** Where the flow continues; null: it starts or has ended. */
  readonly token: BlockBreakToken | null;
  /** Whether the only remaining content is content for which earlier pages had no room. */
  readonly hasEnded: boolean;
  readonly carried: readonly Insertion[];
  readonly width: LU;
  readonly height: LU;
  /** Whether the area is as tall as its content, so that percentages of its height are `auto`. */
  readonly hasAutoHeight: boolean;
  /** The styles of the footnote areas by name. */
  readonly footnoteAreas: ReadonlyMap<string, ComputedStyle>;
  readonly margins: MarginRoom;
  /** The two facing pages with this one; null if no float is split between pages. */
  readonly spread: Spread | null;
  /** The positioned boxes on the page that text flows around. */
  readonly wraps: readonly WrapArea[];
  /** The part of `carried` that positioned boxes on this page call, and all calls from such boxes. */
  readonly called: readonly Box[];
  readonly elsewhere: SentBackCalls;
}

/** The contents of an area, apart from its input. */
type Contents = Pick<
  FilledArea,
  | 'root'
  | 'outOfFlow'
  | 'footnotes'
  | 'floats'
  | 'marginNotes'
  | 'calls'
  | 'token'
  | 'carried'
  | 'textStart'
  | 'textEnd'
>;

/** A filled page area, and what the next page must place. */
export class FilledArea {
  readonly input: AreaInput;
  /** The root element's fragment, relative to the area's corner; null: no flow on the page. */
  readonly root: PlacedFragment | null;
  /** Boxes that pages/ must place: fixed ones, and those that start on an earlier page. */
  readonly outOfFlow: readonly OutOfFlowBox[];
  readonly footnotes: readonly PlacedFragment[];
  readonly floats: readonly PlacedFragment[];
  /** Notes in the page's margins. */
  readonly marginNotes: readonly PlacedFragment[];
  /** The bodies called from it, in order. */
  readonly calls: readonly Box[];
  /** Where the next page continues; null: the flow has ended. */
  readonly token: BlockBreakToken | null;
  /** What the next page must place. */
  readonly carried: readonly Insertion[];
  /** The range of the area that the flow occupies, from its block start. Floats and notes have the rest. */
  readonly textStart: LU;
  readonly textEnd: LU;
  private notes: PageNotes | null = null;

  constructor(input: AreaInput, contents: Contents) {
    this.input = input;
    this.root = contents.root;
    this.outOfFlow = contents.outOfFlow;
    this.footnotes = contents.footnotes;
    this.floats = contents.floats;
    this.marginNotes = contents.marginNotes;
    this.calls = contents.calls;
    this.token = contents.token;
    this.carried = contents.carried;
    this.textStart = contents.textStart;
    this.textEnd = contents.textEnd;
  }

  /** Returns the same area with another fragment of the root element. */
  withRoot(root: PlacedFragment): FilledArea {
    return new FilledArea(this.input, { ...this, root });
  }

  /** Returns the data that the content records for other pages. The result is cached, so `watched` must not change. */
  notesFor(watched: Watched): PageNotes {
    const fixed = this.outOfFlow.filter(({ type }) => type === 'candidate').map(({ box }) => box);
    return (this.notes ??= notesOf(this.fragments(), watched, fixed));
  }

  /** Returns all fragments except fixed boxes. */
  fragments(): BoxFragment[] {
    const placed = [...(this.root === null ? [] : [this.root]), ...this.floats, ...this.footnotes, ...this.marginNotes];
    return placed.map(({ fragment }) => fragment);
  }
}

/**
 * Fills a page area like `fillOnce`, until each region of a named flow starts where the one before it ends. That takes
 * several layouts if regions are laid out in another order than that of the document.
 */
export function fillArea(
  context: LayoutContext,
  root: Box,
  mode: WritingMode,
  input: AreaInput,
  early: EarlyBreak | null = null,
): FilledArea {
  const { regions } = context;
  let filled = fillOnce(context, root, mode, input, early);
  for (let i = 0; regions !== null && i < regions.attempts && !regions.agree(filled.fragments()); i++)
    filled = fillOnce(context, root, mode, input, early);
  return filled;
}

/** Fills a page area. `root` is the root element's box, `mode` its writing mode, and `early` a place to break at. */
function fillOnce(
  context: LayoutContext,
  root: Box,
  mode: WritingMode,
  input: AreaInput,
  early: EarlyBreak | null,
): FilledArea {
  const { width, height, token, hasEnded, carried, elsewhere } = input;
  const [inline, block] = [mode.inlineOf(width, height), mode.blockOf(width, height)];
  const margins = usedMargins(root.style, mode, inline);
  // The root's margin at the block start of its first page.
  const offset = token === null ? margins.blockStart : 0;
  const composed = compose({
    area: { context, mode, inline, block, percentageBlock: block, breaks: true, spread: input.spread },
    box: root,
    noteStyles: input.footnoteAreas,
    margins: input.margins,
    offset,
    token,
    hasEnded,
    carried,
    // Calls in positioned boxes that begin on another page are placed on that page.
    belongs: (box) => !elsewhere.has(box),
    layout: (room, _start, sides) => {
      const [w, h] = [mode.xOf(width, room), mode.yOf(height, room)];
      const around = sides.around(room, margins.inlineStart, offset);
      const floats = withWrapAreas(around, input.wraps, inline, margins.inlineStart, offset);
      return layoutFragmentainer(context, root, w, h, offset, token, floats, !input.hasAutoHeight, early);
    },
  });
  const { body, room, edges, calls } = composed;
  const on = ({ fragment, inline: across, block: down }: Placed): PlacedFragment => ({
    fragment,
    x: mode.physicalX(across, down, fragment.width, width),
    y: mode.physicalY(across, down, fragment.height, height),
  });
  const { start } = edges;
  const startOf = ({ fragment }: Pick<Placed, 'fragment'>): LU =>
    autoStartMargin(root.style, mode, margins, fragment.inlineSize(mode), inline) ?? margins.inlineStart;
  const placed = body && on({ fragment: body.fragment, inline: startOf(body), block: offset + start });
  const { notes, floats } = edges.placed(block, room);
  return new FilledArea(input, {
    root: placed,
    outOfFlow: placed === null ? [] : body!.outOfFlow.map((candidate) => candidate.shifted(placed.x, placed.y)),
    footnotes: notes.map(on),
    floats: floats.map(on),
    marginNotes: composed.marginNotes?.placed().map(on) ?? [],
    calls: edges.callsFrom([...input.called, ...calls]),
    token: composed.token,
    carried: composed.waiting,
    textStart: start,
    textEnd: start + (body !== null || hasEnded ? room : 0),
  });
}
