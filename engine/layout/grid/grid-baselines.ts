/** Baseline alignment of grid items in their rows (css-grid-2 §11.7, css-align-3 §9.3). */
import type { LU } from '../../units.ts';
import type { GridItem } from './grid-item.ts';

interface Group {
  ascent: LU;
  descent: LU;
}

/** The baseline-sharing groups of a grid: by first row for first baselines, by last row for last baselines. */
export class BaselineGroups {
  private readonly first = new Map<number, Group>();
  private readonly last = new Map<number, Group>();
  private readonly members = new Set<GridItem>();

  add(item: GridItem): void {
    const { ascent, descent } = extents(item);
    const groups = isLast(item) ? this.last : this.first;
    const key = isLast(item) ? item.rows.end : item.rows.start;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { ascent, descent });
    } else {
      group.ascent = Math.max(group.ascent, ascent);
      group.descent = Math.max(group.descent, descent);
    }
    this.members.add(item);
  }

  has(item: GridItem): boolean {
    return this.members.has(item);
  }

  private groupOf(item: GridItem): Group {
    return (isLast(item) ? this.last.get(item.rows.end) : this.first.get(item.rows.start)) as Group;
  }

  /** Room that the group leaves on the outer side of an item. */
  shim(item: GridItem): LU {
    const { ascent, descent } = extents(item);
    const group = this.groupOf(item);
    return isLast(item) ? group.descent - descent : group.ascent - ascent;
  }

  /** The item's border-box block start (less its margin) in its area. */
  offset(item: GridItem, area: LU, size: LU): LU {
    if (!isLast(item)) return this.shim(item);
    const { margins } = item;
    return area - (size + margins.blockStart + margins.blockEnd) - this.shim(item);
  }
}

const isLast = (item: GridItem): boolean => item.alignSelf.keyword === 'last-baseline';

/** Distances from the margin box's edges to the item's baseline. */
function extents(item: GridItem): Group {
  const { fragment } = item.measure();
  const height = fragment.blockSize(item.containerMode);
  const own = item.isParallel ? (isLast(item) ? fragment.lastBaseline : fragment.firstBaseline) : null;
  const baseline = own ?? height;
  const { margins } = item;
  return { ascent: baseline + margins.blockStart, descent: height - baseline + margins.blockEnd };
}

/** Groups the items that are aligned by baselines and sets their shims, so that rows become high enough; null: there are none. */
export function alignRowBaselines(items: readonly GridItem[]): BaselineGroups | null {
  const groups = new BaselineGroups();
  let any = false;
  for (const item of items) {
    const { keyword } = item.alignSelf;
    if (
      (keyword !== 'baseline' && keyword !== 'last-baseline') ||
      item.autoMargins.blockStart + item.autoMargins.blockEnd > 0
    )
      continue;
    groups.add(item);
    any = true;
  }
  if (!any) return null;
  for (const item of items) if (groups.has(item)) item.baselineShim = groups.shim(item);
  return groups;
}
