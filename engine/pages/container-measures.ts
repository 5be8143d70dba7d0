/**
 * Measures query containers after layout (css-conditional-5 §5), to compare them with the sizes that styles assumed.
 */
import { contentHeight, contentWidth } from '../layout/contract/geometry.ts';
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import type { QueriedContainers } from '../layout/contract/contract.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { Known } from './known.ts';
import type { ContentSize, Styler } from '../style/styler.ts';
import { pxFromLu } from '../units.ts';

/** Sizes that differ by at most this many CSS px are equal. Layout uses 1/64 px. */
const TOLERANCE = 1 / 32;

/** A content box in CSS px and the axes that queries may use. */
interface Measure {
  width: number;
  height: number;
  readonly axes: 'width' | 'height' | 'both';
}

/**
 * The content boxes of all size containers in CSS px. For a container with several fragments, it holds the first one's
 * inline size and the sum of the block sizes.
 */
export class ContainerMeasures {
  private readonly found = new Map<Element, Measure>();

  get sizes(): ReadonlyMap<Element, ContentSize> {
    return this.found;
  }

  /** Adds the containers within a page's fragment. */
  add(root: BoxFragment): void {
    visitFragments(root, 0, 0, true, (fragment) => {
      if (fragment.type !== 'box') return true;
      if ((fragment.flags & FragmentFlag.Repeated) !== 0) return false;
      if ((fragment.flags & FragmentFlag.AnonymousPart) === 0 && isContainerBox(fragment.box)) this.measure(fragment);
      return true;
    });
  }

  /**
   * Returns whether the containers have the assumed sizes in the axes that queries may use. A container without a box
   * keeps its assumed size. The block size of an `inline-size` container depends on its contents and doesn't matter.
   */
  agreeWith(asked: ReadonlyMap<Element, ContentSize>): boolean {
    for (const [element, { width, height }] of asked) {
      const size = this.found.get(element);
      if (size === undefined) continue;
      if (size.axes !== 'height' && Math.abs(size.width - width) > TOLERANCE) return false;
      if (size.axes !== 'width' && Math.abs(size.height - height) > TOLERANCE) return false;
    }
    return true;
  }

  private measure(fragment: BoxFragment): void {
    const { box, writingMode } = fragment;
    if (box.element === null) return;
    const across = Math.max(0, pxFromLu(contentWidth(fragment)));
    const down = Math.max(0, pxFromLu(contentHeight(fragment)));
    const known = this.found.get(box.element);
    const axes = box.style.rare.containerType.startsWith('size') ? 'both' : writingMode.vertical ? 'height' : 'width';
    if (known === undefined) this.found.set(box.element, { width: across, height: down, axes });
    else if (writingMode.vertical) known.width += across;
    else known.height += down;
  }
}

function isContainerBox(box: Box): boolean {
  return (
    box.style.rare.containerType.includes('size') &&
    box.pseudo === null &&
    !box.has(BoxFlag.Anonymous) &&
    box.kind !== BoxKind.Inline
  );
}

/**
 * Returns the sizes for which a container's contents were styled (css-contain-3 §5); 'unknown': it hasn't been laid
 * out.
 */
export function queriedContainers({ containersAsked }: Styler, { containers }: Known): QueriedContainers {
  return {
    styledFor: ({ element, pseudo, flags }) => {
      if (element === null || pseudo !== null || (flags & BoxFlag.Anonymous) !== 0) return null;
      const asked = containersAsked.get(element);
      if (asked === undefined) return null;
      return containers?.has(element) === true ? asked : 'unknown';
    },
  };
}
