/** Which lines stay in a fragmentainer: room, `orphans` and `widows` (css-break-3 §3.3, §4.4). */
import { PLAIN_LINES } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { InlineBreakToken } from '../break-token.ts';
import { linesToKeep } from '../fragmentation/break-chooser.ts';
import type { LineCandidate } from './inline-contract.ts';
import { blockSizeOf, type LineMaker, type PlacedLine } from './line-maker.ts';
import { endTrim, startTrim } from './text-box-trim.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';

export class LineBreakChoice {
  /** How many lines stay. */
  readonly count: number;
  /** Where the rest goes on; null: nothing is left. */
  readonly token: InlineBreakToken | null;
  readonly appeal: BreakAppeal;
  readonly shortage: LU;
  /** Where the lines may be broken later on; null: nowhere. */
  readonly candidate: LineCandidate | null;

  constructor(
    count: number,
    token: InlineBreakToken | null,
    appeal: BreakAppeal,
    shortage: LU,
    candidate: LineCandidate | null = null,
  ) {
    this.count = count;
    this.token = token;
    this.appeal = appeal;
    this.shortage = shortage;
    this.candidate = candidate;
  }

  /** The same choice with another start of the rest. */
  withToken(token: InlineBreakToken | null): LineBreakChoice {
    return new LineBreakChoice(this.count, token, this.appeal, this.shortage, this.candidate);
  }
}

/** Does a line end before the fragmentainer does, if it is the last one there? `first`: the first of the fragment's lines. */
function lineFits(maker: LineMaker, placed: PlacedLine, first: PlacedLine): boolean {
  const { fragmentainer } = maker.input;
  if (fragmentainer === null) return true;
  const end = placed.blockOffset + blockSizeOf(placed.line.fragment);
  if (end <= fragmentainer.remaining || end - trimmedAround(maker, placed, first) <= fragmentainer.remaining)
    return true;
  // css-break-3 §4.1, class C: what floats have pushed down has a gap before it.
  if (placed !== first || placed.isPushed) return false;
  // Progress: a line that nothing precedes stays, however tall it is, and so does one at the very start.
  return !fragmentainer.hasPrecedingContent || fragmentainer.isStart;
}

/** What `text-box-trim` cuts off above the first line and below another. */
function trimmedAround(maker: LineMaker, last: PlacedLine, first: PlacedLine): LU {
  if (maker.container.lines === PLAIN_LINES) return 0;
  return startTrim(maker, first) + endTrim(maker, last, last.line.fragment.breakToken === null, 0);
}

/** How many of the lines, from the first on, fit. */
function linesThatFit(maker: LineMaker, placed: readonly PlacedLine[]): number {
  if (maker.input.fragmentainer === null) return placed.length;
  let k = 0;
  while (k < placed.length && lineFits(maker, placed[k]!, placed[0]!)) k++;
  return k;
}

/** Collects placed lines until the fragmentainer is full: beyond its end, only as many as `widows` asks for matter. */
export class PlacedLines {
  readonly list: PlacedLine[] = [];
  private readonly maker: LineMaker;
  private beyond = 0;

  constructor(maker: LineMaker) {
    this.maker = maker;
  }

  /** Adds the next line; returns whether the ones after it matter. */
  add(line: PlacedLine): boolean {
    const { maker, list } = this;
    list.push(line);
    if (this.beyond === 0 && lineFits(maker, line, list[0]!)) return true;
    maker.context.budget.tick();
    const { input, container } = maker;
    const next = (input.token === null ? 0 : input.token.lineNumber) + list.length;
    return ++this.beyond < Math.max(1, container.style.text.widows) || next <= input.breakBeforeLine;
  }
}

/**
 * `placed`: lines from the token on, all of them or at least `widows` more than fit. Breaks at the last place that leaves enough lines on
 * both sides; if there is none, after `orphans` lines. `together`: so many of the first lines stay in one fragmentainer, as orphans do.
 */
export function chooseBreak(
  maker: LineMaker,
  placed: readonly PlacedLine[],
  total: number,
  together = 0,
): LineBreakChoice {
  const { input, container } = maker;
  const { widows } = container.style.text;
  const orphans = Math.max(container.style.text.orphans, together);
  const startLine = input.token === null ? 0 : input.token.lineNumber;
  const wished = input.breakBeforeLine - startLine;
  if (input.fragmentainer !== null && wished >= 0 && wished < placed.length) {
    return new LineBreakChoice(wished, tokenBefore(maker, placed, wished), BreakAppeal.Perfect, 0);
  }
  const fitting = linesThatFit(maker, placed);
  if (fitting >= placed.length) {
    const lines = total - emptyAtEnd(placed);
    const candidate = input.fragmentainer === null ? null : candidateAmong(lines, startLine, orphans, widows);
    return new LineBreakChoice(placed.length, null, BreakAppeal.Perfect, 0, candidate);
  }
  const over = placed[fitting]!;
  const room = input.fragmentainer === null ? 0 : input.fragmentainer.remaining;
  const shortage = Math.max(0, over.blockOffset + blockSizeOf(over.line.fragment) - room);
  if (fitting === 0) {
    const appeal = over.isPushed ? BreakAppeal.Perfect : BreakAppeal.LastResort;
    return new LineBreakChoice(0, tokenBefore(maker, placed, 0), appeal, shortage);
  }
  const { count, appeal } = linesToKeep(fitting, total, orphans, widows);
  return new LineBreakChoice(count, tokenBefore(maker, placed, count), appeal, shortage);
}

/** The choice to begin in the next fragmentainer: what the lines can't do without isn't here. */
export function moveAll(maker: LineMaker, placed: readonly PlacedLine[]): LineBreakChoice {
  return new LineBreakChoice(0, tokenBefore(maker, placed, 0), BreakAppeal.LastResort, 0);
}

/** CSS 2.2 §9.4.2: lines without content, of floats and positioned boxes alone, count as none. */
function emptyAtEnd(placed: readonly PlacedLine[]): number {
  let count = 0;
  while (count < placed.length && blockSizeOf(placed[placed.length - 1 - count]!.line.fragment) === 0) count++;
  return count;
}

/**
 * Among lines that all fit nothing forces a break, so the last place that leaves enough on both sides is the best; where there is none, the last of all, which is worse
 * than one between blocks.
 */
function candidateAmong(total: number, startLine: number, orphans: number, widows: number): LineCandidate | null {
  if (total < 2) return null;
  const most = total - Math.max(1, widows);
  if (most >= Math.max(1, orphans)) return { line: startLine + most, appeal: BreakAppeal.Perfect };
  return { line: startLine + total - 1, appeal: BreakAppeal.ViolatesOrphansAndWidows };
}

/** The token of the line at an index; of the first line that is where this layout began. */
function tokenBefore(maker: LineMaker, placed: readonly PlacedLine[], index: number): InlineBreakToken | null {
  if (index > 0) return placed[index - 1]!.line.fragment.breakToken;
  return maker.input.token ?? new InlineBreakToken(maker.container, 0, 0, 0, false);
}
