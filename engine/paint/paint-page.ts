import { type Box, BoxFlag } from '../boxes/box.ts';
import { containmentOf } from '../boxes/containment.ts';
import { BoxFragment } from '../layout/contract/fragment.ts';
import { isBehindContents } from '../pages/margin-boxes.ts';
import type { Page, PlacedFragment } from '../pages/page.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Backdrop } from './backdrop.ts';
import { hasBackground, paintBackground } from './background.ts';
import { canvasSlice } from './background-area.ts';
import { areaClip, type PageAxis } from './break-clip.ts';
import type { ArtifactKind, DisplayListBuilder, Matrix } from './display-list.ts';
import type { Element } from '../document/node.ts';
import { luFromPx } from '../units.ts';
import { UNBOUNDED } from './overflow-clip.ts';
import { edgesOf } from './fragment-boxes.ts';
import { LayerPainter } from './layer-painter.ts';
import { LayerTreeBuilder, type PaintLayer } from './layer-tree.ts';
import { PaintContext, PaintedPage, type PaintHost, type PaintState, snap } from './paint-context.ts';
import { paintMaskImage } from './mask.ts';
import { paintTop, paintUnseenTargets } from './navigation.ts';
import { placeOf } from './paper.ts';
import { paintMarks, sheetMargin } from './printer-marks.ts';
import type { Rect } from './rects.ts';

/**
 * Paints one page after the caller's `beginPage`. The page background comes first, then margin boxes with a negative
 * `z-index`, then the page box with its border. Next comes the canvas background, which the root or body propagates to
 * the page area. The root and positioned fragments follow as one root stacking context, scaled and clipped to the area.
 * The remaining margin boxes are painted last. Margin boxes are artifacts. pages/page.ts describes how the pieces are
 * placed.
 */
export function paintPage(page: Page, canvas: DisplayListBuilder, state: PaintState): void {
  if (page.marks.length > 0) {
    const turned = page.orientation !== 'upright';
    canvas.save();
    canvas.transform(placeOf(page, state.services.paper).matrix);
    paintMarks(canvas, page, turned ? page.height : page.width, turned ? page.width : page.height);
    canvas.restore();
  }
  const sheet = beginSheet(page, canvas, state);
  // Paper is white until something is painted on it.
  const backdrop = { ...canvas.place, paper: { x: 0, y: 0, width: page.width, height: page.height } };
  paintTop(sheet);
  for (const { fragment } of page.offScreen) paintUnseenTargets(sheet, fragment);
  canvas.beginArtifact('background');
  paintPlaced(sheet, page.sheet);
  canvas.endTag();
  const isBehind = ({ fragment }: PlacedFragment): boolean => isBehindContents(fragment.style);
  paintArtifacts(sheet, page.marginBoxes.filter(isBehind));
  canvas.beginArtifact('background');
  paintPlaced(sheet, page.pageBox);
  canvas.endTag();
  paintArea(page, canvas, state, backdrop);
  paintArtifacts(
    sheet,
    page.marginBoxes.filter((placed) => !isBehind(placed)),
  );
  canvas.restore();
}

/** Paints margin boxes that had to wait until after their page was painted. The caller has returned to that page. */
export function paintMarginBoxes(
  page: SheetOfPage & Pick<Page, 'marginBoxes'>,
  canvas: DisplayListBuilder,
  state: PaintState,
): void {
  const sheet = beginSheet(page, canvas, state);
  paintArtifacts(sheet, page.marginBoxes);
  canvas.restore();
}

type SheetOfPage = Pick<Page, 'width' | 'height' | 'orientation' | 'bleed' | 'marks'>;

/** Moves the origin to the page's corner, applies the page orientation, and clips to the bleed. */
function beginSheet(page: SheetOfPage, canvas: DisplayListBuilder, state: PaintState): PaintContext {
  const { width, height, orientation, bleed } = page;
  const { matrix, isExact } = placeOf(page, state.services.paper);
  canvas.save();
  if (!isExact || sheetMargin(page) > 0) {
    const [w, h] = orientation === 'upright' ? [width, height] : [height, width];
    canvas.transform(matrix);
    canvas.clipRect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed);
  }
  if (orientation === 'rotate-right') canvas.transform([0, 1, -1, 0, height, 0]);
  else if (orientation === 'rotate-left') canvas.transform([0, -1, 1, 0, 0, width]);
  return new PaintContext(new PaintedPage(canvas, state, { x: 0, y: 0, width, height }, HOST));
}

function paintArtifacts(context: PaintContext, placed: readonly PlacedFragment[]): void {
  const { canvas, state, viewport } = context;
  for (const one of placed) {
    const { element, pseudo } = one.fragment.box;
    const template = element === null ? null : state.template(element);
    const page = template === null ? context.page : new PaintedPage(canvas, template, viewport, HOST);
    const outside = new PaintContext(page).with({ isOutside: true });
    canvas.beginArtifact(marginKind(pseudo ?? ''));
    paintPlaced(outside, one);
    canvas.endTag();
  }
}

