/**
 * `text-wrap: pretty` (css-text-4 §6.3): no paragraph ends in a lone short word. When the greedy lines do, the last few are broken anew so
 * that the squares of what they leave free are least.
 *
 * Which paragraphs are touched and how many lines are Chromium's choice.
 */
import { type LU, MAX_LU } from '../../units.ts';
import { BreakRecorder } from './break-recorder.ts';
import type { LineHost } from './line-breaker.ts';
import type { LineMaker } from './line-maker.ts';

/** Only so many lines at a paragraph's end are broken anew. */
const MAX_LINES = 4;
/** A last line at least this part of the line length is long enough. */
const SHORT_LINE = 1 / 3;
/** Opportunities in those lines; beyond, it isn't prose. */
const MAX_OPPORTUNITIES = 400;

interface LineStart {
  readonly line: number;
  readonly item: number;
  readonly offset: number;
  readonly indent: LU;
}

/** Lengths at which lines are to be broken, by line number, where they aren't the container's; null: nowhere. */
export function prettyLineLengths(maker: LineMaker, host: LineHost): Map<number, LU> | null {
  const { input, container, rest } = maker;
  if (container.style.text.textWrapStyle !== 'pretty' || input.token !== null || input.content.firstLine !== null)
    return null;
  const { breaker } = maker.tools(0, host);
  let lengths: Map<number, LU> | null = null;
  let paragraph: LineStart[] = [];
  let item = 0;
  let offset = 0;
  let afterForced = false;
  for (let line = 0; item < rest.items.length; line++) {
    const indent = maker.indent(line, afterForced);
    paragraph.push({ line, item, offset, indent });
    if (paragraph.length > MAX_LINES) paragraph.shift();
    breaker.breakLine(item, offset, indent, input.inlineSize);
    ({ endItem: item, endOffset: offset, forced: afterForced } = breaker);
    if (!breaker.isLast && !afterForced) continue;
    const isLast = breaker.isLast;
    if (paragraph.length > 1 && breaker.width - indent < input.inlineSize * SHORT_LINE) {
      const found = breakAnew(maker, host, paragraph);
      if (found !== null) {
        lengths ??= new Map();
        for (let k = 0; k < found.length; k++) lengths.set(paragraph[0].line + k, found[k]);
      }
    }
    if (isLast) break;
    paragraph = [];
  }
  return lengths;
}

/** New lengths for the lines of a paragraph's end, when the last holds nothing that could be parted; null: leave them. */
function breakAnew(maker: LineMaker, host: LineHost, lines: readonly LineStart[]): LU[] | null {
  const { breaker } = maker.tools(0, host);
  const last = lines[lines.length - 1];
  const lone = new BreakRecorder();
  breaker.recorder = lone;
  breaker.breakLine(last.item, last.offset, 0, MAX_LU);
  const recorder = new BreakRecorder();
  breaker.recorder = recorder;
  const [first] = lines;
  breaker.breakLine(first.item, first.offset, first.indent, MAX_LU);
  breaker.recorder = null;
  if (lone.offsets.length > 0 || recorder.offsets.length > MAX_OPPORTUNITIES) return null;
  return leastSquares(recorder, breaker.width, maker.input.inlineSize, lines.length);
}

/** The lines' lengths (with the first one's indent) of the best breaking that doesn't leave the last segment alone. */
function leastSquares({ ends, starts }: BreakRecorder, end: LU, available: LU, greedyLines: number): LU[] | null {
  const count = ends.length;
  const endOf = (k: number): LU => (k === count ? end : ends[k]);
  const startOf = (k: number): LU => (k < 0 ? 0 : starts[k]);
  // best[k + 1]: the least cost of lines that end at opportunity k; k = -1 is the start, k = count the end.
  const best: number[] = [0];
  const previous: number[] = [-1];
  for (let k = 0; k <= count; k++) {
    let least = Infinity;
    let from = -1;
    for (let j = k - 1; j >= -1; j--) {
      const free = available - (endOf(k) - startOf(j));
      if (free < -1) break;
      // > 'pretty': [...] avoid excessively short last lines
      if (k === count && j === count - 1) continue;
      const cost = best[j + 1] + (k === count ? 0 : free * free);
      if (cost <= least) {
        least = cost;
        from = j;
      }
    }
    best.push(least);
    previous.push(from);
  }
  if (best[count + 1] === Infinity) return null;
  const lengths: LU[] = [];
  for (let k = count; k >= 0; k = previous[k + 1]) {
    // Each line rounds its text up anew, and no opportunity is as near as that.
    lengths.unshift(k === count ? available : endOf(k) - startOf(previous[k + 1]) + 2);
  }
  return lengths.length <= greedyLines ? lengths : null;
}
