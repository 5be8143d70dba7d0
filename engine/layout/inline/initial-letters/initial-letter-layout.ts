/**
 * `initial-letter` (css-inline-3 §7): a first letter that spans several lines. It becomes a float at the line's start,
 * with its baseline on that of the line it sinks to. A raised letter also pushes the lines down. `initial-letter-align`
 * and `initial-letter-wrap` are in letter-shape.ts.
 *
 * DEVIATION: the letter is shaped as a separate paragraph. It doesn't join the following letter, as Arabic requires
 * (§6.4).
 */
import type { Box } from '../../../boxes/box.ts';
import { letterFloat, letterStyle, raisingStrut } from '../../../boxes/initial-letter.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import { Length } from '../../../css/length.ts';
import { type InlineContent, InlineItem, InlineItemKind } from '../../../text/inline-content.ts';
import { pxFromLu } from '../../../units.ts';
import { Edges, edgesAgainst, usedMargins, writingModeOf } from '../../sizing/box-edges.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import type { ShapedRun } from '../../../text/paragraph.ts';
import { FontBox, usedLineHeight, usesCentralBaseline } from '../font-box.ts';
import {
  adjustedShape,
  contourShape,
  inkBottom,
  type AlignmentPoints,
  pointsOfLetter,
  pointsOfText,
} from './letter-shape.ts';
import { runWidthPx } from '../shaped-runs.ts';

/** Returns the content with its initial letter as a float, or the unchanged content if it has none. */
export function withInitialLetter(context: LayoutContext, container: Box, content: InlineContent): InlineContent {
  const open = initialLetterIndex(content);
  if (open < 0) return content;
  const { items } = content;
  const letter = items[open]!.box;
  let close = open;
  while (items[close]!.kind !== InlineItemKind.Close || items[close]!.box !== letter) close++;
  const start = items[open]!.start;
  const end = items[close]!.end;
  const length = end - start;
  const text = content.text.slice(start, end);
  const around = boxAround(items, open, container);
  const { float, strut } = letterBoxes(
    context,
    container,
    letter,
    content.firstLine?.styleOf(letter) ?? letter.style,
    text,
    /^\p{Zs}/u.test(content.text.slice(end, end + 2)),
  );
  const strutText = strut === null ? '' : '\uFFFC\u2060';
  const shift = strutText.length - length;
  const moved: InlineItem[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (i > open && i <= close) continue;
    if (i === open) {
      moved.push(new InlineItem(InlineItemKind.Float, float, start, start));
      if (strut !== null) {
        moved.push(new InlineItem(InlineItemKind.Atomic, strut, start, start + 1));
        moved.push(new InlineItem(InlineItemKind.Text, around, start + 1, start + 2));
      }
    } else if (i < open) moved.push(item);
    else moved.push(new InlineItem(item.kind, item.box, item.start + shift, item.end + shift));
  }
  return {
    text: content.text.slice(0, start) + strutText + content.text.slice(end),
    items: moved,
    firstLine: content.firstLine,
    // All these offsets follow the letter, which begins the text.
    keptWraps: content.keptWraps && new Set([...content.keptWraps].map((at) => at + shift)),
    paragraph: null,
    layout: null,
  };
}

/** Returns the index of the Open item of an initial letter at the content's start, or -1. */
function initialLetterIndex({ items }: InlineContent): number {
  for (let i = 0; i < items.length; i++) {
    const { kind, box } = items[i]!;
    if (kind === InlineItemKind.Open) {
      if (box.pseudo === 'first-letter' && box.style.box.initialLetter !== null) return i;
    } else if (kind === InlineItemKind.Text || kind === InlineItemKind.Atomic || kind === InlineItemKind.Break)
      return -1;
  }
  return -1;
}

/** Returns the inline box around an item, or the container. */
function boxAround(items: readonly InlineItem[], index: number, container: Box): Box {
  const open: Box[] = [];
  for (let i = 0; i < index; i++) {
    if (items[i]!.kind === InlineItemKind.Open) open.push(items[i]!.box);
    else if (items[i]!.kind === InlineItemKind.Close) open.pop();
  }
  return open.at(-1) ?? container;
}

/**
 * Returns the float, and the strut that pushes lines down for a raised letter. `endsWord` means that a space follows.
 */
function letterBoxes(
  context: LayoutContext,
  container: Box,
  letter: Box,
  style: ComputedStyle,
  text: string,
  endsWord: boolean,
): { float: Box; strut: Box | null } {
  const { size, sink } = style.box.initialLetter as { size: number; sink: number };
  const root = container.style;
  const rootMetrics = context.text.metrics(root);
  const lineHeight = usedLineHeight(root, rootMetrics);
  const rootFont = new FontBox(rootMetrics, lineHeight, usesCentralBaseline(root), null);
  const line = pxFromLu(lineHeight);
  const sized = sizedLetter(
    context,
    style,
    text,
    pointsOfText(context, root, rootFont, style, text),
    (size - 1) * line,
  );
  const { font, rise, points } = sized;
  // NOTE In vertical text, Chromium places the letter's alphabetic baseline on the central baseline of the lines.
  const baseline = (size - 1) * line + pxFromLu(rootFont.over) - rise;
  const run = context.text.shape(text, letterStyle(style, font, style.box), 0);
  // The content box spans the letter's alignment points, or the font's ascent plus the ink below the baseline.
  const above = style.text.initialLetterAlign.borderBox ? points.over : sized.ascent;
  const below = style.text.initialLetterAlign.borderBox ? points.under : inkBottom(context, run);
  const edges = edgesAgainst(style, writingModeOf(root), 0);
  const start = baseline - above - pxFromLu(edges.blockStart);
  const raise = Math.max(0, size - sink) * line;
  const placed = { run, baseline: above, height: above + below, start: start + pxFromLu(edges.blockStart) };
  const wrapped = wrappedStyle(context, root, style, placed, raise + line, endsWord);
  const float = letterFloat(container, letter, wrapped, text, font, start, above + below);
  return { float, strut: raise === 0 ? null : strutOf(container, rootFont, raise) };
}

