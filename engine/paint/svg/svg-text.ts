/**
 * SVG text (svg2 §11): fill, stroke and decorations of its pieces. Its characters are written as text, regardless of
 * how it is painted.
 */
import { addTo } from '../../grouped.ts';
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { Color } from '../../css/color.ts';
import { PaintServerReference, type SvgPaint } from '../../css/computed-values.ts';
import type { Element } from '../../document/node.ts';
import { paintBlurredShapes, shadowBlur } from '../blurred-shadow.ts';
import { boundsOfPoints } from '../flatten-path.ts';
import { paintFreeLink } from '../navigation.ts';
import { usedColor } from '../paint-context.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { noteClippedText } from './svg-clipped-text.ts';
import { boundsOf, transformInPlace, type Viewport, withAlpha } from './svg-geometry.ts';
import { fillOutline, resolvePaint, strokeOutline, paintSteps, strokeStyleOf, strokeWidth } from './svg-paint.ts';
import type { SvgPainter } from './svg-painter.ts';
import { fontLines } from './text/text-baseline.ts';
import { eachUpright, pieceCell, pieceOutline, piecesOf, type TextPiece } from './text/text-pieces.ts';
import { placeText } from './text/text-placing.ts';
import { type Rect, uniteRects } from '../rects.ts';

/** Returns the pieces of a `text` element, in logical order. */
function layOut(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): TextPiece[] {
  const { context } = painter;
  const text = context.state.services.svgBoxes.text(painter.stylerOf(element, style), element);
  return text === null ? [] : piecesOf(context, placeText(painter, text, style, viewport));
}

export function paintSvgText(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): void {
  const pieces = layOut(painter, element, style, viewport);
  const hasServers = pieces.some(({ box }) => isServer(box.style.svgPaint.fill) || isServer(box.style.svgPaint.stroke));
  const text: PaintedText = { painter, viewport, bounds: hasServers ? boundsOfPieces(painter, pieces) : null };
  for (let from = 0; from < pieces.length;) {
    const faded = fadedBox(pieces[from]!.box);
    let to = from + 1;
    while (to < pieces.length && fadedBox(pieces[to]!.box) === faded) to++;
    const { canvas } = painter.context;
    if (faded) canvas.beginGroup(opacityOf(faded), 'normal', true);
    for (const piece of pieces.slice(from, to)) {
      paintPiece(text, piece);
      if (piece.box.style.text.visibility === 'visible') noteClippedText(painter, element, piece);
    }
    if (faded) canvas.endGroup();
    from = to;
  }
  paintLinks(painter, pieces);
}

/** Emits the links of `a` elements inside a text. Each link covers all of its contents. */
function paintLinks(painter: SvgPainter, pieces: readonly TextPiece[]): void {
  const links = new Map<Element, TextPiece[]>();
  for (const piece of pieces) {
    painter.context.budget.tick();
    for (let b: Box | null = piece.box; b && b.kind === BoxKind.Inline; b = b.parent) {
      if (b.element?.tag !== 'a') continue;
      addTo(links, b.element, piece);
    }
  }
  for (const [link, inside] of links) paintFreeLink(painter.context, link, boundsOfPieces(painter, inside));
}

const isServer = (paint: SvgPaint): boolean => paint instanceof PaintServerReference;

/** Returns the box around all cells of a `text` element. null: it is empty. */
export function svgTextBounds(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): Rect | null {
  return boundsOfPieces(painter, layOut(painter, element, style, viewport));
}

function boundsOfPieces(painter: SvgPainter, pieces: readonly TextPiece[]): Rect | null {
  let union: Rect | null = null;
  for (const piece of pieces) {
    painter.context.budget.tick();
    const cell = pieceCell(painter.context, piece);
    const path = pathOf(sharpRect(cell.x, cell.y, cell.width, cell.height));
    transformInPlace(path, piece.frame);
    union = uniteRects(union, boundsOf(path));
  }
  return union;
}

/** Returns the outlines of all visible glyphs. Returns null if no glyph is visible. */
export function svgTextOutline(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): number[] | null {
  const out: number[] = [];
  for (const piece of layOut(painter, element, style, viewport)) {
    if (piece.box.style.text.visibility !== 'visible') continue;
    for (const n of pieceOutline(piece)) out.push(n);
  }
  return out.length > 0 ? out : null;
}

