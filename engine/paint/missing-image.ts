/**
 * The placeholder of a missing image: an outline around a broken image icon, or the icon alone before alternative text.
 */
import { Color } from '../css/color.ts';
import { PathOp } from './display-list.ts';
import type { PaintContext } from './paint-context.ts';
import { inset, pathOf, type RoundedRect } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';

const OUTLINE = new Color(192 / 255, 192 / 255, 192 / 255, 1);
const EDGE = new Color(152 / 255, 152 / 255, 153 / 255, 1);
const SKY = new Color(200 / 255, 217 / 255, 245 / 255, 1);
const HILL = new Color(88 / 255, 174 / 255, 57 / 255, 1);

/** An icon of 16 x 16: the two pieces of the sheet, its folded corner, the hill on each piece and a cloud. */
const SHEET = [0.5, 0.5, 10.5, 0.5, 15.5, 5, 15.5, 8.5, 7, 15.5, 0.5, 15.5];
const CORNER = [15.5, 11, 15.5, 15.5, 10.2, 15.5];
const FOLD = [10.5, 0.5, 15.5, 5, 10.5, 5];
const HILLS = [
  [1, 15, 1, 14, 5, 10.5, 7, 9.5, 9.5, 9.5, 11.5, 11.2, 7, 15],
  [15, 13.5, 15, 15, 11.2, 15, 13, 14],
];
const CLOUD = [2.2, 5.9, 2.2, 4.7, 3.4, 4, 4.2, 3, 6.4, 3, 7.6, 4.6, 7.6, 5.9];

/** Sizes in px: the icon, and the outline and gap around it. */
const ICON = 16;
const AROUND_ICON = 2;

/** Places that are smaller than the two outlines get none. */
export function paintOutline({ canvas }: PaintContext, place: RoundedRect): void {
  if (Math.min(place.width, place.height) <= 2) return;
  canvas.strokePath(pathOf(inset({ ...place, radii: null }, 0.5, 0.5, 0.5, 0.5)), solidStroke(1), OUTLINE);
}

/** Paints the outline of a place, with the icon at its start. Paints nothing if there is no room for the icon. */
export function paintMissing(context: PaintContext, place: RoundedRect, direction: 'ltr' | 'rtl'): void {
  const { x, y, width, height } = place;
  if (Math.min(width, height) < ICON + AROUND_ICON) return;
  paintOutline(context, place);
  const start = direction === 'rtl' ? x + width - AROUND_ICON - ICON : x + AROUND_ICON;
  paintTornPicture(context, { x: start, y: y + AROUND_ICON, width: ICON, height: ICON, radii: null });
}

export function paintTornPicture({ canvas }: PaintContext, place: RoundedRect): void {
  const scale = place.width / ICON;
  const path = (points: readonly number[]): number[] => {
    const ops: number[] = [];
    for (let i = 0; i < points.length; i += 2)
      ops.push(i === 0 ? PathOp.Move : PathOp.Line, place.x + points[i]! * scale, place.y + points[i + 1]! * scale);
    return [...ops, PathOp.Close];
  };
  for (const piece of [SHEET, CORNER]) canvas.fillPath(path(piece), false, SKY);
  for (const hill of HILLS) canvas.fillPath(path(hill), false, HILL);
  for (const piece of [FOLD, CLOUD]) canvas.fillPath(path(piece), false, Color.WHITE);
  for (const piece of [SHEET, CORNER, FOLD]) canvas.strokePath(path(piece), solidStroke(scale), EDGE);
}
