/** Emphasis marks (css-text-decor-3 §3): one mark over or under each character that isn't a space or punctuation. */
import type { TextFragment } from '../layout/contract/fragment.ts';
import { emphasisGlyphs, isMarked, isMarkedUnder, markPlace } from '../layout/inline/emphasis-marks.ts';
import { usesCentralBaseline } from '../layout/inline/font-box.ts';
import { LU_PER_PX } from '../units.ts';
import { textColor } from './economy.ts';
import type { PaintContext } from './paint-context.ts';
import type { TextLine } from './text-decoration.ts';
import { centreOf, isUpright, paintUpright } from './upright-glyphs.ts';

/** Paints emphasis marks at half the text's size, on the side given by `text-emphasis-position`. */
export function paintEmphasis(context: PaintContext, fragment: TextFragment, line: TextLine): void {
  const { run, style, box } = fragment;
  const { text } = context.state.services;
  const half = run.item < 0 ? null : emphasisGlyphs(text, style);
  if (half === null) return;
  // Marks are centered over characters, without their letter spacing. The marks are shaped with half the text's
  // spacing.
  const letterSpacing = style.text.letterSpacing.resolvePx(style.font.fontSize);
  let markWidth = -letterSpacing / 2;
  for (const advance of half.advances) markWidth += advance;
  const color = textColor(context, style.text.textEmphasisColor, style);
  const under = isMarkedUnder(style);
  const upright = isUpright(half, fragment);
  let distance = markPlace(text, run, style, half, fragment.annotated).distance / LU_PER_PX;
  if (usesCentralBaseline(style) && !upright) {
    // Glyphs are drawn on the alphabetic baseline, whose position depends on the font.
    const [around, own] = [context.metrics(style), text.runMetrics(half)];
    const shift = (own.ascent - own.descent - (around.ascent - around.descent)) / 2;
    distance += under ? shift : -shift;
  }
  // Upright marks are centered at this distance from the middle of the text.
  const y = line.baseline - (upright ? centreOf(fragment) : 0) + (under ? distance : -distance);
  let container = box;
  while (container.inline === null && container.parent) container = container.parent;
  const characters = container.inline?.text ?? '';
  let x = line.x;
  context.canvas.beginArtifact('layout');
  for (let g = 0; g < run.glyphIds.length; g++) {
    const advance = run.advances[g];
    const character = String.fromCodePoint(characters.codePointAt(run.clusters[g]!) ?? 0x20);
    // Text combined into one em has one mark.
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
