/**
 * Lays out the sixteen page-margin boxes (css-page-3 §5). They are laid out after all pages, so that `counter(pages)`
 * costs nothing.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type Length, LengthKind } from '../css/length.ts';
import { isContentKeyword } from '../layout/sizing/box-facts.ts';
import { usedMargins, writingModeOf } from '../layout/sizing/box-edges.ts';
import { SpaceBuilder } from '../layout/contract/space-builder.ts';
import type { LayoutResult } from '../layout/contract/layout-result.ts';
import { remarkOnLostCalls } from './page-remarks.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { BoxFragment, type Fragment } from '../layout/contract/fragment.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU } from '../units.ts';
import {
  distributeMarginBoxes,
  type FixedDimension,
  resolveFixedDimension,
  type VariableBox,
} from './margin-box-sizes.ts';
import type { PlacedFragment, Rect } from './page.ts';
import type { PageGeometry } from './page-geometry.ts';

type Side = 'top' | 'right' | 'bottom' | 'left';

/** The three boxes of each side in order, and the corner before it, clockwise. */
const SIDES: readonly {
  readonly side: Side;
  readonly corner: Corner;
  readonly names: readonly [string, string, string];
}[] = [
  { side: 'top', corner: 'top-left-corner', names: ['top-left', 'top-center', 'top-right'] },
  { side: 'right', corner: 'top-right-corner', names: ['right-top', 'right-middle', 'right-bottom'] },
  { side: 'bottom', corner: 'bottom-right-corner', names: ['bottom-left', 'bottom-center', 'bottom-right'] },
  { side: 'left', corner: 'bottom-left-corner', names: ['left-top', 'left-middle', 'left-bottom'] },
];
type Corner = 'top-left-corner' | 'top-right-corner' | 'bottom-right-corner' | 'bottom-left-corner';

/** A generated margin box. `style` determines its size; the box's own style has no block size. */
export interface MarginBox {
  readonly box: Box;
  readonly style: ComputedStyle;
  /** The context that lays out the box: another document's if the box shows one. */
  readonly context: LayoutContext;
  /** Whether the box is as wide as the sheet instead of the page area. */
  readonly spansSheet?: boolean;
}

/**
 * Lays out the margin boxes generated on a page. `boxes` is indexed by margin box name. Positions are relative to the
 * sheet's corner. The result is in painting order (css-page-3 §5.4).
 */
export function layoutMarginBoxes(geometry: PageGeometry, boxes: ReadonlyMap<string, MarginBox>): PlacedFragment[] {
  const placed: PlacedFragment[] = [];
  if (boxes.size === 0) return placed;
  const sheet = { width: luFromPx(geometry.width), height: luFromPx(geometry.height) };
  for (const { side, corner, names } of SIDES) {
    const atCorner = boxes.get(corner);
    if (atCorner) placed.push(layoutCorner(corner, atCorner, cornerRect(corner, geometry, sheet)));
    const three = names.map((name) => boxes.get(name) ?? null);
    if (three.every((box) => box === null)) continue;
    const rect = sideRect(side, geometry, sheet);
    const spansSheet = three.some((box) => box?.spansSheet === true);
    const along = layoutSide(side, three, spansSheet ? { ...rect, x: 0, width: sheet.width } : rect);
    // Clockwise: along the bottom and up the left side, the last box comes first.
    placed.push(...(side === 'bottom' || side === 'left' ? along.toReversed() : along));
  }
  return placed.toSorted((a, b) => zIndexOf(a) - zIndexOf(b));
}

const zIndexOf = ({ fragment }: PlacedFragment): number => fragment.style.box.zIndex ?? 0;

/**
 * Returns whether a margin box is painted below the page's contents. `z-index` applies as if the box were positioned
 * (css-page-3 §3.1).
 */
export function isBehindContents({ box }: ComputedStyle): boolean {
  return box.zIndex !== null && box.zIndex < 0;
}

function cornerRect(name: Corner, { margin }: PageGeometry, sheet: { width: LU; height: LU }): Rect {
  const left = name.includes('left');
  const top = name.startsWith('top');
  return {
    x: left ? 0 : sheet.width - margin.right,
    y: top ? 0 : sheet.height - margin.bottom,
    width: left ? margin.left : margin.right,
    height: top ? margin.top : margin.bottom,
  };
}

function sideRect(side: Side, { margin }: PageGeometry, sheet: { width: LU; height: LU }): Rect {
  const width = sheet.width - margin.left - margin.right;
  const height = sheet.height - margin.top - margin.bottom;
  if (side === 'top') return { x: margin.left, y: 0, width, height: margin.top };
  if (side === 'bottom') return { x: margin.left, y: sheet.height - margin.bottom, width, height: margin.bottom };
  if (side === 'left') return { x: 0, y: margin.top, width: margin.left, height };
  return { x: sheet.width - margin.right, y: margin.top, width: margin.right, height };
}

