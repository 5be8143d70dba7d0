/** What SVG moves about: the clusters of glyphs of a `text` element, in logical order, as CSS has shaped them. User units. */
import type { Budget } from '../../../budget.ts';
import type { Box } from '../../../boxes/box.ts';
import type { InlineContent } from '../../../text/inline-content.ts';
import type { Paragraph, ShapedRun } from '../../../text/paragraph.ts';

/** A `text` element's content as CSS has it: its boxes, and its text in one line. */
export interface SvgTextBox {
  readonly box: Box;
  readonly content: InlineContent;
  readonly paragraph: Paragraph;
}

/** A typographic character: glyphs that stay together. Placement fills in the rest. */
export class Cluster {
  readonly run: ShapedRun;
  /** The innermost inline box, or the `text` element's own. */
  readonly box: Box;
  /** Glyphs of the run. */
  readonly firstGlyph: number;
  readonly endGlyph: number;
  /** Characters of the paragraph. */
  readonly start: number;
  readonly end: number;
  /** Along the line, with all that is added by `textLength`. */
  advance: number;
  /** How much wider the glyphs are drawn than they are. */
  stretch = 1;
  /** Where it stands: on the baseline, or on the line that vertical text is centred on. */
  // PERF: no whole numbers before, so that numbers have room in it from the beginning.
  x = NaN;
  y = NaN;
  /** Turned clockwise, in degrees, beyond what its line does. */
  rotate = 0;
  /** It lies beyond the ends of its path. */
  isHidden = false;

  constructor(run: ShapedRun, box: Box, firstGlyph: number, endGlyph: number, start: number, end: number) {
    this.run = run;
    this.box = box;
    this.firstGlyph = firstGlyph;
    this.endGlyph = endGlyph;
    this.start = start;
    this.end = end;
    this.advance = 0;
    for (let g = firstGlyph; g < endGlyph; g++) this.advance += run.advances[g]!;
  }
}

export function clustersOf(budget: Budget, { content, paragraph }: SvgTextBox): Cluster[] {
  const out: Cluster[] = [];
  for (const run of paragraph.runs) {
    const box = content.items[run.item]!.box;
    const count = run.glyphIds.length;
    const found: Cluster[] = [];
    const isRtl = (run.level & 1) === 1;
    const textEnd = run.textEnd ?? run.end;
    for (let g = 0; g < count;) {
      budget.tick();
      const start = run.clusters[g]!;
      let end = g + 1;
      while (end < count && run.clusters[end] === start) end++;
      // A cluster reaches to the next one's characters: in right-to-left text those of the glyphs before it.
      const nextStart = isRtl ? (g === 0 ? textEnd : run.clusters[g - 1]!) : end < count ? run.clusters[end]! : textEnd;
      found.push(new Cluster(run, box, g, end, start, nextStart));
      g = end;
    }
    if (isRtl) found.reverse();
    for (const cluster of found) out.push(cluster);
  }
  return out;
}

/** Looking at one is quick. */
const CLUSTERS_PER_TICK = 16;

/** UAX #9 L2 over the clusters `[from, to)`: as they stand from left to right. */
export function visualOrder(budget: Budget, clusters: readonly Cluster[], from: number, to: number): Cluster[] {
  const order = clusters.slice(from, to);
  let highest = 0;
  for (const { run } of order) highest = Math.max(highest, run.level);
  for (let level = highest; level >= 1; level--) {
    budget.tickBy(order.length / CLUSTERS_PER_TICK);
    for (let i = 0; i < order.length; i++) {
      if (order[i]!.run.level < level) continue;
      let end = i + 1;
      while (end < order.length && order[end]!.run.level >= level) end++;
      for (let a = i, b = end - 1; a < b; a++, b--) [order[a], order[b]] = [order[b]!, order[a]!];
      i = end;
    }
  }
  return order;
}
