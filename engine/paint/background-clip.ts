/**
 * `background-clip: text` and `border-area` (css-backgrounds-4 §2.4): the background shows through the glyphs or the
 * border.
 */
import { Color } from '../css/color.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { type BoxEdges, fillRounded, isShapeClip, paintLayer } from './background.ts';
import { paintBorderShape } from './border.ts';
import type { DisplayList } from './display-list.ts';
import { borderWidths } from './fragment-boxes.ts';
import { asDecoration } from './list-passes.ts';
import { MappedColors } from './mapped-colors.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { paintText } from './text-painter.ts';

/** Maximum overflow of text beyond its box, in px. */
const REACH = 1000;

/** Paints the layers that are clipped to a shape, and the color if its layer is one of them. */
export function paintShapedBackgrounds(
  context: PaintContext,
  fragment: BoxFragment,
  x: LU,
  y: LU,
  edges: BoxEdges,
): void {
  const { canvas } = context;
  const { style } = fragment;
  const { backgroundColor, backgroundLayers: layers } = style.background;
  const color = usedColor(backgroundColor, style);
  for (let i = layers.length - 1; i >= 0; i--) {
    const layer = layers[i]!;
    const colored = i === layers.length - 1 && color.a > 0;
    if (!isShapeClip(layer.clip) || (!colored && !layer.image)) continue;
    const { border } = edges;
    const bounds = {
      x: border.x - REACH,
      y: border.y - REACH,
      width: border.width + 2 * REACH,
      height: border.height + 2 * REACH,
    };
    const text = layer.clip === 'text';
    const shape = text
      ? textShape(context, fragment, x, y)
      : canvas.record(() => paintBorderShape(canvas, border, borderWidths(fragment), style, Color.BLACK));
    canvas.beginMask('alpha', bounds, shape);
    if (colored) fillRounded(context, text ? { ...border, radii: null } : border, color);
    const placement = { canvas: null, slice: context.page.slices.around(fragment), scrolled: null };
    if (layer.image) paintLayer(context, edges, { ...layer, clip: 'border-box' }, layer.image, style, placement);
    canvas.endMask();
  }
}

/** Returns all text in a fragment in opaque black, without its shadows. */
function textShape(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): DisplayList {
  const texts = context.canvas.record(() => paintTexts(context, fragment, x, y));
  return asDecoration(new MappedColors(() => Color.BLACK, true, context.state.services).of(texts));
}

function paintTexts(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const stack: { f: Fragment; x: LU; y: LU }[] = [{ f: fragment, x, y }];
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { f } = entry;
    if (f.type === 'text') {
      paintText(context, f, entry.x / 64, entry.y / 64, false);
      continue;
    }
    for (let i = 0; i < f.children.length; i++)
      stack.push({ f: f.children[i]!, x: entry.x + f.offsets[2 * i]!, y: entry.y + f.offsets[2 * i + 1]! });
  }
}
