/** `initial-letter-wrap` (css-inline-3 §6.6): what lines beside an initial letter keep away from, as a `shape-outside`. */
import type { BasicShape } from '../../css/computed-values.ts';
import { Length } from '../../css/length.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LayoutContext } from '../contract.ts';
import { outlinesOf } from './letter-ink.ts';

/** How finely an outline is followed, CSS px. */
const SLICE = 1;
const MAX_SLICES = 256;

/** A letter in its content box, CSS px from its top and its left edge. */
export interface PlacedLetter {
  readonly run: ShapedRun;
  readonly baseline: number;
  readonly height: number;
  readonly width: number;
  /** Lines are at its left. */
  readonly rtl: boolean;
  /** Between it and the lines: its padding, border and margin. */
  readonly edge: number;
}

/** Along the letter's end side: for each slice how far its ink reaches from its start edge; the whole width from `until` on. */
export function contourShape(context: LayoutContext, letter: PlacedLetter, until: number): BasicShape {
  const { height, width } = letter;
  const count = Math.max(1, Math.min(MAX_SLICES, Math.ceil(height / SLICE)));
  const reach = reachOf(context, letter, count);
  for (let k = 0; k < count; k++) if (((k + 0.5) * height) / count >= until) reach[k] = width;
  return steps(letter, reach);
}

/** The first line comes so much nearer to the letter, or keeps further away; `until`: where it ends. */
export function adjustedShape(letter: PlacedLetter, until: number, by: number): BasicShape {
  const { height, width } = letter;
  const first = Math.max(0, Math.min(height, until));
  return steps({ ...letter, height }, [width + by, width], [first, height]);
}

/** How far from the start edge each slice has ink. */
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

/** Steps from the content box's start edge, one below the other; `ends`: where each ends, evenly without. */
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
    // Where there is no ink, a line begins at the letter's start.
    const to = x <= 0 ? 0 : x + edge;
    add(to, top);
    add(to, end);
    top = end;
  });
  add(0, height);
  return { type: 'polygon', evenOdd: false, points };
}
