/** Removes glyphs that are clipped away entirely, so that invisible text can't be extracted, found or copied. */
import type { GlyphPlacement, Matrix } from '../paint/display-list.ts';
import { glyphArea } from '../paint/glyph-paths.ts';
import { invert, multiply } from '../paint/matrix.ts';
import { type Bounds, transformBounds } from './bounds.ts';
import type { Scope } from './canvas-scope.ts';
import { glyphBounds } from './ink-bounds.ts';
import { PlacedClusters, standsForItsText } from './placed-clusters.ts';

/** How far glyphs may extend beyond their origins and advances in the rough estimate, in ems. */
const REACH = 2;

/** Returns a generous estimate of a placement's ink bounds. */
function roughBounds({ run, start, end, x, y, justification }: GlyphPlacement, strokeWidth: number): Bounds {
  let width = Math.max(0, justification) * (end - start);
  for (let g = start; g < end; g++) width += Math.abs(run.advances[g]!);
  const around = REACH * run.fontSize + strokeWidth;
  return { x0: x - around, y0: y - around, x1: x + width + around, y1: y + around };
}

const isWithin = (box: Bounds, outer: Bounds): boolean =>
  box.x0 >= outer.x0 && box.x1 <= outer.x1 && box.y0 >= outer.y0 && box.y1 <= outer.y1;

/**
 * Returns the part of a placement from its first visible glyph to its last, in whole clusters. Returns null if nothing
 * is visible.
 */
export function shownGlyphs(placement: GlyphPlacement, strokeWidth: number, scope: Scope): GlyphPlacement | null {
  const rough = roughBounds(placement, strokeWidth);
  if (isWithin(transformBounds(rough, scope.matrix), scope.clip)) return placement;
  const ink = glyphBounds(placement, strokeWidth);
  if (!isSeen(scope, ink ?? rough)) return null;
  // Text that is clipped only above or below is clipped along its whole length.
  if (ink === null || isWithin(transformBounds(ink, scope.matrix), scope.clip) || !standsForItsText(placement))
    return placement;
  return seenPart(placement, (part) => isSeen(scope, glyphBounds(part, strokeWidth)));
}

/** Text this many px away from the page is meant for screen readers only. */
const FAR_OUT = 500;

/** Returns whether text is hidden from view on purpose, by the patterns that leave it to screen readers. */
export function isForScreenReaders(placement: GlyphPlacement, scope: Scope, sheet: Bounds): boolean {
  if (typeof scope.reading !== 'number') return false;
  if (scope.isHidden) return true;
  const { x0, y0, x1, y1 } = transformBounds(roughBounds(placement, 0), scope.matrix);
  return x1 < -FAR_OUT || y1 < -FAR_OUT || x0 > sheet.x1 + FAR_OUT || y0 > sheet.y1 + FAR_OUT;
}

/** How much text that is moved onto the sheet is scaled, so that it stays in the margin and covers no other text. */
const TRACE = 0.02;

/**
 * Moves text for screen readers onto the sheet, because readers extract no text from beyond its edges. Returns the
 * transform of page coordinates.
 */
export function moveOntoSheet(placement: GlyphPlacement, { matrix }: Scope, sheet: Bounds): Matrix {
  const { x0, y0, x1, y1 } = areaOnPage(placement, matrix);
  const scale = Math.min(TRACE, (sheet.x1 - sheet.x0) / (x1 - x0), (sheet.y1 - sheet.y0) / (y1 - y0));
  const x = Math.max(sheet.x0, Math.min(x0, sheet.x1 - scale * (x1 - x0)));
  const y = Math.max(sheet.y0, Math.min(y0, sheet.y1 - scale * (y1 - y0)));
  return [scale, 0, 0, scale, x - scale * x0, y - scale * y0];
}

/** Returns whether a transform of page coordinates moves text onto the sheet. */
export const isMovedOnto = (placement: GlyphPlacement, { matrix }: Scope, move: Matrix, sheet: Bounds): boolean =>
  isWithin(transformBounds(areaOnPage(placement, matrix), move), sheet);

/** Returns the transform in a scope's coordinates for one in page coordinates. null: the scope flattens the plane. */
export function inScope(move: Matrix, { matrix }: Scope): Matrix | null {
  const back = invert(matrix);
  return back && multiply(multiply(matrix, move), back);
}

function areaOnPage(placement: GlyphPlacement, matrix: Matrix): Bounds {
  const { x, y, width, height } = glyphArea(placement);
  return transformBounds({ x0: x, y0: y, x1: x + width, y1: y + height }, matrix);
}

function isSeen(scope: Scope, box: Bounds | null): boolean {
  const shown = scope.shownOf(box);
  return shown !== null && shown.x1 > shown.x0 && shown.y1 > shown.y0;
}

function seenPart(placement: GlyphPlacement, isClusterSeen: (part: GlyphPlacement) => boolean): GlyphPlacement | null {
  const clusters = new PlacedClusters(placement);
  const { start, end } = placement;
  let first = -1;
  let last = start;
  let x = placement.x;
  for (let g = start, pen = x; g < end;) {
    const next = clusters.nextCluster(g, end);
    if (isClusterSeen({ ...placement, start: g, end: next, x: pen })) {
      if (first < 0) [first, x] = [g, pen];
      last = next;
    }
    pen = clusters.penAfter(g, next, pen);
    g = next;
  }
  if (first < 0) return null;
  if (first === start && last === end) return placement;
  return { ...placement, start: first, end: last, x, text: clusters.textBetween(first, last) };
}
