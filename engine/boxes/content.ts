/** Generates content: turns the items of a `content` value into text and images (css-content-3 §2). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import type { ContentItem, CounterStyleRef, ImageValue, NumberFormat, SumPlace } from '../css/computed-values.ts';
import { targetName, targetNamed } from '../document/link-targets.ts';
import type { Element, Node } from '../document/node.ts';
import { fragmentOf } from '../document/url.ts';
import { formatAmount } from './amounts.ts';
import { type BoxData, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { INLINE_BLOCK, INLINE_FLOW } from './display.ts';
import { candidatesOfSet } from './image-candidates.ts';
import { imageObject } from './image-object.ts';
import { appendInlineText, LooseBox, LooseText } from './loose-box.ts';
import { changedValues, counterChangesOf, FOOTNOTE, LIST_ITEM } from './counters.ts';
import { isNumberedByPage, numberOnPage } from './footnote-numbers.ts';
import type { OpenText, PageText } from './open-contents.ts';
import { partOf } from './page-lists.ts';
import { type ContentPlace, groupCounter, type PageReferences } from './page-references.ts';

/** Adds the boxes and text of a `content` list to a loose box. */
export function appendContent(
  context: BuildContext,
  items: readonly ContentItem[],
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
  into: LooseBox,
): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item.type === 'image') {
      appendImage(context, item.image, style, into);
      continue;
    }
    if (item.type === 'leader') {
      const line = appendLeader(context, item.pattern, style, element, pseudo, into);
      appendContent(context, items.slice(i + 1), line.style, element, pseudo, line);
      return;
    }
    const open = openTextOf(context, item, style, element, pseudo);
    let text = open === null ? textOf(context, item, style, element, pseudo) : open.text;
    // Repeated content is built once for all pages, and the text may be empty only on the first ones.
    if (text.length === 0 && open !== null && context.isRepeated(element)) {
      text = ZERO_WIDTH_SPACE;
      open.isReserved = true;
    }
    if (text.length === 0) continue;
    context.budget.spendSubstitution(text.length);
    // Text of a pseudo-element inherits from it. The content list of a `display: contents` pseudo-element goes into its
    // parent.
    const last = into.children[into.children.length - 1];
    if (style.font === into.style.font && style.text === into.style.text) {
      if (open === null && last?.type === 'text' && last.open === null) last.data += text;
      else into.append(new LooseText(text, open, true));
    } else {
      appendInlineText(context, new LooseText(text, open, true), style, element, pseudo, into);
    }
  }
}

/**
 * Adds a leader and returns the box for the content after it, which stays on its line (css-content-3 §4.2, rules 7 and
 * 8).
 */
function appendLeader(
  context: BuildContext,
  pattern: string,
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
  into: LooseBox,
): LooseBox {
  const { styler } = context;
  const base = styler.anonymousStyle(style, INLINE_FLOW);
  const unbroken = styler.derivedStyle(base, { text: { ...base.text, textWrapMode: 'nowrap' } });
  const line = new LooseBox(BoxKind.Inline, unbroken, element, pseudo, BoxFlag.Anonymous);
  into.append(line);
  const block = styler.anonymousStyle(style, INLINE_BLOCK);
  const text = { ...block.text, whiteSpaceCollapse: 'preserve', textWrapMode: 'nowrap' } as const;
  const flags = BoxFlag.Anonymous | BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  const leader = new LooseBox(BoxKind.Block, styler.derivedStyle(block, { text }), element, pseudo, flags);
  // Line breaks in it are ignored (rule 4). Without a glyph it is empty space.
  const shown = pattern.replace(/[\n\r\f\u2028\u2029]/g, '');
  leader.data = { type: 'leader', pattern: shown === '' ? ' ' : shown };
  leader.append(new LooseText(leader.data.pattern));
  line.append(leader);
  return line;
}

/**
 * Returns a content item that refers to pages, kept so that it can be updated. Returns null if it doesn't, or is
 * evaluated only once.
 */
function openTextOf(
  context: BuildContext,
  item: ContentItem,
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
): OpenText | null {
  if (context.open === null) return null;
  const tell = pageTextOf(context, item, style, element, pseudo);
  return tell && context.open.add(element, style, tell(context.pages), tell);
}

