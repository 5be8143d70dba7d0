/**
 * Anchors as indexes and break tokens hold them: tables in layers, each where it lies seen from the fragment at hand, the newest first. A fragment adds a
 * layer and takes the others over as they are, but for small ones, which become one: a containing block on many pages keeps each anchor a few times.
 */
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { Element } from '../../document/node.ts';
import type { LU } from '../../units.ts';
import { anchorFrom, type FoundAnchor, joined } from './found-anchor.ts';

/** An anchor's place in a table: fragments of the box add to what is found there. */
interface Slot {
  anchor: FoundAnchor;
}

export interface AnchorLayer {
  readonly table: AnchorTable;
  /** Where the corner that the table counts from lies. */
  readonly x: LU;
  readonly y: LU;
}

export class AnchorTable {
  /** By name, in the order of the document. */
  private readonly byName = new Map<string, Slot[]>();
  private readonly bySource = new Map<Element | Box, Slot[]>();
  size = 0;

  /** What has been found of a box: also of others that its element or pseudo-element has, as a block cuts it. */
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

  /** The last of a name that passes. */
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

/** Behind which slots one of a box belongs: mostly all. */
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

/** The same layers seen from a corner that lies further by (dx, dy). */
export function layersFrom(layers: readonly AnchorLayer[], dx: LU, dy: LU): AnchorLayer[] {
  return layers.map(({ table, x, y }) => ({ table, x: x - dx, y: y - dy }));
}

/** A further layer before the others; those that aren't much larger become one with it. */
export function withLayer(table: AnchorTable, older: readonly AnchorLayer[], budget: Budget): readonly AnchorLayer[] {
  if (table.size === 0) return older;
  let newest = table;
  let merged = 0;
  for (; merged < older.length && older[merged]!.table.size <= newest.size * 2; merged++) {
    newest = oneOf(newest, older[merged]!, budget);
  }
  return [{ table: newest, x: 0, y: 0 }, ...older.slice(merged)];
}

/** A table of both; what the newer one has of a box is all that there is. */
function oneOf(newer: AnchorTable, { table, x, y }: AnchorLayer, budget: Budget): AnchorTable {
  budget.tickBy(newer.size + table.size);
  const both = new AnchorTable();
  for (const anchor of table) if (newer.of(anchor.box) === null) both.add(anchorFrom(anchor, -x, -y));
  for (const anchor of newer) both.add(anchor);
  return both;
}

/** Are they the same anchors in the same places? */
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