/** Returns the outermost inline ancestor that isn't opaque, or null. */
function fadedBox(box: Box): Box | null {
  let faded: Box | null = null;
  for (let b: Box | null = box; b && b.kind === BoxKind.Inline; b = b.parent) if (b.style.rare.opacity < 1) faded = b;
  return faded;
}

const opacityOf = (box: Box): number => Math.max(0, box.style.rare.opacity);

interface PaintedText {
  readonly painter: SvgPainter;
  readonly viewport: Viewport;
  /** The bounding box for gradients and patterns of the whole text. null: it has none. */
  readonly bounds: Rect | null;
}

function paintPiece(text: PaintedText, piece: TextPiece): void {
  text.painter.context.budget.tick();
  if (piece.box.style.text.visibility !== 'visible') return;
  paintShadows(text, piece);
  paintDecorations(text, piece, 'below');
  paintGlyphs(text, piece);
  paintDecorations(text, piece, 'above');
}

/** Paints the shadows of a piece and its decoration lines, the first one on top (css-text-decor-3 §4). */
function paintShadows(text: PaintedText, piece: TextPiece): void {
  const { style } = piece.box;
  const { textShadow } = style.text;
  if (textShadow.length === 0) return;
  const { context, matrix } = text.painter;
  const { canvas } = context;
  const shapes = [pieceOutline(piece)];
  for (const layer of LAYERS) eachDecoration(text, piece, layer, (path) => shapes.push(path));
  // Blurs are sampled per px of the page, regardless of user space.
  const [a, b, c, d] = matrix;
  const scale = Math.sqrt(Math.abs(a * d - b * c)) || 1;
  for (const shape of shapes) transformInPlace(shape, [scale, 0, 0, scale, 0, 0]);
  const bounds = boundsOfPoints(shapes);
  canvas.beginArtifact('layout');
  for (const { x, y, blur, color } of [...textShadow].reverse()) {
    const paint = usedColor(color, style);
    if (paint.a <= 0) continue;
    canvas.save();
    canvas.transform([1 / scale, 0, 0, 1 / scale, x, y]);
    const sharp = (): void => shapes.forEach((shape) => canvas.fillPath(shape, false, paint));
    if (blur <= 0) sharp();
    else if (context.scope.rasterized === 0)
      paintBlurredShapes(canvas, shapes, blur * scale, paint, context.state.shadows);
    else if (bounds !== null) canvas.shadow(canvas.record(sharp), shadowBlur(blur * scale, bounds));
    canvas.restore();
  }
  canvas.endTag();
}

const LAYERS = ['below', 'above'] as const;

function paintGlyphs(text: PaintedText, piece: TextPiece): void {
  const { painter, viewport, bounds } = text;
  const { style } = piece.box;
  const { fill, fillOpacity, stroke, strokeOpacity } = style.svgPaint;
  const fillPaint = resolvePaint(painter, fill, style, viewport);
  const strokePaint = resolvePaint(painter, stroke, style, viewport);
  const width = strokePaint ? strokeWidth(style, viewport) : 0;
  const isPlain = width <= 0 || (strokePaint?.paint instanceof Color && isPlainStroke(style, strokePaint.paint));
  const plainFill =
    fillPaint === null
      ? Color.TRANSPARENT
      : fillPaint.paint instanceof Color
        ? withAlpha(fillPaint.paint, fillOpacity)
        : null;
  if (plainFill && isPlain) {
    const color = strokePaint?.paint instanceof Color ? withAlpha(strokePaint.paint, strokeOpacity) : null;
    drawGlyphs(painter, piece, plainFill, color && width > 0 ? { width, color } : null);
    return;
  }
  const outline = pieceOutline(piece);
  for (const step of paintSteps(style)) {
    if (step === 'fill' && plainFill === null) fillOutline(painter, outline, style, viewport, bounds);
    else if (step === 'fill' && plainFill) drawGlyphs(painter, piece, plainFill, null);
    else if (step === 'stroke' && piece.box.element)
      strokeOutline(
        painter,
        outline,
        strokeStyleOf(style, viewport, piece.box.element, outline),
        style,
        viewport,
        bounds,
      );
  }
  if (plainFill === null) drawGlyphs(painter, piece, Color.TRANSPARENT, null);
}

/**
 * Returns whether a stroke can be drawn together with its fill. If both are drawn at once, the fill doesn't show
 * through a transparent stroke.
 */
