/**
 * Generates loose boxes from elements, pseudo-elements and text (css-display-3 §2): their number and kinds, in document
 * order, while evaluating counters and quotes. Afterwards construct.ts applies the rules of nesting.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { ContentItem, ImageValue } from '../css/computed-values.ts';
import type { Element, Text } from '../document/node.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import { FORCED_BREAKS, flagsOfStyle } from './box-flags.ts';
import { containmentOf, containsCounters, skipsContents } from './containment.ts';
import type { BuildContext } from './build-context.ts';
import { appendContent, imageContentOf, withImage } from './content.ts';
import { BLOCK_FLOW, blockified, INLINE_FLOW, kindOf } from './display.ts';
import {
  createElementBox,
  finishChildren,
  isOutOfFlow,
  placeFlags,
  replaceContents,
  unbrokenAround,
  usedDisplay,
} from './element-box.ts';
import { openFieldset } from './fieldset.ts';
import { openButton } from './form-controls.ts';
import { appendInlineText, LooseBox, LooseText } from './loose-box.ts';
import { appendMarker, appendShape } from './markers.ts';
import { countNote } from './footnote-numbers.ts';
import { NamedFlows } from './named-flows.ts';
import type { OpenText } from './open-contents.ts';
import { partOf } from './page-lists.ts';
import type { PageReferences } from './page-references.ts';
import {
  addRunningElement,
  leaveMarks,
  leaveMarksAtEnd,
  marksIn,
  markPlace,
  markTarget,
  markUnshown,
  noteMarks,
  setStringsOutside,
} from './page-marks.ts';
import { generateSpecialElement } from './special-elements.ts';
import { isQuiet } from './style-facts.ts';

/**
 * Generates the tree and returns its topmost loose box: the root element's, or one around it if that is out of flow.
 */
export function generateTree(context: BuildContext): LooseBox {
  const root = context.document.root;
  const style = context.styler.styleOf(root);
  const { outside } = style.box.display;
  const display = outside === 'contents' ? BLOCK_FLOW : blockified(style.box.display);
  const kind = outside === 'none' ? BoxKind.Block : kindOf(display, style);
  const used = withPrincipalMode(context, kind, style);
  const around = isOutOfFlow(style) || style.box.float !== 'none' ? initialContainer(context, used) : null;
  const flags =
    around === null
      ? (flagsOfStyle(kind, style, true) & ~BoxFlag.Monolithic) | ROOT_FLAGS
      : placeFlags(kind, display, style, around) | BoxFlag.OverflowPropagated;
  const box = new LooseBox(kind, used, root, null, flags);
  around?.append(box);
  if (outside !== 'none') {
    context.applyCounters(root, style, null);
    noteMarks(context, root, style, box);
    fillWithContents(context, root, style, box, display.listItem);
  }
  context.flows.finish(context);
  return around ?? box;
}

const ROOT_FLAGS = BoxFlag.Root | BoxFlag.OverflowPropagated | BoxFlag.NewFormattingContext;

/**
 * Returns an anonymous box for the initial containing block (css2 §10.1), in which a root element floats or is
 * positioned.
 */
function initialContainer(context: BuildContext, style: ComputedStyle): LooseBox {
  const flow = context.styler.anonymousStyle(style, BLOCK_FLOW);
  return new LooseBox(BoxKind.Block, flow, context.document.root, null, ROOT_FLAGS | BoxFlag.Anonymous);
}

/**
 * Applies the principal writing mode, which comes from body (css-writing-modes-4 §8). It is the used value of the root
 * element's box; descendants don't inherit it. Containment of either element prevents it (css-contain-2 §2).
 */
function withPrincipalMode(context: BuildContext, kind: BoxKind, style: ComputedStyle): ComputedStyle {
  const { body, root } = context.document;
  if (body === null || body.parent !== root) return style;
  const own = context.styler.styleOf(body);
  const { writingMode, direction } = own.text;
  if (writingMode === style.text.writingMode && direction === style.text.direction) return style;
  if (['none', 'contents'].includes(own.box.display.outside)) return style;
  if (containmentOf(kind, style) !== 0 || containmentOf(kindOf(own.box.display, own), own) !== 0) return style;
  return context.styler.derivedStyle(style, { text: { ...style.text, writingMode, direction } });
}

