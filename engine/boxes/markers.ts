/**
 * List item markers (css-lists-3 §3). Outside markers are boxes next to the item's first line, inside markers begin its
 * content.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { appendContent, appendImage } from './content.ts';
import { LIST_ITEM } from './counters.ts';
import { INLINE_FLOW } from './display.ts';
import { LooseBox, LooseText } from './loose-box.ts';

/** The gap between a `list-style-image` and the text in px. */
const IMAGE_GAP = 7;
/** The gap after an inside triangle in em. */
const TRIANGLE_GAP = 0.4;
/** The space for an inside triangle in either direction, and the width of a sideways one, in em. */
const TRIANGLE_LENGTH = 0.66;
const TRIANGLE_DEPTH = 0.567;

/** Adds the marker of a list item (an element, or its `::before` and `::after`) to the item's loose box. */
export function appendMarker(
  context: BuildContext,
  element: Element,
  pseudo: string | null,
  style: ComputedStyle,
  item: LooseBox,
): void {
  const own =
    context.styler.pseudoStyle(element, pseudo === null ? 'marker' : `${pseudo}::marker`) ??
    context.styler.anonymousStyle(style, INLINE_FLOW);
  const content = own.rare.content;
  if (content === 'none') return;
  const isInside = style.text.listStylePosition === 'inside' || item.isInlineBox;
  const markerStyle = isInside ? own : context.onceFor(own, () => unbroken(context, own, style));
  if (typeof content === 'string') {
    const shape = shapeOf(context, style);
    if (shape !== null) {
      appendShape(context, element, markerStyle, shape, isInside, item);
      return;
    }
  }
  const box = new LooseBox(
    isInside ? BoxKind.Inline : BoxKind.Marker,
    markerStyle,
    element,
    'marker',
    isInside ? 0 : BoxFlag.NewFormattingContext | BoxFlag.Monolithic,
  );
  if (typeof content !== 'string') appendContent(context, content.items, markerStyle, element, 'marker', box);
  else appendDefault(context, style, box);
  if (box.children.length === 0) return;
  box.data = { type: 'marker', shape: null, inside: isInside };
  if (isInside) {
    item.append(box);
    return;
  }
  item.marker = box;
}

/**
 * Returns the style of an outside marker: one line except for its own breaks, with spaces at its ends preserved,
 * aligned towards the item.
 */
function unbroken(context: BuildContext, style: ComputedStyle, item: ComputedStyle): ComputedStyle {
  const textAlign = item.text.direction === 'rtl' ? 'left' : 'right';
  return context.styler.derivedStyle(style, {
    text: { ...style.text, whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap', textAlign, textAlignLast: 'auto' },
  });
}

/**
 * Returns the shape of the list style, a bullet or triangle, unless an image or a counter style of the document
 * replaces it.
 */
function shapeOf(context: BuildContext, { text: { listStyleImage, listStyleType } }: ComputedStyle): string | null {
  if (listStyleType === null || listStyleType.type !== 'name' || !context.counterStyles.isShape(listStyleType.name))
    return null;
  if (listStyleImage !== null && (listStyleImage.type !== 'url' || context.images.get(listStyleImage.url) !== null))
    return null;
  return listStyleType.name;
}

/**
 * Appends a shape, whose size layout derives from the font's ascent. An inside one is an atomic inline with Chromium's
 * gap after it, in an inline box with the marker's line height.
 */
export function appendShape(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  shape: string,
  isInside: boolean,
  item: LooseBox,
): void {
  const flags = BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  if (!isInside) {
    const box = new LooseBox(BoxKind.Marker, style, element, 'marker', flags);
    box.data = { type: 'marker', shape, inside: false };
    item.marker = box;
    return;
  }
  const line = new LooseBox(BoxKind.Inline, style, element, 'marker', 0);
  const own = withEndMargin(context, context.styler.anonymousStyle(style, INLINE_FLOW), gapAfter(shape, style));
  const box = new LooseBox(BoxKind.Marker, own, element, 'marker', flags | BoxFlag.AtomicInline | BoxFlag.Anonymous);
  box.data = { type: 'marker', shape, inside: true };
  line.append(box);
  item.append(line);
}

function gapAfter(shape: string, style: ComputedStyle): number {
  const em = style.font.fontSize;
  if (shape === 'disclosure-open') return TRIANGLE_GAP * em;
  if (shape === 'disclosure-closed') return (TRIANGLE_GAP + TRIANGLE_LENGTH - TRIANGLE_DEPTH) * em;
  return em + 1;
}

/** Adds a margin at the marker's end, towards the item's text. Margins of atomic inlines are physical. */
function withEndMargin(context: BuildContext, style: ComputedStyle, px: number): ComputedStyle {
  const margin = Length.px(px);
  const rtl = style.text.direction === 'rtl';
  const side =
    style.text.writingMode === 'horizontal-tb'
      ? rtl
        ? 'marginLeft'
        : 'marginRight'
      : (style.text.writingMode === 'sideways-lr') !== rtl
        ? 'marginTop'
        : 'marginBottom';
  return context.styler.derivedStyle(style, { box: { ...style.box, [side]: margin } });
}

/** Appends the marker of `list-style-image`, or the text of `list-style-type`. */
function appendDefault(context: BuildContext, style: ComputedStyle, box: LooseBox): void {
  const { listStyleImage, listStyleType } = style.text;
  if (
    listStyleImage !== null &&
    appendImage(context, listStyleImage, box.style, box, context.styler.fontMetrics(style.font).ascent / 2)
  ) {
    const image = box.children.pop() as LooseBox;
    const spaced = new LooseBox(
      image.kind,
      withEndMargin(context, image.style, IMAGE_GAP),
      image.element,
      image.pseudo,
      image.flags,
    );
    spaced.data = image.data;
    box.append(spaced);
    return;
  }
  if (listStyleType === null) return;
  const values = context.counters.values(LIST_ITEM);
  const text = context.counterStyles.marker(values[values.length - 1] ?? 0, listStyleType);
  context.budget.spendSubstitution(text.length);
  if (text !== '') box.append(new LooseText(text));
}