/**
 * Returns the artifact type of a margin box by its name (css-page-3 §5.3.1). Boxes at the sides are pagination
 * artifacts.
 */
function marginKind(name: string): ArtifactKind {
  if (name.startsWith('top-')) return 'header';
  return name.startsWith('bottom-') ? 'footer' : 'pagination';
}

/** Paints a fragment as a stacking context. */
function paintPlaced(context: PaintContext, placed: PlacedFragment): void {
  const builder = new LayerTreeBuilder(context.page.slices);
  const layer = builder.root(placed.fragment, placed.x, placed.y);
  builder.finish(layer);
  new LayerPainter().paint(context, layer, null);
}

/** Paints the content of a foreign object. Its boxes belong to the structure element of their `svg`. */
function paintForeign(context: PaintContext, fragment: BoxFragment): void {
  paintUntagged(context, layerAtOrigin(context, fragment));
}

function layerAtOrigin(context: PaintContext, fragment: BoxFragment): PaintLayer {
  const builder = new LayerTreeBuilder(context.page.slices);
  const layer = builder.root(fragment, 0, 0);
  builder.finish(layer);
  return layer;
}

function paintUntagged(context: PaintContext, layer: PaintLayer): void {
  new LayerPainter('untagged').paint(context.with({ isOutside: true }), layer, null);
}

/** The box painting that SVG uses. */
export const HOST: PaintHost = { paintForeign, paintFrame, paintMaskImage };

/** Paints the document of a frame: its canvas, then its boxes, which belong to the frame's structure element. */
function paintFrame(context: PaintContext, element: Element, content: Rect): void {
  const { x, y, width, height } = content;
  const frame = context.state.services.frames.content(element, width, height);
  if (frame === null) return;
  const { canvas, state } = context;
  const page = new PaintedPage(canvas, state.frame(element, frame.services), { x: 0, y: 0, width, height }, HOST);
  const whole = { root: { fragment: frame.fragment, x: 0, y: 0 }, positioned: [] };
  const background = canvasBackgroundOf(whole);
  const { rasterized } = context.scope;
  const inner = new PaintContext(page).with({ rasterized, canvasBackgroundBox: background?.source ?? null });
  canvas.save();
  canvas.transform([1, 0, 0, 1, x, y]);
  canvas.clipRect(0, 0, width, height);
  const area = { x: 0, y: 0, width: luFromPx(width), height: luFromPx(height) };
  const layer = layerAtOrigin(inner, frame.fragment);
  if (layer.isBlendedInto) canvas.beginGroup(1, 'normal', true);
  if (background !== null) paintCanvasBackground(inner, background, { canvas: area, area, scale: 1 });
  paintUntagged(inner, layer);
  if (layer.isBlendedInto) canvas.endGroup();
  canvas.restore();
}

function paintArea(page: Page, canvas: DisplayListBuilder, state: PaintState, backdrop: Backdrop): void {
  const { area, scale } = page;
  const width = area.width / 64;
  const height = area.height / 64;
  const viewport = { x: 0, y: 0, width: width / scale, height: height / scale };
  const painted = new PaintedPage(canvas, state, viewport, HOST, page.wholeSizes, pageAxisOf(page));
  const background = canvasBackgroundOf(page);
  const context = new PaintContext(painted).with({ backdrop, canvasBackgroundBox: background?.source ?? null });
  // Content starts on a whole px, so that its baselines are on whole px too.
  const toContent: Matrix = [scale, 0, 0, scale, snap(area.x), snap(area.y)];
  const layer = rootLayer(context, page);
  // The root element and its canvas form a group (compositing-1 §6.1). Blending stays inside this group.
  if (layer?.isBlendedInto) canvas.beginGroup(1, 'normal', true);
  if (background !== null) paintCanvas(context, background, page, toContent);
  canvas.save();
  canvas.transform(toContent);
  clipToViewport(page, canvas);
  paintContent(context, page, layer);
  canvas.restore();
  if (layer?.isBlendedInto) canvas.endGroup();
  if (page.marginNotes.length + page.marginMarks.length === 0) return;
  canvas.save();
  canvas.transform(toContent);
  for (const placed of page.marginNotes) paintPlaced(context, placed);
  paintArtifacts(context, page.marginMarks);
  canvas.restore();
}

/** Paints the background of the page's canvas. */
function paintCanvas(context: PaintContext, background: CanvasBackground, page: Page, toContent: Matrix): void {
  const { canvas } = context;
  canvas.save();
  canvas.clipRect(page.canvas.x / 64, page.canvas.y / 64, page.canvas.width / 64, page.canvas.height / 64);
  canvas.transform(toContent);
  paintCanvasBackground(context, background, page);
  canvas.restore();
}

function pageAxisOf({ root, room }: Page): PageAxis | null {
  if (root === null) return null;
  const { vertical, blockReversed } = root.fragment.writingMode;
  return { vertical: !vertical, reversed: vertical && blockReversed, size: (vertical ? room.width : room.height) / 64 };
}

