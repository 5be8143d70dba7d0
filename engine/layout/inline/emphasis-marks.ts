/**
 * Emphasis marks (css-text-decor-3 §3). Marks are half the size of the text. As with ruby, the em boxes of mark and
 * text touch.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { FontMetricsPx } from '../../fonts/face-metrics.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { TextServices } from '../contract/contract.ts';
import { usesCentralBaseline } from './font-box.ts';
import { emReach, type FontExtents } from './ruby/em-box.ts';
import { lazily } from '../../lazily.ts';

const UNMARKED = lazily(() => /^[\s\p{Z}\p{Cc}\p{Cf}\p{P}]*$/u);

/** Punctuation that still takes a mark, including compatibility equivalents (css-text-decor-3 §3.1). */
const MARKED_PUNCTUATION = /^[#%‰‱٪؉؊﹪％＃﹟&＆﹠⁊@﹫＠*＊﹡†‡§¶‖]$/u;

/** Whether a character takes an emphasis mark. */
export const isMarked = (character: string): boolean =>
  MARKED_PUNCTUATION.test(character) || !UNMARKED().test(character);

/** Filled and open variants of each shape. */
const MARKS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['dot', ['•', '◦']],
  ['circle', ['●', '○']],
  ['double-circle', ['◉', '◎']],
  ['triangle', ['▲', '△']],
  ['sesame', ['﹅', '﹆']],
]);

/** Returns the mark character of a computed `text-emphasis-style`, or null for none. */
function emphasisMark({ text }: ComputedStyle): string | null {
  const value = text.textEmphasisStyle;
  if (value === null || value === 'none') return null;
  const words = value.split(' ');
  const shape =
    words.find((word) => word !== 'open' && word !== 'filled') ??
    (text.writingMode === 'horizontal-tb' ? 'circle' : 'sesame');
  const mark = MARKS.get(shape);
  return mark === undefined ? shape.replace(/^["']|["']$/g, '') : mark[words.includes('open') ? 1 : 0];
}

/** Returns the glyphs of a style's mark, or null if it has none. */
export function emphasisGlyphs(services: TextServices, style: ComputedStyle): ShapedRun | null {
  const mark = emphasisMark(style);
  if (mark === null) return null;
  const shaped = services.shape(mark, style, 0);
  return {
    ...shaped,
    fontSize: shaped.fontSize / 2,
    advances: Float64Array.from(shaped.advances, (advance) => advance / 2),
    xOffsets: halves(shaped.xOffsets),
    yOffsets: halves(shaped.yOffsets),
  };
}

const halves = (lengths: ShapedRun['xOffsets']): Float64Array | null =>
  lengths === null ? null : Float64Array.from(lengths, (length) => length / 2);

/** Whether marks go under the line, or to the left of it in vertical text. */
export function isMarkedUnder({ text }: ComputedStyle): boolean {
  const position = text.textEmphasisPosition;
  return text.writingMode === 'horizontal-tb' ? position.includes('under') : position.includes('left');
}

/**
 * Returns the distance between the baselines of a mark and its run, and how far the mark extends beyond its own
 * baseline, away from the text. `annotated` is how far ruby annotations on the same side extend from the run's baseline:
 * the marks go beyond them (css-text-decor-3 §3.4).
 */
export function markPlace(
  services: TextServices,
  run: ShapedRun,
  style: ComputedStyle,
  mark: ShapedRun,
  annotated: LU,
): { readonly distance: LU; readonly beyond: LU } {
  const central = usesCentralBaseline(style);
  const reach = (of: ShapedRun, metrics: FontMetricsPx): { readonly over: LU; readonly under: LU } =>
    emReach(services.emAscent(of), of.fontSize, extentsOf(metrics, central), central);
  const base = reach(run, services.metrics(style));
  const own = reach(mark, services.runMetrics(mark));
  return isMarkedUnder(style)
    ? { distance: Math.max(base.under, annotated) + own.over, beyond: own.under }
    : { distance: Math.max(base.over, annotated) + own.under, beyond: own.over };
}

function extentsOf({ ascent, descent }: FontMetricsPx, central: boolean): FontExtents {
  const over = central ? Math.ceil((ascent + descent) / 2) : ascent;
  return { ascent: over * LU_PER_PX, descent: (ascent + descent - over) * LU_PER_PX };
}
