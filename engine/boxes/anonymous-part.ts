import { initialStyle } from '../css/properties/registry.ts';
import { Box, BoxFlag, BoxKind, PROPAGATED_FLAGS } from './box.ts';

/** Style ids of anonymous parts, beyond all ids that the style stage assigns. */
const PART_STYLES = 2 ** 30;

/**
 * Creates an anonymous box for a fragment of a column or a fieldset's contents. It only inherits, so that backgrounds,
 * borders, position and effects stay with the box's own fragment.
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
