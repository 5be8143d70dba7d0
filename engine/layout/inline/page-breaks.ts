/**
 * Decides which lines stay in a fragmentainer, based on available space, `orphans` and `widows` (css-break-3 §3.3,
 * §4.4).
 */
import { BoxKind, PLAIN_LINES } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { InlineBreakToken } from '../contract/break-token.ts';
import type { BoxFragment, LineFragment } from '../contract/fragment.ts';
import { isCutAsOften, linesToKeep } from '../fragmentation/break-chooser.ts';
import type { LineCandidate } from './inline-contract.ts';
import { blockSizeOf, type LineMaker, type PlacedLine } from './line-maker.ts';
import { endTrim, startTrim } from './text-box-trim.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';

export class LineBreakChoice {
  /** Number of lines that stay. */
  readonly count: number;
  /** Where the rest resumes, or null if no lines remain. */
  readonly token: InlineBreakToken | null;
  readonly appeal: BreakAppeal;
  readonly shortage: LU;
  /** The best place for a later break among the lines, or null. */
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

  /** Returns the same choice with a different start for the rest. */
  withToken(token: InlineBreakToken | null): LineBreakChoice {
    return new LineBreakChoice(this.count, token, this.appeal, this.shortage, this.candidate);
  }
}

/** Whether a line fits if it is the last in the fragmentainer. `first` is the fragment's first line. */
function lineFits(maker: LineMaker, placed: PlacedLine, first: PlacedLine): boolean {
  const { fragmentainer } = maker.input;
  if (fragmentainer === null) return true;
  const end = placed.blockOffset + blockSizeOf(placed.line.fragment);
  if (end <= fragmentainer.remaining || end - trimmedAround(maker, placed, first) <= fragmentainer.remaining)
    return true;
  if (placed !== first && isSliced(maker, placed)) return true;
  // css-break-3 §4.1, class C: lines pushed down by floats have a gap before them.
  if (placed !== first || placed.isPushed) return false;
  // A block's first line that is too tall for any page is sliced at its position, because moving it gains nothing.
  if (maker.input.token === null && sizeToLastBox(placed.line.fragment) > fragmentainer.pageCapacity) return true;
  // To guarantee progress, a line of any height stays if it has no preceding content or starts the fragmentainer.
  return !fragmentainer.hasPrecedingContent || fragmentainer.isStart;
}

/** Whether a line that extends beyond the page is sliced here, because the next page would slice it as often. */
function isSliced({ input: { fragmentainer } }: LineMaker, { blockOffset, line }: PlacedLine): boolean {
  if (fragmentainer === null || fragmentainer.kind !== 'page') return false;
  const remaining = fragmentainer.remaining - blockOffset;
  const lacking = sizeToLastBox(line.fragment) - remaining;
  const { pageCapacity } = fragmentainer;
  return remaining > 0 && remaining + lacking > pageCapacity && isCutAsOften({ pageCapacity, remaining }, lacking);
}

/**
 * Returns the block size of a line down to the end of its images and other atomic boxes; all of it if it has none. A
 * cut below them only divides the descent, so a picture as high as the page isn't cut because of it.
 */
function sizeToLastBox(line: LineFragment): LU {
  return endOfBoxes(line, line, 0, 0) || blockSizeOf(line);
}

/** Returns the block size of what a line shows, which is all of it if it has text. */
export function sizeShown(line: LineFragment): LU {
  return hasText(line) ? blockSizeOf(line) : sizeToLastBox(line);
}

function hasText(part: LineFragment | BoxFragment): boolean {
  return part.children.some(
    (child) => child.type === 'text' || (child.type === 'box' && child.box.kind === BoxKind.Inline && hasText(child)),
  );
}

/** Returns the end of the last atomic box in a part of the line with the given physical offset, or 0. */
function endOfBoxes(line: LineFragment, part: LineFragment | BoxFragment, x: LU, y: LU): LU {
  const { writingMode: mode } = line;
  let end = 0;
  part.children.forEach((child, i) => {
    if (child.type !== 'box') return;
    const childX = x + part.offsets[2 * i]!;
    const childY = y + part.offsets[2 * i + 1]!;
    // The baseline of lines that overflow their box is below it.
    const itsEnd =
      child.box.kind === BoxKind.Inline
        ? endOfBoxes(line, child, childX, childY)
        : mode.blockOffset(childX, childY, child, line) + Math.max(child.blockSize(mode), child.lastBaseline ?? 0);
    end = Math.max(end, itsEnd);
  });
  return end;
}

