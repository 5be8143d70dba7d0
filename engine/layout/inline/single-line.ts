/**
 * Text that fits on one line, as most texts of table cells, list items and headings do. It may be in inline boxes that
 * change nothing but its style. The line is built once for all sizes of its container, without breaker and builder.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { luCeilFromPx } from '../../units.ts';
import { Length } from '../../css/length.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { BoxFragment, type Fragment, LineFragment, TextFragment } from '../contract/fragment.ts';
import { type WritingMode, ZERO_SIDES } from '../contract/geometry.ts';
import type { CharacterAxis } from '../contract/constraint-space.ts';
import { BuiltLine, NO_CARRIERS, NO_FOOTNOTES, NO_OUT_OF_FLOW } from './built-line.ts';
import { isEdgeless } from './inline-edges.ts';
import { alignAtAxis, alignLine } from './line-align.ts';
import { LineAxes } from './line-axes.ts';
import type { PreparedContent } from './prepared-content.ts';
import { runWidthPx, sliceOf } from './shaped-runs.ts';

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
  placed(available: LU, indent: LU, axis: CharacterAxis | null): BuiltLine | null {
    if (indent + this.width > available + 1 || this.length > available - indent + 1) return null;
    const { container } = this.prepared;
    if (axis !== null) {
      const left = alignAtAxis(this.fragment, container, axis, false, { available, indent }, this.length);
      return new BuiltLine(this.fragment, left, this.length, true, NO_OUT_OF_FLOW, NO_CARRIERS, NO_FOOTNOTES);
    }
    const { left, justify } = alignLine(container.style, false, { available, indent }, true, this.length);
    if (justify) return null;
    return new BuiltLine(this.fragment, left, this.length, true, NO_OUT_OF_FLOW, NO_CARRIERS, NO_FOOTNOTES);
  }
}

/**
 * Returns the line of inline content. Returns null if the content isn't a single text, if its inline boxes affect more than
 * its style, or if it has hanging spaces at its end.
 */
export function singleLine(context: LayoutContext, prepared: PreparedContent, mode: WritingMode): SingleLine | null {
  const { soleText, text, x, container } = prepared;
  const boxes = soleText < 0 ? null : boxesAround(prepared, soleText);
  if (boxes === null) return null;
  const isNested = boxes.length > 0;
  // In quirks mode, a line without text of its own has no strut (css2 §10.8.1).
  if (isNested && (context.lineHeightQuirk || container.style.text.lineHeightStep !== Length.ZERO)) return null;
  let end = text.length;
  const start = prepared.skipSpaces(0, end);
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  if (start === end || prepared.isSpace(end - 1)) return null;
  const innermost = isNested ? boxes[0]! : container;
  const { style } = innermost;
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
      run.start >= start && run.end <= end ? run : sliceOf(run, Math.max(start, run.start), Math.min(end, run.end));
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
      innermost,
      0,
      false,
      null,
    );
    // PERF: most lines have one run, and the first `push` to an empty array reserves seventeen entries.
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
  if (children === null || starts === null) return null;
  for (let k = 1; k <= boxes.length; k++) {
    const outer = prepared.fontBox((boxes[k] ?? container).style);
    over = Math.max(over, outer.over);
    under = Math.max(under, outer.under);
  }
  const height = over + under;
  // The distance of the text's top edge from that of its parent's fragment.
  let top = isNested ? 0 : over - font.ascent;
  // Replaces each position and size along the line by x and y, in place.
  let offsets = starts;
  const parentAcross = isNested ? across : height;
  for (let k = 0; k < starts.length; k += 2) {
    const [start, size] = [starts[k], starts[k + 1]];
    offsets[k] = axes.x(start!, top, across, parentAcross);
    offsets[k + 1] = axes.y(start!, top, size!, along);
  }
  let inner = font;
  for (let k = 0; k < boxes.length; k++) {
    const box = boxes[k]!;
    const innerAcross = inner.ascent + inner.descent;
    const fragment = new BoxFragment(
      box,
      box.style,
      mode,
      axes.width(along, innerAcross),
      axes.height(along, innerAcross),
      ZERO_SIDES,
      ZERO_SIDES,
      children,
      offsets,
      inner.ascent,
      inner.ascent,
      0,
      null,
      null,
    );
    const isLast = k === boxes.length - 1;
    const outer = prepared.fontBox((boxes[k + 1] ?? container).style);
    top = (isLast ? over : outer.ascent) - inner.ascent;
    const outerAcross = isLast ? height : outer.ascent + outer.descent;
    children = [fragment];
    offsets = [axes.x(0, top, innerAcross, outerAcross), axes.y(0, top, along, along)];
    inner = outer;
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

const NO_BOXES: readonly Box[] = [];

/**
 * Returns the inline boxes around a text, innermost first, or null if one of them affects more than its style or if there
 * are others.
 */
function boxesAround({ items, enclosing }: PreparedContent, text: number): readonly Box[] | null {
  if (items.length === 1) return NO_BOXES;
  const boxes: Box[] = [];
  for (let open = enclosing[text]!; open >= 0; open = enclosing[open]!) {
    const { box } = items[open]!;
    if (!isTransparent(box)) return null;
    boxes.push(box);
  }
  return items.length === 1 + 2 * boxes.length ? boxes : null;
}

/** Returns whether an inline box has its parent's baseline and no edges, so that it affects only the style of its text. */
function isTransparent({ kind, flags, style }: Box): boolean {
  const { verticalAlign, position, textBoxTrim } = style.box;
  if (kind !== BoxKind.Inline || (flags & (BoxFlag.ContinuesBefore | BoxFlag.ContinuesAfter)) !== 0) return false;
  if (verticalAlign !== 'baseline' || textBoxTrim !== 'none' || style.text.lineFitEdge !== 'leading') return false;
  return position !== 'relative' && position !== 'sticky' && isEdgeless(style);
}
