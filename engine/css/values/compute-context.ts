/** What computing a value may look at (css-cascade-5 §4.4): one object that the cascade sets up for an element and reuses for the next. */
import type { ComputedStyle, FontStyle, TextStyle } from '../computed-style.ts';

/** What font-relative units need of a font at its size, CSS px. Fonts' StyleMetrics is one. */
export interface UnitMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly zeroAdvance: number;
  /** Of an upright zero in vertical text. */
  readonly zeroHeight: number;
  readonly icAdvance: number;
}

/** The fields that change from element to element; `font`, `text` and `unitFont` are kept by buildStyle. */
export class ComputeContext {
  /** The style that is inherited from; the initial style at the root. */
  parent: ComputedStyle;
  /** The root element itself is computed: `rem` in its `font-size` is of the initial font. */
  isRoot = false;
  /** The root element's font (`rem`, `rlh`): set when the root's style is built. */
  rootFont: FontStyle;
  /** The element's font group: under construction while font properties are computed. */
  font: FontStyle;
  /** The element's text group under construction: `color`, `direction` and `writing-mode` are final before the last phase. */
  text: TextStyle;
  /** The font that font-relative units refer to: the parent's while `font-size` is computed. */
  unitFont: FontStyle;
  /** The font that `lh` refers to: the parent's while font properties and `line-height` are computed. */
  lineHeightFont: FontStyle;
  /** CSS px: the first page's area. */
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly metrics: (font: FontStyle) => UnitMetrics;
  /** CSS px: the query container of `cqw` and `cqh`; null: the viewport. Asked only when such a unit is there. */
  container: (() => { readonly width: number; readonly height: number }) | null = null;

  constructor(
    initial: ComputedStyle,
    viewportWidth: number,
    viewportHeight: number,
    metrics: (font: FontStyle) => UnitMetrics,
  ) {
    this.parent = initial;
    this.rootFont = initial.font;
    this.font = initial.font;
    this.text = initial.text;
    this.unitFont = initial.font;
    this.lineHeightFont = initial.font;
    this.viewportWidth = viewportWidth;
    this.viewportHeight = viewportHeight;
    this.metrics = metrics;
  }
}
