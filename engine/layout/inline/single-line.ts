/**
 * Plain text that fits on one line, as most texts of table cells, list items and headings do. The line is built once
 * for all sizes of its container, without breaker and builder.
 */
import type { LU } from '../../units.ts';
import { luCeilFromPx } from '../../units.ts';
import { Length } from '../../css/length.ts';
import type { LayoutContext } from '../contract.ts';
import { type Fragment, LineFragment, TextFragment } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import { BuiltLine, NO_CARRIERS, NO_FOOTNOTES, NO_OUT_OF_FLOW } from './built-line.ts';
import { alignLine } from './line-align.ts';
import { LineAxes } from './line-axes.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidthPx } from './shaped-runs.ts';

const SPACE = 32;

export class SingleLine {
  private readonly fragment: LineFragment;
  /** Length along the line. */
  private readonly length: LU;
  /** The width that the line breaker would compare with the available space. */
  private readonly width: LU;
  private readonly prepared: PreparedContent;

  constructor(fragment: LineFragment, length: LU, width: LU, prepared: PreparedContent) {
    this.fragment = fragment;
    this.length = length;
    this.width = width;
    this.prepared = prepared;
  }

  /** Returns the line placed in the available space, or null if it doesn't fit or would be justified. */
  placed(available: LU, indent: LU): BuiltLine | null {
    if (indent + this.width > available + 1 || this.length > available - indent + 1) return null;
    const { style } = this.prepared.container;
    const { left, justify } = alignLine(style, false, { available, indent }, true, this.length);
    if (justify) return null;
    return new BuiltLine(this.fragment, left, this.length, true, NO_OUT_OF_FLOW, NO_CARRIERS, NO_FOOTNOTES);
  }
}

/** Returns the line of a content, or null if the content isn't plain text or has hanging spaces at its end. */
export function singleLine(context: LayoutContext, prepared: PreparedContent, mode: WritingMode): SingleLine | null {
  if (!prepared.isPlainText) return null;
  const { text, x, container } = prepared;
  let end = text.length;
  const start = prepared.skipSpaces(0, end);
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  if (start === end || prepared.isSpace(end - 1)) return null;
  const { style } = container;
  const font = prepared.fontBox(style);
  const axes = new LineAxes(mode);
  const across = font.ascent + font.descent;
  // css2 §10.8.1: the strut. In quirks mode, the text itself contributes the same extents.
  let { over, under } = font;
  let children: Fragment[] | null = null;
  let starts: LU[] | null = null;
  let px = 0;
  let along: LU = 0;
  for (const run of prepared.runs) {
    if (run.end <= start || run.start >= end) continue;
    const slice =
      run.start >= start && run.end <= end
        ? run
        : prepared.paragraph.slice(run, Math.max(start, run.start), Math.min(end, run.end));
    px += runWidthPx(slice);
    const width = luCeilFromPx(px) - along;
    const [physicalWidth, physicalHeight] = [axes.width(width, across), axes.height(width, across)];
    const part = new TextFragment(
      slice,
      physicalWidth,
      physicalHeight,
      font.alphabetic,
      mode,
      style,
      container,
      0,
      false,
      null,
    );
    // PERF: most lines have one run, and an empty array that is pushed to reserves seventeen entries.
    if (children === null || starts === null) [children, starts] = [[part], [along, width]];
    else {
      children.push(part);
      starts.push(along, width);
    }
    along += width;
    // css-inline-3 §5.1: only `normal` considers fallback fonts.
    if (style.font.lineHeight === Length.NORMAL) {
      const used = prepared.fonts.ofFallback(context.text.runMetrics(run));
      over = Math.max(over, used.over);
      under = Math.max(under, used.under);
    }
  }
  const height = over + under;
  const down = over - font.ascent;
  if (children === null || starts === null) return null;
  // Replaces each position and size along the line by x and y, in place.
  const offsets = starts;
  for (let k = 0; k < starts.length; k += 2) {
    const [start, size] = [starts[k], starts[k + 1]];
    offsets[k] = axes.x(start!, down, across, height);
    offsets[k + 1] = axes.y(start!, down, size!, along);
  }
  const fragment = new LineFragment(
    axes.width(along, height),
    axes.height(along, height),
    mode,
    over,
    children,
    offsets,
    null,
    0,
    text.length,
  );
  return new SingleLine(fragment, along, luCeilFromPx(x[end]! - x[start]!), prepared);
}
