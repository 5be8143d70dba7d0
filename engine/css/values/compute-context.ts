/** The inputs for computing a value (css-cascade-5 §4.4). */
import type { ComputedStyle, FontStyle, TextStyle } from '../computed-style.ts';

/**
 * The metrics of a font at its size that font-relative units and form controls need, in CSS px. StyleMetrics of the
 * fonts stage implements it.
 */
export interface UnitMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;
  readonly zeroAdvance: number;
  /** The height of an upright zero in vertical text. */
  readonly zeroHeight: number;
  readonly icAdvance: number;
  /** The average advance of a character; 0 if the font doesn't define it. */
  readonly averageAdvance: number;
  /** The width of the box that encloses every glyph. */
  readonly boundsWidth: number;
}

/** The inputs that all styles of a document share when they are computed. */
export interface ComputeEnvironment {
  /** The area of the first page, in CSS px. */
  readonly viewport: { readonly width: number; readonly height: number };
  readonly metrics: (font: FontStyle) => UnitMetrics;
}

/** The element whose style is computed. */
interface ComputeSubject {
  /** The style to inherit from; the initial style at the root. */
  readonly parent: ComputedStyle;
  /** Whether it is the root element, where `rem` in `font-size` refers to the initial font. */
  readonly isRoot: boolean;
  /**
   * Returns the size of the query container of `cqw` and `cqh` in CSS px; null for the viewport. Called only when such
   * a unit occurs.
   */
  readonly container: (() => { readonly width: number; readonly height: number }) | null;
}

/** The parts of the style that are known so far. */
interface KnownStyle {
  /** The element's font group, under construction while font properties are computed. */
  readonly font: FontStyle;
  /**
   * The element's text group, under construction. `color`, `direction` and `writing-mode` are final before the last
   * phase.
   */
  readonly text: TextStyle;
  /** The font to which font-relative units refer; the parent's while `font-size` is computed. */
  readonly unitFont: FontStyle;
  /** The font to which `lh` refers; the parent's while font properties and `line-height` are computed. */
  readonly lineHeightFont: FontStyle;
  /** The root element's font (`rem`, `rlh`). */
  readonly rootFont: FontStyle;
}

/** The inputs for computing a value. Immutable: each phase of computing a style has its own context. */
export class ComputeContext implements ComputeEnvironment, ComputeSubject, KnownStyle {
  readonly font: FontStyle;
  readonly text: TextStyle;
  readonly unitFont: FontStyle;
  readonly lineHeightFont: FontStyle;
  readonly rootFont: FontStyle;
  private readonly environment: ComputeEnvironment;
  private readonly subject: ComputeSubject;

  constructor(environment: ComputeEnvironment, subject: ComputeSubject, known: KnownStyle) {
    this.environment = environment;
    this.subject = subject;
    this.font = known.font;
    this.text = known.text;
    this.unitFont = known.unitFont;
    this.lineHeightFont = known.lineHeightFont;
    this.rootFont = known.rootFont;
  }

  /** Returns the initial context, in which only inherited values are known. */
  static inheriting(environment: ComputeEnvironment, subject: ComputeSubject, rootFont: FontStyle): ComputeContext {
    return new ComputeContext(environment, subject, knownOf(subject.parent, rootFont));
  }

  /** Returns a context for values outside declarations that refer to a finished style. */
  static of(
    environment: ComputeEnvironment,
    style: ComputedStyle,
    rootFont: FontStyle,
    container: ComputeSubject['container'] = null,
  ): ComputeContext {
    return new ComputeContext(environment, { parent: style, isRoot: false, container }, knownOf(style, rootFont));
  }

  /** Returns the context with more values known. */
  knowing(more: Partial<KnownStyle>): ComputeContext {
    return new ComputeContext(this.environment, this.subject, {
      font: more.font ?? this.font,
      text: more.text ?? this.text,
      unitFont: more.unitFont ?? this.unitFont,
      lineHeightFont: more.lineHeightFont ?? this.lineHeightFont,
      rootFont: more.rootFont ?? this.rootFont,
    });
  }

  get parent(): ComputedStyle {
    return this.subject.parent;
  }

  get isRoot(): boolean {
    return this.subject.isRoot;
  }

  get container(): ComputeSubject['container'] {
    return this.subject.container;
  }

  get viewport(): ComputeEnvironment['viewport'] {
    return this.environment.viewport;
  }

  get metrics(): ComputeEnvironment['metrics'] {
    return this.environment.metrics;
  }
}

const knownOf = ({ font, text }: ComputedStyle, rootFont: FontStyle): KnownStyle => ({
  font,
  text,
  unitFont: font,
  lineHeightFont: font,
  rootFont,
});
