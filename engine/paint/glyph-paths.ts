/** Glyph outlines, for glyphs drawn as shapes instead of text. */
import type { FontFace } from '../fonts/font-face.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { type GlyphPlacement, type Matrix, type Path, PathOp } from './display-list.ts';
import { parseOutline } from './outline-path.ts';
import { moved, type Rect, uniteRects } from './rects.ts';
import { type RoundedRect, sharpRect } from './rounded-rect.ts';
import { boundsOf } from './svg/svg-geometry.ts';

/** An outline in font units, y up. */
interface Outline {
  readonly path: readonly number[];
  /** null: nothing is drawn. */
  readonly bounds: Rect | null;
}

/** Glyph outlines never change, so they are cached for the lifetime of the face. */
const outlinesOfFaces = new WeakMap<FontFace, Map<number, Outline>>();

function outlineOf(face: FontFace, glyphId: number): Outline {
  let glyphs = outlinesOfFaces.get(face);
  if (!glyphs) outlinesOfFaces.set(face, (glyphs = new Map()));
  let outline = glyphs.get(glyphId);
  if (!outline) {
    const layers = face.colorLayers(glyphId);
    const path = (layers ?? [{ glyphId }]).flatMap((layer) => parseOutline(face.outline(layer.glyphId)));
    outline = { path, bounds: boundsOf(path) };
    glyphs.set(glyphId, outline);
  }
  return outline;
}

/** Appends a glyph's outline, transformed by a matrix from the glyph's coordinates in px with y down. */
export function addGlyph(out: number[], placement: GlyphPlacement, g: number, matrix: Matrix): void {
  const { run } = placement;
  const scale = run.fontSize / run.face.metrics.unitsPerEm;
  const skew = run.syntheticSlant;
  const [a, b, c, d, e, f] = matrix;
  const { path } = outlineOf(run.face, run.glyphIds[g]!);
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    out.push(op);
    for (let points = pointsOf(op); points > 0; points--, i += 2) {
      const x = (path[i]! + skew * path[i + 1]!) * scale;
      const y = -path[i + 1]! * scale;
      out.push(a * x + c * y + e, b * x + d * y + f);
    }
  }
}

/** Maximum overflow of glyphs beyond their part of the line, in font sizes. */
const INK_REACH = 3;

/** Returns a rectangle that contains all glyphs of a placement. It doesn't load their outlines. */
export function glyphArea({ run, start, end, x, y, justification }: GlyphPlacement): RoundedRect {
  let [pen, left, right] = [x, x, x];
  for (let g = start; g < end; g++) {
    pen += run.advances[g]!;
    left = Math.min(left, pen);
    right = Math.max(right, pen);
  }
  const { boundsWidth, unitsPerEm } = run.face.metrics;
  const reach = run.fontSize * Math.max(INK_REACH, boundsWidth / unitsPerEm);
  const spaces = Math.abs(justification) * (end - start);
  return sharpRect(left - reach - spaces, y - reach, right - left + 2 * (reach + spaces), 2 * reach);
}

/** Returns the outlines of a placement's glyphs along its line. */
export function glyphPath(placement: GlyphPlacement): number[] {
  const out: number[] = [];
  forEachGlyph(placement, (g, x, y) => addGlyph(out, placement, g, [1, 0, 0, 1, x, y]));
  return out;
}

/** Returns the bounds of `glyphPath`, or null if nothing is drawn. PERF: bounds of upright glyphs are cached. */
export function glyphBounds(placement: GlyphPlacement): Rect | null {
  const { run } = placement;
  if (run.syntheticSlant !== 0) return boundsOf(glyphPath(placement));
  let all: Rect | null = null;
  forEachGlyph(placement, (g, x, y) => {
    const ink = inkOf(run, g);
    if (ink !== null) all = uniteRects(all, moved(ink, x, y));
  });
  return all;
}

/** Returns a rectangle around a glyph, relative to its origin. null: nothing is drawn. */
export function inkOf(run: GlyphPlacement['run'], g: number): Rect | null {
  const { bounds } = outlineOf(run.face, run.glyphIds[g]!);
  if (bounds === null) return null;
  const scale = run.fontSize / run.face.metrics.unitsPerEm;
  const top = bounds.y + bounds.height;
  const left = bounds.x + Math.min(run.syntheticSlant * bounds.y, run.syntheticSlant * top);
  const width = bounds.width + Math.abs(run.syntheticSlant) * bounds.height;
  return { x: left * scale, y: -top * scale, width: width * scale, height: bounds.height * scale };
}

/** Calls `visit` for each glyph of a placement with the position of its origin. */
export function forEachGlyph(placement: GlyphPlacement, visit: (g: number, x: number, y: number) => void): void {
  const { run, start, end, justification, justifyClusters, paragraph } = placement;
  let pen = placement.x;
  for (let g = start; g < end; g++) {
    const x = pen + (run.xOffsets === null ? 0 : run.xOffsets[g]!);
    const y = placement.y - (run.yOffsets === null ? 0 : run.yOffsets[g]!);
    visit(g, x, y);
    pen += run.advances[g]!;
    if (justification !== 0 && (justifyClusters || isSpace(paragraph.charCodeAt(run.clusters[g]!))))
      pen += justification;
  }
}

/** Returns outlines that together look as bold as synthetic bold text. */
export function emboldened(outlines: Path, { fontSize }: GlyphPlacement['run']): Path[] {
  const by = (fontSize * SYNTHETIC_BOLD) / 2;
  return [shifted(outlines, -by, 0), shifted(outlines, by, 0), shifted(outlines, 0, -by), shifted(outlines, 0, by)];
}

function shifted(path: Path, dx: number, dy: number): Path {
  const out: number[] = [];
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    out.push(op);
    for (let points = pointsOf(op); points > 0; points--, i += 2) out.push(path[i]! + dx, path[i + 1]! + dy);
  }
  return out;
}

/** Returns the number of points after an operator. */
const pointsOf = (op: number): number => (op === PathOp.Close ? 0 : op === PathOp.Curve ? 3 : 1);

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0xa0;
