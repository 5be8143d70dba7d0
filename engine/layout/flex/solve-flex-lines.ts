/**
 * Collects flex items into lines and resolves flexible lengths (css-flexbox-1 §9.3, §9.7), using the Yoga engine.
 *
 * Each container is one flat Yoga tree whose leaves have precomputed numbers, so there is nothing to measure. Yoga
 * computes in single-precision floats and freezes violations in two passes, where the specification loops. Its result
 * therefore only proposes which items end at a limit.
 *
 * The exact integer sizes follow from that set. If the proposal isn't a solution, the specification's loop decides. If
 * no item reaches a limit, sharing the free space proves it, and Yoga isn't called.
 */
import type { Node, Yoga } from 'yoga-layout/load';
import type { Budget } from '../../budget.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';

/** A flex item's numbers along the main axis, in border-box LU. */
export interface FlexibleItem {
  readonly flexBaseSize: LU;
  /** Limits on the used size. `min` is at least border and padding. */
  readonly minMainSize: LU;
  readonly maxMainSize: LU;
  /** Sum of both margins. */
  readonly mainMargins: LU;
  /** Border and padding of both sides, which don't shrink. */
  readonly mainEdges: LU;
  readonly grow: number;
  readonly shrink: number;
}

/** Items `[start, end)` with their used main sizes. */
interface SolvedLine {
  readonly start: number;
  readonly end: number;
  readonly sizes: readonly LU[];
}

interface FlexLineOptions {
  /** Inner main size of the container. If INDEFINITE, every item gets its hypothetical size. */
  readonly availableMain: LU;
  readonly wraps: boolean;
  readonly gap: LU;
  readonly budget: Budget;
  /** The items that start lines, or null to collect them as they fit. */
  readonly starts: readonly number[] | null;
}

/** Larger containers are solved without Yoga to limit its memory. */
const MAX_YOGA_ITEMS = 5_000;

let yoga: Yoga | null = null;

/** Loads Yoga. Must be awaited before laying out a document with a flex container. */
export async function prepareFlex(): Promise<void> {
  if (yoga !== null) return;
  const { loadYoga } = await import('yoga-layout/load');
  yoga = await loadYoga();
}

const hypotheticalSize = (item: FlexibleItem): LU =>
  Math.max(item.minMainSize, Math.min(item.maxMainSize, item.flexBaseSize));

export function solveFlexLines(items: readonly FlexibleItem[], options: FlexLineOptions): SolvedLine[] {
  if (options.availableMain === INDEFINITE) {
    return items.length === 0 ? [] : [{ start: 0, end: items.length, sizes: items.map(hypotheticalSize) }];
  }
  const { starts } = options;
  const lines =
    starts === null
      ? collectLines(items, options)
      : starts.map((start, i) => ({ start, end: starts[i + 1] ?? items.length }));
  let proposal: readonly number[] | null | undefined;
  const propose = (): readonly number[] | null => {
    if (proposal === undefined) proposal = isTrivial(items, lines, options) ? null : proposeSizes(items, options);
    return proposal;
  };
  return lines.map(({ start, end }) => ({ start, end, sizes: resolveLine(items, start, end, options, propose) }));
}

/** css-flexbox-1 §9.3 step 5. */
function collectLines(items: readonly FlexibleItem[], options: FlexLineOptions): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let start = 0;
  let used = 0;
  items.forEach((item, i) => {
    const outer = hypotheticalSize(item) + item.mainMargins;
    if (options.wraps && i > start && used + options.gap + outer > options.availableMain) {
      lines.push({ start, end: i });
      start = i;
      used = 0;
    }
    used += outer + (i > start ? options.gap : 0);
  });
  if (items.length > 0) lines.push({ start, end: items.length });
  return lines;
}

/** Whether nothing flexes or each item is alone on its line, so that no engine is needed. */
function isTrivial(items: readonly FlexibleItem[], lines: readonly unknown[], options: FlexLineOptions): boolean {
  if (lines.length === items.length) return true;
  let sum = 0;
  for (const item of items) sum += item.flexBaseSize + item.mainMargins;
  if (lines.length === 1) {
    const free = options.availableMain - sum - options.gap * (items.length - 1);
    return items.every((item) => (free >= 0 ? item.grow : item.shrink) === 0);
  }
  return items.every((item) => item.grow === 0 && item.shrink === 0);
}

