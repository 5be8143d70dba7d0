/**
 * Elements, pseudo-elements and text become loose boxes (css-display-3 §2): which boxes there are, of what kind, in document order, with
 * counters and quotes counted on the way. Who may stand inside whom is decided afterwards by construct.ts.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Display } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import { BoxFlag, BoxKind } from './box.ts';
import { contains, flagsOfStyle } from './box-flags.ts';
import type { BuildContext } from './build-context.ts';
import { appendContent } from './content.ts';
import type { CounterChanges } from './counters.ts';
import { BLOCK_FLOW, blockified, INLINE_BLOCK, INLINE_FLOW, kindOf } from './display.ts';
import { LooseBox, LooseText } from './loose-box.ts';
import { appendMarker } from './markers.ts';
import { addRunningElement, noteMarks } from './page-marks.ts';
import { generateSpecialElement } from './special-elements.ts';
import { cellDataOf, columnDataOf, wrapMisparented } from './table-fixup.ts';

/** The root element's loose box, with everything below it. */
export function generateRoot(context: BuildContext): LooseBox {
  const root = context.document.root;
  const style = context.styler.styleOf(root);
  const nothing = style.box.display.outside === 'none';
  const display = style.box.display.outside === 'contents' ? BLOCK_FLOW : blockified(style.box.display);
  const kind = nothing ? BoxKind.Block : kindOf(display, style);
  const flags = (flagsOfStyle(kind, style, true) & ~BoxFlag.Monolithic) | BoxFlag.Root | BoxFlag.OverflowPropagated | BoxFlag.NewFormattingContext;
  const box = new LooseBox(kind, style, root, null, flags);
  if (nothing) return box;
  context.applyCounters(root, style, null);
  fillWithContents(context, root, style, box, display.listItem);
  return box;
}

/** Adds what an element generates to the loose box around it. `running`: a running element is being shown, so it stays. */
export function generateElement(context: BuildContext, element: Element, into: LooseBox, running = false): void {
  context.budget.tick();
  const style = context.styler.styleOf(element);
  const display = style.box.display;
  if (display.outside === 'none') return;
  if (typeof style.box.position === 'object' && !running) {
    addRunningElement(context, element, style.box.position.running);
    return;
  }
  if (generateSpecialElement(context, element, style, into)) return;
  context.applyCounters(element, style, null);
  if (display.outside === 'contents') {
    generateContents(context, element, style, into);
    return;
  }
  if (style.box.float === 'footnote') appendFootnotePseudo(context, element, 'footnote-call', into);
  const box = createElementBox(context, element, style, into);
  if (isReplacedByContent(context, box, style)) return;
  fillWithContents(context, element, style, box, display.listItem);
}

/** An empty loose box for an element, of the kind that its display and place ask for, appended to `into`. */
export function createElementBox(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): LooseBox {
  const display = usedDisplay(style, into);
  const kind = kindOf(display, style);
  const box = new LooseBox(kind, style, element, null, placeFlags(kind, display, style, into));
  if (element === context.document.body && into.has(BoxFlag.Root)) markBody(box, into);
  if (kind === BoxKind.TableCell) box.data = cellDataOf(element);
  else if (kind === BoxKind.TableColumn || kind === BoxKind.TableColumnGroup) box.data = columnDataOf(element);
  into.append(box);
  noteMarks(context, element, style, box);
  return box;
}

/** Display after the blockification that position, float and the parent's formatting context bring (css-display-3 §2.7). */
export function usedDisplay(style: ComputedStyle, into: LooseBox): Display {
  const display = style.box.display;
  if (isOutOfFlow(style) || style.box.float !== 'none' || into.kind === BoxKind.Flex || into.kind === BoxKind.Grid) return blockified(display);
  // css-writing-modes-4 §3.2: an inline box can't turn lines; it becomes an inline-block.
  if (display.outside === 'inline' && display.inside === 'flow' && style.text.writingMode !== into.style.text.writingMode) return INLINE_BLOCK;
  return display;
}

export function isOutOfFlow(style: ComputedStyle): boolean {
  return style.box.position === 'absolute' || style.box.position === 'fixed';
}

/** All flags of a box that is about to stand in `into`. */
export function placeFlags(kind: BoxKind, display: Display, style: ComputedStyle, into: LooseBox): number {
  let flags = flagsOfStyle(kind, style);
  const isItem = into.kind === BoxKind.Flex || into.kind === BoxKind.Grid;
  if (isOutOfFlow(style)) {
    flags |= BoxFlag.OutOfFlow | BoxFlag.NewFormattingContext;
  } else if (isItem) {
    flags |= (into.kind === BoxKind.Flex ? BoxFlag.FlexItem : BoxFlag.GridItem) | BoxFlag.NewFormattingContext;
  } else if (style.box.float === 'footnote') {
    flags |= BoxFlag.Footnote | BoxFlag.NewFormattingContext;
  } else if (style.box.float !== 'none') {
    flags |= BoxFlag.Float | BoxFlag.NewFormattingContext;
  } else if (display.outside === 'inline' && kind !== BoxKind.Inline) {
    flags |= BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  } else if (kind !== BoxKind.Inline && style.text.writingMode !== into.style.text.writingMode) {
    flags |= BoxFlag.NewFormattingContext;
  }
  return flags;
}

