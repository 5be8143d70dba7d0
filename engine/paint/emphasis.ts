/** Emphasis marks (css-text-decor-3 §3): one mark over (or under) each character that isn't a space or punctuation. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Color } from '../css/computed-values.ts';
import type { FontMetricsPx } from '../fonts/face.ts';
import type { TextFragment } from '../layout/fragment.ts';
import { usesCentralBaseline } from '../layout/inline/font-box.ts';
import { emReach, type FontExtents } from '../layout/inline/ruby/em-box.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import { LU_PER_PX } from '../units.ts';
import { type PaintContext, usedColor } from './paint-context.ts';
import type { TextLine } from './text-decoration.ts';
import { centreOf, isUpright, paintUpright } from './upright-glyphs.ts';

const UNMARKED = /^[\s\p{Z}\p{Cc}\p{Cf}\p{P}]*$/u;

/** Punctuation that takes a mark all the same, by its compatibility decomposition (css-text-decor-3 §3.1). */
const MARKED_PUNCTUATION = /^[#%‰‱٪؉؊﹪％＃﹟&＆﹠⁊@﹫＠*＊﹡†‡§¶‖]$/u;

/** The mark's character, from a computed `text-emphasis-style`. */
export function emphasisMark(style: ComputedStyle): string | null {
  const value = style.text.textEmphasisStyle;
  if (value === null || value === 'none') return null;
  const words = value.split(' ');
  const open = words.includes('open');
  const shape =
    words.find((word) => word !== 'open' && word !== 'filled') ??
    (style.text.writingMode === 'horizontal-tb' ? 'circle' : 'sesame');
  const marks: Readonly<Record<string, readonly [string, string]>> = {
    dot: ['•', '◦'],
    circle: ['●', '○'],
    'double-circle': ['◉', '◎'],
    triangle: ['▲', '△'],
    sesame: ['﹅', '﹆'],
  };
  const pair = marks[shape];
  if (pair) return open ? pair[1] : pair[0];
  return shape.replace(/^["']|["']$/g, '');
}

/** Marks are half the text's size; they stand on the side that `text-emphasis-position` names. */
export function paintEmphasis(context: PaintContext, fragment: TextFragment, line: TextLine): void {
  const { run, style, box } = fragment;
  const mark = emphasisMark(style);
  if (mark === null || run.item < 0) return;
  const shaped = context.state.services.text.shape(mark, style, 0);
  let markWidth = 0;
  for (const advance of shaped.advances) markWidth += advance / 2;
  const half: ShapedRun = {
    ...shaped,
    fontSize: shaped.fontSize / 2,
    advances: Float64Array.from(shaped.advances, (advance) => advance / 2),
    xOffsets: halves(shaped.xOffsets),
    yOffsets: halves(shaped.yOffsets),
  };
  const color = context.textShape ? Color.BLACK : usedColor(style.text.textEmphasisColor, style);
  const position = style.text.textEmphasisPosition;
  const under = fragment.writingMode.vertical ? position.includes('left') : position.includes('under');
  const upright = isUpright(half, fragment);
  const distance = emDistance(context, fragment, half, under, upright);
  // Upright marks stand about their own middle, that far from the middle of the text.
  const y = line.baseline - (upright ? centreOf(fragment) : 0) + (under ? distance : -distance);
  let container = box;
  while (container.inline === null && container.parent) container = container.parent;
  const characters = container.inline?.text ?? '';
  let x = line.x;
  context.canvas.beginArtifact('layout');
  for (let g = 0; g < run.glyphIds.length; g++) {
    const advance = run.advances[g];
    const character = String.fromCodePoint(characters.codePointAt(run.clusters[g]) ?? 0x20);
    // What is combined into one em has one mark.
    const firstOfCluster = (g === 0 || run.clusters[g] !== run.clusters[g - 1]) && advance !== 0;
    if (firstOfCluster && (MARKED_PUNCTUATION.test(character) || !UNMARKED.test(character))) {
      const placement = {
        run: half,
        start: 0,
        end: half.glyphIds.length,
        x: x + (advance - markWidth) / 2,
        y,
        justification: 0,
        justifyClusters: false,
        text: '',
        paragraph: '',
      };
      if (upright) paintUpright(context.canvas, placement, color, null, 0);
      else context.canvas.drawGlyphs(placement, color, null);
    }
    x += advance;
    if (fragment.justification !== 0 && (fragment.justifyClusters || character === ' ')) x += fragment.justification;
  }
  context.canvas.endTag();
}

const halves = (lengths: ShapedRun['xOffsets']): Float64Array | null =>
  lengths === null ? null : Float64Array.from(lengths, (length) => length / 2);

/**
 * How far a mark's baseline (of an upright one its middle) is from its text's: their em boxes touch, as those of ruby and its base do.
 */
function emDistance(
  context: PaintContext,
  { run, style }: TextFragment,
  mark: ShapedRun,
  under: boolean,
  upright: boolean,
): number {
  const { text } = context.state.services;
  const [around, own] = [context.metrics(style), text.runMetrics(mark)];
  const central = usesCentralBaseline(style);
  const [base, annotation] = [
    emReach(text.emAscent(run), run.fontSize, extentsOf(around, central), central),
    emReach(text.emAscent(mark), mark.fontSize, extentsOf(own, central), central),
  ];
  const distance = (under ? base.under + annotation.over : base.over + annotation.under) / LU_PER_PX;
  if (!central || upright) return distance;
  // Glyphs are drawn on the alphabetic baseline, which lies where the font has it.
  const shift = (own.ascent - own.descent - (around.ascent - around.descent)) / 2;
  return distance + (under ? shift : -shift);
}

function extentsOf({ ascent, descent }: FontMetricsPx, central: boolean): FontExtents {
  const over = central ? Math.ceil((ascent + descent) / 2) : ascent;
  return { ascent: over * LU_PER_PX, descent: (ascent + descent - over) * LU_PER_PX };
}
