/** `text-wrap: balance` (css-text-4 §6.3.1): the shortest line length that makes no more lines. */
import { BreakClass } from '../../text/paragraph.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import type { LU } from '../../units.ts';
import type { LineHost } from './line-breaker.ts';
import type { LineMaker } from './line-maker.ts';

/** > UAs may treat this value as auto if there are more than ten lines to balance. */
const MAX_BALANCED_LINES = 10;

/** The line length to break at: the given one unless the container's text is to be balanced. */
export function balancedInlineSize(maker: LineMaker, host: LineHost): LU {
  const { input, container, rest } = maker;
  const full = input.inlineSize;
  if (container.style.text.textWrapStyle !== 'balance' || input.token !== null) return full;
  // Forced breaks make paragraphs of their own, which have no line length of their own.
  for (const item of rest.items) if (item.kind === InlineItemKind.Break) return full;
  if (!rest.breaks.includes(BreakClass.Allowed)) return full;
  const lines = countLines(maker, host, full, MAX_BALANCED_LINES + 1);
  if (lines < 2 || lines > MAX_BALANCED_LINES) return full;
  let low = 0;
  let high = full;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (countLines(maker, host, middle, lines + 1) <= lines) high = middle;
    else low = middle;
  }
  return high;
}

/** How many lines of a length the content makes, `limit` at most; one more than the limit when something is too wide. */
function countLines(maker: LineMaker, host: LineHost, inlineSize: LU, limit: number): number {
  let item = 0;
  let offset = 0;
  for (let count = 0; count < limit; count++) {
    const { breaker } = maker.tools(count, host);
    breaker.breakLine(item, offset, maker.indent(count, false), inlineSize);
    if (breaker.overflows) return limit;
    if (breaker.isLast) return count + 1;
    item = breaker.endItem;
    offset = breaker.endOffset;
  }
  return limit;
}
