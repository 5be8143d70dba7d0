/** Text fragments: shadows, decorations and glyphs, in the order of css-text-decor-3 §4. */
import type { Color } from '../css/color.ts';
import { paintBlurredGlyphs, paintBlurredShapes, shadowBlur } from './blurred-shadow.ts';
import type { TextFragment } from '../layout/contract/fragment.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { DisplayList, DisplayListBuilder, GlyphPlacement, Path } from './display-list.ts';
import { paintEmphasis } from './emphasis.ts';
import { boundsOfPoints } from './flatten-path.ts';
import { addGlyph, emboldened, glyphPath } from './glyph-paths.ts';
import { multiply } from './matrix.ts';
import { textColor } from './economy.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { pathOf } from './rounded-rect.ts';
import { inkGaps } from './skip-ink.ts';
import { solidStroke } from './stroke.ts';
import {
  type Decoration,
  decorationLines,
  type DecorationLine,
  decorationRects,
  decorationsOf,
  firstLineDecorations,
  paintDecorationLine,
  type TextLine,
} from './text-decoration.ts';
import { centreOf, eachUpright, isUpright, paintUpright } from './upright-glyphs.ts';

/**
 * Paints a text fragment with its top left corner at (x, y), in px. `y` is the rounded position of the parent box plus
 * the unrounded offset in it. `x` isn't rounded.
 */
export function paintText(
  context: PaintContext,
  fragment: TextFragment,
  x: number,
  y: number,
  hasShadows = true,
): void {
  const { canvas } = context;
  const { run, style, writingMode } = fragment;
  if (style.text.visibility !== 'visible' || run.glyphIds.length === 0) return;
  if (!writingMode.vertical) {
    paintLine(context, fragment, x, y + fragment.baseline / 64, fragment.width / 64, hasShadows);
    return;
  }
  canvas.save();
  // Rotates the line to run along x: clockwise with the baseline measured from the right, or counterclockwise from the
  // left.
  if (writingMode.sidewaysLr) canvas.transform([0, -1, 1, 0, x + fragment.baseline / 64, y + fragment.height / 64]);
  else canvas.transform([0, 1, -1, 0, x + (fragment.width - fragment.baseline) / 64, y]);
  paintLine(context, fragment, 0, 0, fragment.height / 64, hasShadows);
  canvas.restore();
}

function paintLine(
  context: PaintContext,
  fragment: TextFragment,
  x: number,
  baseline: number,
  width: number,
  hasShadows: boolean,
): void {
  const { style } = fragment;
  const vertical = fragment.writingMode.vertical;
  const metrics = context.metrics(style);
  const line: TextLine = { x, width, baseline, ascent: metrics.ascent, descent: metrics.descent };
  const placement = placementOf(fragment, x, baseline, context.scope.lineEnd);
  const decorations = [...firstLineDecorations(context), ...decorationsOf(fragment.box, context)];
  const lines =
    decorations.length === 0
      ? NO_LINES
      : decorations.flatMap((decoration: Decoration) => decorationLines(decoration, line, context, vertical));
  const shadows = style.text.textShadow;
  const drawn = new Map<string, DisplayList>();
  for (let i = hasShadows ? shadows.length - 1 : -1; i >= 0; i--) {
    const shadow = shadows[i]!;
    const color = usedColor(shadow.color, style);
    if (color.a <= 0) continue;
    const { x: dx, y: dy, blur } = shadow;
    // PERF: shadows that differ only in their offsets share a drawing.
    const key = `${blur} ${color.r} ${color.g} ${color.b} ${color.a}`;
    let list = drawn.get(key);
    if (list === undefined) {
      const silhouette = { ...placement, text: '', paragraph: '' };
      list = context.canvas.record(() => paintShadow(context, silhouette, line, lines, blur, color, fragment));
      drawn.set(key, list);
    }
    const { canvas } = context;
    canvas.beginArtifact('layout');
    canvas.save();
    // The offset is physical, but vertical text is rotated.
    canvas.transform(vertical ? [1, 0, 0, 1, dy, -dx] : [1, 0, 0, 1, dx, dy]);
    canvas.append(list);
    canvas.restore();
    canvas.endTag();
  }
  paintLines(context, lines, line, fragment, 'below', null);
  const fillColor = textColor(context, style.text.webkitTextFillColor, style);
  const strokeWidth = style.text.webkitTextStrokeWidth;
  const stroke =
    strokeWidth > 0 ? { width: strokeWidth, color: textColor(context, style.text.webkitTextStrokeColor, style) } : null;
  if (stroke !== null && style.svgPaint.paintOrder.indexOf('stroke') < style.svgPaint.paintOrder.indexOf('fill')) {
    // svg2 §13.8: the fill covers the inner half of its stroke.
    context.canvas.beginArtifact('layout');
    context.canvas.strokePath(glyphShapes(placement, fragment), solidStroke(stroke.width), stroke.color);
    context.canvas.endTag();
    paintGlyphs(context.canvas, placement, fillColor, null, fragment);
  } else paintGlyphs(context.canvas, placement, fillColor, stroke, fragment);
  if (style.text.textEmphasisStyle !== null) paintEmphasis(context, fragment, line);
  paintLines(context, lines, line, fragment, 'above', null);
}

