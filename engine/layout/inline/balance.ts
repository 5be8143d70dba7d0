/**
 * `text-wrap: balance` (css-text-4 §6.3.1): shortens every line by the largest amount that doesn't add a line. Next to
 * floats, this yields lines of different lengths.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { BreakClass } from '../../text/paragraph.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { LineHost } from './line-breaker.ts';
import type { FoundLine } from './line-ends.ts';
import type { LineMaker } from './line-maker.ts';

/** > UAs may treat this value as auto if there are more than ten lines to balance. */
const MAX_BALANCED_LINES = 10;

/** The extent of content that a number of lines covers. */
export class LinesReach {
  count = 0;
  /** Number of words broken because a line had no other break opportunity. */
  brokenWords = 0;
  /** Where the next line would begin. */
  endItem = 0;
  endOffset = 0;
  isWhole = false;

  /** Adds a line. Returns false if it overflows. */
  add(line: FoundLine): boolean {
    this.count++;
    if (line.breaksWord) this.brokenWords++;
    this.endItem = line.endItem;
    this.endOffset = line.endOffset;
    this.isWhole = line.isLast;
    return !line.overflows;
  }

  /** Whether these lines cover at least as much content as `other` without breaking more words. */
  doesFor(other: LinesReach): boolean {
    if (this.brokenWords > other.brokenWords) return false;
    if (this.isWhole || other.isWhole) return this.isWhole;
    return this.endItem > other.endItem || (this.endItem === other.endItem && this.endOffset >= other.endOffset);
  }
}

/**
 * Returns the amount by which to shorten each line of the container, or 0 unless its text is balanced. `reach` breaks
 * up to `lines` lines shortened by `by`. It returns null if a line overflows.
 */
export function balancedShortening(maker: LineMaker, reach: (by: LU, lines: number) => LinesReach | null): LU {
  const { input, container, rest } = maker;
  if (container.style.text.textWrapStyle !== 'balance' || input.token !== null) return 0;
  // Forced breaks create several paragraphs, which one common shortening can't balance.
  for (const item of rest.items) if (item.kind === InlineItemKind.Break) return 0;
  if (!rest.breaks.includes(BreakClass.Allowed)) return 0;
  // css-overflow-4 §5.3: content after the clamp line isn't balanced.
  const clamp = input.clampLines === INDEFINITE ? Infinity : Math.max(1, input.clampLines);
  const full = reach(0, Math.min(clamp, MAX_BALANCED_LINES + 1));
  if (full === null || full.count < 2 || full.count > MAX_BALANCED_LINES) return 0;
  let low = 0;
  let high = input.inlineSize;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (reach(middle, full.count)?.doesFor(full) === true) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the line length for content without floats: the container's inline size, reduced for balanced text. */
export function balancedInlineSize(maker: LineMaker, host: LineHost): LU {
  const full = maker.input.inlineSize;
  return full - balancedShortening(maker, (by, lines) => plainReach(maker, host, full - by, lines));
}

function plainReach(maker: LineMaker, host: LineHost, inlineSize: LU, lines: number): LinesReach | null {
  const reach = new LinesReach();
  while (reach.count < lines && !reach.isWhole) {
    const { breaker } = maker.tools(reach.count, host);
    const indent = maker.indent(reach.count, false);
    if (!reach.add(breaker.breakLine(reach.endItem, reach.endOffset, indent, inlineSize))) return null;
  }
  return reach;
}
