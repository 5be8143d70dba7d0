/** `::first-line`: the styles of what lies on a block container's first line (css-pseudo-4 §3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { FirstLineStyles } from '../text/inline-content.ts';
import { Box, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import type { LooseBox } from './loose-box.ts';

/**
 * The ::first-line style of a block container's first line: its element's own or, for the first in-flow block of another container,
 * the one that reaches it from there (`inherited`). As in browsers the nearest one holds alone.
 */
export function firstLineStyleOf(
  context: BuildContext,
  loose: LooseBox,
  inherited: ComputedStyle | null,
): ComputedStyle | null {
  if (loose.element === null || loose.pseudo !== null || loose.has(BoxFlag.Anonymous)) return inherited;
  return context.styler.pseudoStyle(loose.element, 'first-line') ?? inherited;
}

/** What the boxes in the first line of `container` look like there. */
export function firstLineStyles(
  context: BuildContext,
  container: Box,
  style: ComputedStyle | null,
): FirstLineStyles | null {
  if (style === null) return null;
  const known = new Map<Box, ComputedStyle>([[container, style]]);
  const styleOf = (box: Box): ComputedStyle => {
    const before = known.get(box);
    if (before) return before;
    const { parent, element } = box;
    if (parent === null || element === null) return box.style;
    const around = styleOf(parent);
    const restyled = box.has(BoxFlag.Anonymous)
      ? context.styler.anonymousStyle(around, box.style.box.display)
      : context.styler.firstLineStyle(element, around, box.pseudo);
    known.set(box, restyled);
    return restyled;
  };
  return { style, box: paintsSomething(style) ? lineBox(container, style) : null, styleOf };
}

/** What an inline box shows of itself: `::first-line` has neither borders nor outlines (css-pseudo-4 §3.1). */
const paintsSomething = ({ background, box }: ComputedStyle): boolean =>
  background.backgroundColor.a > 0 ||
  background.backgroundLayers.some(({ image }) => image !== null) ||
  box.textDecorationLine.length > 0;

function lineBox(container: Box, style: ComputedStyle): Box {
  const box = new Box(BoxKind.Inline, style, container.element, 'first-line');
  box.parent = container;
  return box;
}
