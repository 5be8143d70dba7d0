/** Anonymous parts of boxes: columns, and the contents of fieldsets. */
import { Box, BoxFlag, BoxKind, PROPAGATED_FLAGS } from '../boxes/box.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import { LayoutCache } from './layout-cache.ts';

/**
 * A column, or a fieldset's contents, as its fragment shows it: an anonymous box that only inherits, so that backgrounds, borders, position and effects
 * stay with the box's own fragment.
 */
export function anonymousPartOf(box: Box): Box {
  const cache = LayoutCache.of(box);
  if (cache.part === null) {
    const initial = initialStyle();
    const { font, text, custom } = box.style;
    const style = new ComputedStyle(
      PART_STYLES + box.index,
      font,
      text,
      initial.box,
      initial.border,
      initial.background,
      initial.rare,
      custom,
    );
    cache.part = new Box(BoxKind.Block, style, box.element, null, BoxFlag.Anonymous | (box.flags & PROPAGATED_FLAGS));
    cache.part.parent = box;
    cache.part.index = box.index;
  }
  return cache.part;
}

/** Style ids of anonymous parts, past all that the style stage gives. */
const PART_STYLES = 2 ** 30;
