/**
 * Heights of inline boxes: the primary font's ascent and descent, with and without half-leading (css2 §10.8.1,
 * css-inline-3 §5). "Over" and "under" are distances in LU from the container's shared baseline: alphabetic, or central
 * in vertical text.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { FontMetricsPx } from '../../fonts/face-metrics.ts';
import { clampLu, LU_PER_PX, type LU } from '../../units.ts';
import type { LayoutContext, TextServices } from '../contract/contract.ts';

/** The edges used to fit a box into its line (css-inline-3 §5.3). */
interface FittedEdges {
  readonly edges: string;
  readonly isRoot: boolean;
}

/**
 * Returns the distance from the alphabetic baseline to the over edge that `text-edge` names (css-inline-3 §5.3), or
 * null if it is the font's ascent.
 */
export function namedEdgeOver(edge: string, metrics: FontMetricsPx): LU | null {
  if (edge === 'cap') return Math.round(metrics.capHeight * LU_PER_PX);
  return edge === 'ex' ? Math.round(metrics.xHeight * LU_PER_PX) : null;
}

export class FontBox {
  /** Extents of the content area: the font's ascent and descent from the baseline. */
  readonly ascent: LU;
  readonly descent: LU;
  /** Extents with half-leading, as the box contributes them to its line. */
  readonly over: LU;
  readonly under: LU;
  /** Distance from the content area's line-over edge to the alphabetic baseline. */
  readonly alphabetic: LU;
  readonly lineHeight: LU;
  /** CSS px, unrounded. */
  readonly xHeightPx: number;

  /** `fit` holds the edges from `line-fit-edge`, or null for `leading`. */
  constructor(metrics: FontMetricsPx, lineHeight: LU, central: boolean, fit: FittedEdges | null) {
    const height = (metrics.ascent + metrics.descent) * LU_PER_PX;
    this.alphabetic = metrics.ascent * LU_PER_PX;
    // Rounded to whole px: for an odd height, the larger half is above the central baseline.
    this.ascent = central ? Math.ceil((metrics.ascent + metrics.descent) / 2) * LU_PER_PX : this.alphabetic;
    this.descent = height - this.ascent;
    // The upper half-leading is floored to whole px. The lower half gets the rest.
    const halfLeading = Math.floor((lineHeight - height) / (2 * LU_PER_PX)) * LU_PER_PX;
    this.over = this.ascent + halfLeading;
    this.under = lineHeight - this.over;
    if (fit) {
      // In vertical text, the alphabetic baseline is below the central one.
      const below = this.alphabetic - this.ascent;
      const over = (namedEdgeOver(fit.edges.split(' ', 1)[0]!, metrics) ?? this.alphabetic) - below;
      const under = fit.edges.endsWith('alphabetic') ? below : this.descent;
      // Positive leading applies to the root inline box only.
      const leading = lineHeight - over - under;
      const half = fit.isRoot || leading < 0 ? Math.floor(leading / (2 * LU_PER_PX)) * LU_PER_PX : 0;
      this.over = over + half;
      this.under = fit.isRoot || leading < 0 ? lineHeight - this.over : under;
    }
    this.lineHeight = lineHeight;
    this.xHeightPx = metrics.xHeight;
  }
}

/**
 * Returns the edges that `text-box-trim` trims to (css-inline-3 §6.2): over and under, or one for both. `auto` uses
 * `line-fit-edge`.
 */
export function trimEdges({ text }: ComputedStyle): string[] {
  return (text.textBoxEdge === 'auto' ? text.lineFitEdge : text.textBoxEdge).split(' ');
}

/**
 * Returns the extents of an inline box's content area over and under the line's baseline, after its own
 * `text-box-trim`.
 */
export function inlineContentArea(
  context: LayoutContext,
  style: ComputedStyle,
  font: FontBox,
): { readonly over: LU; readonly under: LU } {
  const { textBoxTrim } = style.box;
  let { ascent: over, descent: under } = font;
  if (textBoxTrim === 'none') return { over, under };
  const edges = trimEdges(style);
  // In vertical text, the alphabetic baseline is below the central one.
  const below = font.alphabetic - font.ascent;
  if (textBoxTrim !== 'trim-end') {
    const named = namedEdgeOver(edges[0]!, context.text.metrics(style));
    if (named !== null) over = named - below;
  }
  if (textBoxTrim !== 'trim-start' && edges[edges.length - 1] === 'alphabetic') under = below;
  return { over, under };
}

