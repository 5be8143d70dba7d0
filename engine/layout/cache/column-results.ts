/**
 * Caches results of nested columns, including fragmented ones. Balancing the outer columns tries several heights and
 * balances the inner columns for each. This requests the same columns repeatedly at the same positions. Columns
 * directly on pages are requested only once.
 */
import { addTo } from '../../grouped.ts';
import type { BreakToken } from '../contract/break-token.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LU } from '../../units.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Maximum number of results per box. The oldest are evicted first. */
const MAX_RESULTS = 1024;

interface CachedResult {
  readonly space: ConstraintSpace;
  readonly token: BreakToken | null;
  readonly result: LayoutResult;
}

export class ColumnResults {
  private readonly byKey = new Map<number, CachedResult[]>();
  private count = 0;

  find(space: ConstraintSpace, token: BreakToken | null): LayoutResult | null {
    const results = this.byKey.get(keyOf(space, token)) ?? [];
    for (let i = results.length - 1; i >= 0; i--) {
      const known = results[i]!;
      if (sameSpace(known.space, space) && samePlace(known.token, token)) return known.result;
    }
    return null;
  }

  store(space: ConstraintSpace, token: BreakToken | null, result: LayoutResult): void {
    const key = keyOf(space, token);
    addTo(this.byKey, key, { space, token, result });
    this.count++;
    for (const [oldest, { length }] of this.byKey) {
      if (this.count <= MAX_RESULTS) break;
      this.byKey.delete(oldest);
      this.count -= length;
    }
  }
}

/** Returns a hash of a request: its height, how much of it is left, and the part of the box that earlier ones contain. */
function keyOf({ fragmentainer }: ConstraintSpace, token: BreakToken | null): number {
  let key = 0;
  if (fragmentainer !== null) key = hashed(fragmentainer.blockSize, fragmentainer.remaining);
  return token?.type === 'block' ? hashed(hashed(key, token.consumedBlockSize), token.sequence) : key;
}

const hashed = (hash: number, value: LU): number => (Math.imul(hash, 31) + value) | 0;

/** Whether the spaces of two columns of one box are equal. */
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

/**
 * Whether both are at the same place in the flow, with equal fragment and line counts, so that the results are equal.
 */
function samePlace(a: BreakToken | null, b: BreakToken | null): boolean {
  return a === b || (a !== null && b !== null && a.equals(b) && sameHistory(a, b));
}

/** Compares the parts that equal tokens may differ in. */
function sameHistory(a: BreakToken, b: BreakToken): boolean {
  if (a === b) return true;
  if (a.type === 'inline')
    return b.type === 'inline' && a.lineNumber === b.lineNumber && a.afterForcedBreak === b.afterForcedBreak;
  if (b.type === 'inline' || a.sequence !== b.sequence) return false;
  return a.children.every((child, i) => sameHistory(child, b.children[i]!));
}
