/**
 * Lines taller than a page (css-break-3 §4.1). They are monolithic, so they are sliced like an image. Each further page
 * shows the line again at its start, shifted up by the height of the preceding pages.
 */
import { type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { InlineBreakToken, TokenData } from '../contract/break-token.ts';
import type { LineFragment } from '../contract/fragment.ts';
import type { InlineLayoutOutput } from '../inline/inline-contract.ts';
import { sizeShown } from '../inline/page-breaks.ts';
import type { BlockFlow } from './block-flow.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { sliceBetween } from '../fragmentation/monolithic-slices.ts';
import { SliceContents } from '../fragmentation/slice-contents.ts';

/** The token data after a line that continues on the next page. */
export class LineSlice extends TokenData {
  readonly contents: SliceContents<LineFragment>;
  /** Inline offset in the content box. */
  readonly inlineOffset: LU;
  /** Offset of the next page's start within the line. */
  readonly shown: LU;
  /** Whether no other line follows. */
  readonly isLast: boolean;

  constructor(contents: SliceContents<LineFragment>, inlineOffset: LU, shown: LU, isLast: boolean) {
    super();
    this.contents = contents;
    this.inlineOffset = inlineOffset;
    this.shown = shown;
    this.isLast = isLast;
  }

  /** Returns a copy with the given part of the line shown. */
  upTo(shown: LU): LineSlice {
    return new LineSlice(this.contents, this.inlineOffset, shown, this.isLast);
  }

  get blockSize(): LU {
    return this.contents.fragment.blockSize;
  }

  /** Returns the visible part of the line on a page that covers the given range of it. */
  between(from: LU, to: LU): LineFragment {
    const { contents, blockSize } = this;
    const { vertical, blockReversed } = contents.fragment.writingMode;
    const fromRight = vertical && blockReversed;
    const seen = fromRight ? contents.between(blockSize - to, blockSize - from) : contents.between(from, to);
    const slice = sliceBetween(from, to, !vertical, fromRight ? blockSize : 0, 0);
    return seen.withContents(seen.children, seen.offsets, slice);
  }

  /** Returns the last position up to `limit` at which the line can be cut between the lines in it. */
  cutBefore(limit: LU, pageSize: LU): LU {
    const { contents, blockSize, shown } = this;
    const { vertical, blockReversed } = contents.fragment.writingMode;
    return contents.cutBefore(limit, shown, pageSize, vertical && blockReversed ? blockSize : 0);
  }

  equals(other: TokenData): boolean {
    return other instanceof LineSlice && this.shown === other.shown;
  }
}

/** A line that continues on the next page: its visible part on this page, and the token for the rest. */
interface CutLine {
  readonly seen: LineFragment;
  readonly token: InlineBreakToken;
}

/**
 * Cuts the last of these lines, which begin at `blockStart`. Returns null if it ends on the page. Lines in columns
 * overflow instead. `isBeside` means that the line overflows a box that ends here, so it is cut in a parallel flow.
 */
export function cutLastLine(
  flow: BlockFlow,
  output: InlineLayoutOutput,
  blockStart: LU,
  isBeside: boolean,
): CutLine | null {
  const i = output.lines.length - 1;
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + blockStart);
  if (i < 0 || fragmentainer === null || fragmentainer.kind !== 'page') return null;
  const line = output.lines[i]!;
  const start = blockStart + output.lineOffsets[2 * i + 1]!;
  if (endsHere(flow, start, sizeShown(line))) return null;
  const contents = new SliceContents(line, !line.writingMode.vertical);
  const slice = new LineSlice(contents, output.lineOffsets[2 * i]!, 0, output.breakToken === null);
  const rest = restAfter(flow, slice, start, isBeside);
  return { seen: slice.between(-MAX_LU, rest.shown), token: tokenOf(flow, output.breakToken).after(rest) };
}

/** Adds the next slice of a line to the fragment. Returns the token for the rest, or null. */
export function addSlice(flow: BlockFlow, token: InlineBreakToken, before: LineSlice): InlineBreakToken | null {
  const start = flow.position;
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + start);
  const slice = before.upTo(before.shown + Math.max(0, fragmentainer?.offset ?? 0));
  const left = slice.blockSize - slice.shown;
  const isLast = endsHere(flow, start, left);
  const rest = isLast ? null : restAfter(flow, slice, start, fragmentainer?.requiresContent === true);
  if (left > 0) {
    const seen = slice.between(before.shown, rest?.shown ?? MAX_LU);
    flow.builder.addChild(seen, flow.edges.inlineStart + slice.inlineOffset, start - slice.shown);
  }
  if (rest === null) flow.position += Math.max(0, left);
  flow.hasContent ||= flow.position > start;
  return rest === null ? null : tokenOf(flow, token).after(rest);
}

const tokenOf = (flow: BlockFlow, next: InlineBreakToken | null): InlineBreakToken =>
  next ?? new InlineBreakToken(flow.box, 0, 0, 0, false);

/** Whether the page has space for `size` of a line at `start`. */
function endsHere(flow: BlockFlow, start: LU, size: LU): boolean {
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + start);
  return fragmentainer === null || size <= fragmentainer.remaining;
}

/** Returns the rest of a line at `start` that continues on the next page. */
function restAfter(flow: BlockFlow, slice: LineSlice, start: LU, isBeside: boolean): LineSlice {
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + start)!;
  const room = Math.max(fragmentainer.remaining, LU_PER_PX);
  flow.position = start + room;
  flow.hasContent = true;
  if (!isBeside) {
    flow.builder.breaks.take(BreakAppeal.CutsThrough, false);
    flow.builder.breaks.noteShortage(slice.blockSize - slice.shown - room);
  }
  const limit = slice.shown + room;
  const cut = slice.cutBefore(limit, fragmentainer.blockSize);
  return slice.upTo(cut < limit ? cut : limit + fragmentainer.reserved);
}
