/**
 * Layered tables of anchors, as stored in indexes and break tokens. Each layer has an offset from the current fragment,
 * newest first. A fragment adds a layer and shares the older ones, but merges small layers. A containing block on many
 * pages thus stores each anchor only a few times.
 */
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { Element } from '../../document/node.ts';
import type { LU } from '../../units.ts';
import { anchorFrom, type FoundAnchor, joined } from './found-anchor.ts';

/** An anchor's entry, updated as more fragments of its box are added. */
interface Slot {
  anchor: FoundAnchor;
}

export interface AnchorLayer {
  readonly table: AnchorTable;
  /** Offset of the corner that the table's positions refer to. */
  readonly x: LU;
  readonly y: LU;
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
    const slots = this.bySource.get(source);
    if (slots === undefined) this.bySource.set(source, [slot]);
    else slots.push(slot);
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

/** Returns the layers relative to a corner moved by (dx, dy). */
export function layersFrom(layers: readonly AnchorLayer[], dx: LU, dy: LU): AnchorLayer[] {
  return layers.map(({ table, x, y }) => ({ table, x: x - dx, y: y - dy }));
}

/** Prepends a layer and merges it with older layers that aren't much larger. */
export function withLayer(table: AnchorTable, older: readonly AnchorLayer[], budget: Budget): readonly AnchorLayer[] {
  if (table.size === 0) return older;
  let newest = table;
  let merged = 0;
  for (; merged < older.length && older[merged]!.table.size <= newest.size * 2; merged++) {
    newest = oneOf(newest, older[merged]!, budget);
  }
  return [{ table: newest, x: 0, y: 0 }, ...older.slice(merged)];
}

/** Merges two tables. For a box in both, the newer entry is already complete and wins. */
function oneOf(newer: AnchorTable, { table, x, y }: AnchorLayer, budget: Budget): AnchorTable {
  budget.tickBy(newer.size + table.size);
  const both = new AnchorTable();
  for (const anchor of table) if (newer.of(anchor.box) === null) both.add(anchorFrom(anchor, -x, -y));
  for (const anchor of newer) both.add(anchor);
  return both;
}

/** Whether both contain the same anchors at the same positions. */
export function sameLayers(a: readonly AnchorLayer[], b: readonly AnchorLayer[]): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every(({ table, x, y }, i) => x === b[i]!.x && y === b[i]!.y && sameTable(table, b[i]!.table)))
  );
}

function sameTable(a: AnchorTable, b: AnchorTable): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const { box, rect, goesOn } of a) {
    const other = b.of(box);
    if (other === null || other.box !== box || other.goesOn !== goesOn) return false;
    if (other.rect.x !== rect.x || other.rect.y !== rect.y) return false;
  }
  return true;
}
