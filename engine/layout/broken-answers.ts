/**
 * What columns inside columns have come to, broken ones too. Whoever balances the outer ones tries several heights, and for each of them the inner ones are
 * balanced: the same columns are asked for again and again, from the same places. Columns on pages alone are asked for once.
 */
import type { BreakToken } from './break-token.ts';
import type { ConstraintSpace } from './constraint-space.ts';
import type { LU } from '../units.ts';
import type { LayoutResult } from './layout-result.ts';

/** At most so many are kept on a box; the oldest go first. */
const MAX_ANSWERS = 1024;

interface Answer {
  readonly space: ConstraintSpace;
  readonly token: BreakToken | null;
  readonly result: LayoutResult;
}

export class BrokenAnswers {
  /** By the height of the column. */
  private readonly byHeight = new Map<LU, Answer[]>();
  private count = 0;

  find(space: ConstraintSpace, token: BreakToken | null): LayoutResult | null {
    const answers = this.byHeight.get(heightOf(space)) ?? [];
    for (let i = answers.length - 1; i >= 0; i--) {
      const known = answers[i]!;
      if (sameSpace(known.space, space) && samePlace(known.token, token)) return known.result;
    }
    return null;
  }

  store(space: ConstraintSpace, token: BreakToken | null, result: LayoutResult): void {
    const height = heightOf(space);
    const answers = this.byHeight.get(height);
    if (answers === undefined) this.byHeight.set(height, [{ space, token, result }]);
    else answers.push({ space, token, result });
    this.count++;
    for (const [oldest, { length }] of this.byHeight) {
      if (this.count <= MAX_ANSWERS) break;
      this.byHeight.delete(oldest);
      this.count -= length;
    }
  }
}

const heightOf = ({ fragmentainer }: ConstraintSpace): LU => fragmentainer?.blockSize ?? 0;

/** Of two columns of one box. */
function sameSpace(a: ConstraintSpace, b: ConstraintSpace): boolean {
  return (
    a.availableInline === b.availableInline &&
    a.availableBlock === b.availableBlock &&
    a.percentageBlock === b.percentageBlock &&
    a.flags === b.flags &&
    a.writingMode === b.writingMode &&
    (a.exclusions === b.exclusions || (a.exclusions.isEmpty && b.exclusions.isEmpty)) &&
    (a.fragmentainer === b.fragmentainer ||
      (a.fragmentainer !== null && b.fragmentainer !== null && a.fragmentainer.equals(b.fragmentainer)))
  );
}

/** The same place in the flow, reached in as many fragments and lines: all that comes of it is the same. */
function samePlace(a: BreakToken | null, b: BreakToken | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b) && sameHistory(a, b));
}

/** What equal tokens may differ in. Those of positioned boxes are never taken for the same. */
function sameHistory(a: BreakToken, b: BreakToken): boolean {
  if (a === b) return true;
  if (a.type === 'inline')
    return b.type === 'inline' && a.lineNumber === b.lineNumber && a.afterForcedBreak === b.afterForcedBreak;
  if (b.type === 'inline' || a.positioned.length > 0 || a.sequence !== b.sequence) return false;
  return a.children.every((child, i) => sameHistory(child, b.children[i]!));
}
