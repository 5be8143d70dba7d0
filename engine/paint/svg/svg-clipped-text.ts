/** Reports text of an SVG that its viewport cuts off. Text far outside the viewport is hidden on purpose. */
import type { Box } from '../../boxes/box.ts';
import type { Element } from '../../document/node.ts';
import { multiply } from '../matrix.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { boundsOf, transformInPlace } from './svg-geometry.ts';
import type { SvgPainter } from './svg-painter.ts';
import type { TextPiece } from './text/text-pieces.ts';
import { intersect, type Rect } from '../rects.ts';

const SHOWN_WORDS = 40;
/** CSS px that may be cut off unnoticed. */
const SLACK = 1;

/** Draws content of which only the part inside `r`, in user space, is visible. */
export function seenWithin(painter: SvgPainter, r: Rect, draw: () => void): void {
  const { sight } = painter;
  const path = pathOf(sharpRect(r.x, r.y, r.width, r.height));
  transformInPlace(path, painter.matrix);
  const inner = boundsOf(path);
  painter.sight = inner === null || sight === null ? inner : intersect(sight, inner);
  draw();
  painter.sight = sight;
}

/** Reports a visible piece of a text if its viewport hides part of the words, each `text` element once. */
export function noteClippedText(painter: SvgPainter, text: Element, piece: TextPiece): void {
  const { context, sight } = painter;
  const { clippedTexts } = context.state;
  if (sight === null || clippedTexts.has(text) || !isPainted(piece.box)) return;
  const part = readablePart(painter, piece);
  if (part === null || !isCut(part, sight)) return;
  const words = piece.placements
    .map((placement) => placement.text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  if (words === '') return;
  clippedTexts.add(text);
  const shown = words.length > SHOWN_WORDS ? `${words.slice(0, SHOWN_WORDS)}…` : words;
  const message = `Text in <text> is cut off by the viewport of its SVG: "${shown}"`;
  const { diagnostics } = context;
  // Elements of image files have no position in the document.
  if (painter.source.styler.document === context.state.services.document)
    diagnostics.warnAbout('layout/clipped-text', message, text);
  else diagnostics.warn('layout/clipped-text', message);
}

function isPainted({ style: { svgPaint, rare } }: Box): boolean {
  const { fill, fillOpacity, stroke, strokeOpacity } = svgPaint;
  return rare.opacity > 0 && ((fill !== null && fillOpacity > 0) || (stroke !== null && strokeOpacity > 0));
}

/** Returns the bounds, in the outermost svg's CSS px, of the lower-case letters without half an em at both ends. */
function readablePart(painter: SvgPainter, { box, frame, baseline, width }: TextPiece): Rect | null {
  const { fontSize } = box.style.font;
  const end = Math.min(width / 2, fontSize / 2);
  const path = pathOf(sharpRect(end, baseline - fontSize / 2, width - 2 * end, fontSize / 2));
  transformInPlace(path, multiply(frame, painter.matrix));
  return boundsOf(path);
}

function isCut(part: Rect, sight: Rect): boolean {
  const [before, after] = [sight.x - part.x, part.x + part.width - sight.x - sight.width];
  const [above, below] = [sight.y - part.y, part.y + part.height - sight.y - sight.height];
  const isFarOut =
    Math.max(before - part.width, after - part.width) > sight.width ||
    Math.max(above - part.height, below - part.height) > sight.height;
  return !isFarOut && Math.max(before, after, above, below) > SLACK;
}
