/** Fractions (MathML Core §3.3.2). */
import type { LU } from '../../units.ts';
import { layoutPart, type MathContent, type MathState, type Part, place, type Stretch } from './math-content.ts';
import { mathLength } from './math-length.ts';
import { inFlow, operatorCore } from '../../boxes/math-operators.ts';

/** Returns the content of an `mfrac` with its two children. */
export function fractionContent(state: MathState, stretch: Stretch | null): MathContent {
  const { box, context, font } = state;
  const [first, second] = inFlow(box);
  const numerator = layoutPart(state, first!, stretch !== null && operatorCore(first!) !== null ? stretch : null);
  const denominator = layoutPart(state, second!);
  const usual = font.constant('fractionRuleThickness');
  const given = box.element?.attribute('linethickness') ?? null;
  const thickness = Math.max(0, mathLength(context, box, given, usual) ?? usual);
  const [up, down] =
    thickness > 0 ? ruledShifts(state, numerator, denominator, thickness) : stackShifts(state, numerator, denominator);
  const inline = Math.max(numerator.inline, denominator.inline);
  const half = thickness >> 1;
  const axis = font.axisHeight;
  return {
    inline,
    ascent: Math.max(up + numerator.ascent, denominator.ascent - down, thickness > 0 ? axis + half : -Infinity),
    descent: Math.max(down + denominator.descent, numerator.descent - up, thickness > 0 ? half - axis : -Infinity),
    placed: [
      place(numerator, (inline - numerator.inline) >> 1, -up),
      place(denominator, (inline - denominator.inline) >> 1, down),
    ],
    rules: thickness > 0 ? [{ x: 0, y: -axis - half, width: inline, height: thickness }] : [],
    italicCorrection: 0,
  };
}

/** Returns the shifts of numerator and denominator with a bar (MathML Core §3.3.2.2). */
function ruledShifts({ font }: MathState, numerator: Part, denominator: Part, thickness: LU): [up: LU, down: LU] {
  const axis = font.axisHeight;
  const half = thickness >> 1;
  const above = font.byStyle('fractionNumDisplayStyleGapMin', 'fractionNumeratorGapMin');
  const below = font.byStyle('fractionDenomDisplayStyleGapMin', 'fractionDenominatorGapMin');
  const up = font.byStyle('fractionNumeratorDisplayStyleShiftUp', 'fractionNumeratorShiftUp');
  const down = font.byStyle('fractionDenominatorDisplayStyleShiftDown', 'fractionDenominatorShiftDown');
  return [
    Math.max(up, axis + half + above + numerator.descent),
    Math.max(down, denominator.ascent + below + half - axis),
  ];
}

/** Returns the shifts of numerator and denominator without a bar (MathML Core §3.3.2.3). */
function stackShifts({ font }: MathState, numerator: Part, denominator: Part): [up: LU, down: LU] {
  const up = font.byStyle('stackTopDisplayStyleShiftUp', 'stackTopShiftUp');
  const down = font.byStyle('stackBottomDisplayStyleShiftDown', 'stackBottomShiftDown');
  const gap = up - numerator.descent + (down - denominator.ascent);
  const missing = Math.max(0, font.byStyle('stackDisplayStyleGapMin', 'stackGapMin') - gap);
  return [up + (missing >> 1), down + missing - (missing >> 1)];
}
