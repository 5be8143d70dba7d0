/** Text decoration lines (css-text-decor-4 §2). The exact thickness and places, which CSS leaves open, are Chromium's. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Color } from '../css/computed-values.ts';
import { LengthKind } from '../css/computed-values.ts';
import { type Canvas, PathOp } from './canvas.ts';
import { paintDashedLine } from './border.ts';
import { type PaintContext, usedColor } from './paint-context.ts';

/** A decoration that a box puts on its text, and that of its descendants. */
export interface Decoration {
  readonly box: Box;
  readonly style: ComputedStyle;
  readonly lines: readonly string[];
}

const NONE: readonly Decoration[] = [];

/** The decorations of the text of a box, the outermost first (css-text-decor-3 §2.1: they don't enter out-of-flow and atomic boxes). */
export function decorationsOf(box: Box, context: PaintContext): readonly Decoration[] {
  const cache = context.state.decorations;
  const known = cache.get(box) as readonly Decoration[] | undefined;
  if (known) return known;
  // Collected with a loop, so that deep documents don't deepen the stack.
  const found: Decoration[] = [];
  for (let b: Box | null = box; b !== null; b = stopsPropagation(b) ? null : b.parent) {
    const lines = b.style.box.textDecorationLine;
    if (lines.length > 0 && !b.has(BoxFlag.Anonymous)) found.push({ box: b, style: b.style, lines });
  }
  const decorations = found.length === 0 ? NONE : found.reverse();
  cache.set(box, decorations);
  return decorations;
}

function stopsPropagation(box: Box): boolean {
  return (
    (box.flags & (BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.AtomicInline)) !== 0 ||
    box.kind === BoxKind.Marker ||
    box.kind === BoxKind.RubyText
  );
}

/** Where text stands: its line's geometry in CSS px. The line runs along x; vertical text is turned by the caller. */
export interface TextLine {
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
  /** Rounded metrics of the text's own font. */
  readonly ascent: number;
  readonly descent: number;
}

/** A horizontal gap in a line, where ink crosses it. */
export type Gaps = readonly (readonly [number, number])[];

/** One line to draw. */
export interface DecorationLine {
  readonly top: number;
  /** Painted thickness. */
  readonly thickness: number;
  readonly kind: 'underline' | 'overline' | 'line-through';
  readonly style: ComputedStyle['box']['textDecorationStyle'];
  readonly color: Color;
  /** The second line of a double one is this far below. */
  readonly doubleOffset: number;
  readonly skipInk: ComputedStyle['text']['textDecorationSkipInk'];
}

/** Resolves the lines of a decoration; underlines and overlines lie below the text, line-through above it. */
export function decorationLines(
  decoration: Decoration,
  text: TextLine,
  context: PaintContext,
  vertical: boolean,
): DecorationLine[] {
  const { style } = decoration;
  const { box } = style;
  const thickness = resolveThickness(style, context);
  const painted = Math.max(1, Math.floor(thickness));
  const out: DecorationLine[] = [];
  for (const kind of decoration.lines) {
    if (kind !== 'underline' && kind !== 'overline' && kind !== 'line-through') continue;
    let top: number;
    if (kind === 'underline') top = text.baseline + underlineOffset(style, text, thickness, vertical);
    else if (kind === 'overline') top = text.baseline - text.ascent - Math.floor(thickness);
    else top = text.baseline + Math.round(-text.ascent + (2 * text.ascent) / 3 - thickness / 2);
    out.push({
      top,
      thickness: painted,
      kind,
      style: box.textDecorationStyle,
      color: usedColor(box.textDecorationColor, style),
      doubleOffset: kind === 'overline' ? -(painted + 1) : painted + 1,
      skipInk: style.text.textDecorationSkipInk,
    });
  }
  return out;
}

function resolveThickness(style: ComputedStyle, context: PaintContext): number {
  const { textDecorationThickness: length } = style.box;
  const { fontSize } = style.font;
  if (length.kind === LengthKind.Content) {
    const face = context.state.services.text.shape(' ', style, 0).face;
    return Math.max(1, (face.metrics.underlineThickness * fontSize) / face.metrics.unitsPerEm);
  }
  if (length.isLength) return Math.max(1, Math.round(length.resolvePx(fontSize)));
  return Math.max(1, fontSize / 10);
}

/** From the baseline down to the top of the underline. */
function underlineOffset(style: ComputedStyle, text: TextLine, thickness: number, vertical: boolean): number {
  const { textUnderlinePosition: position, textUnderlineOffset: length } = style.text;
  const offset = length.isLength ? length.resolvePx(style.font.fontSize) : 0;
  const under = position.includes('under') || (vertical && (position.includes('left') || position.includes('right')));
  if (under) return text.descent + Math.max(1, Math.floor(thickness / 2)) - 1 + Math.floor(offset);
  const gap = length.isLength ? 0 : Math.max(1, Math.ceil(thickness / 2));
  return gap + Math.round(offset);
}

/** Draws a line from the text's start to its end, without the gaps. */
export function paintDecorationLine(
  canvas: Canvas,
  line: DecorationLine,
  text: TextLine,
  gaps: Gaps,
  color: Color,
): void {
  const { thickness, style } = line;
  if (style === 'wavy') return paintWave(canvas, line, text, color);
  const tops = style === 'double' ? [line.top, line.top + line.doubleOffset] : [line.top];
  for (const top of tops) {
    let x = text.x;
    const end = text.x + text.width;
    for (const gap of [...gaps, [end, end] as const]) {
      const to = Math.min(gap[0], end);
      if (to > x) {
        const rect = { x, y: top, width: to - x, height: thickness };
        if (style === 'dotted' || style === 'dashed') paintDashedLine(canvas, rect, true, style, color);
        else canvas.fillRect(rect.x, rect.y, rect.width, rect.height, color);
      }
      x = Math.max(x, gap[1]);
    }
  }
}

const MAX_WAVES = 5000;

/** A wave about the middle of the line, clipped at the text's ends. */
function paintWave(canvas: Canvas, line: DecorationLine, text: TextLine, color: Color): void {
  const thickness = Math.max(1, line.thickness);
  const half = 2.5 * thickness;
  const height = 3.5 * thickness;
  const shift = line.kind === 'underline' ? thickness * 2 : line.kind === 'overline' ? -thickness * 2 : 0;
  const y = line.top + thickness / 2 + shift;
  const path: number[] = [PathOp.Move, text.x - 2 * half, y];
  const end = text.x + text.width + 2 * half;
  for (let x = text.x - 2 * half, n = 0; x < end && n < MAX_WAVES; x += 2 * half, n++) {
    path.push(PathOp.Curve, x + half, y + height, x + half, y - height, x + 2 * half, y);
  }
  canvas.save();
  canvas.clipRect(text.x, y - height, text.width, 2 * height);
  canvas.strokePath(
    path,
    { width: thickness, dash: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 4 },
    color,
  );
  canvas.restore();
}