/**
 * Clips to the viewport if the root element or the body hides its overflow (css-overflow-3 §3.3). Paper doesn't scroll,
 * so nothing else is clipped.
 */
function clipToViewport({ root, room }: Page, canvas: DisplayListBuilder): void {
  if (root === null) return;
  const { overflowX, overflowY } = viewportStyle(root.fragment.box).box;
  const [hidesX, hidesY] = [overflowX, overflowY].map((overflow) => overflow === 'hidden' || overflow === 'clip');
  if (!hidesX && !hidesY) return;
  const [x, width] = hidesX ? [0, room.width / 64] : [-UNBOUNDED, 2 * UNBOUNDED];
  const [y, height] = hidesY ? [0, room.height / 64] : [-UNBOUNDED, 2 * UNBOUNDED];
  canvas.clipRect(x, y, width, height);
}

/** Returns the style whose overflow applies to the viewport: the root element's or the body's. */
function viewportStyle(root: Box): ComputedStyle {
  const { overflowX, overflowY } = root.style.box;
  if (overflowX !== 'visible' || overflowY !== 'visible') return root.style;
  const body = bodyIn(root);
  return body !== null && body.has(BoxFlag.OverflowPropagated) ? body.style : root.style;
}

/** The root element, and the box whose background is that of the canvas. */
interface CanvasBackground {
  readonly html: PlacedFragment;
  readonly source: Box;
}

/** Returns the background of the canvas, or null if neither the root element nor the body has one. */
function canvasBackgroundOf(page: Pick<Page, 'root' | 'positioned'>): CanvasBackground | null {
  const html = rootElement(page);
  const source = html === null ? null : canvasBackgroundSource(html.fragment);
  return html === null || source === null ? null : { html, source };
}

/**
 * Paints the background of the root element over the page area and its padding, or that of the body if the root has
 * none (css-backgrounds-3 §2.11, css-page-3 §3.1).
 */
function paintCanvasBackground(
  context: PaintContext,
  { html, source }: CanvasBackground,
  { canvas: painted, area: content, scale }: Pick<Page, 'canvas' | 'area' | 'scale'>,
): void {
  const { canvas } = context;
  canvas.beginArtifact('background');
  // The body's background is also positioned relative to the root element.
  const edges = edgesOf(html.fragment, html.x, html.y);
  const area = {
    x: (painted.x - content.x) / 64 / scale - 1,
    y: (painted.y - content.y) / 64 / scale - 1,
    width: painted.width / 64 / scale + 2,
    height: painted.height / 64 / scale + 2,
  };
  const slice = canvasSlice(context, html.fragment, source.style);
  if (source.style.text.visibility === 'visible')
    paintBackground(context, edges, source.style, { canvas: area, slice, scrolled: null });
  canvas.endTag();
}

/** Returns the root element's fragment, or null if it is floating or positioned and isn't on this page. */
function rootElement({ root, positioned }: Pick<Page, 'root' | 'positioned'>): PlacedFragment | null {
  if (root === null || !root.fragment.box.has(BoxFlag.Anonymous)) return root;
  const { fragment, x, y } = root;
  const { children, offsets, box } = fragment;
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (!(child instanceof BoxFragment) || child.box.element !== box.element) continue;
    return { fragment: child, x: x + offsets[2 * i]!, y: y + offsets[2 * i + 1]! };
  }
  return positioned.find((placed) => placed.fragment.box.element === box.element) ?? null;
}

function canvasBackgroundSource(root: BoxFragment): Box | null {
  if (hasBackground(root.style)) return root.box;
  const body = bodyIn(root.box);
  // With containment, the body keeps its background (css-contain-1 §2).
  if (!body || containmentOf(root.box.kind, root.style) !== 0 || containmentOf(body.kind, body.style) !== 0)
    return null;
  return hasBackground(body.style) ? body : null;
}

/** Returns the body's box, through any anonymous boxes around it. */
function bodyIn(box: Box): Box | null {
  for (const child of box.children) {
    if (child.has(BoxFlag.Body)) return child;
    const inside = child.has(BoxFlag.Anonymous) || child.element === box.element ? bodyIn(child) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** Returns the layers of the root element and of separately positioned fragments, or null if the page has no root. */
function rootLayer(context: PaintContext, { root, positioned }: Page): PaintLayer | null {
  if (root === null) return null;
  const { slices, axis } = context.page;
  const builder = new LayerTreeBuilder(slices, axis === null ? null : areaClip(axis));
  const layer = builder.root(root.fragment, root.x, root.y);
  for (const placed of positioned) builder.add(placed.fragment, placed.x, placed.y, layer);
  builder.finish(layer);
  return layer;
}

function paintContent(context: PaintContext, { positioned, floats, footnotes }: Page, layer: PaintLayer | null): void {
  if (layer !== null) new LayerPainter().paint(context, layer, null);
  else for (const placed of positioned) paintPlaced(context, placed);
  for (const placed of floats) paintPlaced(context, placed);
  for (const placed of footnotes) paintPlaced(context, placed);
}