/**
 * Returns the font in which the letter spans from the alignment point of its first line to that of the last line below.
 */
function sizedLetter(
  context: LayoutContext,
  style: ComputedStyle,
  text: string,
  around: AlignmentPoints,
  lines: number,
): SizedLetter {
  const { borderBox } = style.text.initialLetterAlign;
  const edges = borderBox ? edgesAgainst(style, writingModeOf(style), 0) : Edges.ZERO;
  const own = pointsOfLetter(context, style, text);
  const whole = lines + around.over + around.under;
  const span = Math.max(1, whole - pxFromLu(edges.blockStart) - pxFromLu(edges.blockEnd));
  const scale = own.over + own.under > 0 ? span / (own.over + own.under) : whole / style.font.fontSize;
  const font = { ...style.font, fontSize: scale * style.font.fontSize, lineHeight: Length.ZERO };
  const { ascent, descent } = context.text.metrics(letterStyle(style, font, style.box));
  const points = { over: own.over * scale, under: own.under * scale };
  // A line that starts at the letter's alignment point has less height above the baseline than the font's ascent.
  font.lineHeight = Length.px(borderBox ? Math.max(0, 2 * points.over + descent - ascent) : ascent + descent);
  return { font, ascent, points, rise: points.under + pxFromLu(edges.blockEnd) - around.under };
}

interface SizedLetter {
  readonly font: ComputedStyle['font'];
  readonly ascent: number;
  readonly points: AlignmentPoints;
  /** Distance of its baseline above that of the line it sinks to, in CSS px. */
  readonly rise: number;
}

/**
 * Returns the letter's style with the shape that adjacent lines keep clear of. `firstEnd` is the end of the first of
 * these lines, from the line's start.
 */
function wrappedStyle(
  context: LayoutContext,
  root: ComputedStyle,
  style: ComputedStyle,
  letter: { readonly run: ShapedRun; readonly baseline: number; readonly height: number; readonly start: number },
  firstEnd: number,
  endsWord: boolean,
): ComputedStyle {
  const wrap = style.text.initialLetterWrap;
  if (wrap === 'none' || style.rare.shapeOutside !== null) return style;
  const mode = writingModeOf(root);
  const margins = usedMargins(style, mode, 0);
  const edges = edgesAgainst(style, mode, 0);
  const width = runWidthPx(letter.run);
  if (wrap === 'grid')
    return onGrid(
      root,
      style,
      width + pxFromLu(edges.inlineStart + edges.inlineEnd + margins.inlineStart + margins.inlineEnd),
    );
  // NOTE Contours are only supported for horizontal lines.
  if (mode.vertical || (wrap !== 'all' && endsWord)) return style;
  const placed = { ...letter, width, rtl: mode.inlineReversed, edge: pxFromLu(edges.inlineEnd + margins.inlineEnd) };
  const until = firstEnd - letter.start - pxFromLu(margins.blockStart);
  const shape =
    wrap === 'all'
      ? contourShape(context, placed, Infinity)
      : wrap === 'first'
        ? contourShape(context, placed, until)
        : adjustedShape(placed, until, wrap.resolvePx(width));
  return style.with(style.id, { rare: { ...style.rare, shapeOutside: { shape, box: 'content-box', image: null } } });
}

/** Widens the letter's end margin so that it occupies a whole number of the surrounding ideographs. */
function onGrid(root: ComputedStyle, style: ComputedStyle, outer: number): ComputedStyle {
  const step = root.font.fontSize + root.text.letterSpacing.resolvePx(root.font.fontSize);
  if (step <= 0) return style;
  const more = Math.ceil(outer / step - 1e-3) * step - outer;
  const { box } = style;
  const wider = (margin: Length): Length => Length.px((margin.isLength ? margin.resolvePx(0) : 0) + more);
  const mode = writingModeOf(root);
  if (mode.vertical)
    return style.with(style.id, {
      box: mode.inlineReversed
        ? { ...box, marginTop: wider(box.marginTop) }
        : { ...box, marginBottom: wider(box.marginBottom) },
    });
  return style.with(style.id, {
    box: mode.inlineReversed
      ? { ...box, marginLeft: wider(box.marginLeft) }
      : { ...box, marginRight: wider(box.marginRight) },
  });
}

/** Returns a strut from the first line's end side to the letter's raise beyond its start side. */
function strutOf(container: Box, font: FontBox, raise: number): Box {
  const mode = writingModeOf(container.style);
  const across = raise + pxFromLu(font.lineHeight);
  const startsAtOver = !mode.vertical || mode.sidewaysLr || mode.blockReversed;
  // A box without text is centered on a central baseline. Otherwise its bottom edge sits on the baseline.
  if (usesCentralBaseline(container.style))
    return raisingStrut(container, across, startsAtOver ? raise / 2 : -raise / 2);
  return raisingStrut(container, across, startsAtOver ? -pxFromLu(font.under) : -raise - pxFromLu(font.under));
}
