/**
 * The decorations of boxes: shadows, background, border and outline. Also the additional ones of tables and
 * multi-column containers.
 */
import { BoxKind } from '../boxes/box.ts';
import type { Color } from '../css/color.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { LineStyle } from '../css/computed-values.ts';
import { type BoxFragment, FragmentFlag, type GapRule, type PhysicalRect } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { type BoxEdges, hasBackground, paintBackground } from './background.ts';
import { paintShapedBackgrounds } from './background-clip.ts';
import { columnSlice, scrolledArea } from './background-area.ts';
import { partOf } from './border-sides.ts';
import { paintBorder, paintDashedLine, paintUniformBorder } from './border.ts';
import { borderShapes, paintShaped } from './border-shape.ts';
import { carvedColor } from './border-colors.ts';
import { borderImageOf, paintBorderImage } from './border-image.ts';
import { paintInsetShadows, paintOuterShadows } from './box-shadow.ts';
import { hasOutline } from './layer-tree.ts';
import { aroundLegend, belowLegend } from './legend-gap.ts';
import { borderWidths, cutSides, borderBoxOf, edgesOf } from './fragment-boxes.ts';
import { hasMenuArrow, isDrawnWhole, nativeFrame, paintMenuArrow, paintNativeFrame } from './control-frame.ts';
import { clipAtBreaks } from './break-clip.ts';
import { paintMathRules } from './math-rules.ts';
import { paintOutlineRing, RING_REACH } from './outline-ring.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { inset, NOT_CUT, outsetForShadow, type RoundedRect, sharpRect } from './rounded-rect.ts';

function hasBorder(fragment: BoxFragment): boolean {
  const { border } = fragment;
  return border.top !== 0 || border.right !== 0 || border.bottom !== 0 || border.left !== 0;
}

/**
 * Returns whether the style has anything for `paintDecorations` to draw. A cache by style id would cost more than it
 * saves.
 */
function hasDecorations(fragment: BoxFragment, style: ComputedStyle): boolean {
  return (
    hasBackground(style) ||
    hasBorder(fragment) ||
    style.background.boxShadow.length > 0 ||
    style.border.borderImageSource !== null
  );
}

/** Paints shadows, background and border. Returns false if the box has none. */
export function paintDecorations(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): boolean {
  const { style, box } = fragment;
  if (style.text.visibility !== 'visible' || (fragment.flags & FragmentFlag.HiddenCell) !== 0) return false;
  // A table's decorations apply to its grid box, not to the wrapper around the captions.
  if (box.kind === BoxKind.TableWrapper || box.kind === BoxKind.TableColumn || box.kind === BoxKind.TableColumnGroup)
    return false;
  const hasArrow = hasMenuArrow(box, style);
  if (!hasArrow && !hasDecorations(fragment, style)) return false;
  const gap = fragment.extra?.legendGap;
  const own = edgesOf(fragment, x, y);
  const edges = gap === undefined ? own : belowLegend(own, gap);
  context.canvas.beginArtifact('layout');
  const isClipped = clipAtBreaks(context, fragment, x, y, 0);
  const native = nativeFrame(box, style);
  if (native !== null) paintNativeFrame(context, native, edges.border, style);
  else paintOwnDecorations(context, fragment, x, y, edges);
  if (hasArrow) paintMenuArrow(context, edges.padding, style);
  if (isClipped) context.canvas.restore();
  context.canvas.endTag();
  return true;
}

/** Paints the decorations of the box's own style. */
function paintOwnDecorations(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, edges: BoxEdges): void {
  const { style, box } = fragment;
  const shapes = style.rare.borderShape.length > 0 ? borderShapes(fragment, x, y) : null;
  if (shapes) {
    const background = (): void => paintBoxBackground(context, fragment, x, y, edges);
    return paintShaped(context, style, shapes, background);
  }
  const shadows = style.background.boxShadow.length > 0;
  const cut = shadows ? cutSides(fragment) : NOT_CUT;
  if (shadows) paintOuterShadows(context, edges, style, cut);
  if (isDrawnWhole(box, style)) return;
  if (context.scope.canvasBackgroundBox !== box) paintBoxBackground(context, fragment, x, y, edges);
  if (shadows) paintInsetShadows(context, edges, style, cut);
  if (fragment.extra?.collapsedBorders === undefined) paintBoxBorder(context, fragment, edges.border, style);
}

