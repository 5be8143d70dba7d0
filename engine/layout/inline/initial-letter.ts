/**
 * `initial-letter` (css-inline-3 §7): a first letter that spans lines. It becomes a float at the line's start whose baseline lies on that of
 * the line it sinks to; a raised letter also pushes the lines down. `initial-letter-align`: letter-points.ts; `initial-letter-wrap`: letter-contour.ts.
 *
 * DEVIATION: the letter doesn't join the one behind it, as Arabic ones should (§6.4): it is a paragraph of its own.
 */
import type { Box } from '../../boxes/box.ts';
import { letterFloat, letterStyle, raisingStrut } from '../../boxes/initial-letter.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length } from '../../css/length.ts';
import { type InlineContent, InlineItem, InlineItemKind } from '../../text/inline-content.ts';
import { pxFromLu } from '../../units.ts';
import { Edges, edgesAgainst, usedMargins, writingModeOf } from '../box-edges.ts';
import type { LayoutContext } from '../contract.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { FontBox, usedLineHeight, usesCentralBaseline } from './font-box.ts';
import { adjustedShape, contourShape } from './letter-contour.ts';
import { inkBottom } from './letter-ink.ts';
import { type AlignmentPoints, pointsOfLetter, pointsOfText } from './letter-points.ts';
import { runWidthPx } from './shaped-runs.ts';

/** The content with its initial letter as a float; the content itself when it has none. */
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
    // They are all behind the letter, which begins the text.
    keptWraps: content.keptWraps && new Set([...content.keptWraps].map((at) => at + shift)),
    paragraph: null,
    layout: null,
  };
}

/** Index of the Open item of an initial letter at the content's start; -1: none. */
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

/** The inline box around an item, or the container. */
function boxAround(items: readonly InlineItem[], index: number, container: Box): Box {
  const open: Box[] = [];
  for (let i = 0; i < index; i++) {
    if (items[i]!.kind === InlineItemKind.Open) open.push(items[i]!.box);
    else if (items[i]!.kind === InlineItemKind.Close) open.pop();
  }
  return open.at(-1) ?? container;
}

/** The float, and the strut that pushes the lines down under a raised letter. `endsWord`: a space follows. */
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
  // NOTE In vertical text Chromium sets the letter's alphabetic baseline on the lines' central one.
  const baseline = (size - 1) * line + pxFromLu(rootFont.over) - rise;
  const run = context.text.shape(text, letterStyle(style, font, style.box), 0);
  // The content box: as high as the letter between its points, or as the font, with what hangs below it.
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

/** The size in which a letter reaches from the text's points on its first line to those on its last one, so far below. */
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
  // A line that begins at the letter's point has less than its font above the baseline.
  font.lineHeight = Length.px(borderBox ? Math.max(0, 2 * points.over + descent - ascent) : ascent + descent);
  return { font, ascent, points, rise: points.under + pxFromLu(edges.blockEnd) - around.under };
}

interface SizedLetter {
  readonly font: ComputedStyle['font'];
  readonly ascent: number;
  readonly points: AlignmentPoints;
  /** How far its baseline is above that of the line that it sinks to. */
  readonly rise: number;
}

/** The letter's style with what lines beside it keep away from. `firstEnd`: where the first of them ends, from its line's start. */
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
  // NOTE Contours are those of horizontal lines.
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

/** The letter with more room behind it, so that it takes whole ideographs of the text around it. */
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

/** A strut from the first line's end side to as far beyond its start side as the letter is raised. */
function strutOf(container: Box, font: FontBox, raise: number): Box {
  const mode = writingModeOf(container.style);
  const across = raise + pxFromLu(font.lineHeight);
  const startsAtOver = !mode.vertical || mode.sidewaysLr || mode.blockReversed;
  // Across from a central baseline a box without text is centred, elsewhere it stands on it.
  if (usesCentralBaseline(container.style))
    return raisingStrut(container, across, startsAtOver ? raise / 2 : -raise / 2);
  return raisingStrut(container, across, startsAtOver ? -pxFromLu(font.under) : -raise - pxFromLu(font.under));
}
