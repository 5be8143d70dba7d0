/**
 * Rows (MathML Core §3.3.1): adjacent children on one baseline, with operator spacing. Stretchy operators match the
 * height of their siblings.
 */
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

/**
 * Returns the content of a row, or of any element laid out like one. `stretch` is the target size of an operator that
 * fills the row.
 */
export function rowContent(state: MathState, stretch: Stretch | null): MathContent {
  const { box } = state;
  const { parts, operators } = rowParts(state, stretch);
  // The spacing of an embellished operator applies outside of it.
  const addsSpace = mathTag(box) === 'math' || operatorCore(box) === null;
  return rowOf(parts, addsSpace ? operators : null);
}

/** Lays out the children of a row, and finds the operators among them. */
export function rowParts(
  state: MathState,
  stretch: Stretch | null,
): { readonly parts: readonly Part[]; readonly operators: readonly (Operator | null)[] } {
  const children = inFlow(state.box);
  const operators = children.map((child) => operatorOf(state.context, child));
  return { parts: layoutChildren(state, children, operators, stretch), operators };
}

/** Returns parts in sequence on one baseline. */
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

/**
 * Lays out the children. Operators that stretch across the line are laid out last, to the height of all others (MathML
 * Core §3.3.1.2).
 */
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
  // A row that contains only operators has no height to match, except the row's own stretch size.
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

/**
 * Returns the stretch size for a child of an embellished operator: only along the line, and only if the operator
 * stretches in that direction.
 */
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