/** Returns the space that `text-box-trim` removes above the first line and below the last. */
function trimmedAround(maker: LineMaker, last: PlacedLine, first: PlacedLine): LU {
  if (maker.container.lines === PLAIN_LINES) return 0;
  return startTrim(maker, first) + endTrim(maker, last, last.line.fragment.breakToken === null, 0);
}

/** Returns how many leading lines fit. */
function linesThatFit(maker: LineMaker, placed: readonly PlacedLine[]): number {
  if (maker.input.fragmentainer === null) return placed.length;
  let k = 0;
  while (k < placed.length && lineFits(maker, placed[k]!, placed[0]!)) k++;
  return k;
}

/**
 * Collects placed lines until the fragmentainer is full. Beyond its end, only as many lines as `widows` requires are
 * needed.
 */
export class PlacedLines {
  readonly list: PlacedLine[] = [];
  private readonly maker: LineMaker;
  private beyond = 0;

  constructor(maker: LineMaker) {
    this.maker = maker;
  }

  /** Adds the next line. Returns whether further lines are needed. */
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
 * Breaks at the last place that leaves enough lines on both sides, or otherwise after `orphans` lines. `placed` holds
 * all lines from the token on, or at least `widows` more than fit. `together` is the number of leading lines to keep
 * together.
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
  const lines = total - emptyAtEnd(placed);
  if (fitting >= placed.length) {
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
  const last = placed[fitting - 1]!;
  if (last.blockOffset + blockSizeOf(last.line.fragment) > room && isSliced(maker, last))
    return new LineBreakChoice(fitting, tokenBefore(maker, placed, fitting), BreakAppeal.Perfect, shortage);
  const { count, appeal } = linesToKeep(fitting, lines, orphans, widows);
  return new LineBreakChoice(count, tokenBefore(maker, placed, count), appeal, shortage);
}

/** Returns a choice that doesn't break within a row of lines. */
export function wholeRows(maker: LineMaker, placed: readonly PlacedLine[], choice: LineBreakChoice): LineBreakChoice {
  let { count } = choice;
  while (count > 0 && count < placed.length && placed[count]!.blockOffset === placed[count - 1]!.blockOffset) count--;
  if (count === choice.count) return choice;
  return new LineBreakChoice(count, tokenBefore(maker, placed, count), choice.appeal, choice.shortage);
}

/**
 * Returns the choice that moves all lines to the next fragmentainer, because content they depend on isn't in this one.
 */
export function moveAll(maker: LineMaker, placed: readonly PlacedLine[]): LineBreakChoice {
  return new LineBreakChoice(0, tokenBefore(maker, placed, 0), BreakAppeal.LastResort, 0);
}

/**
 * Counts the paragraph's trailing lines without content. Lines with only floats and positioned boxes are ignored (CSS
 * 2.2 §9.4.2).
 */
function emptyAtEnd(placed: readonly PlacedLine[]): number {
  if (placed.at(-1)?.line.fragment.breakToken !== null) return 0;
  let count = 0;
  while (count < placed.length && blockSizeOf(placed[placed.length - 1 - count]!.line.fragment) === 0) count++;
  return count;
}

/**
 * Returns the best later break among lines that all fit: the last place with enough lines on both sides. Without one,
 * it is before the last line, which is worse than a break between blocks.
 */
function candidateAmong(total: number, startLine: number, orphans: number, widows: number): LineCandidate | null {
  if (total < 2) return null;
  const most = total - Math.max(1, widows);
  if (most >= Math.max(1, orphans)) return { line: startLine + most, appeal: BreakAppeal.Perfect };
  return { line: startLine + total - 1, appeal: BreakAppeal.ViolatesOrphansAndWidows };
}

/** Returns the token of the line at an index. For the first line, this is the input token. */
function tokenBefore(maker: LineMaker, placed: readonly PlacedLine[], index: number): InlineBreakToken | null {
  if (index > 0) return placed[index - 1]!.line.fragment.breakToken;
  return maker.input.token ?? new InlineBreakToken(maker.container, 0, 0, 0, false);
}
