/**
 * Text decoration lines (css-text-decor-4 §2). CSS leaves their exact thickness and position open: both are Chromium's.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Color } from '../css/color.ts';
import { LengthKind } from '../css/length.ts';
import { usesCentralBaseline } from '../layout/inline/font-box.ts';
import { LU_PER_PX } from '../units.ts';
import { type DisplayListBuilder, PathOp } from './display-list.ts';
import { paintDashedLine } from './border.ts';
import { textColor } from './economy.ts';
import type { PaintContext } from './paint-context.ts';
import { addToPath, sharpRect } from './rounded-rect.ts';
import { dashedStroke, hasRoundDots, solidStroke } from './stroke.ts';
import { primaryLanguage } from '../text/break-style.ts';
import type { Rect } from './rects.ts';

/** A decoration that a box applies to its text and that of its descendants. */
export interface Decoration {
  readonly box: Box;
  readonly style: ComputedStyle;
  /** The style whose font gives unspecified metrics: the box's, or that of a block inside it that contains the text. */
  readonly font: ComputedStyle;
  readonly lines: readonly string[];
  /** Whether it follows the text's own line instead of the box's. */
  readonly followsText: boolean;
}

const NONE: readonly Decoration[] = [];

/** The smallest thickness of a line, in px: one layout unit. */
const THINNEST = 1 / LU_PER_PX;

/**
 * Returns the decorations of a box's text, outermost first. They don't propagate to out-of-flow and atomic boxes
 * (css-text-decor-3 §2.1).
 */
export function decorationsOf(box: Box, context: PaintContext): readonly Decoration[] {
  const cache = context.state.decorations;
  const known = cache.get(box) as readonly Decoration[] | undefined;
  if (known) return known;
  // A loop instead of recursion, so that deep documents can't overflow the stack.
  const found: Decoration[] = [];
  let container: Box | null = null;
  let followsText = false;
  for (let b: Box | null = box; b !== null; b = stopsPropagation(b) ? null : b.parent) {
    const lines = b.style.box.textDecorationLine;
    if (container === null && b.kind !== BoxKind.Inline && !b.has(BoxFlag.AtomicInline)) container = b;
    if (lines.length > 0) found.push({ box: b, style: b.style, font: (container ?? b).style, lines, followsText });
    followsText ||= isAlternative(b);
  }
  const decorations = found.length === 0 ? NONE : found.reverse();
  cache.set(box, decorations);
  return decorations;
}

/** Returns the decorations of the current `::first-line`, which surrounds inline boxes without being their ancestor. */
export function firstLineDecorations({ scope: { firstLine } }: PaintContext): readonly Decoration[] {
  const lines = firstLine?.style.box.textDecorationLine ?? [];
  return firstLine === null || lines.length === 0
    ? NONE
    : [{ box: firstLine, style: firstLine.style, font: firstLine.style, lines, followsText: false }];
}

function stopsPropagation(box: Box): boolean {
  return (
    (box.flags & (BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.Footnote)) !== 0 ||
    (box.has(BoxFlag.AtomicInline) && !isPieceOfText(box)) ||
    box.kind === BoxKind.Marker ||
    box.kind === BoxKind.RubyText
  );
}

const isAlternative = (box: Box): boolean => box.data?.type === 'alternative';

/**
 * Returns whether a box is only a wrapper that keeps text in one piece. Leaders, and the alternative text of inline
 * images, belong to the text around them.
 */
const isPieceOfText = (box: Box): boolean =>
  box.kind === BoxKind.Block && (box.has(BoxFlag.Anonymous) || isAlternative(box));

/** The line geometry of a text, in CSS px. The line runs along x. The caller rotates vertical text. */
export interface TextLine {
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
  /** Rounded metrics of the text's own font. */
  readonly ascent: number;
  readonly descent: number;
}

/** Horizontal gaps in a line, where ink crosses it. */
export type Gaps = readonly (readonly [number, number])[];

/** A line to draw. */
export interface DecorationLine {
  readonly top: number;
  /** Painted thickness. */
  readonly thickness: number;
  readonly kind: 'underline' | 'overline' | 'line-through';
  readonly style: ComputedStyle['box']['textDecorationStyle'];
  readonly color: Color;
  /** Distance from the first line of a double line down to the second one. */
  readonly doubleOffset: number;
}

/**
 * Returns the lines of a decoration. Underlines follow the baseline of the decorating box, so they are straight under
 * text of other sizes and positions. Other lines follow the text that they decorate. Underlines and overlines are
 * painted below the text, line-through above it.
 */