/**
 * Adds the boxes of an element to the loose box around it. `running`: a running element is being displayed, so it is
 * kept.
 */
export function generateElement(context: BuildContext, element: Element, into: LooseBox, running = false): void {
  context.budget.tick();
  const style = context.styler.styleOf(element);
  const { display, breakBefore, breakAfter, page } = style.box;
  if (display.outside === 'none') {
    setStringsOutside(context, element, style, into);
    markUnshown(context, element, into);
    return;
  }
  if (breakBefore !== 'auto' || breakAfter !== 'auto' || page !== into.style.box.page)
    noteIgnoredBreak(context, element, style, into);
  const { flowInto } = style.rare;
  if (flowInto?.part === 'element') {
    context.flows.fill(context, flowInto.name, element, into.style, (thread) =>
      generateDisplayed(context, element, style, thread, running),
    );
  } else generateDisplayed(context, element, style, into, running);
}

/**
 * Reports a forced break or page name that has no effect, because breaks don't apply to the element (css-break-3 §3.1)
 * or the box around it isn't broken.
 */
function noteIgnoredBreak(
  { diagnostics }: BuildContext,
  element: Element,
  { box }: ComputedStyle,
  into: LooseBox,
): void {
  const { breakBefore, breakAfter, page } = box;
  let declaration: string;
  if (FORCED_BREAKS.has(breakBefore)) declaration = `break-before: ${breakBefore}`;
  else if (FORCED_BREAKS.has(breakAfter)) declaration = `break-after: ${breakAfter}`;
  else if (page !== into.style.box.page) declaration = `page: ${page === '' ? 'auto' : page}`;
  else return;
  const around = unbrokenAround(into);
  const kind = withoutBreaks(box, into.kind);
  if (around === null && kind === null) return;
  const where = kind === null ? `inside <${around!.tag}>, which stays on one page` : `to ${kind}`;
  const message = `${declaration} doesn't apply ${where}. <${element.tag}> forces no break.`;
  diagnostics.warnAbout('layout/ignored-break', message, element);
}

/** Names the kind of box if breaks don't apply to it; null: they do. `parent` is the kind of the box around it. */
function withoutBreaks({ position, float, display }: ComputedStyle['box'], parent: BoxKind): string | null {
  if (position === 'absolute' || position === 'fixed') return 'positioned boxes';
  if (parent === BoxKind.Flex || parent === BoxKind.Grid) return null;
  if (float !== 'none') return 'floats';
  return display.outside === 'inline' ? 'inline content' : null;
}

/** Generates an element that isn't `display: none`, in the box that takes it. */
function generateDisplayed(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  into: LooseBox,
  running: boolean,
): void {
  const { display } = style.box;
  if (typeof style.box.position === 'object' && !running) {
    generateRunning(context, element, style.box.position.running, into);
    return;
  }
  const { content } = style.rare;
  const replacement = typeof content === 'string' ? null : replacementOf(context, content.items, style);
  if (replacement === null && generateSpecialElement(context, element, style, into)) return;
  // Elements without boxes don't affect counters (css-lists-3 §4.5).
  if (display.outside === 'contents') {
    generateContents(context, element, style, into);
    return;
  }
  context.applyCounters(element, style, null);
  if (style.box.float === 'footnote') {
    countNote(context, element, style);
    appendFootnotePseudo(context, element, 'footnote-call', into);
  }
  if (replacement !== null) {
    replaceContents(
      createElementBox(context, element, withImage(context, style, replacement.image), into),
      replacement.data,
      1,
    );
    return;
  }
  const button = element.tag === 'button' && element.isHtml ? openButton(context, element, style, into) : null;
  const box = button === null ? createElementBox(context, element, style, into) : button.item;
  // Fieldsets have no markers (HTML §15.3.13).
  const hasMarker = display.listItem && !(element.tag === 'fieldset' && element.isHtml);
  fillWithContents(context, element, style, box, hasMarker);
}

