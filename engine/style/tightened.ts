/**
 * Tightens styles so that a document has fewer pages (`-pagewright-pages`): block margins, padding and row gaps, and
 * line heights. Computed values stay as they are, as with `zoom`.
 */
import type { BoxStyle } from '../css/style-groups/box-style.ts';
import type { ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { Tightness } from '../css/computed-values.ts';
import { Length } from '../css/length.ts';
import type { UnitMetrics } from '../css/values/compute-context.ts';

const HORIZONTAL_GAPS = ['marginTop', 'marginBottom', 'paddingTop', 'paddingBottom', 'rowGap'] as const;
const VERTICAL_GAPS = ['marginLeft', 'marginRight', 'paddingLeft', 'paddingRight', 'rowGap'] as const;

type Gap = (typeof HORIZONTAL_GAPS | typeof VERTICAL_GAPS)[number];

/** Tightened style groups. Each group is tightened once, so that equal groups stay the same object. */
export class TightenedGroups {
  private readonly tightness: Tightness;
  private readonly metrics: (font: FontStyle) => UnitMetrics;
  private readonly boxes = [new WeakMap<BoxStyle, BoxStyle>(), new WeakMap<BoxStyle, BoxStyle>()] as const;
  private readonly fonts = new WeakMap<FontStyle, FontStyle>();

  constructor(tightness: Tightness, metrics: (font: FontStyle) => UnitMetrics) {
    this.tightness = tightness;
    this.metrics = metrics;
  }

  /** Returns a style's box group with smaller gaps. */
  boxOf({ box, text }: ComputedStyle): BoxStyle {
    const { gaps } = this.tightness;
    if (gaps === 1) return box;
    const isVertical = text.writingMode !== 'horizontal-tb';
    const known = this.boxes[isVertical ? 1 : 0];
    let tightened = known.get(box);
    if (tightened === undefined) {
      const changes: Partial<Record<Gap, Length>> = {};
      for (const name of isVertical ? VERTICAL_GAPS : HORIZONTAL_GAPS) changes[name] = shareOf(box[name], gaps);
      known.set(box, (tightened = { ...box, ...changes }));
    }
    return tightened;
  }

  /** Returns a style's font group with a smaller line height. */
  fontOf({ font }: ComputedStyle): FontStyle {
    const { leading } = this.tightness;
    if (leading === 1) return font;
    let tightened = this.fonts.get(font);
    if (tightened === undefined)
      this.fonts.set(font, (tightened = { ...font, lineHeight: this.lineHeight(font, leading) }));
    return tightened;
  }

  private lineHeight(font: FontStyle, leading: number): number | Length {
    const { lineHeight, fontSize } = font;
    if (typeof lineHeight === 'number') return lineHeight * leading;
    if (lineHeight.isLength) return shareOf(lineHeight, leading);
    const { ascent, descent, lineGap } = this.metrics(font);
    return fontSize === 0 ? lineHeight : ((ascent + descent + lineGap) / fontSize) * leading;
  }
}

/** Returns a length or percentage times a factor; other values unchanged. */
function shareOf(length: Length, factor: number): Length {
  if (!length.isLength) return length;
  const { kind, px, percent, math, hasArgument, calculation } = length;
  return new Length(
    kind,
    px * factor,
    percent * factor,
    math && { evaluate: (basis) => math.evaluate(basis) * factor },
    hasArgument,
    calculation && { evaluate: (size, basis) => calculation.evaluate(size, basis) * factor },
  );
}
