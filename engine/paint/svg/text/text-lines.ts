/** Lines of SVG text: preserved line breaks, and text wrapped by `inline-size` (svg2 §11.7.1, §11.7.2). User units. */
import type { ComputedStyle } from '../../../css/computed-style.ts';
import type { Length } from '../../../css/length.ts';
import { usedLineHeight } from '../../../layout/inline/font-box.ts';
import { BreakClass, isLastResort } from '../../../text/paragraph.ts';
import { LU_PER_PX } from '../../../units.ts';
import type { PaintContext } from '../../paint-context.ts';
import { basisOf, type Viewport } from '../svg-geometry.ts';
import { fontLines } from './text-baseline.ts';
import type { Cluster, SvgTextBox } from './text-clusters.ts';

export interface TextLine {
  /** The clusters `[from, to)`. Those from `end` on are hanging spaces. */
  readonly from: number;
  readonly end: number;
  readonly to: number;
  /** Distance from the first line's baseline, in the block direction. */
  readonly offset: number;
}

/** Returns the lines of a text. null: the text is a single line, with character positions from attributes. */
export function linesOf(
  context: PaintContext,
  text: SvgTextBox,
  clusters: readonly Cluster[],
  style: ComputedStyle,
  viewport: Viewport,
): TextLine[] | null {
  const isVertical = style.text.writingMode !== 'horizontal-tb';
  const room = inlineSize(isVertical ? style.box.height : style.box.width, basisOf(viewport, isVertical ? 'y' : 'x'));
  if (room === null && !text.content.text.includes('\n')) return null;
  const lines: TextLine[] = [];
  let offset = 0;
  let under = 0;
  for (let from = 0; from < clusters.length;) {
    const to = lineEnd(context, text, clusters, from, room ?? Infinity);
    let end = to;
    while (end > from && isSpace(text, clusters[end - 1]!)) end--;
    const extent = extentOf(context, style, clusters, from, to);
    const breaks = newlines(text, from === 0 ? 0 : clusters[from - 1]!.end, clusters[from]!.start);
    if (lines.length > 0) offset += under + extent.over + Math.max(0, breaks - 1) * (extent.over + extent.under);
    under = extent.under;
    lines.push({ from, end, to, offset });
    from = to;
  }
  return lines;
}

/** Returns the used `inline-size`. null for 0 and keywords, which don't wrap. */
function inlineSize(length: Length, basis: number): number | null {
  const size = length.isLength ? length.resolvePx(basis) : 0;
  return size > 0 ? size : null;
}

export const isSpace = ({ content }: SvgTextBox, { start }: Cluster): boolean => content.text[start] === ' ';

export function newlines({ content }: SvgTextBox, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (content.text[i] === '\n') count++;
  return count;
}

/**
 * Returns the end of the line that starts with a cluster: at a line break, or at the last opportunity before the line
 * is full.
 */
export function lineEnd(
  { budget }: PaintContext,
  text: SvgTextBox,
  clusters: readonly Cluster[],
  from: number,
  room: number,
): number {
  let width = 0;
  let opportunity = -1;
  for (let i = from; i < clusters.length; i++) {
    budget.tick();
    const cluster = clusters[i]!;
    if (i > from) {
      if (newlines(text, clusters[i - 1]!.end, cluster.start) > 0) return i;
      const kind = text.paragraph.breaks[cluster.start];
      if (kind !== BreakClass.None && !isLastResort(kind!)) opportunity = i;
    }
    width += cluster.advance;
    // css-text-3 §4.1.2: spaces at the end of a line hang.
    if (width > room && !isSpace(text, cluster) && opportunity > from) return opportunity;
  }
  return clusters.length;
}

/**
 * Returns the extent of a line above and below its baseline (css2 §10.8.1). It depends on the line heights of the text
 * and of the line's contents.
 */
export function extentOf(
  context: PaintContext,
  style: ComputedStyle,
  clusters: readonly Cluster[],
  from: number,
  to: number,
): { readonly over: number; readonly under: number } {
  let [over, under] = [-Infinity, -Infinity];
  const add = (of: ComputedStyle): void => {
    const { ascent, descent } = fontLines(context, of);
    const lineHeight = usedLineHeight(of, context.metrics(of)) / LU_PER_PX;
    const half = (lineHeight - ascent - descent) / 2;
    over = Math.max(over, ascent + half);
    under = Math.max(under, descent + half);
  };
  add(style);
  let last = style;
  for (let i = from; i < to; i++) {
    const own = clusters[i]!.box.style;
    if (own !== last) add(own);
    last = own;
  }
  return { over, under };
}