export function decorationLines(
  decoration: Decoration,
  own: TextLine,
  context: PaintContext,
  vertical: boolean,
): DecorationLine[] {
  const { style, font } = decoration;
  const { box } = style;
  const text = vertical || decoration.followsText ? own : decoratingLine(decoration, own, context);
  const thickness = resolveThickness(decoration, context);
  // Only an automatic thickness is rounded to whole px.
  const isAuto =
    !style.box.textDecorationThickness.isLength && style.box.textDecorationThickness.kind !== LengthKind.Content;
  const painted = isAuto ? Math.max(1, Math.floor(thickness)) : thickness;
  const out: DecorationLine[] = [];
  // As in browsers, text of another size or position has its line-through at the same distance from its top as the
  // box's own text.
  const ascent = vertical ? own.ascent : context.metrics(font).ascent;
  for (const kind of decoration.lines) {
    if (kind !== 'underline' && kind !== 'overline' && kind !== 'line-through') continue;
    let top: number;
    // If underlines are on the right, overlines are on the left.
    const isOver = kind === 'line-through' ? false : (kind === 'overline') !== hasUnderlinesOver(style);
    if (isOver) top = own.baseline - own.ascent - painted - (kind === 'underline' ? offsetOf(style) : 0);
    else if (kind === 'underline') top = text.baseline + underlineOffset(context, decoration, text, thickness);
    else if (kind === 'overline') top = text.baseline + underTop(text);
    else top = own.baseline + Math.round(-own.ascent + (2 * ascent) / 3 - thickness / 2);
    out.push({
      top,
      thickness: painted,
      kind,
      style: box.textDecorationStyle,
      color: textColor(context, box.textDecorationColor, style),
      doubleOffset: kind === 'overline' ? -(painted + 1) : painted + 1,
    });
  }
  return out;
}

/**
 * Returns the line that a decoration follows: its inline box's line, or the whole line box for a block's decoration.
 */
function decoratingLine(decoration: Decoration, own: TextLine, context: PaintContext): TextLine {
  if (decoration.box.kind !== BoxKind.Inline)
    return context.scope.baseline === null ? own : { ...own, baseline: context.scope.baseline };
  const baseline = context.page.baselines.get(decoration.box);
  if (baseline === undefined) return own;
  const metrics = context.metrics(decoration.style);
  return { ...own, baseline, ascent: metrics.ascent, descent: metrics.descent };
}

function resolveThickness({ style, font: { font } }: Decoration, context: PaintContext): number {
  const { textDecorationThickness: length } = style.box;
  const { fontSize } = font;
  if (length.kind === LengthKind.Content) {
    const face = context.state.services.text.primaryFace(font);
    return Math.max(THINNEST, (face.metrics.underlineThickness * fontSize) / face.metrics.unitsPerEm);
  }
  if (length.isLength) return Math.max(THINNEST, length.resolvePx(style.font.fontSize));
  return Math.max(1, fontSize / 10);
}

/**
 * Returns whether underlines are over the line, which is on its right in vertical text. This depends on their position,
 * or on the language for Japanese and Korean (css-text-decor-4 §2.7).
 */
function hasUnderlinesOver(style: ComputedStyle): boolean {
  const { textUnderlinePosition: position } = style.text;
  if (!usesCentralBaseline(style) || position.includes('left')) return false;
  return (
    position.includes('right') ||
    (!position.includes('under') && ['ja', 'ko'].includes(primaryLanguage(style.font.language)))
  );
}

/** Returns `text-underline-offset` in px. */
const offsetOf = ({ text, font }: ComputedStyle): number =>
  text.textUnderlineOffset.isLength ? text.textUnderlineOffset.resolvePx(font.fontSize) : 0;

/** Returns the distance from the baseline down to the top of a line under the text. */
const underTop = (text: TextLine): number => text.descent + 1;

/** Returns the distance from the baseline down to the top of the underline. */
function underlineOffset(
  context: PaintContext,
  { style, font: { font } }: Decoration,
  text: TextLine,
  thickness: number,
): number {
  const { textUnderlinePosition: position, textUnderlineOffset: length } = style.text;
  const offset = offsetOf(style);
  const isCentral = usesCentralBaseline(style);
  if (position.includes('from-font') && length.kind !== LengthKind.Content && !isCentral) {
    const face = context.state.services.text.primaryFace(font);
    const depth = (-face.metrics.underlinePosition * font.fontSize) / face.metrics.unitsPerEm;
    if (depth > 0) return depth + offset;
  }
  // With a central baseline, a line at the alphabetic baseline would cross upright characters.
  if (isCentral || position.includes('under')) return underTop(text) + offset;
  const gap = length.isLength ? 0 : Math.max(1, Math.ceil(thickness / 2));
  return gap + offset;
}

