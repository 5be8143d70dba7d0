/** The sheet around a page: the bleed, and marks for cutting and alignment (css-page-3 §8.2, §8.3). */
import { Color, InkColor, type Inks } from '../css/color.ts';
import type { Page } from '../pages/page.ts';
import { type DisplayListBuilder, type Path, PathOp, type StrokeStyle } from './display-list.ts';

/** Room for marks on each side beyond the bleed, and its empty part next to the bleed, in CSS px. */
const MARKS_ROOM = 24;
const MARKS_GAP = 4;
const CROSS_RADIUS = 6;

const HAIRLINE: StrokeStyle = { width: 1 / 3, dash: [], dashOffset: 0, cap: 'butt', join: 'miter', miterLimit: 10 };
/** A color that prints with all process inks. */
const process = (c: number, m: number, y: number, k: number): Inks => ({ type: 'process', process: [c, m, y, k] });
const REGISTRATION = new InkColor(0, 0, 0, 1, process(1, 1, 1, 1));

/**
 * The patches of a color bar: the single inks, pairs of inks, and half of each ink. `PATCH` is a patch's side in CSS
 * px.
 */
const PATCH = 12;
const BAR: readonly InkColor[] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 1, 0, 0],
  [1, 0, 1, 0],
  [0, 1, 1, 0],
  [0.5, 0, 0, 0],
  [0, 0.5, 0, 0],
  [0, 0, 0.5, 0],
  [0, 0, 0, 0.5],
].map(([c, m, y, k]) => {
  const screen = (ink: number): number => Math.round(255 * (1 - ink) * (1 - k!));
  return new InkColor(screen(c!), screen(m!), screen(y!), 1, process(c!, m!, y!, k!));
});

/** Distance of the control points of a quarter circle along the tangents. */
const QUARTER = 0.5523;

/** Returns the distance from the sheet's edges to the page's, in CSS px. */
export function sheetMargin({ bleed, marks }: Pick<Page, 'bleed' | 'marks'>): number {
  return Math.max(0, bleed) + (marks.length > 0 ? MARKS_ROOM : 0);
}

/** Paints the marks. `width` and `height` are those of the oriented page, whose corner is the origin. */
export function paintMarks(canvas: DisplayListBuilder, { bleed, marks }: Page, width: number, height: number): void {
  const from = Math.max(0, bleed) + MARKS_GAP;
  const to = Math.max(0, bleed) + MARKS_ROOM;
  canvas.beginArtifact('layout');
  const stroke = (path: Path): void => canvas.strokePath(path, HAIRLINE, Color.BLACK);
  if (marks.includes('crop')) {
    for (const x of [0, width]) {
      stroke(line(x, -from, x, -to));
      stroke(line(x, height + from, x, height + to));
    }
    for (const y of [0, height]) {
      stroke(line(-from, y, -to, y));
      stroke(line(width + from, y, width + to, y));
    }
  }
  const targets = (color: Color): void => {
    const middle = (from + to) / 2;
    const places = [
      [width / 2, -middle],
      [width / 2, height + middle],
      [-middle, height / 2],
      [width + middle, height / 2],
    ];
    const arm = (to - from) / 2;
    for (const [x, y] of places) {
      for (const path of [
        line(x! - arm, y!, x! + arm, y!),
        line(x!, y! - arm, x!, y! + arm),
        circle(x!, y!, CROSS_RADIUS),
      ])
        canvas.strokePath(path, HAIRLINE, color);
    }
  };
  if (marks.includes('-pagewright-registration')) targets(REGISTRATION);
  else if (marks.includes('cross')) targets(Color.BLACK);
  // The bar starts after the target in the middle, and is cut off at the end of the room.
  if (marks.includes('-pagewright-color-bars')) {
    const start = width / 2 + (to - from);
    const count = Math.max(0, Math.min(BAR.length, Math.floor((width - start) / PATCH)));
    for (let i = 0; i < count; i++)
      canvas.fillRect(start + i * PATCH, -(from + to) / 2 - PATCH / 2, PATCH, PATCH, BAR[i]!);
  }
  canvas.endTag();
}

const line = (x0: number, y0: number, x1: number, y1: number): Path => [PathOp.Move, x0, y0, PathOp.Line, x1, y1];

function circle(x: number, y: number, r: number): Path {
  const k = r * QUARTER;
  const arcs = [
    [x + r, y + k, x + k, y + r, x, y + r],
    [x - k, y + r, x - r, y + k, x - r, y],
    [x - r, y - k, x - k, y - r, x, y - r],
    [x + k, y - r, x + r, y - k, x + r, y],
  ];
  return [PathOp.Move, x + r, y, ...arcs.flatMap((arc) => [PathOp.Curve, ...arc]), PathOp.Close];
}
