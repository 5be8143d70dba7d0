/**
 * Groups placed clusters into pieces that are drawn at once. Each piece has a frame in which text runs along x. User
 * units.
 */
import type { Box } from '../../../boxes/box.ts';
import type { GlyphPlacement, Matrix } from '../../display-list.ts';
import { addGlyph, glyphPath } from '../../glyph-paths.ts';
import type { PaintContext } from '../../paint-context.ts';
import { transformInPlace } from '../svg-geometry.ts';
import { baselineShift, fontLines } from './text-baseline.ts';
import type { Cluster } from './text-clusters.ts';
import type { PlacedText } from './text-placing.ts';
import type { Rect } from '../../rects.ts';

export interface TextPiece {
  readonly box: Box;
  readonly placements: readonly GlyphPlacement[];
  /** The matrix from the frame to user space. The frame's origin is the start of the text on its line. */
  readonly frame: Matrix;
  /** In frame coordinates. */
  readonly baseline: number;
  readonly width: number;
  /** Whether these are upright glyphs of vertical text. Each glyph is rotated back around its position in the frame. */
  readonly isUpright: boolean;
}

/** Returns the pieces of a text. A piece is a sequence without gaps, in one run and one direction. */
export function piecesOf(context: PaintContext, { clusters, isVertical }: PlacedText): TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let from = 0; from < clusters.length;) {
    let to = from + 1;
    context.budget.tick();
    while (to < clusters.length && goesOn(clusters[to - 1]!, clusters[to]!, isVertical)) to++;
    if (!clusters[from]!.isHidden) pieces.push(pieceOf(context, clusters.slice(from, to), isVertical));
    from = to;
  }
  return pieces;
}

const SLACK = 1e-6;

function goesOn(a: Cluster, b: Cluster, isVertical: boolean): boolean {
  if (a.run !== b.run || a.isHidden || b.isHidden || a.stretch !== b.stretch || a.rotate !== 0 || b.rotate !== 0)
    return false;
  if (naturalAdvance(a) * a.stretch !== a.advance) return false;
  const [first, second] = a.run.level % 2 === 0 ? [a, b] : [b, a];
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const [along, aside] = isVertical ? [dy, dx] : [dx, dy];
  return Math.abs(along - first.advance) < SLACK && Math.abs(aside) < SLACK;
}

function naturalAdvance({ run, firstGlyph, endGlyph }: Cluster): number {
  let sum = 0;
  for (let g = firstGlyph; g < endGlyph; g++) sum += run.advances[g]!;
  return sum;
}

function pieceOf(context: PaintContext, clusters: readonly Cluster[], isVertical: boolean): TextPiece {
  const { run, box, rotate, stretch } = clusters[0]!;
  const first = run.level % 2 === 0 ? clusters[0]! : clusters[clusters.length - 1]!;
  const last = run.level % 2 === 0 ? clusters[clusters.length - 1]! : clusters[0]!;
  const angle = ((rotate + (isVertical ? 90 : 0)) * Math.PI) / 180;
  const [cos, sin] = exact(angle);
  const isUpright = isVertical && !run.sideways;
  const lines = fontLines(context, box.style);
  // Vertical text is centered on the line.
  const central = isVertical ? (lines.ascent - lines.descent) / 2 : 0;
  const placement = (start: number, end: number, x: number): GlyphPlacement => ({
    run,
    start,
    end,
    x,
    y: 0,
    justification: 0,
    justifyClusters: false,
    text: run.text.slice(Math.min(first.start, last.start), Math.max(first.end, last.end)),
    paragraph: run.text,
  });
  return {
    box,
    placements: [placement(first.firstGlyph, last.endGlyph, 0)],
    frame: [cos * stretch, sin * stretch, -sin, cos, first.x, first.y],
    baseline: baselineShift(context, box) + (isUpright ? 0 : central),
    width: clusters.reduce((sum, { advance }) => sum + advance, 0) / stretch,
    isUpright,
  };
}

/** Returns the cosine and sine of an angle. Right angles are exact. */
function exact(angle: number): [number, number] {
  const round = (n: number): number => (Math.abs(n - Math.round(n)) < 1e-12 ? Math.round(n) : n);
  return [round(Math.cos(angle)), round(Math.sin(angle))];
}

/** Visits each glyph of an upright piece, with a matrix from its own upright coordinates to the frame. */
export function eachUpright(piece: TextPiece, see: (placement: GlyphPlacement, matrix: Matrix) => void): void {
  for (const placement of piece.placements) {
    const { run } = placement;
    const plain = { ...run, xOffsets: null, yOffsets: null };
    let along = 0;
    for (let g = placement.start; g < placement.end; g++) {
      const dx = run.xOffsets?.[g] ?? 0;
      const dy = run.yOffsets?.[g] ?? 0;
      see({ ...placement, run: plain, start: g, end: g + 1, x: dx, y: -dy }, [0, -1, 1, 0, along, piece.baseline]);
      along += run.advances[g]!;
    }
  }
}

/** Returns a piece's outlines in user space. */
export function pieceOutline(piece: TextPiece): number[] {
  const out: number[] = [];
  if (piece.isUpright) {
    eachUpright(piece, (placement, matrix) => {
      const [a, b, c, d, e, f] = matrix;
      addGlyph(out, placement, placement.start, [
        a,
        b,
        c,
        d,
        e + a * placement.x + c * placement.y,
        f + b * placement.x + d * placement.y,
      ]);
    });
  } else {
    for (const placement of piece.placements)
      for (const n of glyphPath({ ...placement, y: piece.baseline })) out.push(n);
  }
  transformInPlace(out, piece.frame);
  return out;
}

/** Returns the box of a piece's glyph cells in its frame, which determines the extent of text (svg2 §8.10). */
export function pieceCell(context: PaintContext, piece: TextPiece): Rect {
  const { ascent, descent } = fontLines(context, piece.box.style);
  return { x: 0, y: piece.baseline - ascent, width: piece.width, height: ascent + descent };
}