/** Returns the used `line-height`. `normal` uses the font's own line spacing. */
export function usedLineHeight(style: ComputedStyle, metrics: FontMetricsPx): LU {
  const { lineHeight, fontSize } = style.font;
  // The font size and lengths round to the nearest unit. The product of size and number is floored.
  if (typeof lineHeight === 'number') return clampLu(Math.floor(Math.round(fontSize * LU_PER_PX) * lineHeight + 1e-6));
  if (lineHeight.isLength) return clampLu(Math.round(lineHeight.px * LU_PER_PX));
  return normalLineHeight(metrics);
}

function normalLineHeight(metrics: FontMetricsPx): LU {
  return (metrics.ascent + metrics.descent + metrics.lineGap) * LU_PER_PX;
}

/** Returns the font box of a line that contains only a style's strut (css2 §10.8.1). */
export function strutOf(context: LayoutContext, style: ComputedStyle): FontBox {
  const metrics = context.text.metrics(style);
  return new FontBox(metrics, usedLineHeight(style, metrics), usesCentralBaseline(style), null);
}

/**
 * Whether vertical typesetting uses the central baseline, which it does unless `text-orientation` is `sideways`
 * (css-writing-modes-4 §4.2).
 */
export function usesCentralBaseline(style: ComputedStyle): boolean {
  const mode = style.text.writingMode;
  return (mode === 'vertical-rl' || mode === 'vertical-lr') && style.text.textOrientation !== 'sideways';
}

/** Keyed by style, or by the metrics of a fallback font. */
type KnownBoxes = Map<ComputedStyle | FontMetricsPx, FontBox>;

/**
 * Font boxes per render, on alphabetic and on central baselines. The key determines the box, because no inline box
 * shares its style with a block container.
 */
const known = new WeakMap<TextServices, readonly [KnownBoxes, KnownBoxes]>();

function knownBoxes(text: TextServices, central: boolean): KnownBoxes {
  let maps = known.get(text);
  if (maps === undefined) known.set(text, (maps = [new Map(), new Map()]));
  return maps[central ? 1 : 0];
}

/** The font boxes of one inline formatting context. */
export class FontBoxes {
  readonly central: boolean;
  private readonly text: TextServices;
  private readonly boxes: KnownBoxes;
  private readonly rootStyle: ComputedStyle;
  private lastStyle: ComputedStyle | null = null;
  private lastBox: FontBox | null = null;

  constructor(context: LayoutContext, containerStyle: ComputedStyle) {
    this.text = context.text;
    this.rootStyle = containerStyle;
    this.central = usesCentralBaseline(containerStyle);
    this.boxes = knownBoxes(context.text, this.central);
  }

  /** Returns the box of the root inline box in its style on a line. The root keeps its leading (css-inline-3 §5.3). */
  ofRoot(style: ComputedStyle): FontBox {
    const { lineFitEdge } = style.text;
    if (style === this.rootStyle || lineFitEdge === 'leading') return this.of(style);
    const metrics = this.text.metrics(style);
    return new FontBox(metrics, usedLineHeight(style, metrics), this.central, { edges: lineFitEdge, isRoot: true });
  }

  of(style: ComputedStyle): FontBox {
    if (style === this.lastStyle && this.lastBox !== null) return this.lastBox;
    let box = this.boxes.get(style);
    if (box === undefined) {
      const metrics = this.text.metrics(style);
      const { lineFitEdge } = style.text;
      const fit = lineFitEdge === 'leading' ? null : { edges: lineFitEdge, isRoot: style === this.rootStyle };
      box = new FontBox(metrics, usedLineHeight(style, metrics), this.central, fit);
      this.boxes.set(style, box);
    }
    this.lastStyle = style;
    this.lastBox = box;
    return box;
  }

  /** Returns the box of a fallback font. `line-height: normal` takes every used font into account. */
  ofFallback(metrics: FontMetricsPx): FontBox {
    let box = this.boxes.get(metrics);
    if (box === undefined) {
      box = new FontBox(metrics, normalLineHeight(metrics), this.central, null);
      this.boxes.set(metrics, box);
    }
    return box;
  }
}
