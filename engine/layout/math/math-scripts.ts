/** Subscripts, superscripts and tensor indices (MathML Core §3.4.1, §3.4.3). */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import {
  layoutPart,
  type MathContent,
  type MathState,
  type Part,
  place,
  type Placed,
  type Stretch,
} from './math-content.ts';
import { operatorCore, inFlow } from '../../boxes/math-operators.ts';
import { mathLength } from './math-length.ts';

/** A subscript and a superscript above each other. Either may be missing. */
export interface ScriptPair {
  readonly sub: Box | null;
  readonly sup: Box | null;
}

interface LaidOutPair {
  readonly sub: Part | null;
  readonly sup: Part | null;
  readonly inline: LU;
}

/** Returns the content of a base with script pairs after and before it. */
export function scriptsContent(
  state: MathState,
  baseBox: Box,
  behind: readonly ScriptPair[],
  before: readonly ScriptPair[],
  stretch: Stretch | null,
): MathContent {
  const { font } = state;
  const base = layoutPart(state, baseBox, stretch !== null && operatorCore(baseBox) !== null ? stretch : null);
  const pairs = (list: readonly ScriptPair[]): LaidOutPair[] => list.map((pair) => layoutPair(state, pair));
  const [after, prior] = [pairs(behind), pairs(before)];
  const { up, down } = shifts(state, base, [...after, ...prior]);
  const space = font.constant('spaceAfterScript');
  const placed: Placed[] = [];
  let inline: LU = 0;
  for (const pair of prior) {
    inline += space;
    // Prescripts are aligned to the start of the base.
    if (pair.sub) placed.push(place(pair.sub, inline + pair.inline - pair.sub.inline, down));
    if (pair.sup) placed.push(place(pair.sup, inline + pair.inline - pair.sup.inline, -up));
    inline += pair.inline;
  }
  placed.push(place(base, inline, 0));
  inline += base.inline;
  for (const pair of after) {
    // The subscript of a slanted operator moves under its overhang.
    if (pair.sub) placed.push(place(pair.sub, inline - base.italicCorrection, down));
    if (pair.sup) placed.push(place(pair.sup, inline, -up));
    inline += pair.inline + space;
  }
  let { ascent, descent } = base;
  for (const { sub, sup } of [...after, ...prior]) {
    if (sub) [ascent, descent] = [Math.max(ascent, sub.ascent - down), Math.max(descent, sub.descent + down)];
    if (sup) [ascent, descent] = [Math.max(ascent, sup.ascent + up), Math.max(descent, sup.descent - up)];
  }
  return { inline, ascent, descent, placed, rules: [], italicCorrection: 0 };
}

function layoutPair(state: MathState, { sub, sup }: ScriptPair): LaidOutPair {
  const below = sub === null ? null : layoutPart(state, sub);
  const above = sup === null ? null : layoutPart(state, sup);
  return { sub: below, sup: above, inline: Math.max(below?.inline ?? 0, above?.inline ?? 0) };
}

/** Returns the common shifts of all superscripts and subscripts (MathML Core §3.4.1.2 to §3.4.1.4). */
function shifts({ box, font }: MathState, base: Part, pairs: readonly LaidOutPair[]): { up: LU; down: LU } {
  const cramped = box.style.text.mathShift === 'compact';
  let down = Math.max(font.constant('subscriptShiftDown'), base.descent + font.constant('subscriptBaselineDropMin'));
  let up = Math.max(
    font.constant(cramped ? 'superscriptShiftUpCramped' : 'superscriptShiftUp'),
    base.ascent - font.constant('superscriptBaselineDropMax'),
  );
  for (const { sub, sup } of pairs) {
    if (sub) down = Math.max(down, sub.ascent - font.constant('subscriptTopMax'));
    if (sup) up = Math.max(up, sup.descent + font.constant('superscriptBottomMin'));
  }
  for (const { sub, sup } of pairs) {
    if (!sub || !sup) continue;
    let missing = font.constant('subSuperscriptGapMin') - (up - sup.descent + (down - sub.ascent));
    if (missing <= 0) continue;
    const raise = Math.min(missing, font.constant('superscriptBottomMaxWithSubscript') - (up - sup.descent));
    if (raise > 0) {
      up += raise;
      missing -= raise;
    }
    down += missing;
  }
  return { up, down };
}

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