/** Returns a length along one axis, or null for auto. */
function used(length: Length, basis: LU): LU | null {
  return length.isLength ? length.resolve(basis) : null;
}

/** The physical values of one axis that sizing needs. */
interface Axis {
  readonly size: LU;
  readonly min: LU;
  readonly max: LU;
  readonly marginStart: LU | null;
  readonly marginEnd: LU | null;
  readonly edges: LU;
}

/** Returns the border-box values of a margin box on one axis of its containing block. */
function axisOf(marginBox: MarginBox, horizontal: boolean, rect: Rect): Axis {
  const { box, border } = marginBox.style;
  const basis = horizontal ? rect.width : rect.height;
  const edges = horizontal
    ? luFromPx(border.borderLeftWidth) +
      luFromPx(border.borderRightWidth) +
      box.paddingLeft.resolve(rect.width) +
      box.paddingRight.resolve(rect.width)
    : luFromPx(border.borderTopWidth) +
      luFromPx(border.borderBottomWidth) +
      box.paddingTop.resolve(rect.height) +
      box.paddingBottom.resolve(rect.height);
  const extra = box.boxSizing === 'border-box' ? 0 : edges;
  const marginStart = used(horizontal ? box.marginLeft : box.marginTop, basis);
  const marginEnd = used(horizontal ? box.marginRight : box.marginBottom, basis);
  const room = basis - (marginStart ?? 0) - (marginEnd ?? 0);
  const borderBox = (length: Length): LU | null => {
    if (isContentKeyword(length)) return contentSize(marginBox, length, horizontal, room, rect);
    const size = used(length, basis);
    return size === null ? null : size + extra;
  };
  const size = borderBox(horizontal ? box.width : box.height);
  const min = borderBox(horizontal ? box.minWidth : box.minHeight);
  const max = borderBox(horizontal ? box.maxWidth : box.maxHeight);
  return {
    size: size === null ? INDEFINITE : Math.max(edges, size),
    min: min ?? 0,
    max: max ?? MAX_LU,
    marginStart,
    marginEnd,
    edges,
  };
}

/** Returns the border-box size for a sizing keyword (css-sizing-3 §5.1). */
function contentSize(
  { box, style, context }: MarginBox,
  { kind }: Length,
  horizontal: boolean,
  room: LU,
  rect: Rect,
): LU {
  const { minContent, maxContent } = context.intrinsicSizes(box);
  const fitting = (available: LU): LU => Math.max(minContent, Math.min(maxContent, available));
  if (horizontal !== writingModeOf(style).vertical) {
    if (kind === LengthKind.MinContent) return minContent;
    return kind === LengthKind.MaxContent ? maxContent : fitting(room);
  }
  const natural = layoutFree(context, box, fitting(horizontal ? rect.height : rect.width), rect);
  return horizontal ? natural.width : natural.height;
}

function fixedDimension(axis: Axis, total: LU, keepsEnd: boolean): FixedDimension {
  const first = resolveFixedDimension(axis.marginStart, axis.size, axis.marginEnd, axis.edges, total, keepsEnd);
  const clamped = Math.max(axis.min, Math.min(first.size, axis.max));
  if (clamped === first.size) return first;
  return resolveFixedDimension(axis.marginStart, clamped, axis.marginEnd, axis.edges, total, keepsEnd);
}

function layoutCorner(name: Corner, corner: MarginBox, rect: Rect): PlacedFragment {
  const x = fixedDimension(axisOf(corner, true, rect), rect.width, name.includes('left'));
  const y = fixedDimension(axisOf(corner, false, rect), rect.height, name.startsWith('top'));
  const fragment = layoutContent(corner, { width: x.size, height: y.size }, rect, name.startsWith('bottom'));
  return { fragment, x: rect.x + x.marginStart, y: rect.y + y.marginStart };
}

function layoutSide(side: Side, three: readonly (MarginBox | null)[], rect: Rect): PlacedFragment[] {
  const horizontal = side === 'top' || side === 'bottom';
  const available = horizontal ? rect.width : rect.height;
  const variables = three.map((box) => box && variableBox(box, horizontal, rect));
  const sizes = distributeMarginBoxes(variables[0]!, variables[1]!, variables[2]!, available);
  const placed: PlacedFragment[] = [];
  three.forEach((marginBox, i) => {
    if (!marginBox) return;
    const along = axisOf(marginBox, horizontal, rect);
    const outer = sizes[i]! + (along.marginStart ?? 0) + (along.marginEnd ?? 0);
    const position = (i === 0 ? 0 : i === 1 ? (available - outer) >> 1 : available - outer) + (along.marginStart ?? 0);
    const across = fixedDimension(
      axisOf(marginBox, !horizontal, rect),
      horizontal ? rect.height : rect.width,
      side === 'top' || side === 'left',
    );
    const size = { width: horizontal ? sizes[i]! : across.size, height: horizontal ? across.size : sizes[i]! };
    const fragment = layoutContent(marginBox, size, rect, side === 'bottom');
    placed.push({
      fragment,
      x: rect.x + (horizontal ? position : across.marginStart),
      y: rect.y + (horizontal ? across.marginStart : position),
    });
  });
  return placed;
}

