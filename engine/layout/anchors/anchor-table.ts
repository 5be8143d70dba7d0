/**
 * Tables of anchors, as stored in indexes and break tokens, newest first. Positions are in the flow of the containing
 * block (positioned/positioning-frame.ts). A fragment adds a table and shares the older ones, but merges small tables. A
 * containing block on many pages thus stores each anchor only a few times.
 */
import { addTo } from '../../grouped.ts';
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { Element } from '../../document/node.ts';
import type { LU } from '../../units.ts';
import type { Rect } from '../contract/geometry.ts';

/** An anchor, as far as it has been laid out. Immutable. */
export interface FoundAnchor {
  readonly box: Box;
  /** Bounding rectangle of its border boxes. */
  readonly rect: Rect;
  /** Whether it continues in a later fragment. */
  readonly goesOn: boolean;
  /**
   * Whether the anchor is visible: `visibility` doesn't hide it, and boxes inside the containing block don't clip it
   * entirely.
   */
  readonly isVisible: boolean;
  /** The positioned box of the same containing block that is or contains the anchor, or null if it is in-flow. */
  readonly within: Box | null;
}

/** Returns the anchor relative to a point at (dx, dy). */
export function anchorFrom(anchor: FoundAnchor, dx: LU, dy: LU): FoundAnchor {
  const { rect } = anchor;
  return { ...anchor, rect: { ...rect, x: rect.x - dx, y: rect.y - dy } };
}

/** Combines two fragments of a box, or two pieces of one split by a block, into their bounding rectangle. */
function joined(a: FoundAnchor, b: FoundAnchor): FoundAnchor {
  const x = Math.min(a.rect.x, b.rect.x);
  const y = Math.min(a.rect.y, b.rect.y);
  const right = Math.max(a.rect.x + a.rect.width, b.rect.x + b.rect.width);
  const bottom = Math.max(a.rect.y + a.rect.height, b.rect.y + b.rect.height);
  return {
    ...b,
    box: a.box,
    rect: { x, y, width: right - x, height: bottom - y },
    isVisible: a.isVisible || b.isVisible,
  };
}

/** An anchor's entry, updated as more fragments of its box are added. */
interface Slot {
  anchor: FoundAnchor;
}

export class AnchorTable {
  /** By name, in document order. */
  private readonly byName = new Map<string, Slot[]>();
  private readonly bySource = new Map<Element | Box, Slot[]>();
  size = 0;

  /** Returns the anchor of a box. Pieces of the same element or pseudo-element, split by a block, share an anchor. */
  of(box: Box): FoundAnchor | null {
    return this.slotOf(box)?.anchor ?? null;
  }

  add(anchor: FoundAnchor): void {
    const { box } = anchor;
    const known = this.slotOf(box);
    if (known !== undefined) {
      known.anchor = joined(known.anchor, anchor);
      return;
    }
    const slot = { anchor };
    this.size++;
    const source = box.element ?? box;
    addTo(this.bySource, source, slot);
    for (const name of box.style.rare.anchorName) {
      const named = this.byName.get(name);
      if (named === undefined) this.byName.set(name, [slot]);
      else named.splice(placeAmong(named, box.index), 0, slot);
    }
  }

  /** Returns the last anchor of a name that satisfies the predicate. */
  findLast(name: string, passes: (anchor: FoundAnchor) => boolean): FoundAnchor | null {
    return this.byName.get(name)?.findLast(({ anchor }) => passes(anchor))?.anchor ?? null;
  }

  *[Symbol.iterator](): Generator<FoundAnchor> {
    for (const slots of this.bySource.values()) for (const { anchor } of slots) yield anchor;
  }

  private slotOf(box: Box): Slot | undefined {
    return this.bySource.get(box.element ?? box)?.find(({ anchor }) => anchor.box.pseudo === box.pseudo);
  }
}

/** Returns the insertion position in document order, which is usually the end. */
function placeAmong(slots: readonly Slot[], index: number): number {
  let low = 0;
  let high = slots.length;
  if (high > 0 && slots[high - 1]!.anchor.box.index <= index) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]!.anchor.box.index <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Prepends a table and merges it with older ones that aren't much larger. */
export function withTable(table: AnchorTable, older: readonly AnchorTable[], budget: Budget): readonly AnchorTable[] {
  if (table.size === 0) return older;
  let newest = table;
  let merged = 0;
  for (; merged < older.length && older[merged]!.size <= newest.size * 2; merged++) {
    newest = oneOf(newest, older[merged]!, budget);
  }
  return [newest, ...older.slice(merged)];
}

/** Merges two tables. For a box in both, the newer entry is already complete and wins. */
function oneOf(newer: AnchorTable, older: AnchorTable, budget: Budget): AnchorTable {
  budget.tickBy(newer.size + older.size);
  const both = new AnchorTable();
  for (const anchor of older) if (newer.of(anchor.box) === null) both.add(anchor);
  for (const anchor of newer) both.add(anchor);
  return both;
}