/** Handles a running element. It has no box here, but its counters and page marks take effect here. */
function generateRunning(context: BuildContext, element: Element, name: string, into: LooseBox): void {
  addRunningElement(context, element, name, into);
  markTarget(context, element);
  const { marks, open, flows } = context;
  context.marks = [];
  context.open = null;
  context.flows = new NamedFlows();
  const nowhere = new LooseBox(BoxKind.Block, into.style, into.element, null, 0);
  generateElement(context, element, nowhere, true);
  const inside = [...marksIn(nowhere), ...context.marks];
  context.marks = marks;
  context.open = open;
  context.flows = flows;
  markPlace(context, inside, element, into);
}

/**
 * Returns the image that replaces an element's contents, if it is the only item of `content` (css-content-3 §2), or
 * null.
 */
function replacementOf(
  context: BuildContext,
  items: readonly ContentItem[],
  style: ComputedStyle,
): { image: ImageValue; data: BoxData } | null {
  const item = items[0];
  if (items.length !== 1 || item!.type !== 'image') return null;
  // A broken image leaves an empty box.
  const data = imageContentOf(context, item.image, style) ?? BROKEN_IMAGE;
  return { image: item.image, data };
}

const BROKEN_IMAGE: BoxData = {
  type: 'replaced',
  image: null,
  content: 'empty',
  intrinsicWidth: 0,
  intrinsicHeight: 0,
  intrinsicRatio: null,
  viewed: null,
};

function fillWithContents(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  box: LooseBox,
  listItem: boolean,
): void {
  if (isQuiet(style)) return fillWithOwnContents(context, element, style, box);
  if (skipsContents(box.kind, style)) return finishChildren(context, box);
  const contained = containsCounters(style);
  const quotes = context.quotes.depth;
  context.counters.open(contained);
  if (listItem) appendMarker(context, element, null, style, box);
  if (style.box.float === 'footnote') appendFootnotePseudo(context, element, 'footnote-marker', box);
  const isRegion = becomesRegion(context, style, box);
  const hasContent = context.styler.mayHaveContent(element);
  inFlow(context, element, style, box, isRegion, (target) => {
    if (hasContent) appendPseudo(context, element, 'before', target);
    appendChildren(context, element, style, target);
    if (hasContent) appendPseudo(context, element, 'after', target);
  });
  context.counters.close(isFileBody(element));
  if (contained) context.quotes.depth = quotes;
  if (!box.isInlineBox) leaveMarksAtEnd(context, box);
  openFieldset(context, box);
  finishChildren(context, box);
}

/** Fills a box whose style is quiet. PERF: nearly all are, and need none of the other steps. */
function fillWithOwnContents(context: BuildContext, element: Element, style: ComputedStyle, box: LooseBox): void {
  const { counters, styler } = context;
  counters.open(false);
  const hasContent = styler.mayHaveContent(element);
  if (hasContent) appendPseudo(context, element, 'before', box);
  appendChildren(context, element, style, box);
  if (hasContent) appendPseudo(context, element, 'after', box);
  counters.close(element.tag === 'body' && isFileBody(element));
  if (context.marks.length > 0 && !box.isInlineBox) leaveMarksAtEnd(context, box);
  if (element.tag === 'fieldset') openFieldset(context, box);
  finishChildren(context, box);
}

/**
 * Makes the box a region if `flow-from` applies to it, and returns whether it does (css-regions-1 §3.2): to block
 * containers that aren't filled by `content`.
 */
function becomesRegion(context: BuildContext, style: ComputedStyle, box: LooseBox): boolean {
  const { flowFrom, content } = style.rare;
  if (flowFrom === null || typeof content !== 'string') return false;
  if (box.kind === BoxKind.Multicol) {
    const message = 'A region has one column. Its column properties are ignored.';
    if (box.element !== null) context.diagnostics.warnAbout('layout/unsupported', message, box.element);
    box.kind = BoxKind.Block;
  }
  if (box.kind !== BoxKind.Block && box.kind !== BoxKind.TableCell) return false;
  return context.flows.addRegion(context, flowFrom, box);
}

/**
 * Appends an element's contents to its box, or to the named flow that takes them. The own contents of a region aren't
 * displayed, except those that elements inside it pass to a flow.
 */