/** css-overflow-3 §3.3: the viewport takes body's overflow when the root element has none of its own. */
function markBody(box: LooseBox, root: LooseBox): void {
  box.flags |= BoxFlag.Body;
  const overflow = root.style.box;
  const contained = root.style.rare.contain.length > 0 || box.style.rare.contain.length > 0;
  if (overflow.overflowX !== 'visible' || overflow.overflowY !== 'visible' || contained) return;
  box.flags |= BoxFlag.OverflowPropagated;
  const forced = box.flags & (BoxFlag.Float | BoxFlag.OutOfFlow | BoxFlag.FlexItem | BoxFlag.GridItem);
  const own = flagsOfStyle(box.kind, box.style, true) & BoxFlag.NewFormattingContext;
  const turned = box.style.text.writingMode !== root.style.text.writingMode;
  if (!forced && !own && !turned) box.flags &= ~BoxFlag.NewFormattingContext;
}

/** `content: url()` on an element replaces its contents (css-content-3 §2). */
function isReplacedByContent(context: BuildContext, box: LooseBox, style: ComputedStyle): boolean {
  const content = style.rare.content;
  if (typeof content === 'string' || content.items.length !== 1) return false;
  const item = content.items[0]!;
  if (item.type !== 'image' || item.image.type !== 'url') return false;
  const image = context.images.get(item.image.url);
  if (image === null) return false;
  box.kind = BoxKind.Replaced;
  if (style.box.display.outside === 'inline' && !box.isOutOfFlowOrFloat) box.flags |= BoxFlag.AtomicInline;
  box.flags |= BoxFlag.Monolithic | BoxFlag.NewFormattingContext;
  const scale = 1 / item.image.resolution;
  box.data = {
    type: 'replaced',
    image,
    content: 'image',
    intrinsicWidth: image.width === null ? null : image.width * scale,
    intrinsicHeight: image.height === null ? null : image.height * scale,
    intrinsicRatio: image.ratio,
  };
  return true;
}

function fillWithContents(context: BuildContext, element: Element, style: ComputedStyle, box: LooseBox, listItem: boolean): void {
  const contained = contains(style, 'style');
  const quotes = context.quotes.depth;
  context.counters.open(contained);
  if (listItem) appendMarker(context, element, null, style, box);
  if (box.has(BoxFlag.Footnote)) appendFootnotePseudo(context, element, 'footnote-marker', box);
  appendPseudo(context, element, 'before', box);
  appendChildren(context, element, style, box);
  appendPseudo(context, element, 'after', box);
  context.counters.close();
  if (contained) context.quotes.depth = quotes;
  finishChildren(context, box);
}

/** `display: contents`: no box, but pseudo-elements and children as if they stood in the parent. */
function generateContents(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  context.counters.open(contains(style, 'style'));
  appendPseudo(context, element, 'before', into);
  appendChildren(context, element, style, into);
  appendPseudo(context, element, 'after', into);
  context.counters.close();
}

/** The boxes of an element's children. */
export function appendChildren(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  const children = element.children;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'element') generateElement(context, child, into);
    else if (child.data.length > 0) appendText(context, child.data, style, into);
  }
}

/** Text whose style may not be that of the box around it (its element is `display: contents`) gets an inline box of its own. */
export function appendText(context: BuildContext, data: string, style: ComputedStyle, into: LooseBox): void {
  if (style.font === into.style.font && style.text === into.style.text) {
    into.append(new LooseText(data));
    return;
  }
  const wrapper = new LooseBox(BoxKind.Inline, context.styler.anonymousStyle(style, INLINE_FLOW), into.element, null, BoxFlag.Anonymous);
  wrapper.append(new LooseText(data));
  into.append(wrapper);
}

/** A footnote's call in the text, which counts it, or the marker that begins its body (css-gcpm-3 §2.4). */
function appendFootnotePseudo(context: BuildContext, element: Element, pseudo: 'footnote-call' | 'footnote-marker', into: LooseBox): void {
  if (pseudo === 'footnote-call') context.counters.apply(COUNT_FOOTNOTE, () => 0);
  const style = context.styler.pseudoStyle(element, pseudo);
  if (style === null || typeof style.rare.content === 'string') return;
  const box = new LooseBox(BoxKind.Inline, style, element, pseudo, 0);
  into.append(box);
  appendContent(context, style.rare.content.items, style, element, pseudo, box);
}

const COUNT_FOOTNOTE: CounterChanges = { reset: [], increment: [{ name: 'footnote', value: 1, reversed: false }], set: [] };

/** `::before` or `::after`, if the element has one. */
export function appendPseudo(context: BuildContext, element: Element, pseudo: 'before' | 'after', into: LooseBox): void {
  const style = context.styler.pseudoStyle(element, pseudo);
  if (style === null || style.box.display.outside === 'none' || typeof style.rare.content === 'string') return;
  context.applyCounters(element, style, pseudo);
  context.counters.open(false);
  const display = style.box.display;
  if (display.outside === 'contents') {
    appendContent(context, style.rare.content.items, style, element, pseudo, into);
  } else {
    const used = usedDisplay(style, into);
    const kind = kindOf(used, style);
    const box = new LooseBox(kind, style, element, pseudo, placeFlags(kind, used, style, into));
    into.append(box);
    if (display.listItem) appendMarker(context, element, pseudo, style, box);
    appendContent(context, style.rare.content.items, style, element, pseudo, box);
    finishChildren(context, box);
  }
  context.counters.close();
}

/** After a box's last child: stray table parts get their table, and it is known whether a line must be split for blocks. */
export function finishChildren(context: BuildContext, box: LooseBox): void {
  wrapMisparented(context, box);
  if (box.kind !== BoxKind.Inline) return;
  for (const child of box.children) {
    if (child.type === 'box' && (child.isBlockLevel || (child.isInlineBox && child.holdsBlocks))) {
      box.holdsBlocks = true;
      return;
    }
  }
}
