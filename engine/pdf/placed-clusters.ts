/** Maps the glyph clusters of a placed run to their text and positions on the line. */
import type { GlyphPlacement } from '../paint/display-list.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import { extractableText } from './cluster-text.ts';

/** Returns whether justification adds space after this UTF-16 unit (css-text-4 §7.3, word separators). */
export function isJustifiedSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa0 || unit === 0x1361;
}

/** The text of hyphens that hyphenation inserts (ISO 32000-1 §14.8.2.2.3). */
export const SOFT_HYPHEN = '\u00ad';

/**
 * Returns whether the clusters of a placement are indices into its own text. Those of a replacement refer to another
 * text, and shadows and other decorations have no text.
 */
export function standsForItsText({ run, paragraph }: GlyphPlacement): boolean {
  return paragraph !== '' && paragraph !== SOFT_HYPHEN && (run.item >= 0 || paragraph.length === run.end - run.start);
}

/** Glyphs are identified by their index in the run. */
export class PlacedClusters {
  private readonly placement: GlyphPlacement;
  private readonly run: ShapedRun;

  constructor(placement: GlyphPlacement) {
    this.placement = placement;
    this.run = placement.run;
  }

  /** Returns the pen position after the clusters `[g, next)`, including their justification. */
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

  /**
   * Returns the end in the text of the cluster of glyphs `[g, next)`, which is the start of the logically next cluster.
   */
  clusterEnd(g: number, next: number): number {
    const { level, clusters, end, textEnd = end } = this.run;
    if ((level & 1) === 0) return next < clusters.length ? clusters[next]! : textEnd;
    return g > 0 ? clusters[g - 1]! : textEnd;
  }

  isSpace(g: number): boolean {
    return extractableText(this.placement.paragraph[this.run.clusters[g]!]!) === ' ';
  }

  /**
   * Returns whether a cluster has a raised glyph whose origin lies after the cluster. Readers that sort strings by
   * position would place the next cluster inside the span.
   */
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

  /** Returns a part of the text without its unused soft hyphens, because readers would split words there. */
  private text(from: number, to: number): string {
    const { paragraph } = this.placement;
    const text = paragraph.slice(from, to);
    return paragraph === SOFT_HYPHEN || !text.includes(SOFT_HYPHEN) ? text : text.replaceAll(SOFT_HYPHEN, '');
  }

  textOf(g: number, next: number): string {
    return this.text(this.run.clusters[g]!, this.clusterEnd(g, next));
  }

  /** Returns the text of the clusters of glyphs `[first, last)` in logical order. */
  textBetween(first: number, last: number): string {
    const { clusters, level } = this.run;
    const isLtr = (level & 1) === 0;
    const from = clusters[isLtr ? first : last - 1]!;
    const to = isLtr ? this.clusterEnd(first, last) : this.clusterEnd(first, first + 1);
    return this.text(from, to);
  }

  /** Returns the glyph of a cluster that extends furthest along the line. */
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
