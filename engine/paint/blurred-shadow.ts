/**
 * Blurred shadows. A box shadow is a set of nested outlines whose alphas add up to the blur's profile. Other shapes
 * become a raster of bounded size, without text.
 */
import type { Color } from '../css/color.ts';
import type { Budget } from '../budget.ts';
import type { ImageResource, RasterData } from '../images/image.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { BlurredGlyphs } from './blurred-glyphs.ts';
import type { DisplayListBuilder, GlyphPlacement, Path, ShadowBlur } from './display-list.ts';
import { glyphBounds } from './glyph-paths.ts';
import { boundsOfPoints } from './flatten-path.ts';
import { Coverage, SAMPLES_PER_TICK } from './coverage.ts';
import { fitRadii, inset, type RoundedRect } from './rounded-rect.ts';
import { grown, type Rect } from './rects.ts';

/** A Gaussian is invisible beyond this many deviations. */
const REACH = 3;

/** Extent of a box shadow on both sides of an edge, in deviations. Beyond it, less than one shade of black is left. */
const BOX_REACH = 2.6;

/**
 * Returns the number of steps across a blurred edge. Steps must be invisible, but not narrower than a printer's dot.
 */
function stepsFor(blur: number, alpha: number): number {
  return Math.max(8, Math.min(80, Math.ceil(alpha * 80), Math.ceil(blur * 4)));
}

/**
 * Returns the share of a Gaussian of deviation `sigma` below x: the darkness of a shadow at distance x inside a
 * straight edge.
 */
function gaussianShare(x: number, sigma: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / (sigma * Math.SQRT2)));
  const erf =
    1 -
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
      t *
      Math.exp(-(x * x) / (2 * sigma * sigma));
  return x >= 0 ? 0.5 + erf / 2 : 0.5 - erf / 2;
}

/**
 * Returns the darkness of a blurred strip at distance x inside one edge. The Gaussian beyond the other edge is missing.
 */
function stripShare(x: number, width: number, sigma: number): number {
  return gaussianShare(x, sigma) - gaussianShare(x - width, sigma);
}

/**
 * Draws nested outlines from the faint outside to the dark inside, or in reverse for a hole. Painting alpha a over
 * alpha b gives b + a (1 - b), which determines each outline's own alpha.
 */
export function paintBlurredBox(
  shape: RoundedRect,
  blur: number,
  color: Color,
  paint: (r: RoundedRect, color: Color) => void,
  hole = false,
): void {
  if (blur <= 0) {
    paint(shape, color);
    return;
  }
  const sigma = blur / 2;
  const reach = BOX_REACH * sigma;
  const steps = stepsFor(blur, color.a);
  const narrow = Math.max(0, Math.min(shape.width, shape.height));
  const long = Math.max(0, shape.width, shape.height);
  // Darkness at the center of the other axis.
  const most = stripShare(long / 2, long, sigma);
  let reached = 0;
  for (let i = 0; i < steps; i++) {
    // The middle of the band between two outlines determines its darkness. The last one determines that of the whole
    // inside.
    const from = -reach + (2 * reach * i) / steps;
    const middle = i === steps - 1 ? REACH * sigma : from + reach / steps;
    const share = most * stripShare(Math.min(hole ? -middle : middle, narrow / 2), narrow, sigma);
    const target = color.a * (hole ? 1 - share : share);
    const alpha = (target - reached) / (1 - reached);
    reached = target;
    if (alpha <= 0) continue;
    const depth = hole ? -from : from;
    const outline = depth >= 0 ? inset(shape, depth, depth, depth, depth) : outset(shape, -depth);
    if (!hole && (outline.width <= 0 || outline.height <= 0)) break;
    paint(softened(outline, cornerRadius(depth / sigma) * sigma), color.withAlpha(alpha));
  }
}

function outset(r: RoundedRect, by: number): RoundedRect {
  if (r.shapes !== undefined) return inset(r, -by, -by, -by, -by);
  const rect = { x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by };
  return {
    ...r,
    ...rect,
    radii: r.radii
      ? fitRadii(
          rect,
          r.radii.map((radius) => (radius > 0 ? radius + by : 0)),
        )
      : null,
  };
}

/**
 * Returns the radius of a contour at the corner of a blurred square. The contour's darkness equals that of the straight
 * edges at `depth`. Both are in deviations. On the contour, the product of two Gaussian shares equals one share. A
 * parabola approximates the radius of the arc through its points.
 */
function cornerRadius(depth: number): number {
  return 1.86 - 0.61 * depth + 0.07 * depth * depth;
}

/** Rounds the corners of a blurred box. Corners that are already round change less. */
function softened(r: RoundedRect, rounding: number): RoundedRect {
  if (r.shapes !== undefined) return r;
  const radii = r.radii ? r.radii.map((radius) => Math.hypot(radius, rounding)) : new Array<number>(8).fill(rounding);
  return { ...r, radii: fitRadii(r, radii) };
}

/**
 * Sample density: per px for small blurs, relative to the deviation for large ones, but at least one per px, because some
 * viewers don't interpolate masks. The steps are invisible.
 */
const MAX_SAMPLES_PER_PX = 4;
const SAMPLES_PER_DEVIATION = 3;
/** Samples between which interpolation is exact to one shade. Larger blurs are computed this coarsely. */
const EXACT_PER_DEVIATION = 4;
/** Limits for one shadow and for the document. As they are used up, shadows get coarser. */
const MAX_SAMPLES = 400_000;
const MAX_DOCUMENT_SAMPLES = 40_000_000;
const MIN_SAMPLES = 2_000;