/** Returns Yoga's main sizes as floats in LU, or null if Yoga isn't available. */
function proposeSizes(items: readonly FlexibleItem[], options: FlexLineOptions): number[] | null {
  if (yoga === null || items.length > MAX_YOGA_ITEMS) return null;
  const config = yoga.Config.create();
  let root: Node | null = null;
  try {
    config.setUseWebDefaults(true);
    config.setErrata(yoga.ERRATA_NONE);
    config.setPointScaleFactor(0);
    root = yoga.Node.create(config);
    root.setWidth(options.availableMain);
    root.setFlexWrap(options.wraps ? yoga.WRAP_WRAP : yoga.WRAP_NO_WRAP);
    root.setAlignItems(yoga.ALIGN_FLEX_START);
    root.setAlignContent(yoga.ALIGN_FLEX_START);
    root.setGap(yoga.GUTTER_COLUMN, options.gap);
    items.forEach((item, i) => (root as Node).insertChild(leaf(yoga as Yoga, config, item), i));
    root.calculateLayout(options.availableMain, undefined, yoga.DIRECTION_LTR);
    const sizes: number[] = [];
    for (let i = 0; i < items.length; i++) sizes.push(root.getChild(i).getComputedWidth());
    return sizes;
  } finally {
    root?.freeRecursive();
    config.free();
  }
}

function leaf(engine: Yoga, config: ReturnType<Yoga['Config']['create']>, item: FlexibleItem): Node {
  const node = engine.Node.create(config);
  node.setBoxSizing(engine.BOX_SIZING_BORDER_BOX);
  node.setFlexBasis(item.flexBaseSize);
  node.setFlexGrow(item.grow);
  // Yoga scales the shrink factor by the whole flex base size, the specification by its inner size.
  const inner = Math.max(0, item.flexBaseSize - item.mainEdges);
  node.setFlexShrink(item.flexBaseSize > 0 ? (item.shrink * inner) / item.flexBaseSize : 0);
  node.setMinWidth(item.minMainSize);
  if (item.maxMainSize < MAX_LU) node.setMaxWidth(item.maxMainSize);
  if (item.mainMargins !== 0) node.setMargin(engine.EDGE_LEFT, item.mainMargins);
  node.setHeight(1);
  return node;
}

/** Returns the weight of an item's share of the free space (§9.7 step 4.c). */
function factorOf(item: FlexibleItem, growing: boolean): number {
  return growing ? item.grow : item.shrink * Math.max(0, item.flexBaseSize - item.mainEdges);
}

/** The proposal that no item reaches a limit. */
const NO_LIMITS = null;

/** Resolves the flexible lengths of one line (css-flexbox-1 §9.7). */
function resolveLine(
  items: readonly FlexibleItem[],
  start: number,
  end: number,
  options: FlexLineOptions,
  propose: () => readonly number[] | null,
): LU[] {
  let hypothetical = options.gap * (end - start - 1);
  for (let i = start; i < end; i++) hypothetical += hypotheticalSize(items[i]!) + items[i]!.mainMargins;
  const growing = hypothetical < options.availableMain;
  const line = new FlexLineSolver(items, start, end, options.availableMain - options.gap * (end - start - 1), growing);
  if (line.accepts(NO_LIMITS)) return line.sizes();
  const proposal = propose();
  if (proposal !== null && line.accepts(proposal)) return line.sizes();
  line.resolve(options.budget);
  return line.sizes();
}

/** The items of a line with the state of §9.7: the frozen items and the target sizes. */
class FlexLineSolver {
  private readonly items: readonly FlexibleItem[];
  private readonly start: number;
  private readonly count: number;
  private readonly room: LU;
  private readonly growing: boolean;
  private readonly frozen: boolean[];
  private readonly targets: LU[];

  constructor(items: readonly FlexibleItem[], start: number, end: number, room: LU, growing: boolean) {
    this.items = items;
    this.start = start;
    this.count = end - start;
    this.room = room;
    this.growing = growing;
    this.frozen = new Array<boolean>(this.count).fill(false);
    this.targets = new Array<LU>(this.count).fill(0);
    this.freezeInflexible();
  }

  private item(i: number): FlexibleItem {
    return this.items[this.start + i]!;
  }

  /** Step 2. */
  private freezeInflexible(): void {
    for (let i = 0; i < this.count; i++) {
      const item = this.item(i);
      const size = hypotheticalSize(item);
      const factor = this.growing ? item.grow : item.shrink;
      const past = this.growing ? item.flexBaseSize > size : item.flexBaseSize < size;
      this.targets[i] = factor === 0 || past ? size : item.flexBaseSize;
      this.frozen[i] = factor === 0 || past;
    }
  }

  private freeSpace(): LU {
    let free = this.room;
    for (let i = 0; i < this.count; i++)
      free -= (this.frozen[i] ? this.targets[i]! : this.item(i).flexBaseSize) + this.item(i).mainMargins;
    return free;
  }

