/** The clusters of a run's glyphs as they are placed on a line: where each ends in the text, and where the pen stands behind it. */
import type { GlyphPlacement } from '../paint/canvas.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import { extractableText } from './cluster-text.ts';

/** Does justification widen after this UTF-16 unit (css-text-4 §7.3, word separators)? */
export function isJustifiedSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x1361;
}

/** Hyphens that hyphenation puts in are soft ones (ISO 32000-1 §14.8.2.2.3). */
export const SOFT_HYPHEN = '\u00ad';

/** Do the clusters of a placement index the text that it stands for? A replacement's index a text of its own; shadows and the like stand for no text at all. */
export function standsForItsText({ run, paragraph }: GlyphPlacement): boolean {
  return paragraph !== '' && paragraph !== SOFT_HYPHEN && (run.item >= 0 || paragraph.length === run.end - run.start);
}

/** Glyphs are named by their index in the run. */
export class PlacedClusters {
  private readonly placement: GlyphPlacement;
  private readonly run: ShapedRun;

  constructor(placement: GlyphPlacement) {
    this.placement = placement;
    this.run = placement.run;
  }

  /** Where the pen stands behind the clusters `[g, next)`, their justification included. */
  penAfter(g: number, next: number, pen: number): number {
    const { run } = this;
    const { justification, justifyClusters, paragraph } = this.placement;
    for (let i = g; i < next; i++) {
      pen += run.advances[i]!;
      if (justification === 0 || (i + 1 < next && run.clusters[i + 1] === run.clusters[i])) continue;
      if (justifyClusters || isJustifiedSpace(paragraph.charCodeAt(this.clusterEnd(this.firstOfCluster(i), i + 1) - 1)))
        pen += justification;
    }
    return pen;
  }

  private firstOfCluster(g: number): number {
    const { clusters } = this.run;
    while (g > 0 && clusters[g - 1] === clusters[g]) g--;
    return g;
  }

  nextCluster(g: number, end: number): number {
    const { clusters } = this.run;
    let next = g + 1;
    while (next < end && clusters[next] === clusters[g]) next++;
    return next;
  }

  /** The end in the text of the cluster of glyphs `[g, next)`: where the logically next cluster begins. */
  clusterEnd(g: number, next: number): number {
    const { level, clusters, end, textEnd = end } = this.run;
    if ((level & 1) === 0) return next < clusters.length ? clusters[next]! : textEnd;
    return g > 0 ? clusters[g - 1]! : textEnd;
  }

  isSpace(g: number): boolean {
    return extractableText(this.placement.paragraph[this.run.clusters[g]!]!) === ' ';
  }

  /** Does a cluster have a raised glyph whose origin lies behind it? Readers that sort strings would see the next cluster within the span. */
  overhangs(g: number, next: number): boolean {
    const { advances, xOffsets, yOffsets } = this.run;
    if (yOffsets === null) return false;
    let rest = 0;
    for (let i = g; i < next; i++) rest += advances[i]!;
    for (let i = g; i < next; i++) {
      if (yOffsets[i] !== 0 && (xOffsets === null ? 0 : xOffsets[i]!) >= rest) return true;
      rest -= advances[i]!;
    }
    return false;
  }

  textOf(g: number, next: number): string {
    return this.placement.paragraph.slice(this.run.clusters[g], this.clusterEnd(g, next));
  }

  /** The text of the clusters from glyph `first` to before `last`, in logical order. */
  textBetween(first: number, last: number): string {
    const { clusters, level } = this.run;
    const isLtr = (level & 1) === 0;
    const from = clusters[isLtr ? first : last - 1]!;
    const to = isLtr ? this.clusterEnd(first, last) : this.clusterEnd(first, first + 1);
    return this.placement.paragraph.slice(from, to);
  }

  /** The glyph of a cluster that reaches furthest along the line. */
  furthest(g: number, next: number): number {
    const { advances, xOffsets } = this.run;
    let found = g;
    let furthest = -Infinity;
    let x = 0;
    for (let i = g; i < next; i++) {
      x += advances[i]!;
      const end = x + (xOffsets === null ? 0 : xOffsets[i]!);
      if (end >= furthest) [found, furthest] = [i, end];
    }
    return found;
  }
}
