/**
 * The order in which the parts of a line are painted. What isn't on top of anything looks the same in any order, and readers that know no more than the
 * order of a page read right-to-left text as it is written when it is painted so.
 */
import type { Fragment } from '../layout/fragment.ts';

/** Where the parts of a line that is (partly) right to left stand in the order of its text; null: as they stand beside each other. */
export function readingOrder(children: readonly Fragment[]): readonly number[] | null {
  if (children.length < 2 || !children.some(isRightToLeft)) return null;
  const starts = children.map(startOf);
  if (starts.includes(null)) return null;
  return starts.map((_, i) => i).sort((a, b) => starts[a]! - starts[b]!);
}

function isRightToLeft(fragment: Fragment): boolean {
  if (fragment.type === 'text') return (fragment.run.level & 1) === 1;
  return fragment.type === 'box' && fragment.children.some(isRightToLeft);
}

/** Where its text begins in the paragraph's; null: it has none of that. */
function startOf(fragment: Fragment): number | null {
  if (fragment.type === 'text') return fragment.run.start;
  if (fragment.type === 'line') return null;
  let first: number | null = null;
  for (const child of fragment.children) {
    const start = startOf(child);
    if (start === null) return null;
    first = first === null ? start : Math.min(first, start);
  }
  return first;
}