function paintBoxBackground(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, edges: BoxEdges): void {
  const { style } = fragment;
  const layers = style.background.backgroundLayers;
  const scrolled = layers.some((layer) => layer.attachment === 'local') ? scrolledArea(fragment, x, y, edges) : null;
  const slice = context.page.slices.around(fragment);
  const areas = fragment.extra?.backgroundAreas ?? null;
  if (areas === null) paintBackground(context, edges, style, { canvas: null, slice, scrolled });
  else
    for (const area of areas) paintBackground(context, edges, style, { canvas: placed(area, x, y), slice, scrolled });
  paintShapedBackgrounds(context, fragment, x, y, edges);
}

function paintBoxBorder(
  context: PaintContext,
  fragment: BoxFragment,
  outer: ReturnType<typeof borderBoxOf>,
  style: ComputedStyle,
): void {
  const gap = fragment.extra?.legendGap;
  const image = borderImageOf(style);
  if (image !== null && paintBorderImage(context, outer, borderWidths(fragment), image, style)) return;
  if (!hasBorder(fragment) || isCollapsedCell(fragment)) return;
  const { canvas } = context;
  if (!gap) return paintBorder(canvas, outer, borderWidths(fragment), style);
  canvas.save();
  canvas.clipPath(aroundLegend(outer, gap, borderWidths(fragment)), false);
  paintBorder(canvas, outer, borderWidths(fragment), style);
  canvas.restore();
}

/** In the collapsing model, the table paints the borders of its cells. */
function isCollapsedCell(fragment: BoxFragment): boolean {
  const { kind } = fragment.box;
  const inTable =
    kind === BoxKind.TableCell || kind === BoxKind.TableRow || kind === BoxKind.TableRowGroup || kind === BoxKind.Table;
  return inTable && fragment.style.text.borderCollapse === 'collapse';
}

/** Returns the edges of an outline. A negative offset can't make it smaller than two of its sides (css-ui-4 §3.4). */
function outlineEdges(border: RoundedRect, offset: number, width: number): { outer: RoundedRect; inner: RoundedRect } {
  const by = offset + width;
  const least = 2 * width;
  if (by >= 0 || (border.width + 2 * by >= least && border.height + 2 * by >= least))
    return { outer: outsetForShadow(border, by), inner: outsetForShadow(border, offset) };
  const across = Math.max(least, border.width + 2 * by);
  const down = Math.max(least, border.height + 2 * by);
  const x = border.x + (border.width - across) / 2;
  const outer = sharpRect(x, border.y + (border.height - down) / 2, across, down);
  return { outer, inner: inset(outer, width, width, width, width) };
}

export function paintOutline(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { style } = fragment;
  const { outlineStyle, outlineWidth, outlineOffset } = style.border;
  if (!hasOutline(style) || style.text.visibility !== 'visible') return;
  const color = usedColor(style.border.outlineColor, style);
  context.canvas.beginArtifact('layout');
  const isClipped = clipAtBreaks(
    context,
    fragment,
    x,
    y,
    Math.max(0, outlineOffset) + Math.max(outlineWidth, RING_REACH),
  );
  if (outlineStyle === 'auto') paintOutlineRing(context, fragment, x, y, color);
  else paintLineAround(context, fragment, x, y, outlineStyle, color);
  if (isClipped) context.canvas.restore();
  context.canvas.endTag();
}

function paintLineAround(
  { canvas }: PaintContext,
  fragment: BoxFragment,
  x: LU,
  y: LU,
  style: LineStyle,
  color: Color,
): void {
  const { outlineWidth: width, outlineOffset: offset } = fragment.style.border;
  const { outer, inner } = outlineEdges(borderBoxOf(fragment, x, y), offset, width);
  paintUniformBorder(canvas, outer, inner, width, style, color);
}

