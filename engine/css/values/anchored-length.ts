/** Lengths that ask anchors (css-anchor-position-1 §3.2, §4.1): known only when the anchors have been laid out. */
import { Length, LengthKind } from '../length.ts';
import { censor, evaluateMath } from './math.ts';
import { type AnchorQuery, type MathExpression, replaceAnchors } from './math-expression.ts';

/** What anchor functions are worth, CSS px; null: there is no such anchor, or it has nothing to say in that place. */
export type AnchorAnswers = (query: AnchorQuery) => number | null;

/** To whoever doesn't ask it is what it is worth without an anchor: the initial value of its property. */
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

  /** The length that anchors make of it. `isValid` false: one is missing, and no fallback there. */
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

  /** With its lengths so many times as long. */
  enlarged(factor: number): AnchoredLength {
    return new AnchoredLength(this.expression, this.minimum, this.otherwise, this.zoom * factor);
  }

  /** The anchor functions put otherwise: `flip-block` and the like. */
  withQueries(change: (query: AnchorQuery) => AnchorQuery): AnchoredLength {
    return new AnchoredLength(this.expression.withQueries(change), this.minimum, this.otherwise, this.zoom);
  }
}