function inFlow(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  box: LooseBox,
  isRegion: boolean,
  append: (target: LooseBox) => void,
): void {
  const { flowInto } = style.rare;
  if (flowInto?.part === 'content') context.flows.fill(context, flowInto.name, element, style, append);
  else if (isRegion) appendFlows(context, element, box);
  else append(box);
}

/** Generates only the descendants of a region that belong to named flows. */
function appendFlows(context: BuildContext, region: Element, into: LooseBox): void {
  for (const child of region.children) {
    if (child.type !== 'element') continue;
    const { box, rare } = context.styler.styleOf(child);
    if (rare.flowInto?.part === 'element') generateElement(context, child, into);
    else if (rare.flowInto !== null && box.display.outside !== 'none')
      context.flows.fill(context, rare.flowInto.name, child, context.styler.styleOf(child), (thread) =>
        appendChildren(context, child, context.styler.styleOf(child), thread),
      );
    else if (box.display.outside !== 'none') appendFlows(context, child, into);
  }
}

/**
 * Generates a `display: contents` element: no box, but pseudo-elements and children as if they belonged to the parent.
 */
function generateContents(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  setStringsOutside(context, element, style, into);
  markTarget(context, element);
  context.counters.endEmpty();
  context.counters.open(false);
  inFlow(context, element, style, into, false, (target) => {
    appendPseudo(context, element, 'before', target);
    appendChildren(context, element, style, target);
    appendPseudo(context, element, 'after', target);
  });
  context.counters.close(isFileBody(element));
}

/** Returns whether an element is the body of one of several joined files, in which counters continue. */
const isFileBody = (element: Element): boolean => element.tag === 'body' && element.attribute('data-document') !== null;

/** Generates the boxes of an element's children. */
export function appendChildren(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  if (element.tag === 'details' && element.isHtml) {
    appendDetails(context, element, style, into);
    return;
  }
  const children = element.children;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'element') generateElement(context, child, into);
    else if (child.data.length === 0) continue;
    else if (into.element !== element && isLinkText(child, element))
      appendLinkText(context, child, element, style, into);
    else appendTextNode(context, child, style, into);
  }
}

const isLinkText = ({ data }: Text, { tag, isHtml }: Element): boolean => tag === 'a' && isHtml && /\S/.test(data);

/** Appends a text of a link without a box (`display: contents`), in an inline box that readers can click. */
function appendLinkText(context: BuildContext, text: Text, link: Element, style: ComputedStyle, into: LooseBox): void {
  const box = new LooseBox(BoxKind.Inline, context.styler.anonymousStyle(style, INLINE_FLOW), link, null, 0);
  appendTextNode(context, text, style, box);
  into.append(box);
}

/**
 * Generates `details`: its first summary or a default one, then a box for the rest, which is empty unless open (HTML
 * §15.5.5).
 */
function appendDetails(context: BuildContext, details: Element, style: ComputedStyle, into: LooseBox): void {
  const isOpen = details.attribute('open') !== null;
  const summary = details.children.find((child) => child.type === 'element' && child.tag === 'summary' && child.isHtml);
  if (summary !== undefined && summary.type === 'element') generateElement(context, summary, into);
  else appendDefaultSummary(context, details, style, isOpen, into);
  const around = contentsBox(context, details, style, into);
  if (around === null) return;
  if (around !== into && skipsContents(around.kind, around.style)) return finishChildren(context, around);
  for (const child of details.children) {
    if (child === summary) continue;
    if (child.type === 'element') generateElement(context, child, around);
    else appendText(context, child.data, around.style, around);
  }
  if (around !== into) finishChildren(context, around);
}

/** Returns the box for the contents below the summary; null if they aren't displayed. */
function contentsBox(context: BuildContext, details: Element, style: ComputedStyle, into: LooseBox): LooseBox | null {
  const own = context.styler.pseudoStyle(details, 'details-content');
  const flow = own ?? context.styler.anonymousStyle(style, BLOCK_FLOW);
  const { outside } = flow.box.display;
  if (outside === 'none') return null;
  if (outside === 'contents') return into;
  const used = usedDisplay(flow, into);
  const kind = kindOf(used, flow);
  const flags = own ? placeFlags(kind, used, flow, into) : BoxFlag.Anonymous;
  const box = new LooseBox(kind, flow, details, own ? 'details-content' : null, flags);
  into.append(box);
  return box;
}

