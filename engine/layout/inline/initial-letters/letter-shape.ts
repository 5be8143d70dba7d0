/**
 * The shapes of initial letters: the extent of their ink, the points that align them with the lines, and the contour
 * that lines keep clear of.
 */
import type { BasicShape } from '../../../css/computed-values.ts';
import { Length } from '../../../css/length.ts';
import type { ShapedRun } from '../../../text/paragraph.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import type { ComputedStyle } from '../../../css/computed-style.ts';
import type { FontBox } from '../font-box.ts';
import { pxFromLu } from '../../../units.ts';
import { lazily } from '../../../lazily.ts';

/** Height of the slices that approximate an outline, in CSS px. */
const SLICE = 1;
const MAX_SLICES = 256;

/** A letter in its content box. Lengths are CSS px from the top left corner. */
interface PlacedLetter {
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

const POINTS_PER_TICK = 64;
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g;

/**
 * Returns the points of a run's outlines, one list per contour. The outline deviates little from the straight lines
 * between them.
 */
function outlinesOf(context: LayoutContext, run: ShapedRun): (readonly [x: number, y: number])[][] {
  const contours: (readonly [x: number, y: number])[][] = [];
  const px = run.fontSize / run.face.metrics.unitsPerEm;
  let pen = 0;
  run.glyphIds.forEach((glyph, g) => {
    const x = pen + (run.xOffsets?.[g] ?? 0);
    const y = run.yOffsets?.[g] ?? 0;
    for (const contour of run.face.outline(glyph).split('M')) {
      const numbers = contour.match(NUMBER);
      if (numbers === null) continue;
      const points: (readonly [x: number, y: number])[] = [];
      // All path commands have pairs of coordinates.
      for (let i = 0; i + 1 < numbers.length; i += 2)
        points.push([x + Number(numbers[i]) * px, -y - Number(numbers[i + 1]) * px]);
      // The font determines the number of points, so they count towards the budget.
      context.budget.tickBy(points.length / POINTS_PER_TICK);
      contours.push(points);
    }
    pen += run.advances[g]!;
  });
  return contours;
}

/**
 * Returns how far the ink of a text reaches above the baseline. Returns null if it has no ink or the font lacks a
 * glyph.
 */
function inkTop(context: LayoutContext, style: ComputedStyle, text: string): number | null {
  const run = context.text.shape(text, style, 0);
  if (run.glyphIds.includes(0)) return null;
  const top = outlinesOf(context, run).reduce(
    (least, points) => points.reduce((y, point) => Math.min(y, point[1]), least),
    0,
  );
  return top < 0 ? -top : null;
}

/** Returns how far the ink reaches below the baseline. */
export function inkBottom(context: LayoutContext, run: ShapedRun): number {
  return outlinesOf(context, run).reduce((most, points) => points.reduce((y, point) => Math.max(y, point[1]), most), 0);
}

/** Distances from the alphabetic baseline to the line-over and line-under sides, in CSS px. */
export interface AlignmentPoints {
  readonly over: number;
  readonly under: number;
}

const IDEOGRAPHIC = lazily(
  () => /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Yi}]/u,
);
/** Scripts with a hanging baseline, each with a letter whose top shows its position (css-inline-3 §A.1). */
const HANGING: () => readonly (readonly [script: RegExp, letter: string])[] = lazily(() => [
  [/\p{Script=Devanagari}/u, 'क'],
  [/\p{Script=Bengali}/u, 'ক'],
  [/\p{Script=Gurmukhi}/u, 'ਕ'],
]);
const HEBREW = lazily(() => /\p{Script=Hebrew}/u);
const HEBREW_LETTER = 'ה';
/** The hanging baseline as a share of the font size, used if the font lacks the sample letter. */
const HANGING_BASELINE = 0.6;

/**
 * Returns the alignment points of a letter. DEVIATION: Hebrew letters use the points of `hebrew` text instead of the
 * ideographic edges.
 */
export function pointsOfLetter(context: LayoutContext, style: ComputedStyle, text: string): AlignmentPoints {
  if (IDEOGRAPHIC().test(text)) return ideographic(context, style);
  if (HEBREW().test(text)) return { over: topOf(context, style, HEBREW_LETTER), under: 0 };
  const hanging = HANGING().find(([script]) => script.test(text));
  return hanging === undefined ? alphabetic(context, style) : { over: topOf(context, style, hanging[1]), under: 0 };
}

/** Returns the points of the surrounding text that the letter's style names. `font` is that of the root inline box. */
export function pointsOfText(
  context: LayoutContext,
  root: ComputedStyle,
  font: FontBox,
  letter: ComputedStyle,
  text: string,
): AlignmentPoints {
  switch (letter.text.initialLetterAlign.points) {
    case 'ideographic':
      return ideographic(context, root);
    case 'hanging':
      return {
        over: topOf(context, root, (HANGING().find(([script]) => script.test(text)) ?? HANGING()[0]!)[1]),
        under: 0,
      };
    case 'hebrew':
      return { over: topOf(context, root, HEBREW_LETTER), under: 0 };
    case 'leading':
      return { over: pxFromLu(font.over), under: pxFromLu(font.under) };
    default:
      return alphabetic(context, root);
  }
}

function alphabetic(context: LayoutContext, style: ComputedStyle): AlignmentPoints {
  return { over: context.text.metrics(style).capHeight, under: 0 };
}

/** NOTE The em box approximates the character face, which is smaller by the same share in letter and text. */
function ideographic(context: LayoutContext, style: ComputedStyle): AlignmentPoints {
  const { emAscent, emDescent } = context.text.metrics(style);
  return { over: emAscent, under: emDescent };
}

function topOf(context: LayoutContext, style: ComputedStyle, letter: string): number {
  return inkTop(context, style, letter) ?? HANGING_BASELINE * style.font.fontSize;
}