/** Returns a function that evaluates a content item for given pages; null if it doesn't refer to pages. */
function pageTextOf(
  context: BuildContext,
  item: ContentItem,
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
): PageText | null {
  const place = { element, pseudo };
  const { language } = style.font;
  switch (item.type) {
    case 'counter':
      if (isNumberedByPage(context, item.name, element))
        return (pages) => formatLast(context, numberOnPage(context, element, pages), item.style, language);
      return mapped(
        item.place === null || item.place === 'here'
          ? pageValuesOf(context, item.name, place)
          : sumValuesOf(context, item.name, item.place, place),
        (values, pages) => formatLast(context, values, item.style, language) + suffixOf(pages, item.name, place),
      );
    case 'counters':
      return mapped(pageValuesOf(context, item.name, place), (values) =>
        formatAll(context, values, item.separator, item.style, language),
      );
    case 'string-ref':
      return (pages) => pages?.string(item.name, item.which, place) ?? '';
    // Boxes of running elements are shown in margin boxes only (css-gcpm-3 §1.2.2).
    case 'element-ref':
      return (pages) => pages?.elementText(item.name, item.which, place) ?? '';
    case 'target-counter': {
      if (item.name !== FOOTNOTE && !isPageCounter(context, item.name)) return null;
      const id = targetId(context, item, style, element, pseudo);
      if (item.name === 'page' && id !== null && style.text.pagewrightPageRange !== null) {
        const place = context.pageLists.placeOf(element);
        if (place !== null)
          return (pages) =>
            partOf(place, pages) === 'dropped'
              ? ''
              : formatTarget(context, pages?.targetCounter(id, item.name) ?? UNKNOWN, item, language) +
                suffixOf(pages, item.name, id);
      }
      const target = id === null ? null : targetNamed(context.targets, id);
      if (target !== null && isNumberedByPage(context, item.name, target))
        return (pages) => formatTarget(context, numberOnPage(context, target, pages), item, language);
      const own = id === null ? [] : context.countersById?.get(id)?.get(item.name);
      if (id === null || own) return () => formatTarget(context, own ?? [], item, language);
      return (pages) =>
        formatTarget(context, pages?.targetCounter(id, item.name) ?? UNKNOWN, item, language) +
        suffixOf(pages, item.name, id);
    }
    default:
      return null;
  }
}

type PageValues = (pages: PageReferences | null) => readonly number[];

const mapped = (
  values: PageValues | null,
  format: (values: readonly number[], pages: PageReferences | null) => string,
): PageText | null => values && ((pages) => format(values(pages), pages));

/** Returns the letters after a page number (`keepPages`). */
const suffixOf = (pages: PageReferences | null, name: string, place: ContentPlace | string): string =>
  name === 'page' ? (pages?.suffix(place) ?? '') : '';

/** Returns a function that evaluates a counter for given pages; null if no page decides its values. */
function pageValuesOf(
  context: BuildContext,
  name: string,
  place: ContentPlace & { readonly element: Element },
): PageValues | null {
  const isOfPages = isPageCounter(context, name);
  const isOnlyOfPages = name === 'page' || name === 'pages' || groupCounter(name) !== null;
  const edge = isOnlyOfPages || name === FOOTNOTE ? null : context.repeatedEdge(place.element, name);
  if (edge === null && !isOfPages) return null;
  const own = isOfPages ? null : [...context.counters.values(name)];
  return (pages) => {
    const repeated = edge === null || pages === null ? null : pages.repeatedCounter(name, edge);
    if (repeated !== null) return repeated;
    if (own !== null) return own;
    const values = pages === null ? UNKNOWN : pages.counter(name, place);
    // A counter that doesn't exist is 0 (css-lists-3 §4), but a page outside a group has no number there.
    return values ?? (groupCounter(name) === null ? NO_COUNTER : []);
  };
}

/** Returns a function that evaluates a sum at a place of given pages. */
function sumValuesOf(context: BuildContext, name: string, where: SumPlace, place: ContentPlace): PageValues {
  context.repeatedCounters.add(name);
  return (pages) => pages?.sumAt(name, where, place) ?? UNKNOWN;
}

/** Returns the current text of a content list. If it refers to pages, keeps it for updates. */
export function openTextOfContent(
  context: BuildContext,
  items: readonly ContentItem[],
  style: ComputedStyle,
  element: Element,
): string {
  let isOpen = false;
  const pieces = items.map((item) => {
    if (item.type === 'image') return '';
    const tell = context.open && pageTextOf(context, item, style, element, null);
    isOpen ||= tell !== null;
    return tell ?? textOf(context, item, style, element, null);
  });
  const tell = (pages: PageReferences | null): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece(pages))).join('');
  const text = tell(context.pages);
  if (isOpen) context.open?.add(element, style, text, tell);
  context.budget.spendSubstitution(text.length);
  return text;
}

