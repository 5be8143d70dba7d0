/** `::first-line`: determines styles on a block container's first line (css-pseudo-4 §3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { FirstLineStyles } from '../text/inline-content.ts';
import type { Element } from '../document/node.ts';
import { Box, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import type { LooseBox } from './loose-box.ts';

/** A `::first-line` in a block container: its element, and its style there. */
export interface FirstLine {
  readonly element: Element;
  readonly style: ComputedStyle;
}

/**
 * Returns the ::first-line of a block container's first line: its element's own, or `outer`. The latter comes from
 * outside and applies to the first in-flow block. It is inside that block, so it inherits from it (css-pseudo-4 §3.2).
 * As in browsers, only the nearest one applies.
 */
export function firstLineOf(context: BuildContext, loose: LooseBox, outer: FirstLine | null): FirstLine | null {
  const { element } = loose;
  if (element === null || loose.pseudo !== null || loose.has(BoxFlag.Anonymous)) return outer;
  const own = context.styler.pseudoStyle(element, 'first-line');
  if (own !== null) return { element, style: own };
  return outer && { ...outer, style: context.styler.firstLineStyle(outer.element, loose.style, 'first-line') };
}

/** Returns the styles of the boxes in the first line of `container`. */
export function firstLineStyles(
  context: BuildContext,
  container: Box,
  firstLine: FirstLine | null,
): FirstLineStyles | null {
  if (firstLine === null) return null;
  const { style } = firstLine;
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

/** Returns whether an inline box paints anything. `::first-line` has no borders or outlines (css-pseudo-4 §3.1). */
const paintsSomething = ({ background, box }: ComputedStyle): boolean =>
  background.backgroundColor.a > 0 ||
  background.backgroundLayers.some(({ image }) => image !== null) ||
  box.textDecorationLine.length > 0;

function lineBox(container: Box, style: ComputedStyle): Box {
  const box = new Box(BoxKind.Inline, style, container.element, 'first-line');
  box.parent = container;
  return box;
}
