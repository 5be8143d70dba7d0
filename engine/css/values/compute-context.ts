/** What computing a value may look at (css-cascade-5 §4.4). */
import type { ComputedStyle, FontStyle, TextStyle } from '../computed-style.ts';

/** What font-relative units and sizes of form controls need of a font at its size, CSS px. Fonts' StyleMetrics is one. */
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
  /** Of a character; 0: the font doesn't say. */
  readonly averageAdvance: number;
  /** Of the box that holds every glyph. */
  readonly boundsWidth: number;
}

/** What computing all styles of a document has in common. */
export interface ComputeEnvironment {
  /** CSS px: the first page's area. */
  readonly viewportWidth: number;
  readonly viewportHeight: number;
  readonly metrics: (font: FontStyle) => UnitMetrics;
}

/** Whose style is computed. */
export interface ComputeSubject {
  /** The style that is inherited from; the initial style at the root. */
  readonly parent: ComputedStyle;
  /** The root element itself: `rem` in its `font-size` is of the initial font. */
  readonly isRoot: boolean;
  /** CSS px: the query container of `cqw` and `cqh`; null: the viewport. Asked only when such a unit is there. */
  readonly container: (() => { readonly width: number; readonly height: number }) | null;
}

/** What is known of the style so far. */
export interface KnownStyle {
  /** The element's font group: under construction while font properties are computed. */
  readonly font: FontStyle;
  /** The element's text group under construction: `color`, `direction` and `writing-mode` are final before the last phase. */
  readonly text: TextStyle;
  /** The font that font-relative units refer to: the parent's while `font-size` is computed. */
  readonly unitFont: FontStyle;
  /** The font that `lh` refers to: the parent's while font properties and `line-height` are computed. */
  readonly lineHeightFont: FontStyle;
  /** The root element's font (`rem`, `rlh`). */
  readonly rootFont: FontStyle;
}

/** What computing a value may look at. A value itself: every phase of computing a style has a context of its own. */
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

  /** Before anything of a style is known but what it inherits. */
  static inheriting(environment: ComputeEnvironment, subject: ComputeSubject, rootFont: FontStyle): ComputeContext {
    return new ComputeContext(environment, subject, knownOf(subject.parent, rootFont));
  }

  /** For values outside of declarations that refer to a finished style. */
  static of(
    environment: ComputeEnvironment,
    style: ComputedStyle,
    rootFont: FontStyle,
    container: ComputeSubject['container'] = null,
  ): ComputeContext {
    return new ComputeContext(environment, { parent: style, isRoot: false, container }, knownOf(style, rootFont));
  }

  /** The same when more is known. */
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

  get viewportWidth(): number {
    return this.environment.viewportWidth;
  }

  get viewportHeight(): number {
    return this.environment.viewportHeight;
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