const ZERO_WIDTH_SPACE = '\u200b';

/** Stands for an unknown page number, whose width it approximates. */
const UNKNOWN: readonly number[] = [0];
const NO_COUNTER: readonly number[] = [0];

/**
 * Returns whether only pages provide the counter: `page`, `pages`, and counters of page groups or `@page` that the
 * document doesn't have.
 */
function isPageCounter(context: BuildContext, name: string): boolean {
  if (name === 'page' || name === 'pages') return true;
  if (groupCounter(name) !== null) return !context.counters.has(name);
  return name !== FOOTNOTE && context.styler.pageCounters.ofPages.has(name) && !context.counters.has(name);
}

/**
 * Quotation marks follow the language of the text around a quotation (css-content-3 §3.1), so of the element's parent.
 */
const languageAround = (context: BuildContext, element: Element): string =>
  context.styler.styleOf(element.parent ?? element).font.language;

function textOf(
  context: BuildContext,
  item: ContentItem,
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
): string {
  const { language } = style.font;
  switch (item.type) {
    case 'string':
      return item.value;
    case 'attr':
      return element.attribute(element.isHtml ? item.name.toLowerCase() : item.name) ?? item.fallback;
    case 'quote':
      return context.quotes.mark(item.quote, style.text.quotes, () => languageAround(context, element));
    case 'counter':
      return (
        formatLast(context, sumValues(context, item, element, pseudo), item.style, language) +
        suffixOf(context.pages, item.name, { element, pseudo })
      );
    case 'counters':
      return formatAll(
        context,
        counterValues(context, item.name, element, pseudo),
        item.separator,
        item.style,
        language,
      );
    case 'content-text':
      return contentText(context, element, item.which);
    case 'string-ref':
      return context.pages?.string(item.name, item.which, { element, pseudo }) ?? '';
    case 'element-ref':
      return context.pages?.elementText(item.name, item.which, { element, pseudo }) ?? '';
    case 'target-counter':
    case 'target-text':
      return targetText(context, item, style, element, pseudo);
    case 'leader':
    case 'image':
      return '';
  }
}

function counterValues(
  context: BuildContext,
  name: string,
  element: Element,
  pseudo: string | null,
): readonly number[] {
  if (!context.counters.has(name)) {
    const ofPages = context.pages?.counter(name, { element, pseudo });
    if (ofPages) return ofPages;
  }
  return context.counters.values(name);
}

/**
 * Returns the values of a counter or sum that is evaluated once, as in margin boxes. A sum in a margin box at the top
 * is the amount brought forward, in any other margin box the amount carried forward.
 */
function sumValues(
  context: BuildContext,
  { name, place }: ContentItem & { type: 'counter' },
  element: Element,
  pseudo: string | null,
): readonly number[] {
  let where = place;
  if (where === 'here' && pseudo !== null && isMarginBox(pseudo))
    where = pseudo.startsWith('top') ? 'page-start' : 'page-end';
  if (where === null || where === 'here') return counterValues(context, name, element, pseudo);
  context.repeatedCounters.add(name);
  return context.pages?.sumAt(name, where, { element, pseudo }) ?? UNKNOWN;
}

const MARGIN_BOX = /^(?:top|bottom|left|right)-/;

const isMarginBox = (pseudo: string): boolean => MARGIN_BOX.test(pseudo);

function formatValue(
  context: BuildContext,
  value: number,
  style: CounterStyleRef | NumberFormat,
  language: string,
): string {
  if (style.type === 'number') return formatAmount(value, style, language);
  return context.counterStyles.format(Math.round(value), style);
}

function formatLast(
  context: BuildContext,
  values: readonly number[],
  style: CounterStyleRef | NumberFormat,
  language: string,
): string {
  return values.length === 0 ? '' : formatValue(context, values[values.length - 1]!, style, language);
}

function formatAll(
  context: BuildContext,
  values: readonly number[],
  separator: string,
  style: CounterStyleRef | NumberFormat,
  language: string,
): string {
  let text = '';
  for (let i = 0; i < values.length; i++)
    text += (i > 0 ? separator : '') + formatValue(context, values[i]!, style, language);
  return text;
}

/**
 * Evaluates `target-counter()`, `target-counters()` or `target-text()`. The target must be in this document
 * (css-content-3 §2.6).
 */
