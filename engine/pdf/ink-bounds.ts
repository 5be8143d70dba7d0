/** Computes the bounding boxes of ink, in the coordinates in which it is drawn. */
import type { FontFace } from '../fonts/font-face.ts';
import type { Command, GlyphPlacement, Path, StrokeStyle } from '../paint/display-list.ts';
import { SYNTHETIC_BOLD } from '../text/glyph-run.ts';
import { type Bounds, boxOf, pathBounds } from './bounds.ts';
import { isJustifiedSpace } from './placed-clusters.ts';

/**
 * Ink boxes of glyphs in font units, y up; null if a glyph has no ink. They never change, so they are cached for the
 * lifetime of the face.
 */
const boxesOfFaces = new WeakMap<FontFace, Map<number, Bounds | null>>();

/** Computes the ink box of a glyph for the cache. */
function findBox(face: FontFace, boxes: Map<number, Bounds | null>, glyphId: number): Bounds | null {
  const box = (face.colorLayers(glyphId) ?? [{ glyphId }]).reduce(
    (all: Bounds | null, layer) => union(all, face.inkBox(layer.glyphId)),
    null,
  );
  boxes.set(glyphId, box);
  return box;
}

/** Returns the bounding box of a placement's glyphs and their stroke, or null if none of them has ink. */
export function glyphBounds(placement: GlyphPlacement, strokeWidth: number): Bounds | null {
  const { run, start, end, justification, justifyClusters, paragraph } = placement;
  const { face, glyphIds, advances, xOffsets, yOffsets, clusters } = run;
  let boxes = boxesOfFaces.get(face);
  if (boxes === undefined) boxesOfFaces.set(face, (boxes = new Map()));
  const scale = run.fontSize / face.metrics.unitsPerEm;
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  let pen = placement.x;
  for (let g = start; g < end; g++) {
    let box = boxes.get(glyphIds[g]!);
    if (box === undefined) box = findBox(face, boxes, glyphIds[g]!);
    if (box !== null) {
      const x = pen + (xOffsets === null ? 0 : xOffsets[g]!);
      const y = placement.y - (yOffsets === null ? 0 : yOffsets[g]!);
      // PERF: comparisons need no calls.
      const left = x + box.x0 * scale;
      const right = x + box.x1 * scale;
      const top = y - box.y1 * scale;
      const bottom = y - box.y0 * scale;
      if (left < x0) x0 = left;
      if (right > x1) x1 = right;
      if (top < y0) y0 = top;
      if (bottom > y1) y1 = bottom;
    }
    pen += advances[g]!;
    if (justification !== 0 && (justifyClusters || isJustifiedSpace(paragraph.charCodeAt(clusters[g]!))))
      pen += justification;
  }
  if (x0 > x1) return null;
  const around = strokeWidth / 2 + (run.syntheticBold ? (run.fontSize * SYNTHETIC_BOLD) / 2 : 0);
  const slant = Math.abs(run.syntheticSlant) * run.fontSize;
  return { x0: x0 - around - slant, y0: y0 - around, x1: x1 + around + slant, y1: y1 + around };
}

/** Returns the bounding box of a stroked path, including its corners. */
function strokeBounds(path: Path, { width, join, miterLimit }: StrokeStyle): Bounds {
  const { x0, y0, x1, y1 } = pathBounds(path);
  // A square cap extends by the diagonal of half the line width.
  const around = (width / 2) * (join === 'miter' ? Math.max(Math.SQRT2, miterLimit) : Math.SQRT2);
  return { x0: x0 - around, y0: y0 - around, x1: x1 + around, y1: y1 + around };
}

/** Returns the ink bounds of a command in its own coordinates, or null if it has no ink. */
export function inkBounds(command: Command): Bounds | null {
  switch (command.type) {
    case 'drawGlyphs':
      return glyphBounds(command.placement, command.stroke?.width ?? 0);
    case 'fillRect':
    case 'drawImage':
      return boxOf(command);
    case 'fillPath':
    case 'fillGradient':
    case 'fillPattern':
      return pathBounds(command.path);
    case 'strokePath':
      return strokeBounds(command.path, command.stroke);
    default:
      return null;
  }
}

/** Returns the intersection of two boxes, or null if they are disjoint. */
export function intersection(a: Bounds, b: Bounds): Bounds | null {
  const x0 = Math.max(a.x0, b.x0);
  const y0 = Math.max(a.y0, b.y0);
  const x1 = Math.min(a.x1, b.x1);
  const y1 = Math.min(a.y1, b.y1);
  return x0 <= x1 && y0 <= y1 ? { x0, y0, x1, y1 } : null;
}

export function union(a: Bounds | null, b: Bounds | null): Bounds | null {
  if (a === null || b === null) return a ?? b;
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