/** Draws a line from the text's start to its end, without the gaps. */
export function paintDecorationLine(
  canvas: DisplayListBuilder,
  line: DecorationLine,
  text: TextLine,
  gaps: Gaps,
  color: Color,
): void {
  const { thickness, style } = line;
  const tops = style === 'double' ? [line.top, line.top + line.doubleOffset] : [line.top];
  const pieces = piecesBetween(text, gaps);
  if (style === 'solid' || style === 'double') {
    for (const top of tops) for (const [from, to] of pieces) canvas.fillRect(from, top, to - from, thickness, color);
    return;
  }
  // Dashes and waves continue through the gaps, so the gaps are clipped.
  if (gaps.length > 0) {
    const reach = 10 * thickness + 10;
    const clip: number[] = [];
    for (const [from, to] of pieces)
      addToPath(clip, sharpRect(from, line.top - reach, to - from, thickness + 2 * reach));
    canvas.save();
    canvas.clipPath(clip, false);
  }
  if (style === 'wavy') paintWave(canvas, line, text, color);
  else paintDashes(canvas, line, text, style, color);
  if (gaps.length > 0) canvas.restore();
}

/** Returns a line as solid rectangles for any line style, as input for its blurred shadow. */
export function decorationRects(line: DecorationLine, text: TextLine): Rect[] {
  const tops = line.style === 'double' ? [line.top, line.top + line.doubleOffset] : [line.top];
  return tops.map((y) => ({ x: text.x, y, width: text.width, height: line.thickness }));
}

function piecesBetween(text: TextLine, gaps: Gaps): [number, number][] {
  const pieces: [number, number][] = [];
  let x = text.x;
  const end = text.x + text.width;
  for (const gap of gaps) {
    const to = Math.min(gap[0], end);
    if (to > x) pieces.push([x, to]);
    x = Math.max(x, gap[1]);
  }
  if (end > x) pieces.push([x, end]);
  return pieces;
}

function paintDashes(
  canvas: DisplayListBuilder,
  line: DecorationLine,
  text: TextLine,
  style: 'dotted' | 'dashed',
  color: Color,
): void {
  const { thickness } = line;
  // Chromium draws these lines between whole px. Dots of 1 px between two device pixels would look like a solid line.
  const from = Math.trunc(text.x);
  const to = Math.trunc(text.x + text.width);
  const rect = { x: from, y: line.top, width: to - from, height: thickness };
  if (style === 'dashed' || hasRoundDots(style, thickness)) return paintDashedLine(canvas, rect, true, style, color);
  // Unlike dots of borders, thin dots aren't aligned to the end of the line.
  const y = line.top + thickness / 2;
  const path = [PathOp.Move, from, y, PathOp.Line, to, y];
  canvas.strokePath(path, dashedStroke(style, thickness, to - from, false), color);
}

const MAX_WAVES = 5000;

/** Draws a wave that starts downwards at the text's start, and ends with the text. */
function paintWave(canvas: DisplayListBuilder, line: DecorationLine, text: TextLine, color: Color): void {
  const { thickness } = line;
  const wavelength = 1 + 2 * Math.round(2 * thickness + 0.5);
  const height = 0.5 + Math.round(3 * thickness + 0.5);
  // The wave keeps clear of the text, at the distance of a double line's second line.
  const shift = line.kind === 'line-through' ? 0 : line.kind === 'overline' ? -(thickness + 1) : thickness + 1;
  const y = line.top + shift + 0.5;
  const path: number[] = [PathOp.Move, text.x - wavelength, y];
  const end = text.x + text.width;
  for (let x = text.x - wavelength, n = 0; x < end && n < MAX_WAVES; x += wavelength, n++) {
    path.push(PathOp.Curve, x + wavelength / 2, y + height, x + wavelength / 2, y - height, x + wavelength, y);
  }
  canvas.save();
  canvas.clipRect(text.x, y - height, text.width, 2 * height);
  canvas.strokePath(path, solidStroke(thickness), color);
  canvas.restore();
}
