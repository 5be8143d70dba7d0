/**
 * Blurred glyphs, the parts of text shadows. Blurring is linear: the shadow of a line is the sum of those of its glyphs,
 * if these don't overlap. Glyphs repeat, so that each is blurred only once per size.
 */
import type { Budget } from '../budget.ts';
import type { FontFace } from '../fonts/font-face.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { Coverage, SAMPLES_PER_TICK } from './coverage.ts';
import type { GlyphPlacement } from './display-list.ts';
import { addGlyph, emboldened, forEachGlyph, inkOf } from './glyph-paths.ts';
import { boundsOfPoints } from './flatten-path.ts';
import { grown } from './rects.ts';

/** Positions of a glyph between two samples, in each direction. */
const PHASES = 4;
/** Limits for one glyph, and for all glyphs that are kept. */
const MAX_GLYPH_SAMPLES = 40_000;
const MAX_KEPT_SAMPLES = 4_000_000;
/** The samples that are blurred before glyphs must have repeated, and how often they must on average. */
const MAX_NEW_SAMPLES = 1_000_000;
const LEAST_REPEATS = 3;
/** Blurring a sample takes as long as adding this many. */
const BLURRED_PER_ADDED = 30;
/** The size of most glyphs with their overflow, in font sizes. */
const USUAL_SIZE = 1.5;
/** A Gaussian is invisible beyond this many deviations. The box blur ends shortly after it. */
const REACH = 3;

/** Offsets between glyphs are compared to this part of a px. */
const OFFSET_STEPS = 64;

/** Glyphs that may overlap, in the order of the line. */
interface Cluster {
  readonly glyphs: { readonly g: number; readonly x: number; readonly y: number }[];
  /** Identifies the glyphs and their relative positions. */
  key: string;
  right: number;
}

/** A blurred cluster, and the position of its first sample relative to that of its first origin. */
interface BlurredCluster {
  readonly coverage: Coverage;
  readonly x: number;
  readonly y: number;
}

/** The blurred glyphs of a document. */
export class BlurredGlyphs {
  private readonly budget: Budget;
  private readonly faces = new Map<FontFace, Map<string, Map<string, BlurredCluster>>>();
  private kept = 0;
  /** All samples that were blurred, and that were added to lines. */
  private made = 0;
  private added = 0;

  /** `budget` is charged for blurring. */
  constructor(budget: Budget) {
    this.budget = budget;
  }

  /**
   * Returns whether a placement in a grid costs less if its glyphs are blurred one by one. `sigma`: deviation in px, with
   * `scale` samples per px.
   */
  suits({ run, start, end }: GlyphPlacement, grid: Coverage, sigma: number, scale: number): boolean {
    const side = (run.fontSize * USUAL_SIZE + 2 * REACH * sigma) * scale;
    const samples = side * side;
    // Texts in ideographs may hardly repeat any.
    if (this.made > Math.max(MAX_NEW_SAMPLES, this.added / LEAST_REPEATS)) return false;
    return samples <= MAX_GLYPH_SAMPLES && samples * (end - start) <= grid.samples.length * BLURRED_PER_ADDED;
  }

  /** Adds the blurred glyphs of a placement to a grid that starts at (left, top). */
  add(to: Coverage, placement: GlyphPlacement, left: number, top: number, sigma: number, scale: number): void {
    const known = this.ofSize(placement.run, sigma, scale);
    for (const cluster of clustersOf(placement)) {
      const { x, y } = cluster.glyphs[0]!;
      const column = Math.round((x - left) * scale * PHASES);
      const row = Math.round((y - top) * scale * PHASES);
      const phaseX = column & (PHASES - 1);
      const phaseY = row & (PHASES - 1);
      const key = `${phaseX} ${phaseY}${cluster.key}`;
      let blurred = known.get(key);
      if (blurred === undefined) {
        blurred = this.blurred(placement, cluster, phaseX / PHASES / scale, phaseY / PHASES / scale, sigma, scale);
        known.set(key, blurred);
      }
      this.added += blurred.coverage.samples.length;
      to.addGrid(blurred.coverage, (column - phaseX) / PHASES + blurred.x, (row - phaseY) / PHASES + blurred.y);
    }
    // A document with this many different glyphs blurs some of them again.
    if (this.kept > MAX_KEPT_SAMPLES) {
      this.faces.clear();
      this.kept = 0;
    }
  }

  private ofSize(run: GlyphPlacement['run'], sigma: number, scale: number): Map<string, BlurredCluster> {
    let sizes = this.faces.get(run.face);
    if (sizes === undefined) this.faces.set(run.face, (sizes = new Map()));
    const key = `${run.fontSize} ${run.syntheticBold} ${run.syntheticSlant} ${sigma} ${scale}`;
    let known = sizes.get(key);
    if (known === undefined) sizes.set(key, (known = new Map()));
    return known;
  }

  /** Blurs a cluster whose first origin is (dx, dy) px after a sample. */
  private blurred(
    placement: GlyphPlacement,
    { glyphs }: Cluster,
    dx: number,
    dy: number,
    sigma: number,
    scale: number,
  ): BlurredCluster {
    const outline: number[] = [];
    const first = glyphs[0]!;
    for (const { g, x, y } of glyphs) addGlyph(outline, placement, g, [1, 0, 0, 1, x - first.x + dx, y - first.y + dy]);
    const { run } = placement;
    const shapes = run.syntheticBold ? emboldened(outline, run) : [outline];
    const area = grown(boundsOfPoints(shapes)!, REACH * sigma + 2 / scale);
    const x = Math.floor(area.x * scale);
    const y = Math.floor(area.y * scale);
    const width = Math.ceil((area.x + area.width) * scale) - x;
    const coverage = new Coverage(width, Math.ceil((area.y + area.height) * scale) - y);
    for (const shape of shapes) coverage.add(shape, x / scale, y / scale, scale);
    coverage.blur(sigma * scale);
    this.kept += coverage.samples.length;
    this.made += coverage.samples.length;
    this.budget.tickBy(coverage.samples.length / SAMPLES_PER_TICK);
    return { coverage, x, y };
  }
}

/** Returns the glyphs of a placement that draw something. Those whose rectangles overlap along the line are together. */
function clustersOf(placement: GlyphPlacement): Cluster[] {
  const { run } = placement;
  const clusters: Cluster[] = [];
  const bold = run.syntheticBold ? run.fontSize * SYNTHETIC_BOLD : 0;
  forEachGlyph(placement, (g, x, y) => {
    const ink = inkOf(run, g);
    if (ink === null) return;
    const left = x + ink.x;
    const right = left + ink.width + bold;
    const last = clusters.at(-1);
    if (last === undefined || left >= last.right) {
      clusters.push({ glyphs: [{ g, x, y }], key: ` ${run.glyphIds[g]}`, right });
      return;
    }
    const first = last.glyphs[0]!;
    last.key += ` ${run.glyphIds[g]} ${Math.round((x - first.x) * OFFSET_STEPS)} ${Math.round((y - first.y) * OFFSET_STEPS)}`;
    last.glyphs.push({ g, x, y });
    last.right = Math.max(last.right, right);
  });
  return clusters;
}
