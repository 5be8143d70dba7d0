/**
 * Outlines of inline boxes that span several lines or contain more than text. One outline surrounds all parts, because
 * an outline should be "always fully connected if possible" (css2 §18.4).
 */
import { addTo } from '../grouped.ts';
import type { Box } from '../boxes/box.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import { paintOutline } from './box-painter.ts';
import { MAX_BOXES, outlinedRects } from './outline-ring.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import { addRegion } from './region-outline.ts';
import { solidStroke } from './stroke.ts';
import { grown, type Rect } from './rects.ts';

interface Part {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
}

/** Collects the parts of inline boxes in one block container, and paints their outlines. */
export class InlineOutlines {
  private readonly parts = new Map<Box, Part[]>();

  /** Adds a part of an inline box with an outline. (`x`, `y`) is the corner of its border box. */
  add(fragment: BoxFragment, x: LU, y: LU): void {
    addTo(this.parts, fragment.box, { fragment, x, y });
  }

  paint(context: PaintContext): void {
    for (const parts of this.parts.values())
      if (!paintTogether(context, parts)) for (const { fragment, x, y } of parts) paintOutline(context, fragment, x, y);
  }
}

/** Paints one outline around all parts. Returns false if each part needs its own. */
function paintTogether(context: PaintContext, parts: readonly Part[]): boolean {
  const { style } = parts[0]!.fragment;
  const { outlineStyle, outlineWidth: width } = style.border;
  if (outlineStyle !== 'solid' || style.text.visibility !== 'visible' || parts.length > MAX_BOXES) return false;
  const reach = style.border.outlineOffset + width;
  // css-ui-4 §3.4: the limit on inset outlines applies to each shape separately.
  if (reach < 0) return false;
  const rects = parts.flatMap(({ fragment, x, y }) => outlinedRects(fragment, x, y));
  if (rects.length < 2 || rects.length > MAX_BOXES) return false;
  context.budget.tickBy(rects.length ** 2);
  const outside = addRegion(
    [],
    rects.map((rect: Rect) => grown(rect, reach)),
    0,
  );
  const { canvas } = context;
  canvas.beginArtifact('layout');
  canvas.save();
  canvas.clipPath(outside, false);
  // Half of the stroke is outside.
  canvas.strokePath(outside, solidStroke(2 * width), usedColor(style.border.outlineColor, style));
  canvas.restore();
  canvas.endTag();
  return true;
}
