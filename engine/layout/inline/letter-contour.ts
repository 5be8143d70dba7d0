/** `initial-letter-wrap` (css-inline-3 §6.6): the contour around an initial letter, expressed as a `shape-outside`. */
import type { BasicShape } from '../../css/computed-values.ts';
import { Length } from '../../css/length.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LayoutContext } from '../contract.ts';
import { outlinesOf } from './letter-ink.ts';

/** Height of the slices that approximate an outline, in CSS px. */
const SLICE = 1;
const MAX_SLICES = 256;

/** A letter in its content box. Lengths are CSS px from the top left corner. */
export interface PlacedLetter {
  readonly run: ShapedRun;
  readonly baseline: number;
  readonly height: number;
  readonly width: number;
  /** Whether lines are on its left. */
  readonly rtl: boolean;
  /** Distance between letter and lines: its padding, border and margin. */
  readonly edge: number;
}

/**
 * Returns a shape along the letter's end side that follows the ink of each slice. From `until` on, it uses the full
 * width.
 */
export function contourShape(context: LayoutContext, letter: PlacedLetter, until: number): BasicShape {
  const { height, width } = letter;
  const count = Math.max(1, Math.min(MAX_SLICES, Math.ceil(height / SLICE)));
  const reach = reachOf(context, letter, count);
  for (let k = 0; k < count; k++) if (((k + 0.5) * height) / count >= until) reach[k] = width;
  return steps(letter, reach);
}

/**
 * Returns a shape that moves the first line by `by`, towards the letter or away from it. `until` is the end of that
 * line.
 */
export function adjustedShape(letter: PlacedLetter, until: number, by: number): BasicShape {
  const { height, width } = letter;
  const first = Math.max(0, Math.min(height, until));
  return steps({ ...letter, height }, [width + by, width], [first, height]);
}

/** Returns the reach of the ink from the start edge, per slice. */
function reachOf(context: LayoutContext, { run, baseline, height, width, rtl }: PlacedLetter, count: number): number[] {
  const reach = Array.from({ length: count }, () => 0);
  const slice = height / count;
  const take = (y: number, x: number): void => {
    const k = Math.floor((y + baseline) / slice);
    if (k >= 0 && k < count) reach[k] = Math.max(reach[k]!, rtl ? width - x : x);
  };
  for (const points of outlinesOf(context, run))
    points.forEach(([x, y], i) => {
      const [toX, toY] = points[(i + 1) % points.length]!;
      const parts = Math.min(2 * count, Math.ceil(Math.abs(toY - y) / slice) * 2) || 1;
      for (let p = 0; p <= parts; p++) take(y + ((toY - y) * p) / parts, x + ((toX - x) * p) / parts);
    });
  return reach;
}

/**
 * Returns a stepped shape from the content box's start edge. `ends` holds the end of each step, evenly spaced by
 * default.
 */
function steps(
  { height, width, rtl, edge }: PlacedLetter,
  reach: readonly number[],
  ends?: readonly number[],
): BasicShape {
  const points: { x: Length; y: Length }[] = [];
  const add = (x: number, y: number): void => {
    points.push({ x: Length.px(rtl ? width - x : x), y: Length.px(y) });
  };
  add(0, 0);
  let top = 0;
  reach.forEach((x, k) => {
    const end = ends?.[k] ?? ((k + 1) * height) / reach.length;
    // Without ink, a line begins at the letter's start.
    const to = x <= 0 ? 0 : x + edge;
    add(to, top);
    add(to, end);
    top = end;
  });
  add(0, height);
  return { type: 'polygon', evenOdd: false, points };
}
