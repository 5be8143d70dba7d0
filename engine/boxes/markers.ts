/** List item markers (css-lists-3 §3): outside ones are boxes beside the item's first line, inside ones begin its content. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { appendContent, appendImage } from './content.ts';
import { LIST_ITEM } from './counters.ts';
import { INLINE_FLOW } from './display.ts';
import { LooseBox, LooseText } from './loose-box.ts';

/** Adds the marker of a list item (an element, or its `::before` and `::after`) to the item's loose box. */
export function appendMarker(context: BuildContext, element: Element, pseudo: string | null, style: ComputedStyle, item: LooseBox): void {
  const own = pseudo === null ? context.styler.pseudoStyle(element, 'marker') : null;
  const markerStyle = own ?? context.styler.anonymousStyle(style, INLINE_FLOW);
  const content = markerStyle.rare.content;
  if (content === 'none') return;
  const isInside = style.text.listStylePosition === 'inside' || item.isInlineBox;
  const box = new LooseBox(isInside ? BoxKind.Inline : BoxKind.Marker, markerStyle, element, 'marker', isInside ? 0 : BoxFlag.NewFormattingContext | BoxFlag.Monolithic);
  let shape: string | null = null;
  if (typeof content !== 'string') appendContent(context, content.items, markerStyle, element, 'marker', box);
  else shape = appendDefault(context, style, box, isInside);
  if (box.children.length === 0 && shape === null) return;
  box.data = { type: 'marker', shape, inside: isInside };
  if (isInside) item.append(box);
  else item.marker = box;
}

/** The marker of `list-style-image` or `list-style-type`. Returns the shape to draw instead of text; null for text or nothing. */
function appendDefault(context: BuildContext, style: ComputedStyle, box: LooseBox, isInside: boolean): string | null {
  const { listStyleImage, listStyleType } = style.text;
  if (listStyleImage !== null && appendImage(context, listStyleImage, box.style, box)) {
    box.append(new LooseText(' '));
    return null;
  }
  if (listStyleType === null) return null;
  if (!isInside && listStyleType.type === 'name' && context.counterStyles.isShape(listStyleType.name)) return listStyleType.name;
  const values = context.counters.values(LIST_ITEM);
  box.append(new LooseText(context.counterStyles.marker(values[values.length - 1] ?? 0, listStyleType)));
  return null;
}
