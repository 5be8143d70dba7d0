/**
 * How long boxes that pages slice are over all their pages (css-break-3 §5.4.1), for those whose backgrounds, masks and clip paths are those of the whole box.
 * Pages that show a part of one whose length isn't known yet wait until it has ended.
 */
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { BackgroundLayer } from '../css/computed-values.ts';
import { hasMask } from '../css/masked.ts';
import type { BoxFragment, Fragment } from '../layout/fragment.ts';
import { isCut, isCutAlongX, lengthAfter, lengthOf } from '../layout/fragmentation/slice-lengths.ts';
import type { LU } from '../units.ts';

/** Of what is no part of a flow of pages: drawings, margin boxes, frames. */
export const NO_SIZES: ReadonlyMap<Box, LU> = new Map();

export class WholeBoxes {
  /** LU, along the axis across which the box is cut; of one that is open, as far as it has come. */
  readonly sizes = new Map<Box, LU>();
  private readonly open = new Set<Box>();

  /** Does one go on whose length isn't known? */
  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  /** Takes notice of what stands on the next page. */
  add(fragments: readonly BoxFragment[]): void {
    for (const fragment of fragments) this.addFragment(fragment);
  }

  /** A box is cut only inside of boxes that are. */
  private addFragment(root: BoxFragment): void {
    const stack: Fragment[] = [root];
    for (let fragment = stack.pop(); fragment !== undefined; fragment = stack.pop()) {
      if (fragment.type === 'text') continue;
      if (fragment.type === 'box') {
        if (!isCut(fragment)) continue;
        if (dependsOnWhole(fragment)) this.note(fragment);
        // The canvas is positioned against the root element.
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

/** Does how a fragment looks depend on how long the whole box is? */
function dependsOnWhole(fragment: BoxFragment): boolean {
  const { style } = fragment;
  if (style.box.boxDecorationBreak === 'clone') return false;
  if (style.rare.clipPath !== null || hasMask(style)) return true;
  const alongX = isCutAlongX(fragment);
  return style.background.backgroundLayers.some((layer) => hangsOnSize(layer, alongX));
}

/** Does it matter to a background layer how far its box goes along the axis? */
export function hangsOnSize({ image, position, size, repeatX, repeatY }: BackgroundLayer, alongX: boolean): boolean {
  if (image === null || image.type === 'color') return false;
  if (image.type !== 'url' || size === 'cover' || size === 'contain') return true;
  if (size.width.hasPercent || size.height.hasPercent) return true;
  const repeat = alongX ? repeatX : repeatY;
  const at = alongX ? position.x : position.y;
  return repeat === 'space' || repeat === 'round' || at.resolvePx(0) !== at.resolvePx(1000);
}
