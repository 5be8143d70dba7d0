/**
 * Glyph clusters of a `text` element, in logical order, as shaped by CSS. SVG positions them individually. User units.
 */
import type { Budget } from '../../../budget.ts';
import type { Box } from '../../../boxes/box.ts';
import type { InlineContent } from '../../../text/inline-content.ts';
import type { Paragraph, ShapedRun } from '../../../text/paragraph.ts';

/** The content of a `text` element in CSS terms: its boxes, and its text in one line. */
export interface SvgTextBox {
  readonly box: Box;
  readonly content: InlineContent;
  readonly paragraph: Paragraph;
}

/** A typographic character: a group of glyphs that stay together. Placement sets the remaining fields. */
export class Cluster {
  readonly run: ShapedRun;
  /** The innermost inline box, or the `text` element's own. */
  readonly box: Box;
  /** Range of glyphs in the run. */
  readonly firstGlyph: number;
  readonly endGlyph: number;
  /** Range of characters in the paragraph. */
  readonly start: number;
  readonly end: number;
  /** Along the line, including the adjustment by `textLength`. */
  advance: number;
  /** Horizontal scale of the glyphs. */
  stretch = 1;
  /** The position on the baseline, or on the line on which vertical text is centered. */
  // PERF: NaN makes the field a double from the start. An integer would force a later change of representation.
  x = NaN;
  y = NaN;
  /** Clockwise rotation in degrees, in addition to that of its line. */
  rotate = 0;
  /** Whether the cluster is beyond the ends of its path. */
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
      // A cluster ends at the characters of the next one. In right-to-left text, that is the preceding glyph.
      const nextStart = isRtl ? (g === 0 ? textEnd : run.clusters[g - 1]!) : end < count ? run.clusters[end]! : textEnd;
      found.push(new Cluster(run, box, g, end, start, nextStart));
      g = end;
    }
    if (isRtl) found.reverse();
    for (const cluster of found) out.push(cluster);
  }
  return out;
}

/** Clusters processed per budget tick. */
const CLUSTERS_PER_TICK = 16;

/** Returns the clusters `[from, to)` in visual order from left to right (UAX #9 L2). */
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
