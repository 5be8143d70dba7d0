/**
 * Flat tables over the items of inline content.
 *
 * PERF: contents of few items share their tables, which follow from the kinds of the items. Most paragraphs and cells
 * look alike, and V8 needs two objects for each typed array.
 */
import { type InlineItem, InlineItemKind } from '../../text/inline-content.ts';
import type { ShapedRun } from '../../text/paragraph.ts';

/** How the inline boxes of some items nest. */
export interface ItemNesting {
  /**
   * Index of the Open item of the enclosing inline box, or -1 for the container. For Open and Close, the box around
   * theirs.
   */
  readonly enclosing: Int32Array;
  /** Index of the matching Close for Open and vice versa, otherwise -1. */
  readonly partner: Int32Array;
}

/** Contents of more items have their own tables. */
const MOST_SHARED = 6;
/** Keys have this many values per item: kinds of items are smaller, and so are the bits of their flags. */
const PER_ITEM = 64;
const MAX_KEPT = 1 << 10;

const keptNestings = new Map<number, ItemNesting>();
const keptFlags = new Map<number, Uint8Array>();

/** Returns how the items nest. */
export function nestingOf(items: readonly InlineItem[]): ItemNesting {
  if (items.length > MOST_SHARED) return findNesting(items);
  let key = 0;
  for (let i = 0; i < items.length; i++) key = key * PER_ITEM + items[i]!.kind;
  let nesting = keptNestings.get(key);
  if (nesting === undefined) {
    nesting = findNesting(items);
    if (keptNestings.size < MAX_KEPT) keptNestings.set(key, nesting);
  }
  return nesting;
}

function findNesting(items: readonly InlineItem[]): ItemNesting {
  const enclosing = new Int32Array(items.length);
  const partner = new Int32Array(items.length).fill(-1);
  let open = -1;
  for (let i = 0; i < items.length; i++) {
    const { kind } = items[i]!;
    if (kind === InlineItemKind.Close && open >= 0) {
      partner[open] = i;
      partner[i] = open;
      open = enclosing[open]!;
    }
    enclosing[i] = open;
    if (kind === InlineItemKind.Open) open = i;
  }
  return { enclosing, partner };
}

/** Returns the flags of `count` items. */
export function itemFlags(count: number, flagsOf: (item: number) => number): Uint8Array {
  if (count > MOST_SHARED) return Uint8Array.from({ length: count }, (_, item) => flagsOf(item));
  // Contents of different lengths differ in the first digit.
  let key = 1;
  for (let i = 0; i < count; i++) key = key * PER_ITEM + flagsOf(i);
  let flags = keptFlags.get(key);
  if (flags === undefined) {
    flags = Uint8Array.from({ length: count }, (_, item) => flagsOf(item));
    if (keptFlags.size < MAX_KEPT) keptFlags.set(key, flags);
  }
  return flags;
}

/** Tables for one run, by the number of items and the run's item. */
const FIRST_OF_ONE: readonly (readonly Int32Array[])[] = Array.from({ length: MOST_SHARED + 1 }, (_, count) =>
  Array.from({ length: count }, (__, item) => Int32Array.from({ length: count + 1 }, (___, i) => (i <= item ? 0 : 1))),
);

/** Returns the index of each item's first run, plus one final entry. */
export function firstRunOfItems(runs: readonly ShapedRun[], count: number): Int32Array {
  if (runs.length === 1 && count <= MOST_SHARED) return FIRST_OF_ONE[count]![runs[0]!.item]!;
  const first = new Int32Array(count + 1);
  let run = 0;
  for (let i = 0; i < count; i++) {
    while (run < runs.length && runs[run]!.item < i) run++;
    first[i] = run;
  }
  first[count] = runs.length;
  return first;
}
