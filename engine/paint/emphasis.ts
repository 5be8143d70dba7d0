/** Emphasis marks (css-text-decor-3 §3): one mark over (or under) each character that isn't a space or punctuation. */
import { Color } from '../css/color.ts';
import type { TextFragment } from '../layout/fragment.ts';
import { emphasisGlyphs, isMarked, isMarkedUnder, markPlace } from '../layout/inline/emphasis-marks.ts';
import { usesCentralBaseline } from '../layout/inline/font-box.ts';
import { LU_PER_PX } from '../units.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import type { TextLine } from './text-decoration.ts';
import { centreOf, isUpright, paintUpright } from './upright-glyphs.ts';

/** Marks are half the text's size; they stand on the side that `text-emphasis-position` names. */
export function paintEmphasis(context: PaintContext, fragment: TextFragment, line: TextLine): void {
  const { run, style, box } = fragment;
  const { text } = context.state.services;
  const half = run.item < 0 ? null : emphasisGlyphs(text, style);
  if (half === null) return;
  // Marks stand over characters, not over the room behind these; and their own, shaped in the text's style, is half of that.
  const letterSpacing = style.text.letterSpacing.resolvePx(style.font.fontSize);
  let markWidth = -letterSpacing / 2;
  for (const advance of half.advances) markWidth += advance;
  const color = context.textShape ? Color.BLACK : usedColor(style.text.textEmphasisColor, style);
  const under = isMarkedUnder(style);
  const upright = isUpright(half, fragment);
  let distance = markPlace(text, run, style, half).distance / LU_PER_PX;
  if (usesCentralBaseline(style) && !upright) {
    // Glyphs are drawn on the alphabetic baseline, which lies where the font has it.
    const [around, own] = [context.metrics(style), text.runMetrics(half)];
    const shift = (own.ascent - own.descent - (around.ascent - around.descent)) / 2;
    distance += under ? shift : -shift;
  }
  // Upright marks stand about their own middle, that far from the middle of the text.
  const y = line.baseline - (upright ? centreOf(fragment) : 0) + (under ? distance : -distance);
  let container = box;
  while (container.inline === null && container.parent) container = container.parent;
  const characters = container.inline?.text ?? '';
  let x = line.x;
  context.canvas.beginArtifact('layout');
  for (let g = 0; g < run.glyphIds.length; g++) {
    const advance = run.advances[g];
    const character = String.fromCodePoint(characters.codePointAt(run.clusters[g]!) ?? 0x20);
    // What is combined into one em has one mark.
    const firstOfCluster = (g === 0 || run.clusters[g] !== run.clusters[g - 1]) && advance !== 0;
    if (firstOfCluster && isMarked(character)) {
      const placement = {
        run: half,
        start: 0,
        end: half.glyphIds.length,
        x: x + (advance! - letterSpacing - markWidth) / 2,
        y,
        justification: 0,
        justifyClusters: false,
        text: '',
        paragraph: '',
      };
      if (upright) paintUpright(context.canvas, placement, color, null, 0);
      else context.canvas.drawGlyphs(placement, color, null);
    }
    x += advance!;
    if (fragment.justification !== 0 && (fragment.justifyClusters || character === ' ')) x += fragment.justification;
  }
  context.canvas.endTag();
}
