/**
 * `border-shape` (css-borders-4 §7): one or two basic shapes that define a box's border, background, shadows and
 * clipping. CSS px.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { BorderShape, Shadow } from '../css/computed-values.ts';
import { physicalSide } from '../css/properties/logical-properties.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { type ClipShape, shapePath } from './basic-shape.ts';
import { referenceBox } from './clip-path.ts';
import { paintFiltered } from './filters/filtered.ts';
import { borderWidths } from './fragment-boxes.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { inset, NOT_CUT, pathOf, type RoundedRect, roundedBorderBox, sharpRect } from './rounded-rect.ts';
import type { LU } from '../units.ts';
import type { Color } from '../css/color.ts';
import { boundsOf } from './svg/svg-geometry.ts';
import type { Rect } from './rects.ts';

interface BorderShapes {
  /** Outside of the border. */
  readonly outer: ClipShape;
  /** Inside of the border. Equal to `outer` if one shape is stroked. */
  readonly inner: ClipShape;
  readonly isStroked: boolean;
  readonly width: number;
  readonly color: Color;
}

/** Returns a box's shapes, or null. */
export function borderShapes(fragment: BoxFragment, x: LU, y: LU): BorderShapes | null {
  const { style } = fragment;
  const [first, second] = style.rare.borderShape;
  if (!first) return null;
  const { width, color } = relevantSide(fragment);
  const outer = shapeOf(fragment, x, y, first, second ? 'border-box' : 'half-border-box');
  const inner = second ? shapeOf(fragment, x, y, second, 'padding-box') : outer;
  return { outer, inner, isStroked: !second, width, color };
}

function shapeOf(fragment: BoxFragment, x: LU, y: LU, { shape, box }: BorderShape, otherwise: string): ClipShape {
  return shapePath(shape, shapeBox(fragment, x, y, box ?? otherwise));
}

/** Returns the reference box. Radii have no effect on shaped boxes. */
function shapeBox(fragment: BoxFragment, x: LU, y: LU, name: string): RoundedRect {
  if (name !== 'half-border-box') return { ...referenceBox(fragment, x, y, name), radii: null };
  const [top, right, bottom, left] = borderWidths(fragment);
  const border = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  const box = roundedBorderBox(border, fragment.style.border, NOT_CUT);
  return { ...inset(box, top / 2, right / 2, bottom / 2, left / 2), radii: null };
}

/**
 * Returns the first side with a line, in the order block-start, inline-start, block-end, inline-end (css-borders-4
 * §7.6).
 */
function relevantSide(fragment: BoxFragment): { width: number; color: Color } {
  const { border: b, text } = fragment.style;
  const styles = [b.borderTopStyle, b.borderRightStyle, b.borderBottomStyle, b.borderLeftStyle];
  const colors = [b.borderTopColor, b.borderRightColor, b.borderBottomColor, b.borderLeftColor];
  const sides = (['start', 'end'] as const).flatMap((edge) =>
    (['block', 'inline'] as const).map((axis) => physicalSide(axis, edge, text.writingMode, text.direction)),
  );
  const side = sides.find((i) => styles[i] !== 'none' && styles[i] !== 'hidden');
  const color = usedColor(colors[side ?? 0]!, fragment.style);
  return { width: side === undefined ? 0 : borderWidths(fragment)[side]!, color };
}

/** Paints a shaped box's shadows, background and border. `background` paints the background without a shape. */
export function paintShaped(
  context: PaintContext,
  style: ComputedStyle,
  shapes: BorderShapes,
  background: () => void,
): void {
  const { canvas } = context;
  const { outer, inner, isStroked, width, color } = shapes;
  paintShadows(context, style, shapes, false);
  canvas.save();
  canvas.clipPath(inner.path, inner.evenOdd);
  background();
  canvas.restore();
  paintShadows(context, style, shapes, true);
  if (width <= 0) return;
  if (isStroked) {
    const stroke = { width, dash: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 10 } as const;
    return canvas.strokePath(outer.path, stroke, color);
  }
  canvas.fillPath([...outer.path, ...inner.path], true, color);
}

/** Paints shadows that the outer shape casts outwards, or the inner one inwards. */
function paintShadows(context: PaintContext, style: ComputedStyle, shapes: BorderShapes, inwards: boolean): void {
  const { path, evenOdd } = inwards ? shapes.inner : shapes.outer;
  const bounds = boundsOf(path);
  if (bounds === null) return;
  const { canvas } = context;
  const shadows = style.background.boxShadow.filter((shadow) => shadow.inset === inwards);
  for (const shadow of shadows.toReversed()) {
    const around = pathOf(farAround(bounds, shadow));
    const beyond = [...around, ...path];
    canvas.save();
    canvas.clipPath(inwards ? path : beyond, inwards ? evenOdd : true);
    castShadow(context, style, shadow, bounds, inwards ? beyond : path, inwards || evenOdd);
    canvas.restore();
  }
}

function farAround(r: Rect, { x, y, blur, spread }: Shadow): RoundedRect {
  const by = 3 * blur + Math.abs(spread) + Math.abs(x) + Math.abs(y) + 9;
  return sharpRect(r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by);
}

/** Draws a shadow together with its caster, which the caller hides. */
function castShadow(
  context: PaintContext,
  style: ComputedStyle,
  shadow: Shadow,
  bounds: Rect,
  path: readonly number[],
  evenOdd: boolean,
): void {
  const color = usedColor(shadow.color, style);
  const target = {
    // css-backgrounds-3 §6.1: a shadow is blurred by half of its radius.
    filters: [{ type: 'drop-shadow', shadow: { ...shadow, color, blur: shadow.blur / 2 } }] as const,
    currentColor: color,
    origin: { x: 0, y: 0 },
    bounds,
    includesInk: true,
    mirrors: false,
    viewport: context.viewport,
    scale: 1,
    position: null,
    visible: null,
    filterOf: () => null,
  };
  paintFiltered(context, target, () => {
    context.canvas.fillPath([...path], evenOdd, color);
    if (shadow.spread <= 0) return;
    const stroke = {
      width: 2 * shadow.spread,
      dash: [],
      dashOffset: 0,
      cap: 'butt',
      join: 'round',
      miterLimit: 4,
    } as const;
    context.canvas.strokePath([...path], stroke, color);
  });
}