/** Paints column backgrounds, which are behind the rows, and gap decorations. */
export function paintTableExtras(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { extra } = fragment;
  if (!extra) return;
  for (const column of extra.columnBackgrounds ?? []) {
    const { style } = column.box;
    if (!hasBackground(style) || style.text.visibility !== 'visible') continue;
    const rect = placed(column, x, y);
    const edges = { border: rect, padding: rect, content: rect };
    const slice = columnSlice(context, fragment, column);
    context.canvas.beginArtifact('layout');
    for (const area of column.areas ?? [column])
      paintBackground(context, edges, style, { canvas: placed(area, x, y), slice, scrolled: null });
    context.canvas.endTag();
  }
  if (extra.gapRules) paintGapRules(context, fragment, extra.gapRules, x, y);
  if (extra.mathRules) paintMathRules(context, fragment, x, y);
}

/** Places a rectangle relative to the corner of a fragment at (x, y). */
const placed = (rect: PhysicalRect, x: LU, y: LU): RoundedRect =>
  sharpRect((x + rect.x) / 64, (y + rect.y) / 64, rect.width / 64, rect.height / 64);

function paintGapRules(context: PaintContext, { style }: BoxFragment, rules: readonly GapRule[], x: LU, y: LU): void {
  if (style.text.visibility !== 'visible') return;
  context.canvas.beginArtifact('layout');
  for (const rule of rules) {
    const { width } = rule;
    const length = rule.length / 64;
    const left = (x + rule.x) / 64;
    const top = (y + rule.y) / 64;
    const r = rule.horizontal
      ? { x: left, y: top - width / 2, width: length, height: width }
      : { x: left - width / 2, y: top, width, height: length };
    paintRule(context, r, rule.horizontal, rule.style, usedColor(rule.color, style));
  }
  context.canvas.endTag();
}

/** Paints a straight line with a border style. */
function paintRule(
  context: PaintContext,
  r: { x: number; y: number; width: number; height: number },
  horizontal: boolean,
  style: LineStyle,
  color: ReturnType<typeof usedColor>,
): void {
  const { canvas } = context;
  const width = horizontal ? r.height : r.width;
  if (style === 'dotted' || style === 'dashed') return paintDashedLine(canvas, r, horizontal, style, color);
  const part = (from: number, to: number, paint: typeof color): void => {
    const [a, b] = [partOf(width, from), partOf(width, to)];
    if (horizontal) canvas.fillRect(r.x, r.y + a, r.width, b - a, paint);
    else canvas.fillRect(r.x + a, r.y, b - a, r.height, paint);
  };
  if (style === 'double' && width >= 3) {
    // A line of 4 px has parts of 1, 2 and 1 px. In a line of 5 px, the gap is 1 px.
    const line = Number.isInteger(width) ? Math.floor((width + 1) / 3) / width : 1 / 3;
    part(0, line, color);
    part(1 - line, 1, color);
  } else if ((style === 'groove' || style === 'ridge') && width > 1) {
    const [first, second] = style === 'groove' ? (['inset', 'outset'] as const) : (['outset', 'inset'] as const);
    part(0, 0.5, carvedColor(color, first, horizontal ? 'top' : 'left'));
    part(0.5, 1, carvedColor(color, second, horizontal ? 'top' : 'left'));
  } else if (style === 'inset' || style === 'outset') {
    // css2 §17.6.2: in lines shared by two sides, inset looks like ridge, and outset like groove.
    paintRule(context, r, horizontal, style === 'inset' ? 'ridge' : 'groove', color);
  } else {
    part(0, 1, color);
  }
}

/** Paints the collapsed borders of a table, centered on their edges. */
export function paintCollapsedBorders(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const borders = fragment.extra?.collapsedBorders;
  if (!borders || fragment.style.text.visibility !== 'visible') return;
  context.canvas.beginArtifact('layout');
  for (const edge of borders) {
    if (edge.style === 'none' || edge.style === 'hidden' || edge.width <= 0) continue;
    const { horizontal } = edge;
    const width = edge.width / 64;
    const length = edge.length / 64;
    const left = (x + edge.x) / 64;
    const top = (y + edge.y) / 64;
    const r = horizontal
      ? { x: left, y: top - width / 2, width: length, height: width }
      : { x: left - width / 2, y: top, width, height: length };
    paintRule(context, r, horizontal, edge.style, edge.color);
  }
  context.canvas.endTag();
}
