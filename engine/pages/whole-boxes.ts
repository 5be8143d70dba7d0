/**
 * Computes the total length of boxes that pages slice (css-break-3 §5.4.1), if their backgrounds, masks or clip paths
 * apply to the whole box. Pages that show a part of such a box wait until it ends.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { BackgroundLayer } from '../css/computed-values.ts';
import { hasMask } from '../css/masked.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import { isCut, isCutAlongX, lengthAfter, lengthOf } from '../layout/fragmentation/monolithic-slices.ts';
import type { LU } from '../units.ts';

/** For content outside the page flow: drawings, margin boxes, frames. */
export const NO_SIZES: ReadonlyMap<Box, LU> = new Map();

export class WholeBoxes {
  /** Length in LU along the axis in which the box is sliced. For an open box, the length so far. */
  readonly sizes = new Map<Box, LU>();
  private readonly open = new Set<Box>();

  /** Whether a box of unknown length continues. */
  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  /** Adds the fragments of the next page. */
  add(fragments: readonly BoxFragment[]): void {
    for (const fragment of fragments) this.addFragment(fragment);
  }

  /** Adds a fragment tree. Boxes are sliced only inside sliced boxes. */
  private addFragment(root: BoxFragment): void {
    const stack: Fragment[] = [root];
    for (let fragment = stack.pop(); fragment !== undefined; fragment = stack.pop()) {
      if (fragment.type === 'text') continue;
      if (fragment.type === 'box') {
        if (!isCut(fragment)) continue;
        if (dependsOnWhole(fragment)) this.note(fragment);
        // The canvas is positioned relative to the root element.
        if (fragment.box.has(BoxFlag.Body) && dependsOnWhole(fragment) && !dependsOnWhole(root)) this.note(root);
      }
      const { children } = fragment;
      for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
    }
  }

  private note(fragment: BoxFragment): void {
    const { box } = fragment;
    this.sizes.set(box, (this.sizes.get(box) ?? 0) + lengthOf(fragment));
    if (lengthAfter(fragment) === null) this.open.add(box);
    else this.open.delete(box);
  }
}

/** Returns whether a fragment's appearance depends on the length of the whole box. */
function dependsOnWhole(fragment: BoxFragment): boolean {
  const { style } = fragment;
  if (style.box.boxDecorationBreak === 'clone') return false;
  if (style.rare.clipPath !== null || hasMask(style)) return true;
  const alongX = isCutAlongX(fragment);
  return style.background.backgroundLayers.some((layer) => hangsOnSize(layer, alongX));
}

/** Returns whether a background layer depends on the size of its box along the axis. */
export function hangsOnSize({ image, position, size, repeatX, repeatY }: BackgroundLayer, alongX: boolean): boolean {
  if (image === null || image.type === 'color') return false;
  if (image.type !== 'url' || size === 'cover' || size === 'contain') return true;
  if (size.width.hasPercent || size.height.hasPercent) return true;
  const repeat = alongX ? repeatX : repeatY;
  const at = alongX ? position.x : position.y;
  return repeat === 'space' || repeat === 'round' || at.resolvePx(0) !== at.resolvePx(1000);
}
