/** The sizes that query containers have in a layout (css-conditional-5 §5), to be compared with those that styles took them to have. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/fragment.ts';
import type { ContentSize } from '../style/styler.ts';
import { pxFromLu } from '../units.ts';

/** Sizes that differ by no more, in CSS px, are the same: layout counts in 1/64 px. */
const TOLERANCE = 1 / 32;

/** A content box, CSS px, and what queries may ask of it. */
interface Measure {
  width: number;
  height: number;
  readonly axes: 'width' | 'height' | 'both';
}

/** The content boxes of all size containers, CSS px; of one in several fragments the first's inline size and the block sizes together. */
export class ContainerMeasures {
  private readonly found = new Map<Element, Measure>();

  get sizes(): ReadonlyMap<Element, ContentSize> {
    return this.found;
  }

  /** Takes in a page's fragment with everything inside. */
  add(fragment: BoxFragment): void {
    const stack: Fragment[] = [fragment];
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (next.type === 'text') continue;
      if (next.type === 'box') {
        if ((next.flags & FragmentFlag.Repeated) !== 0) continue;
        if ((next.flags & FragmentFlag.AnonymousPart) === 0 && isContainerBox(next.box)) this.measure(next);
      }
      for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]!);
    }
  }

  /**
   * Have the containers the sizes that they were taken to have, in the axes that can be asked for? One without a box keeps its own; the
   * block size of an `inline-size` container hangs on its contents, so nothing may hang on it.
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

  private measure({ box, border, padding, writingMode, width, height }: BoxFragment): void {
    if (box.element === null) return;
    const across = Math.max(0, pxFromLu(width - border.left - border.right - padding.left - padding.right));
    const down = Math.max(0, pxFromLu(height - border.top - border.bottom - padding.top - padding.bottom));
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