function targetText(
  context: BuildContext,
  item: ContentItem & { type: 'target-counter' | 'target-text' },
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
): string {
  const id = targetId(context, item, style, element, pseudo);
  if (id === null) return '';
  if (item.type === 'target-counter') {
    const values = context.countersById?.get(id)?.get(item.name) ?? context.pages?.targetCounter(id, item.name);
    return formatTarget(context, values ?? UNKNOWN, item, style.font.language) + suffixOf(context.pages, item.name, id);
  }
  const target = targetNamed(context.targets, id)!;
  return contentText(context, target, item.which === 'content' ? 'text' : item.which);
}

function formatTarget(
  context: BuildContext,
  values: readonly number[],
  { separator, style }: ContentItem & { type: 'target-counter' },
  language: string,
): string {
  return separator === null
    ? formatLast(context, values, style, language)
    : formatAll(context, values, separator, style, language);
}

/** Returns the id of a cross reference's target; null if this document has none. */
function targetId(
  context: BuildContext,
  item: ContentItem & { type: 'target-counter' | 'target-text' },
  style: ComputedStyle,
  element: Element,
  pseudo: string | null,
): string | null {
  context.meetsTargets = true;
  const url = textOf(context, item.url, style, element, pseudo);
  const id = fragmentOf(url);
  if (id !== null && targetNamed(context.targets, id) !== null) return id;
  context.diagnostics.warnAbout(
    'content/unknown-target',
    `Target not found: "${url}" matches no element of this document.`,
    element,
  );
  return null;
}

/** Evaluates `content()` and its variants: the text of an element or of its pseudo-elements. */
function contentText(
  context: BuildContext,
  element: Element,
  which: 'text' | 'before' | 'after' | 'first-letter' | 'marker',
): string {
  switch (which) {
    case 'text':
      return collapsedText(context, element);
    case 'first-letter':
      return firstCharacter(collapsedText(context, element));
    case 'before':
    case 'after': {
      const style = context.styler.pseudoStyle(element, which);
      if (style === null || typeof style.rare.content === 'string') return '';
      return pseudoText(context, element, style, style.rare.content.items);
    }
    case 'marker':
      return markerText(context, element);
  }
}

/** Returns text without quotes. Evaluating a pseudo-element twice must not change quotes or counters. */
function pseudoText(
  context: BuildContext,
  element: Element,
  style: ComputedStyle,
  items: readonly ContentItem[],
): string {
  const { language } = context.styler.styleOf(element).font;
  const changes = counterChangesOf(null, style);
  const valuesOf = (name: string): readonly number[] => changedValues(valuesAt(context, element, name), name, changes);
  let text = '';
  for (const item of items) {
    if (item.type === 'string') text += item.value;
    else if (item.type === 'attr')
      text += element.attribute(element.isHtml ? item.name.toLowerCase() : item.name) ?? item.fallback;
    else if (item.type === 'counter') text += formatLast(context, valuesOf(item.name), item.style, language);
    else if (item.type === 'counters')
      text += formatAll(context, valuesOf(item.name), item.separator, item.style, language);
  }
  return text;
}

/** Returns the text of a list item's marker (css-lists-3 §3.2), including its trailing space. Images have no text. */
function markerText(context: BuildContext, element: Element): string {
  const { box, text } = context.styler.styleOf(element);
  if (!box.display.listItem) return '';
  const style = context.styler.pseudoStyle(element, 'marker');
  const content = style?.rare.content ?? 'normal';
  if (style && typeof content !== 'string') return pseudoText(context, element, style, content.items);
  if (content === 'none' || text.listStyleImage !== null || text.listStyleType === null) return '';
  const marker = context.counterStyles.marker(valuesAt(context, element, LIST_ITEM).at(-1) ?? 0, text.listStyleType);
  context.budget.spendSubstitution(marker.length);
  return marker;
}

function valuesAt(context: BuildContext, element: Element, name: string): readonly number[] {
  const id = targetName(element);
  const known = id === null ? undefined : context.countersById?.get(id)?.get(name);
  return known ?? context.counters.values(name);
}

const firstCharacter = (text: string): string => (text.length === 0 ? '' : String.fromCodePoint(text.codePointAt(0)!));

/**
 * Returns the text of an element's displayed descendants, with white space collapsed. Line breaks and the edges of
 * blocks are spaces, and soft hyphens are removed. `withImages`: images are read as their alternatives.
 */
