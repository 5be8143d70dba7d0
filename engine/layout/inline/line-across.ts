/**
 * Aligns a line's content across the line (css2 §10.8): first inner boxes to outer ones, then line-relative content to
 * the line box.
 */
import { BoxKind } from '../../boxes/box.ts';
import { Length } from '../../css/length.ts';
import type { LU } from '../../units.ts';
import type { InlineItem } from '../../text/inline-content.ts';
import { baselineShift, isLineRelative, type LineBox, LineRelative } from './line-box.ts';
import { type LinePieces, PieceKind } from './line-pieces.ts';

/** The collected content of a line. */
interface CollectedLine {
  readonly root: LineBox;
  /** Inline boxes in opening order. */
  readonly boxes: readonly LineBox[];
  readonly pieces: LinePieces;
  /** Atomic inlines aligned to the line box. Inline boxes are added during alignment. */
  readonly lineRelative: LineRelative[];
}

/** Computes the root's extents and the position of every baseline. `hasContent` tells whether the line box exists. */
export function alignAcross(line: CollectedLine, items: readonly InlineItem[], hasContent: boolean): void {
  const { root, boxes, pieces, lineRelative } = line;
  for (let k = boxes.length - 1; k >= 0; k--) alignToParent(boxes[k]!, lineRelative);
  if (hasContent) for (const relative of lineRelative) relative.stretch(root);
  else root.over = root.under = 0;
  const step = root.style.text.lineHeightStep;
  if (hasContent && step !== Length.ZERO && root.box.kind !== BoxKind.RubyText) roundHeight(root, step.resolve(0));
  for (const lineBox of boxes) lineBox.absolute = (lineBox.enclosing as LineBox).absolute + lineBox.shift;
  if (lineRelative.length > 0) placeLineRelative(line);
  for (const piece of pieces.list) {
    if (piece.kind === PieceKind.Atomic && !isLineRelative(items[piece.item]!.box.style.box.verticalAlign))
      piece.shift += piece.lineBox.absolute;
  }
}

/** Rounds the line box up to a multiple of the step and centers its content (css-rhythm-1 §5). */
function roundHeight(root: LineBox, step: LU): void {
  const height = root.over + root.under;
  if (step <= 0 || height <= 0) return;
  const extra = Math.ceil(height / step) * step - height;
  root.over += extra >> 1;
  root.under += extra - (extra >> 1);
}

function alignToParent(lineBox: LineBox, lineRelative: LineRelative[]): void {
  const parent = lineBox.enclosing as LineBox;
  const { over, under, hasExtent } = lineBox;
  const align = lineBox.style.box.verticalAlign;
  if (isLineRelative(align)) {
    if (hasExtent) lineRelative.push(new LineRelative(align as 'top' | 'bottom', over, under, lineBox, -1));
    return;
  }
  lineBox.shift = baselineShift(align, over, under, lineBox.font.lineHeight, parent);
  if (hasExtent) parent.unite(over, under, lineBox.shift);
}

function placeLineRelative({ root, boxes, pieces, lineRelative }: CollectedLine): void {
  for (const relative of lineRelative) {
    const shift = relative.shiftIn(root);
    if (relative.lineBox !== null) relative.lineBox.absolute = shift;
    else pieces.list[relative.piece]!.shift = shift;
  }
  for (const lineBox of boxes) {
    if (!isLineRelative(lineBox.style.box.verticalAlign))
      lineBox.absolute = (lineBox.enclosing as LineBox).absolute + lineBox.shift;
  }
}