  /**
   * Distributes the free space exactly among the unfrozen items. Positions are rounded down to whole LU, so sizes may
   * differ by one.
   */
  private share(free: number): void {
    let total = 0;
    for (let i = 0; i < this.count; i++) if (!this.frozen[i]) total += factorOf(this.item(i), this.growing);
    let factors = 0;
    let given = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.frozen[i]) continue;
      const item = this.item(i);
      factors += factorOf(item, this.growing);
      const sum = total > 0 ? Math.floor((free * factors) / total + 1e-6) : 0;
      this.targets[i] = item.flexBaseSize + sum - given;
      given = sum;
    }
  }

  private unfrozenFactors(): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++)
      if (!this.frozen[i]) sum += this.growing ? this.item(i).grow : this.item(i).shrink;
    return sum;
  }

  /**
   * Whether the proposed set of items at their limits is the solution. Sizes are a clamped linear function of one
   * unknown and must add up to the available space, so the solution is unique. It suffices that no other item violates
   * a limit, and that each of these would.
   */
  accepts(proposal: readonly number[] | null): boolean {
    if (this.unfrozenFactors() < 1) return false;
    const before = this.frozen.slice();
    const proposed: number[] = [];
    for (let i = 0; proposal !== null && i < this.count; i++) {
      if (this.frozen[i]) continue;
      const item = this.item(i);
      const size = proposal[this.start + i]!;
      const limit = this.growing ? item.maxMainSize : item.minMainSize;
      const otherLimit = this.growing ? item.minMainSize : item.maxMainSize;
      const at =
        Math.abs(size - limit) < 1
          ? limit
          : Math.abs(size - otherLimit) < 1 && otherLimit !== item.flexBaseSize
            ? otherLimit
            : -1;
      if (at < 0) continue;
      this.frozen[i] = true;
      this.targets[i] = at;
      proposed.push(i);
    }
    // If the final factors sum to less than 1, the specification distributes only a part of the free space.
    if (this.unfrozenFactors() >= 1) {
      const free = this.freeSpace();
      this.share(free);
      if (this.isSolution(free, proposed)) return true;
    }
    for (let i = 0; i < this.count; i++) this.frozen[i] = before[i]!;
    this.freezeInflexible();
    return false;
  }

  private isSolution(free: number, proposed: readonly number[]): boolean {
    if (this.growing ? free < 0 : free > 0) return false;
    let total = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.frozen[i]) continue;
      const item = this.item(i);
      total += factorOf(item, this.growing);
      if (this.targets[i]! < item.minMainSize || this.targets[i]! > item.maxMainSize) return false;
    }
    if (total <= 0) return false;
    for (const i of proposed) {
      const item = this.item(i);
      const wanted = item.flexBaseSize + (free * factorOf(item, this.growing)) / total;
      if (this.targets[i] === item.maxMainSize ? wanted < item.maxMainSize : wanted > item.minMainSize) return false;
    }
    return true;
  }

  /** Runs the specification's loop (steps 3 and 4). Each round freezes at least one item. */
  resolve(budget: Budget): void {
    const initialFree = this.freeSpace();
    for (let round = 0; round <= this.count; round++) {
      for (let work = 0; work <= this.count; work += 64) budget.tick();
      const factors = this.unfrozenFactors();
      if (factors === 0) return;
      let free = this.freeSpace();
      if (factors < 1 && Math.abs(initialFree * factors) < Math.abs(free)) free = initialFree * factors;
      this.share(this.growing ? Math.max(0, free) : Math.min(0, free));
      if (this.freezeViolations()) return;
    }
  }

  /** Freezes violations (steps 4.d and 4.e). Returns true if all items are frozen. */
  private freezeViolations(): boolean {
    let violation = 0;
    const clamped: LU[] = [];
    for (let i = 0; i < this.count; i++) {
      const item = this.item(i);
      clamped.push(
        this.frozen[i] ? this.targets[i]! : Math.max(item.minMainSize, Math.min(item.maxMainSize, this.targets[i]!)),
      );
      violation += clamped[i]! - this.targets[i]!;
    }
    let left = false;
    for (let i = 0; i < this.count; i++) {
      if (this.frozen[i]) continue;
      const own = clamped[i]! - this.targets[i]!;
      this.targets[i] = clamped[i]!;
      if (violation === 0 || (violation > 0 && own > 0) || (violation < 0 && own < 0)) this.frozen[i] = true;
      else left = true;
    }
    return !left;
  }

  sizes(): LU[] {
    return this.targets;
  }
}