function isPlainStroke(style: ComputedStyle, color: Color): boolean {
  const steps = paintSteps(style);
  const { strokeDasharray, strokeLinejoin } = style.svgPaint;
  const isAbove = steps.indexOf('stroke') > steps.indexOf('fill');
  const isOpaque = color.a * style.svgPaint.strokeOpacity >= 1 || style.svgPaint.fill === null;
  return (
    isOpaque &&
    isAbove &&
    strokeDasharray.length === 0 &&
    strokeLinejoin === 'miter' &&
    style.svgShape.vectorEffect === 'none'
  );
}

function drawGlyphs(
  painter: SvgPainter,
  piece: TextPiece,
  fill: Color,
  stroke: { readonly width: number; readonly color: Color } | null,
): void {
  const { canvas } = painter.context;
  const [a, b, c, d, e, f] = piece.frame;
  const isTurned = a !== 1 || b !== 0 || c !== 0 || d !== 1;
  if (!isTurned && !piece.isUpright) {
    for (const placement of piece.placements)
      canvas.drawGlyphs({ ...placement, x: placement.x + e, y: piece.baseline + f }, fill, stroke);
    return;
  }
  painter.scoped(() => {
    canvas.transform(piece.frame);
    if (!piece.isUpright) {
      for (const placement of piece.placements) canvas.drawGlyphs({ ...placement, y: piece.baseline }, fill, stroke);
      return;
    }
    eachUpright(piece, (placement, matrix) => {
      canvas.save();
      canvas.transform(matrix);
      canvas.drawGlyphs(placement, fill, stroke);
      canvas.restore();
    });
  });
}

/** Paints decoration lines with the paint of the element that specifies them (svg2 §11.10.2). */
function paintDecorations(text: PaintedText, piece: TextPiece, layer: 'below' | 'above'): void {
  const { painter, viewport, bounds } = text;
  eachDecoration(text, piece, layer, (path, element, style) => {
    const stroke = strokeStyleOf(style, viewport, element, path);
    for (const step of paintSteps(style)) {
      if (step === 'fill') fillOutline(painter, path, style, viewport, bounds);
      else if (step === 'stroke') strokeOutline(painter, path, stroke, style, viewport, bounds);
    }
  });
}

/** Passes the outline of each decoration line of a piece, in user space, with the element that specifies it. */
function eachDecoration(
  { painter }: PaintedText,
  piece: TextPiece,
  layer: 'below' | 'above',
  see: (path: number[], element: Element, style: ComputedStyle) => void,
): void {
  for (let box: Box | null = piece.box; box; box = box.kind === BoxKind.Inline ? box.parent : null) {
    const { style } = box;
    const measures = lineMeasures(painter, style);
    for (const line of style.box.textDecorationLine) {
      if ((line === 'line-through') !== (layer === 'above')) continue;
      const top = lineTop(painter, line, style, measures);
      if (top === null || !box.element) continue;
      const path = pathOf(sharpRect(0, piece.baseline + top, piece.width, measures.thickness));
      transformInPlace(path, piece.frame);
      see(path, box.element, style);
    }
  }
}

/** Decoration metrics, rounded to whole px of the host like in CSS, and converted back to user units. */
interface LineMeasures {
  readonly scale: number;
  readonly thickness: number;
}

function lineMeasures({ context, matrix: [a, b, c, d] }: SvgPainter, style: ComputedStyle): LineMeasures {
  const { textDecorationThickness: given } = style.box;
  const { fontSize } = style.font;
  const scale = Math.sqrt(Math.abs(a * d - b * c)) || 1;
  const automatic = given.kind === LengthKind.Content ? fontLines(context, style).underlineThickness : fontSize / 10;
  const px = given.isLength ? Math.round(given.resolvePx(fontSize) * scale) : Math.floor(automatic * scale);
  return { scale, thickness: Math.max(1, px) / scale };
}

/** Returns the distance from the baseline to the top of a line. null: the line isn't drawn. */
function lineTop(
  { context }: SvgPainter,
  line: string,
  style: ComputedStyle,
  { scale, thickness }: LineMeasures,
): number | null {
  const { ascent } = fontLines(context, style);
  const offset = style.text.textUnderlineOffset;
  if (line === 'underline')
    return offset.isLength
      ? Math.round(offset.resolvePx(style.font.fontSize) * scale) / scale
      : Math.max(1, Math.ceil((thickness * scale) / 2)) / scale;
  if (line === 'overline') return -ascent - thickness;
  return line === 'line-through' ? Math.round((-ascent / 3 - thickness / 2) * scale) / scale : null;
}
