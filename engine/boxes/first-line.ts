/** `::first-line`: the styles of what lies on a block container's first line (css-pseudo-4 §3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { FirstLineStyles } from '../text/inline-content.ts';
import type { Box } from './box.ts';
import type { BuildContext } from './build-context.ts';
import type { LooseBox } from './loose-box.ts';

/** null: the element has no ::first-line rules. `container` is the box on which the lines stand: the element's own or its first anonymous block. */
export function firstLineStylesOf(context: BuildContext, loose: LooseBox, container: Box): FirstLineStyles | null {
  if (loose.element === null || loose.pseudo !== null) return null;
  const style = context.styler.pseudoStyle(loose.element, 'first-line');
  if (style === null) return null;
  const known = new Map<Box, ComputedStyle>([[container, style]]);
  const styleOf = (box: Box): ComputedStyle => {
    const before = known.get(box);
    if (before) return before;
    const parent = box.parent;
    if (parent === null || box.element === null || box.pseudo !== null) return box.style;
    const restyled = context.styler.firstLineStyle(box.element, styleOf(parent));
    known.set(box, restyled);
    return restyled;
  };
  return { style, styleOf };
}