export function collapsedText(context: BuildContext, element: Element, withImages = false): string {
  const pieces: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'text') {
      pieces.push(node.data);
      return;
    }
    context.budget.tick();
    const style = context.styler.styleOf(node);
    if (node !== element && !isReadWith(style)) return;
    const alternative = withImages ? alternativeText(node) : null;
    if (alternative !== null) {
      pieces.push(' ', alternative, ' ');
      return;
    }
    const { outside, inside } = style.box.display;
    const separates =
      (node.tag === 'br' && node.isHtml) || (outside !== 'inline' && outside !== 'contents') || inside === 'table';
    if (separates) pieces.push(' ');
    for (const child of node.children) visit(child);
    if (separates) pieces.push(' ');
  };
  visit(element);
  return pieces
    .join('')
    .replace(/\u00ad/g, '')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim();
}

/** Returns the alternative text of an image or drawing, or null. */
function alternativeText(element: Element): string | null {
  const isImage = element.isHtml && (element.tag === 'img' || element.tag === 'input');
  if (!isImage && element.tag !== 'svg') return null;
  return element.attribute('aria-label') ?? (isImage ? element.attribute('alt') : null);
}

/**
 * Returns whether an element's text is part of the surrounding text. Notes and running elements are displayed
 * elsewhere.
 */
function isReadWith({ box }: ComputedStyle): boolean {
  return box.display.outside !== 'none' && box.float !== 'footnote' && typeof box.position === 'string';
}

/** Adds an image as an atomic inline. Returns false if it can't be shown. */
export function appendImage(
  context: BuildContext,
  value: ImageValue,
  style: ComputedStyle,
  into: LooseBox,
  sizeOfSizeless: number | null = null,
): boolean {
  const data = imageContentOf(context, value, style, sizeOfSizeless);
  if (data === null) return false;
  const flags = BoxFlag.Anonymous | BoxFlag.AtomicInline | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;
  const own = withImage(context, context.styler.anonymousStyle(style, INLINE_FLOW), value);
  const box = new LooseBox(BoxKind.Replaced, own, into.element, into.pseudo, flags);
  box.data = data;
  into.append(box);
  return true;
}

/** The default size of images without one, such as gradients (css-images-3 §5.2). */
const DEFAULT_OBJECT_WIDTH = 300;
const DEFAULT_OBJECT_HEIGHT = 150;

/**
 * Returns the content of a replaced box for a CSS image; null if the image is broken. Gradients and filtered images are
 * drawn as its background (`withImage`).
 */
export function imageContentOf(
  context: BuildContext,
  value: ImageValue,
  style: ComputedStyle,
  sizeOfSizeless: number | null = null,
): BoxData | null {
  if (value.type === 'filter') {
    const filtered = imageContentOf(context, value.image, style, sizeOfSizeless);
    return filtered?.type === 'replaced' ? { ...filtered, image: null, content: 'empty' } : filtered;
  }
  if (value.type !== 'url') {
    const intrinsicWidth = sizeOfSizeless ?? DEFAULT_OBJECT_WIDTH;
    const intrinsicHeight = sizeOfSizeless ?? DEFAULT_OBJECT_HEIGHT;
    return {
      type: 'replaced',
      image: null,
      content: 'empty',
      intrinsicWidth,
      intrinsicHeight,
      intrinsicRatio: null,
      viewed: null,
    };
  }
  const image = context.images.get(value.url);
  if (image === null) return null;
  const object = imageObject(image, style, value.resolution, sizeOfSizeless);
  const candidates = candidatesOfSet(value, context.images);
  return candidates === null ? object : { ...object, candidates };
}

const WHOLE = { width: Length.percent(100), height: Length.percent(100) };

/**
 * Returns the style of a box that shows a CSS image. An image that isn't a file becomes the topmost background of the
 * content box.
 */
export function withImage(context: BuildContext, style: ComputedStyle, image: ImageValue): ComputedStyle {
  if (image.type === 'url') return style;
  const { background } = style;
  const base = context.styler.anonymousStyle(style, INLINE_FLOW).background.backgroundLayers[0]!;
  const layer = {
    ...base,
    image,
    size: WHOLE,
    origin: 'content-box',
    clip: 'content-box',
    repeatX: 'no-repeat',
    repeatY: 'no-repeat',
  } as const;
  return context.styler.derivedStyle(style, {
    background: { ...background, backgroundLayers: [layer, ...background.backgroundLayers] },
  });
}