const NO_LINES: readonly DecorationLine[] = [];

function paintLines(
  context: PaintContext,
  lines: readonly DecorationLine[],
  text: TextLine,
  fragment: TextFragment,
  layer: 'below' | 'above',
  color: Color | null,
): void {
  for (const line of lines) {
    if ((line.kind === 'line-through') !== (layer === 'above')) continue;
    const paint = color ?? line.color;
    // css-text-decor-4 §2.9: the decorated text decides whether a line skips ink.
    const skips = line.kind !== 'line-through' && fragment.style.text.textDecorationSkipInk !== 'none';
    const gaps = skips ? inkGaps(fragment, text, line) : [];
    context.canvas.beginArtifact('layout');
    paintDecorationLine(context.canvas, line, text, gaps, paint);
    context.canvas.endTag();
  }
}

/** Draws the shadow of a line at the position of its text. */
function paintShadow(
  context: PaintContext,
  placement: GlyphPlacement,
  line: TextLine,
  lines: readonly DecorationLine[],
  blur: number,
  color: Color,
  fragment: TextFragment,
): void {
  const { canvas } = context;
  const sharp = (): void => {
    paintLines(context, lines, line, fragment, 'below', color);
    paintGlyphs(canvas, placement, color, null, fragment);
    paintLines(context, lines, line, fragment, 'above', color);
  };
  if (blur <= 0) sharp();
  else {
    const rules = lines.flatMap((rule) => decorationRects(rule, line)).map((rect) => pathOf({ ...rect, radii: null }));
    const outlines = (): Path[] => {
      const shapes = glyphShapes(placement, fragment);
      return placement.run.syntheticBold ? emboldened(shapes, placement.run) : [shapes];
    };
    const { shadows } = context.state;
    if (context.scope.rasterized > 0) {
      const bounds = boundsOfPoints([...outlines(), ...rules]);
      if (bounds !== null) canvas.shadow(canvas.record(sharp), shadowBlur(blur, bounds));
    } else if (rules.length === 0 && !isUpright(placement.run, fragment))
      paintBlurredGlyphs(canvas, placement, outlines, blur, color, shadows);
    else paintBlurredShapes(canvas, [...outlines(), ...rules], blur, color, shadows);
  }
}

/** Returns the glyphs' outlines at the positions of `paintGlyphs`. */
function glyphShapes(placement: GlyphPlacement, fragment: TextFragment): number[] {
  if (!isUpright(placement.run, fragment)) return glyphPath(placement);
  const out: number[] = [];
  eachUpright(placement, centreOf(fragment), (g, matrix, dx, dy) =>
    addGlyph(out, placement, g, multiply([1, 0, 0, 1, dx, -dy], matrix)),
  );
  return out;
}

/** Returns whether a fragment is the invisible break opportunity of `wbr`, which the text layer omits. */
const isWordBreak = ({ run, box }: TextFragment): boolean =>
  run.end - run.start === 1 && run.text[run.start] === '\u200b' && box.element?.tag === 'wbr';

function paintGlyphs(
  canvas: DisplayListBuilder,
  placement: GlyphPlacement,
  color: Color,
  stroke: { width: number; color: Color } | null,
  fragment: TextFragment,
): void {
  if (isWordBreak(fragment)) return;
  if (isUpright(placement.run, fragment)) paintUpright(canvas, placement, color, stroke, centreOf(fragment));
  else canvas.drawGlyphs(placement, color, stroke);
}

const SOFT_HYPHEN = '\u00ad';

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a;

/**
 * Returns the glyphs of a run at the end of a line, without the soft hyphen at the break. A visible hyphen replaces it.
 */
function withoutSoftHyphen(run: ShapedRun, end: number): readonly [start: number, end: number] {
  const { clusters, advances, level } = run;
  const count = clusters.length;
  const isRtl = (level & 1) === 1;
  const glyph = isRtl ? 0 : count - 1;
  const isAlone = count > 1 && clusters[glyph] === end - 1 && advances[glyph] === 0;
  if (run.item < 0 || !isAlone || run.text[end - 1] !== SOFT_HYPHEN) return [0, count];
  return isRtl ? [1, count] : [0, count - 1];
}

/** Returns the position of a fragment's glyphs, and the text that they represent. */
function placementOf(fragment: TextFragment, x: number, y: number, lineEnd: number): GlyphPlacement {
  const { run } = fragment;
  const end = run.textEnd ?? run.end;
  // An empty replacement is a hyphen added at the end of the line.
  const replacementText = fragment.replacementText === '' ? SOFT_HYPHEN : fragment.replacementText;
  const paragraph = replacementText ?? (run.item < 0 ? '' : run.text);
  const [first, last] = end === lineEnd ? withoutSoftHyphen(run, end) : [0, run.glyphIds.length];
  return {
    run,
    start: first,
    end: last,
    x,
    y,
    justification: fragment.justification,
    justifyClusters: fragment.justifyClusters,
    text: replacementText ?? paragraph.slice(run.start, end),
    paragraph,
    endsInSpace: run.item >= 0 && end === lineEnd && isSpace(run.text.charCodeAt(end)),
  };
}
