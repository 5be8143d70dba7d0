/**
 * `initial-letter` (css-inline-3 §7): a first letter that spans lines. It becomes a float at the line's start whose baseline lies on that of
 * the line it sinks to; a raised letter also pushes the lines down.
 *
 * DEVIATION: lines keep to the letter's box, not to its contour (`initial-letter-wrap`), and scripts align by capital height only.
 */
import type { Box } from '../../boxes/box.ts';
import { letterFloat, letterStyle, raisingStrut } from '../../boxes/initial-letter.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length } from '../../css/length.ts';
import { type InlineContent, InlineItem, InlineItemKind } from '../../text/inline-content.ts';
import { pxFromLu } from '../../units.ts';
import { writingModeOf } from '../box-edges.ts';
import type { LayoutContext } from '../contract.ts';
import { FontBox, usedLineHeight, usesCentralBaseline } from './font-box.ts';

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

/** The float, and the strut that pushes the lines down under a raised letter. */
function letterBoxes(
  context: LayoutContext,
  container: Box,
  letter: Box,
  style: ComputedStyle,
  text: string,
): { float: Box; strut: Box | null } {
  const { size, sink } = style.box.initialLetter as { size: number; sink: number };
  const root = container.style;
  const rootMetrics = context.text.metrics(root);
  const lineHeight = usedLineHeight(root, rootMetrics);
  const rootFont = new FontBox(rootMetrics, lineHeight, usesCentralBaseline(root), null);
  const line = pxFromLu(lineHeight);
  // The letter's capital height reaches from its baseline to the capital height of the line `size` lines up.
  const capHeight = (size - 1) * line + rootMetrics.capHeight;
  const own = context.text.metrics(style);
  const fontSize = own.capHeight > 0 ? (capHeight * style.font.fontSize) / own.capHeight : size * style.font.fontSize;
  const font = { ...style.font, fontSize, lineHeight: Length.ZERO };
  const metrics = context.text.metrics(letterStyle(style, font, style.box));
  font.lineHeight = Length.px(metrics.ascent + metrics.descent);
  // NOTE In vertical text Chromium sets the letter's alphabetic baseline on the lines' central one.
  const letterBaseline = (size - 1) * line + pxFromLu(rootFont.over);
  const descent = inkDescent(context, style, font, text);
  const float = letterFloat(
    container,
    letter,
    style,
    text,
    font,
    letterBaseline - metrics.ascent,
    metrics.ascent + descent,
  );
  if (sink >= size) return { float, strut: null };
  const raise = (size - sink) * line;
  return { float, strut: strutOf(container, rootFont, raise) };
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

/** How far the letters' ink reaches below the baseline, px. */
function inkDescent(context: LayoutContext, style: ComputedStyle, font: ComputedStyle['font'], text: string): number {
  const run = context.text.shape(text, letterStyle(style, font, style.box), 0);
  let lowest = 0;
  for (const glyph of run.glyphIds) {
    const numbers = run.face.outline(glyph).match(/-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g);
    if (numbers === null) continue;
    // Every path command has pairs of coordinates, y second.
    for (let i = 1; i < numbers.length; i += 2) lowest = Math.min(lowest, Number(numbers[i]));
  }
  return (-lowest * run.fontSize) / run.face.metrics.unitsPerEm;
}
