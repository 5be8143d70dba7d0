/**
 * The order of layers on one level of a stacking context: order-modified document order (css2 §E.2, css-flexbox-1 §5.4,
 * css-grid-2 §4.4).
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { PaintLayer } from './layer-tree.ts';

/** A step down the tree from a container that `order` rearranges. */
interface Step {
  readonly container: Box;
  readonly child: Box;
}

const NO_STEPS: readonly Step[] = [];

/**
 * Returns the order of a child. Out-of-flow children of a flex or grid container aren't items, so `order` doesn't
 * apply.
 */
const orderOf = (child: Box): number => (child.isOutOfFlow ? 0 : child.style.box.order);

/** Compares boxes by painting order. Results for ancestors are cached. */
class TreeOrder {
  private readonly paths = new Map<Box, readonly Step[]>();
  private readonly rearranged = new Map<Box, boolean>();

  compare(a: Box, b: Box): number {
    const left = this.pathOf(a);
    const right = this.pathOf(b);
    const count = Math.min(left.length, right.length);
    for (let i = 0; i < count && left[i]!.container === right[i]!.container; i++) {
      const one = left[i]!.child;
      const other = right[i]!.child;
      if (one !== other) return orderOf(one) - orderOf(other) || one.index - other.index;
    }
    return a.index - b.index;
  }

  /** Returns the rearranged containers around a box, outermost first. */
  private pathOf(box: Box): readonly Step[] {
    const open: Box[] = [];
    let at: Box | null = box;
    while (at !== null && !this.paths.has(at)) {
      open.push(at);
      at = at.parent;
    }
    let path = (at === null ? null : this.paths.get(at)) ?? NO_STEPS;
    for (const child of open.reverse()) {
      const container = child.parent;
      if (container !== null && this.rearranges(container)) path = [...path, { container, child }];
      this.paths.set(child, path);
    }
    return path;
  }

  private rearranges(container: Box): boolean {
    if (container.kind !== BoxKind.Flex && container.kind !== BoxKind.Grid) return false;
    let known = this.rearranged.get(container);
    if (known === undefined) {
      known = container.children.some((child) => orderOf(child) !== 0);
      this.rearranged.set(container, known);
    }
    return known;
  }
}

/**
 * Sorts by z-index, then in order-modified document order. Fragments are in document order, except absolutely
 * positioned ones, which follow the contents of their containing block.
 */
export function sortLayers(layers: PaintLayer[]): void {
  if (layers.length < 2) return;
  const order = new TreeOrder();
  layers.sort((a, b) => a.zIndex - b.zIndex || order.compare(a.fragment.box, b.fragment.box));
}