function appendDefaultSummary(
  context: BuildContext,
  details: Element,
  style: ComputedStyle,
  isOpen: boolean,
  into: LooseBox,
): void {
  const flow = context.styler.anonymousStyle(style, BLOCK_FLOW);
  const summary = new LooseBox(BoxKind.Block, flow, details, null, BoxFlag.Anonymous);
  appendShape(context, details, flow, isOpen ? 'disclosure-open' : 'disclosure-closed', true, summary);
  summary.append(new LooseText('Details'));
  into.append(summary);
}

/**
 * Appends a text of the document. Text between links that list pages together may be omitted, or replaced with the
 * range separator.
 */
function appendTextNode(context: BuildContext, node: Text, style: ComputedStyle, into: LooseBox): void {
  const range = style.text.pagewrightPageRange;
  if (range === null) appendText(context, node.data, style, into);
  else appendListedText(context, node, style, into, range);
}

/** Appends a text between links that list pages together. */
function appendListedText(
  context: BuildContext,
  node: Text,
  style: ComputedStyle,
  into: LooseBox,
  range: string,
): void {
  const place = context.pageLists.placeOf(node);
  if (place === null || node.parent === null) return appendText(context, node.data, style, into);
  const tell = (pages: PageReferences | null): string => {
    const part = partOf(place, pages);
    return part === 'dropped' ? '' : part === 'joined' ? range : node.data;
  };
  const text = tell(context.pages);
  const open = context.open?.add(node.parent, style, text, tell) ?? null;
  if (text !== '') appendText(context, text, style, into, open);
}

/**
 * Appends text. Text whose style may differ from the box around it (of a `display: contents` element) gets its own
 * inline box.
 */
function appendText(
  context: BuildContext,
  data: string,
  style: ComputedStyle,
  into: LooseBox,
  open: OpenText | null = null,
): void {
  if (style.font === into.style.font && style.text === into.style.text) {
    into.append(new LooseText(data, open));
    return;
  }
  appendInlineText(context, new LooseText(data, open), style, into.element, null, into);
}

/** Appends a footnote's call in the text, or the marker at the start of its body (css-gcpm-3 §2.4). */
function appendFootnotePseudo(
  context: BuildContext,
  element: Element,
  pseudo: 'footnote-call' | 'footnote-marker',
  into: LooseBox,
): void {
  const style = context.styler.pseudoStyle(element, pseudo);
  if (style === null || style.box.display.outside === 'none' || typeof style.rare.content === 'string') return;
  const box = new LooseBox(BoxKind.Inline, style, element, pseudo, 0);
  into.append(box);
  appendContent(context, style.rare.content.items, style, element, pseudo, box);
}

/** Appends `::before` or `::after`, if the element has one. */
function appendPseudo(context: BuildContext, element: Element, pseudo: 'before' | 'after', into: LooseBox): void {
  const style = context.styler.pseudoStyle(element, pseudo);
  if (style === null || style.box.display.outside === 'none' || typeof style.rare.content === 'string') return;
  context.applyCounters(element, style, pseudo);
  const isNote = style.box.float === 'footnote';
  if (isNote) {
    countNote(context, element, style);
    appendFootnotePseudo(context, element, 'footnote-call', into);
  }
  context.counters.open(false);
  const display = style.box.display;
  if (display.outside === 'contents') {
    appendContent(context, style.rare.content.items, style, element, pseudo, into);
  } else {
    const used = usedDisplay(style, into);
    const kind = kindOf(used, style);
    const box = new LooseBox(kind, style, element, pseudo, placeFlags(kind, used, style, into));
    into.append(box);
    leaveMarks(context, box);
    if (display.listItem) appendMarker(context, element, pseudo, style, box);
    if (isNote) appendFootnotePseudo(context, element, 'footnote-marker', box);
    appendContent(context, style.rare.content.items, style, element, pseudo, box);
    finishChildren(context, box);
  }
  context.counters.close();
}
