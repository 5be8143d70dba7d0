/**
 * Fieldsets with a legend: their border and background start at the middle of the legend, and the border leaves a gap
 * for it (HTML §15.3.13).
 */
import type { LegendGap } from '../layout/contract/fragment.ts';
import { pxFromLu } from '../units.ts';
import type { Widths } from './border.ts';
import type { BoxEdges } from './background.ts';
import type { RoundedRect } from './rounded-rect.ts';

/** Returns the edges of a fieldset without the part of the legend outside the border. */
export function belowLegend(edges: BoxEdges, { side, borderOffset }: LegendGap): BoxEdges {
  const by = pxFromLu(borderOffset);
  const [across, down] = side === 'top' ? [0, by] : [by, 0];
  const lowered = (box: RoundedRect): RoundedRect => ({
    ...box,
    x: side === 'left' ? box.x + across : box.x,
    y: box.y + down,
    width: box.width - across,
    height: box.height - down,
    ...(box.borderBox && { borderBox: lowered(box.borderBox) }),
  });
  return { border: lowered(edges.border), padding: lowered(edges.padding), content: lowered(edges.content) };
}

/** Larger than any page, in px. */
const FAR = 1e5;

/** Returns a path of everything except the legend's gap in the border. */
export function aroundLegend(border: RoundedRect, { side, start, size }: LegendGap, widths: Widths): number[] {
  const vertical = side !== 'top';
  const from = (vertical ? border.y : border.x) + pxFromLu(start);
  const to = from + pxFromLu(size);
  const left = border.x - FAR;
  const top = border.y - FAR;
  const right = border.x + border.width + FAR;
  const bottom = border.y + border.height + FAR;
  if (!vertical) {
    const below = border.y + widths[0];
    return [
      ...rectangle(left, top, from, bottom),
      ...rectangle(to, top, right, bottom),
      ...rectangle(from, below, to, bottom),
    ];
  }
  const beside =
    side === 'left'
      ? rectangle(border.x + widths[3], from, right, to)
      : rectangle(left, from, border.x + border.width - widths[1], to);
  return [...rectangle(left, top, right, from), ...rectangle(left, to, right, bottom), ...beside];
}

/** Returns the segments of a closed path. */
function rectangle(left: number, top: number, right: number, bottom: number): number[] {
  return [0, left, top, 1, right, top, 1, right, bottom, 1, left, bottom, 3];
}
