import { initialStyle } from '../css/properties/registry.ts';
import { Box, BoxFlag, BoxKind, PROPAGATED_FLAGS } from './box.ts';

/** Style ids of anonymous parts, past all that the style stage gives. */
const PART_STYLES = 2 ** 30;

/**
 * A column, or a fieldset's contents, as its fragment shows it: an anonymous box that only inherits, so that backgrounds, borders, position and effects
 * stay with the box's own fragment.
 */
export function makeAnonymousPart(box: Box): Box {
  const initial = initialStyle();
  const { box: initialBox, border, background, rare } = initial;
  const style = box.style.with(PART_STYLES + box.index, { box: initialBox, border, background, rare });
  const part = new Box(BoxKind.Block, style, box.element, null, BoxFlag.Anonymous | (box.flags & PROPAGATED_FLAGS));
  part.parent = box;
  part.index = box.index;
  return part;
}
