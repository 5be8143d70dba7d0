/**
 * A line higher than a page (css-break-3 §4.1): it can't be split, so it is cut like a picture. What the page has no room for is shown at the start of the next
 * ones, where the line stands again, moved up by as much as the pages before were high.
 */
import { type LU, LU_PER_PX } from '../../units.ts';
import { InlineBreakToken, TokenData } from '../break-token.ts';
import type { LineFragment } from '../fragment.ts';
import type { InlineLayoutOutput } from '../inline/inline-contract.ts';
import type { BlockFlow } from './block-flow.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';

/** What the token after such a line carries. */
export class LineSlice extends TokenData {
  readonly line: LineFragment;
  /** In the content box. */
  readonly inlineOffset: LU;
  /** How far down the next page's start lies on the line. */
  readonly shown: LU;
  /** No other line comes after it. */
  readonly isLast: boolean;

  constructor(line: LineFragment, inlineOffset: LU, shown: LU, isLast: boolean) {
    super();
    this.line = line;
    this.inlineOffset = inlineOffset;
    this.shown = shown;
    this.isLast = isLast;
  }

  /** With so much of the line shown. */
  upTo(shown: LU): LineSlice {
    return new LineSlice(this.line, this.inlineOffset, shown, this.isLast);
  }

  equals(other: TokenData): boolean {
    return other instanceof LineSlice && this.shown === other.shown;
  }
}

/**
 * The token for what is left of the last of these lines, which begin at `blockStart`; null: it ends on the page. Columns it just sticks out of.
 * `isBeside`: a box that ends here is overflowed by its first line, which is cut beside the flow.
 */
export function cutLastLine(
  flow: BlockFlow,
  output: InlineLayoutOutput,
  blockStart: LU,
  isBeside: boolean,
): InlineBreakToken | null {
  const i = output.lines.length - 1;
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + blockStart);
  if (i < 0 || fragmentainer === null || fragmentainer.kind !== 'page') return null;
  const line = output.lines[i]!;
  const start = blockStart + output.lineOffsets[2 * i + 1]!;
  const slice = new LineSlice(line, output.lineOffsets[2 * i]!, 0, output.breakToken === null);
  return cutAt(flow, slice, start, output.breakToken, isBeside);
}

/** Puts the next slice of a line into the fragment, and gives the token for what is left of it then; null: nothing is. */
export function addSlice(flow: BlockFlow, token: InlineBreakToken, before: LineSlice): InlineBreakToken | null {
  const start = flow.position;
  const offset = flow.fragmentainerAt(flow.bfcBlockOffset + start)?.offset ?? 0;
  const slice = before.upTo(before.shown + Math.max(0, offset));
  if (slice.shown < slice.line.blockSize)
    flow.builder.addChild(slice.line, flow.edges.inlineStart + slice.inlineOffset, start - slice.shown);
  const isBeside = flow.fragmentainerAt(flow.bfcBlockOffset + start)?.requiresContent === true;
  const rest = cutAt(flow, slice, start, token, isBeside);
  if (rest === null) flow.position += Math.max(0, slice.line.blockSize - slice.shown);
  flow.hasContent ||= flow.position > start;
  return rest;
}

function cutAt(
  flow: BlockFlow,
  slice: LineSlice,
  start: LU,
  next: InlineBreakToken | null,
  isBeside: boolean,
): InlineBreakToken | null {
  const fragmentainer = flow.fragmentainerAt(flow.bfcBlockOffset + start);
  if (fragmentainer === null || slice.line.blockSize - slice.shown <= fragmentainer.remaining) return null;
  const room = Math.max(fragmentainer.remaining, LU_PER_PX);
  flow.position = start + room;
  flow.hasContent = true;
  if (!isBeside) flow.builder.breaks.take(BreakAppeal.CutsThrough, false);
  const after = next ?? new InlineBreakToken(flow.box, 0, 0, 0, false);
  return after.after(slice.upTo(slice.shown + room + fragmentainer.reserved));
}
