/**
 * `text-wrap: balance` (css-text-4 §6.3.1): every line keeps so much room empty as makes no more lines, which beside floats isn't the same length for all.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { BreakClass } from '../../text/paragraph.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { LineBreaker, LineHost } from './line-breaker.ts';
import type { LineMaker } from './line-maker.ts';

/** > UAs may treat this value as auto if there are more than ten lines to balance. */
const MAX_BALANCED_LINES = 10;

/** How far a number of lines get. */
export class LinesReach {
  count = 0;
  /** Words that had to be broken for want of any other opportunity. */
  brokenWords = 0;
  /** Where the next line would begin. */
  endItem = 0;
  endOffset = 0;
  isWhole = false;

  /** Takes note of the line that a breaker has found; false: something is too wide for it. */
  add(breaker: LineBreaker): boolean {
    this.count++;
    if (breaker.breaksWord) this.brokenWords++;
    this.endItem = breaker.endItem;
    this.endOffset = breaker.endOffset;
    this.isWhole = breaker.isLast;
    return !breaker.overflows;
  }

  /** Is as much on these lines as on others, with no more words broken? */
  doesFor(other: LinesReach): boolean {
    if (this.brokenWords > other.brokenWords) return false;
    if (this.isWhole || other.isWhole) return this.isWhole;
    return this.endItem > other.endItem || (this.endItem === other.endItem && this.endOffset >= other.endOffset);
  }
}

/**
 * How much shorter than their room the lines of a container are to be, 0 unless its text is to be balanced; `reach`: how far at most so many lines get
 * that are shorter by so much, null when something is too wide for one of them.
 */
export function balancedShortening(maker: LineMaker, reach: (by: LU, lines: number) => LinesReach | null): LU {
  const { input, container, rest } = maker;
  if (container.style.text.textWrapStyle !== 'balance' || input.token !== null) return 0;
  // Forced breaks make paragraphs of their own, which have no line length of their own.
  for (const item of rest.items) if (item.kind === InlineItemKind.Break) return 0;
  if (!rest.breaks.includes(BreakClass.Allowed)) return 0;
  // css-overflow-4 §5.3: what comes after the clamp line isn't there.
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

/** The line length to break at where there are no floats: the container's unless its text is to be balanced. */
export function balancedInlineSize(maker: LineMaker, host: LineHost): LU {
  const full = maker.input.inlineSize;
  return full - balancedShortening(maker, (by, lines) => plainReach(maker, host, full - by, lines));
}

function plainReach(maker: LineMaker, host: LineHost, inlineSize: LU, lines: number): LinesReach | null {
  const reach = new LinesReach();
  while (reach.count < lines && !reach.isWhole) {
    const { breaker } = maker.tools(reach.count, host);
    breaker.breakLine(reach.endItem, reach.endOffset, maker.indent(reach.count, false), inlineSize);
    if (!reach.add(breaker)) return null;
  }
  return reach;
}
