/** Lengths with anchor functions (css-anchor-position-1 §3.2, §4.1), known only after layout of the anchors. */
import { Length, LengthKind } from '../length.ts';
import { censor, evaluateMath } from './math.ts';
import { type AnchorQuery, type MathExpression, replaceAnchors } from './math-expression.ts';

/**
 * Returns the value of an anchor function in CSS px, or null when the anchor is missing or the function is invalid
 * there.
 */
type AnchorAnswers = (query: AnchorQuery) => number | null;

/**
 * A length with anchor functions. Code that doesn't resolve anchors sees its value without an anchor: the initial value
 * of the property.
 */
export class AnchoredLength extends Length {
  private readonly expression: MathExpression;
  private readonly minimum: number;
  private readonly zoom: number;
  private readonly otherwise: Length;

  /** `otherwise`: the value without an anchor. */
  constructor(expression: MathExpression, minimum: number, otherwise: Length, zoom = 1) {
    super(otherwise.kind, otherwise.px, otherwise.percent, otherwise.math);
    this.expression = expression;
    this.minimum = minimum;
    this.otherwise = otherwise;
    this.zoom = zoom;
  }

  /** Resolves the anchor functions. `isValid` is false when an anchor is missing and has no fallback. */
  resolveAnchors(answers: AnchorAnswers): { readonly length: Length; readonly isValid: boolean } {
    const { minimum, zoom } = this;
    const known = replaceAnchors(this.expression, (query) => {
      const px = answers(query);
      return px === null ? null : px / zoom;
    });
    if (known === null) return { length: this.otherwise, isValid: false };
    if (!known.percent) {
      const px = Math.max(minimum, censor(evaluateMath(known, null, 0))) * zoom;
      return { length: Length.px(px), isValid: true };
    }
    const evaluate = (basis: number): number =>
      Math.max(minimum, censor(evaluateMath(known, null, basis / zoom))) * zoom;
    return { length: new Length(LengthKind.Length, 0, 0, { evaluate }), isValid: true };
  }

  /** Returns the length scaled by a factor. */
  enlarged(factor: number): AnchoredLength {
    return new AnchoredLength(this.expression, this.minimum, this.otherwise, this.zoom * factor);
  }

  /** Returns the length with changed anchor queries, for `flip-block` and the like. */
  withQueries(change: (query: AnchorQuery) => AnchorQuery): AnchoredLength {
    return new AnchoredLength(this.expression.withQueries(change), this.minimum, this.otherwise, this.zoom);
  }
}
