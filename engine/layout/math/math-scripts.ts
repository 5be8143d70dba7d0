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
import { operatorCore } from '../../boxes/math-operators.ts';

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
