/** Rows (MathML Core §3.3.1): children side by side on one baseline, operators with their spaces, and as high as what they stand beside. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import {
  EMPTY_CONTENT,
  layoutPart,
  type MathContent,
  type MathState,
  type Part,
  place,
  type Stretch,
} from './math-content.ts';
import { type Operator, operatorOf } from './operators.ts';
import { inFlow, mathTag, operatorCore } from '../../boxes/math-operators.ts';

/** The content of a row, and of everything that is laid out like one. `stretch`: what an operator that fills the row is stretched to. */
export function rowContent(state: MathState, stretch: Stretch | null): MathContent {
  const { box, context } = state;
  const children = inFlow(box);
  const operators = children.map((child) => operatorOf(context, child));
  const parts = layoutChildren(state, children, operators, stretch);
  // An embellished operator's spaces are added around the whole of it.
  const addsSpace = mathTag(box) === 'math' || operatorCore(box) === null;
  return rowOf(parts, addsSpace ? operators : null);
}

/** Parts on one baseline, one after the other. */
export function rowOf(parts: readonly Part[], operators: readonly (Operator | null)[] | null = null): MathContent {
  if (parts.length === 0) return EMPTY_CONTENT;
  let [inline, ascent, descent]: [LU, LU, LU] = [0, -Infinity, -Infinity];
  const placed = parts.map((part, i) => {
    const operator = operators?.[i] ?? null;
    if (operator !== null) inline += operator.lspace;
    const at = place(part, inline, 0);
    inline += part.inline + (operator === null ? 0 : operator.rspace);
    ascent = Math.max(ascent, part.ascent);
    descent = Math.max(descent, part.descent);
    return at;
  });
  return {
    inline,
    ascent,
    descent,
    placed,
    rules: [],
    italicCorrection: parts.length === 1 ? parts[0]!.italicCorrection : 0,
  };
}

/** MathML Core §3.3.1.2: operators that stretch across the line are laid out last, as high as all others. */
function layoutChildren(
  state: MathState,
  children: readonly Box[],
  operators: readonly (Operator | null)[],
  stretch: Stretch | null,
): Part[] {
  const isStretchy = (i: number): boolean =>
    operators[i] !== null && operators[i]!.stretchy && !operators[i]!.stretchesInline;
  const parts = children.map((child, i) =>
    isStretchy(i) ? null : layoutPart(state, child, stretchFor(operators[i]!, stretch)),
  );
  const fixed = parts.filter((part) => part !== null);
  // Operators among themselves have nothing to be as high as, but what the row itself is to be.
  if (fixed.length === 0 && stretch?.axis !== 'block') return children.map((child) => layoutPart(state, child));
  const around = extentOf(fixed);
  const target: Stretch =
    stretch !== null && stretch.axis === 'block'
      ? {
          axis: 'block',
          ascent: Math.max(around.ascent, stretch.ascent),
          descent: Math.max(around.descent, stretch.descent),
        }
      : { axis: 'block', ...around };
  return parts.map((part, i) => part ?? layoutPart(state, children[i]!, target));
}

/** What reaches a child of an embellished operator from outside: only along the line, and only an operator that stretches that way. */
function stretchFor(operator: Operator | null, stretch: Stretch | null): Stretch | null {
  if (operator === null || stretch === null || stretch.axis === 'block') return null;
  return operator.stretchy && operator.stretchesInline ? stretch : null;
}

function extentOf(parts: readonly Part[]): { readonly ascent: LU; readonly descent: LU } {
  return {
    ascent: Math.max(0, ...parts.map((part) => part.ascent)),
    descent: Math.max(0, ...parts.map((part) => part.descent)),
  };
}