/** The remaining samples of a document, and its blurred glyphs. */
export class ShadowBudget {
  readonly glyphs: BlurredGlyphs;
  private readonly budget: Budget;
  private left = MAX_DOCUMENT_SAMPLES;

  /** `budget` is charged for the work. */
  constructor(budget: Budget) {
    this.budget = budget;
    this.glyphs = new BlurredGlyphs(budget);
  }

  /** Returns the number of samples of the next shadow. */
  take(wanted: number): number {
    // Grants at most a twentieth of the remainder, so that it is never used up.
    const granted = Math.max(MIN_SAMPLES, Math.min(wanted, MAX_SAMPLES, this.left / 20));
    this.left = Math.max(0, this.left - granted);
    this.budget.tickBy(granted / SAMPLES_PER_TICK);
    return granted;
  }
}

/** Paints the blurred silhouette of shapes as one image, at the resolution that the blur needs. */
export function paintBlurredShapes(
  canvas: DisplayListBuilder,
  shapes: readonly Path[],
  blur: number,
  color: Color,
  budget: ShadowBudget,
): void {
  const points = boundsOfPoints(shapes);
  if (points === null || color.a <= 0) return;
  const grid = gridAround(points, blur / 2, budget);
  addBlurred(grid, shapes, blur / 2);
  drawGrid(canvas, grid, color);
}

/** Paints the blurred silhouette of glyphs along a line. `outlines` returns their shapes. */
export function paintBlurredGlyphs(
  canvas: DisplayListBuilder,
  placement: GlyphPlacement,
  outlines: () => readonly Path[],
  blur: number,
  color: Color,
  budget: ShadowBudget,
): void {
  const sigma = blur / 2;
  const bounds = glyphBounds(placement);
  if (bounds === null || color.a <= 0) return;
  const { fontSize, syntheticBold } = placement.run;
  const grid = gridAround(syntheticBold ? grown(bounds, (fontSize * SYNTHETIC_BOLD) / 2) : bounds, sigma, budget, true);
  const { coverage, left, top, scale } = grid;
  if (budget.glyphs.suits(placement, coverage, sigma, scale))
    budget.glyphs.add(coverage, placement, left, top, sigma, scale);
  else addBlurred(grid, outlines(), sigma);
  drawGrid(canvas, grid, color);
}

/** Returns the blur of a shadow of shapes in `bounds`. */
export function shadowBlur(blur: number, bounds: Rect): ShadowBlur {
  const deviation = blur / 2;
  return { deviation, bounds: grown(bounds, REACH * deviation + 1) };
}

/** Samples of an area that starts at (left, top), with `scale` samples per px. The image has `factor` times as many. */
interface Grid {
  readonly coverage: Coverage;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly factor: number;
}

/** Returns an empty grid for shapes in `points`. `inSteps`: shadows that get coarser share a few resolutions. */
function gridAround(points: Rect, sigma: number, budget: ShadowBudget, inSteps = false): Grid {
  const bounds = grown(points, REACH * sigma + 1);
  const finest = Math.min(MAX_SAMPLES_PER_PX, Math.max(1, SAMPLES_PER_DEVIATION / sigma));
  const wanted = bounds.width * bounds.height * finest * finest;
  const share = budget.take(wanted) / wanted;
  const shown = finest * Math.sqrt(inSteps ? 2 ** Math.floor(Math.log2(share)) : share);
  const factor = Math.max(1, Math.floor((shown * sigma) / EXACT_PER_DEVIATION));
  const scale = shown / factor;
  const coverage = new Coverage(Math.ceil(bounds.width * scale), Math.ceil(bounds.height * scale));
  return { coverage, left: bounds.x, top: bounds.y, scale, factor };
}

function addBlurred({ coverage, left, top, scale }: Grid, shapes: readonly Path[], sigma: number): void {
  for (const shape of shapes) coverage.add(shape, left, top, scale);
  coverage.blur(sigma * scale);
}

function drawGrid(canvas: DisplayListBuilder, { coverage, left, top, scale, factor }: Grid, color: Color): void {
  const data = coverageRaster(coverage.enlarged(factor), color);
  const image: ImageResource = {
    url: '',
    data,
    width: data.width,
    height: data.height,
    ratio: data.width / data.height,
  };
  canvas.drawImage(image, left, top, coverage.width / scale, coverage.height / scale, true);
}

/** Returns a picture of one color whose opacity is the coverage. */
export function coverageRaster(coverage: Coverage, color: Color): RasterData {
  const { width, height } = coverage;
  const rgb = rgbOf(color);
  return {
    type: 'raster',
    width,
    height,
    color: { channels: 1, bits: 1, form: 'plain', bytes: new Uint8Array(Math.ceil(width / 8) * height) },
    palette: Uint8Array.of(...rgb, ...rgb),
    alpha: { channels: 1, bits: 8, form: 'plain', bytes: coverage.bytes(Math.min(1, color.a)) },
  };
}

/** Returns a color in bytes of sRGB. */
export function rgbOf({ r, g, b }: Color): readonly [red: number, green: number, blue: number] {
  const byte = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 255);
  return [byte(r), byte(g), byte(b)];
}