function variableBox(marginBox: MarginBox, horizontal: boolean, rect: Rect): VariableBox {
  const { box, context } = marginBox;
  const axis = axisOf(marginBox, horizontal, rect);
  const margins = (axis.marginStart ?? 0) + (axis.marginEnd ?? 0);
  const isInlineAxis = horizontal !== writingModeOf(box.style).vertical;
  if (isInlineAxis)
    return { size: axis.size, ...context.intrinsicSizes(box), margins, minSize: axis.min, maxSize: axis.max };
  const across = fixedDimension(axisOf(marginBox, !horizontal, rect), horizontal ? rect.height : rect.width, true).size;
  const natural = layoutFree(context, box, across, rect);
  const content = horizontal ? natural.width : natural.height;
  return { size: axis.size, minContent: content, maxContent: content, margins, minSize: axis.min, maxSize: axis.max };
}

/** Lays out the box at a given inline size and its natural block size. */
function layoutFree(context: LayoutContext, box: Box, inlineSize: LU, rect: Rect): BoxFragment {
  return resultOfFree(context, box, inlineSize, rect).fragment;
}

function resultOfFree(context: LayoutContext, box: Box, inlineSize: LU, rect: Rect): LayoutResult {
  return context.layout(box, spaceOf(context, box, inlineSize, rect).build(), null);
}

function spaceOf(context: LayoutContext, box: Box, inlineSize: LU, rect: Rect): SpaceBuilder {
  const mode = writingModeOf(box.style);
  const [inline, block] = [mode.inlineOf(rect.width, rect.height), mode.blockOf(rect.width, rect.height)];
  return new SpaceBuilder(context, mode, box).available(inline).percentages(inline, block).fixedInline(inlineSize);
}

/**
 * Lays out content at its natural block size and aligns it with `vertical-align` (css-page-3 §5.2). Boxes positioned in
 * the viewport of another document keep their place.
 * DEVIATION: content that is too tall for the bottom margin overflows into the page instead of leaving the sheet.
 */
function layoutContent(
  { box, context }: MarginBox,
  { width, height }: { readonly width: LU; readonly height: LU },
  rect: Rect,
  isAtBottom: boolean,
): BoxFragment {
  const mode = writingModeOf(box.style);
  const isViewport = box.has(BoxFlag.FixedContainer);
  const space = spaceOf(context, box, mode.inlineOf(width, height), rect);
  if (isViewport) space.fixedBlock(height, true);
  const { fragment: natural, footnotes } = context.layout(box, space.build(), null);
  remarkOnLostCalls(context.diagnostics, footnotes, 'a margin box');
  const extent = isViewport ? flowHeight(natural) : mode.blockOf(natural.width, natural.height);
  const room = mode.blockOf(width, height) - extent;
  const align = room >= 0 || isViewport ? box.style.box.verticalAlign : isAtBottom ? 'bottom' : 'top';
  const fromStart = align === 'top' ? 0 : align === 'bottom' ? room : room >> 1;
  const shift = mode.blockReversed ? mode.blockOf(width, height) - extent - fromStart : fromStart;
  const moved = mode.blockOf(0, 1);
  return new BoxFragment(
    natural.box,
    natural.style,
    natural.writingMode,
    width,
    height,
    natural.border,
    natural.padding,
    natural.children,
    natural.offsets.map((offset, i) =>
      i % 2 === moved && !(isViewport && isPositioned(natural.children[i >> 1]!)) ? offset + shift : offset,
    ),
    null,
    null,
    natural.flags,
    null,
    natural.extra,
  );
}

const isPositioned = (fragment: Fragment): boolean => fragment.type === 'box' && fragment.box.has(BoxFlag.OutOfFlow);

/** Returns the height of a viewport's in-flow content, which is the root element. */
function flowHeight({ children, offsets, border, padding, writingMode, width }: BoxFragment): LU {
  const root = children.findIndex((child) => child.type === 'box' && !isPositioned(child));
  const end = border.bottom + padding.bottom;
  if (root < 0) return border.top + padding.top + end;
  const { style, height } = children[root] as BoxFragment;
  return offsets[2 * root + 1]! + height + usedMargins(style, writingMode, width).blockEnd + end;
}
