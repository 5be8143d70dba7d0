/** Links, link targets and bookmarks, emitted while boxes are painted. */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { OutlineEntry } from '../boxes/page-references.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { CommentItem } from '../css/computed-values.ts';
import type { Element } from '../document/node.ts';
import { allNames, meansTop, targetName, targetNamed } from '../document/link-targets.ts';
import { didYouMean } from '../similar-names.ts';
import { areaBounds, imageMapAreas } from '../document/image-map.ts';
import { decodeFragment, isAllowedUrl, linkUrl, parseAbsoluteUrl, relativeUrl } from '../document/url.ts';
import { type BoxFragment, FragmentFlag, type LineFragment } from '../layout/contract/fragment.ts';
import type { LU } from '../units.ts';
import type { Comment, LinkTarget } from './display-list.ts';
import { linkName } from '../semantics/names.ts';
import type { PaintContext, PaintState } from './paint-context.ts';
import { intersect, type Rect } from './rects.ts';

const NO_ENTRY: OutlineEntry = { title: '', target: null };

/**
 * Emits the navigation of a fragment's element: an annotation for a link, a destination for a name, and an outline
 * entry.
 */
export function paintNavigation(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { box } = fragment;
  const { element } = box;
  paintMarkedTargets(context, fragment, x, y);
  if (element === null) return;
  const structure = context.scope.isOutside ? null : box.index;
  // A continued note starts at its first fragment.
  if (box.has(BoxFlag.Footnote)) context.canvas.destination(noteName(element), x / 64, y / 64, structure);
  const link = linkShownBy(box, element);
  if (link !== null) paintLink(context, fragment, link, x, y);
  if (box.pseudo !== null) return paintNoteLink(context, fragment, element, x, y);
  if (fragment.style.rare.pagewrightComment !== null) paintComment(context, fragment, element, x, y);
  if (box.data?.type === 'replaced') paintImageMap(context, fragment, element, x, y);
  paintTarget(context, element, x, y, structure);
  const { bookmarkLevel } = fragment.style.rare;
  if (bookmarkLevel !== null && !context.state.isFrame && !context.state.bookmarked.has(element)) {
    context.state.bookmarked.add(element);
    const { title, target } = box.marks?.bookmark ?? NO_ENTRY;
    const open = fragment.style.rare.bookmarkState === 'open';
    const leads = target === null ? null : targetOf(target, element, context.state);
    if (title !== '')
      context.canvas.bookmark({ level: bookmarkLevel, title, x: x / 64, y: y / 64, open, structure, target: leads });
  }
}

/** Emits a place of a link. Content that isn't visible can't be clicked. */
function paintLink(context: PaintContext, fragment: BoxFragment, link: Element, x: LU, y: LU): void {
  const { box, style, width, height } = fragment;
  if (style.text.visibility !== 'visible' || width <= 0 || height <= 0) return;
  const target = linkTarget(link, context.state);
  if (target === null || ('destination' in target && !context.state.leadsWithin)) return;
  const structure = context.scope.isOutside ? null : box.index;
  const label = { structure, name: linkName(link, context.state.services.document) };
  context.canvas.link(x / 64, y / 64, width / 64, height / 64, target, label);
}

/**
 * Returns the link element that the area of a box belongs to, or null. The box of a link doesn't cover the floats and
 * positioned boxes in it. With `display: contents` a link has no box, and a hidden one isn't a place of the link.
 */
function linkShownBy(box: Box, element: Element): Element | null {
  if (box.pseudo === null && isLink(element)) return element;
  if (box.has(BoxFlag.Footnote)) return null;
  const isMoved = box.isFloat || box.isOutOfFlow;
  const outer = box.pseudo === null ? element.parent : element;
  if (outer === null || !(isMoved || isUncovered(box, outer))) return null;
  let link: Element | null = outer;
  while (link !== null && !isLink(link)) link = link.parent;
  if (link === null || box.isOutOfFlow) return link;
  return isWithinBoxOf(link, box) ? null : link;
}

const isLink = ({ tag }: Element): boolean => tag === 'a' || tag === 'area';

/** Returns whether no visible box of the element around it covers a box. */
function isUncovered(box: Box, outer: Element): boolean {
  const { parent, style } = box;
  if (parent === null || box.has(BoxFlag.Anonymous) || style.text.visibility !== 'visible') return false;
  return parent.element !== outer || parent.style.text.visibility !== 'visible';
}

/** Returns whether a visible ancestor of a box covers it as the box of the link: for a float, only a block-level one. */
function isWithinBoxOf(link: Element, { isFloat, parent }: Box): boolean {
  for (let around = parent; around !== null; around = around.parent)
    if (around.element === link && (!isFloat || around.kind !== BoxKind.Inline))
      return around.style.text.visibility === 'visible';
  return false;
}

/** Emits a place of the comment on an element. */
function paintComment(context: PaintContext, fragment: BoxFragment, element: Element, x: LU, y: LU): void {
  const { comments } = context.state;
  let comment = comments.get(element);
  if (comment === undefined) comments.set(element, (comment = commentOn(element, fragment.style)));
  if (comment === null || fragment.width <= 0 || fragment.height <= 0) return;
  const place = { x: x / 64, y: y / 64, width: fragment.width / 64, height: fragment.height / 64 };
  context.canvas.comment(place, comment, context.scope.isOutside ? null : fragment.box.index);
}

/** Returns the comment that a style sets, or null if it is empty. */
function commentOn(element: Element, { rare }: ComputedStyle): Comment | null {
  const textOf = (items: readonly CommentItem[] | null): string =>
    (items ?? [])
      .map((item) => (item.type === 'string' ? item.value : (element.attribute(item.name) ?? item.fallback)))
      .join('')
      .trim()
      .slice(0, MAX_COMMENT);
  const text = textOf(rare.pagewrightComment);
  const style = rare.pagewrightCommentStyle === 'auto' ? styleFor(element) : rare.pagewrightCommentStyle;
  return text === '' ? null : { text, author: textOf(rare.pagewrightCommentAuthor), style };
}

/** The style of a comment follows from the look of the element. */
function styleFor({ tag, isHtml }: Element): Comment['style'] {
  if (!isHtml) return 'note';
  return tag === 'mark' ? 'highlight' : tag === 'ins' ? 'underline' : tag === 'del' ? 'strikeout' : 'note';
}

const MAX_COMMENT = 10_000;

/** Emits a destination at the start of an element that links refer to. */
function paintTarget(context: PaintContext, element: Element, x: LU, y: LU, structure: number | null): void {
  const { reached, linkTargets } = context.state;
  const name = targetName(element);
  if (name === null || reached.has(element)) return;
  reached.add(element);
  if (linkTargets.has(name)) context.canvas.destination(name, x / 64, y / 64, structure);
}

/** Emits the destinations in a box that isn't shown, at the top of the page. */
export function paintUnseenTargets(context: PaintContext, fragment: BoxFragment | LineFragment): void {
  if (fragment.type === 'box') {
    paintMarkedTargets(context, fragment, 0, 0);
    if (fragment.box.element !== null) paintTarget(context, fragment.box.element, 0, 0, null);
  }
  for (const child of fragment.children) if (child.type !== 'text') paintUnseenTargets(context, child);
}

/** Emits destinations for elements without boxes, at the start or end of the box that carries their marks. */
function paintMarkedTargets(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { box, flags, height } = fragment;
  if (box.marks === null) return;
  const structure = context.scope.isOutside ? null : box.index;
  const isStart = (flags & FragmentFlag.BreaksBefore) === 0;
  const isEnd = (flags & FragmentFlag.BreaksAfter) === 0;
  if (isStart)
    for (const mark of box.marks.atStart)
      if (mark.type === 'target') paintTarget(context, mark.element, x, y, structure);
  if (isEnd)
    for (const mark of box.marks.atEnd)
      if (mark.type === 'target') paintTarget(context, mark.element, x, y + height, structure);
}

/** Emits a link over a rectangle in canvas coordinates, for SVG and image maps. The link is outside the structure of the boxes. */
export function paintFreeLink(context: PaintContext, element: Element, r: Rect | null): void {
  const { document } = context.state.services;
  const target = linkTarget(element, context.state);
  if (!target || !r || r.width <= 0 || r.height <= 0) return;
  context.canvas.link(r.x, r.y, r.width, r.height, target, { structure: null, name: linkName(element, document) });
}

/** Emits a link for each area of an image map (HTML §4.8.14), over the bounding box of the area's shape. */
function paintImageMap(context: PaintContext, fragment: BoxFragment, element: Element, x: LU, y: LU): void {
  const usemap = element.attribute('usemap');
  if (usemap === null || !element.isHtml) return;
  const { border, padding, width, height } = fragment;
  const [left, top] = [border.left + padding.left, border.top + padding.top];
  const image = {
    x: (x + left) / 64,
    y: (y + top) / 64,
    width: (width - left - border.right - padding.right) / 64,
    height: (height - top - border.bottom - padding.bottom) / 64,
  };
  const areas = imageMapAreas(context.state.services.document, usemap);
  context.budget.spendMapAreas(areas.length);
  // At a point with several links, PDF readers follow the last one, and browsers the first.
  for (let i = areas.length - 1; i >= 0; i--) {
    const area = areas[i]!;
    const shape = areaBounds(area, image.width, image.height);
    paintFreeLink(context, area, shape && intersect(image, { ...shape, x: image.x + shape.x, y: image.y + shape.y }));
  }
}

/** Links a footnote call to its body, and the marker of the body to the call. */
function paintNoteLink(context: PaintContext, fragment: BoxFragment, element: Element, x: LU, y: LU): void {
  const { box, width, height } = fragment;
  const { canvas } = context;
  const isCall = box.pseudo === 'footnote-call';
  if ((!isCall && box.pseudo !== 'footnote-marker') || width <= 0 || height <= 0) return;
  const structure = context.scope.isOutside ? null : box.index;
  if (isCall) canvas.destination(callName(element), x / 64, y / 64, structure);
  const name = isCall ? linkName(element, context.state.services.document) : BACK;
  const target = { destination: isCall ? noteName(element) : callName(element) };
  canvas.link(x / 64, y / 64, width / 64, height / 64, target, { structure, name });
}

/** Note names contain spaces, so they can't collide with ids. */
const noteName = (element: Element): string => `note ${element.index}`;
const callName = (element: Element): string => `call of note ${element.index}`;
/** Name of the link from a note to its call. */
const BACK = '\u21a9';

function linkTarget(element: Element, state: PaintState): LinkTarget | null {
  // Readers list a file's attachments themselves.
  if (state.services.attached.has(element)) return null;
  const href = (element.attribute('href') ?? element.attribute('xlink:href'))?.trim();
  return href ? targetOf(href, element, state) : null;
}

/** Returns the target of a URL, or null. Dead and relative links are reported at the first element that has them. */
function targetOf(href: string, element: Element, state: PaintState): LinkTarget | null {
  const { links } = state;
  let target = links.get(href);
  if (target === undefined) {
    target = href.startsWith('#') ? destinationOf(href, element, state) : urlOf(href, element, state);
    if (target !== null && 'url' in target && !isAllowedUrl(target.url)) {
      const message = `The link ${shown(href)} was removed. Links must use http, https, mailto or tel.`;
      state.services.diagnostics.warnAbout('pdf/link-scheme', message, element);
      target = null;
    }
    links.set(href, target);
  }
  return target;
}

/** The name of the top of the document. Names of link targets contain no spaces, so they can't collide with it. */
const TOP = ' top';

/** Emits the destination of links to the top of the document, on the first painted page. */
export function paintTop({ canvas, state }: PaintContext): void {
  if (!state.wantsTop) return;
  state.wantsTop = false;
  canvas.destination(TOP, 0, 0, null);
}

function destinationOf(href: string, element: Element, state: PaintState): LinkTarget | null {
  const name = decodeFragment(href.slice(1));
  if (name !== '' && targetNamed(state.targets, name) !== null) return { destination: name };
  if (meansTop(name)) return { destination: TOP };
  const hint = state.deadLinks++ < MOST_HINTS ? didYouMean(name, allNames(state.targets)) : '';
  state.services.diagnostics.warnAbout(
    'document/dead-link',
    `Broken link: no element has the id in ${shown(href)}.${hint}`,
    element,
  );
  return null;
}

/** The number of dead links whose names are compared with all others. */
const MOST_HINTS = 10;

function urlOf(href: string, element: Element, state: PaintState): LinkTarget | null {
  const { linkBase, diagnostics } = state.services;
  if (linkBase !== null && URL.canParse(href, linkBase)) return { url: linkUrl(new URL(href, linkBase)) };
  const absolute = parseAbsoluteUrl(href);
  if (absolute !== null) return { url: linkUrl(absolute) };
  const relative = relativeUrl(href);
  if (relative === null) {
    diagnostics.warnAbout('document/dead-link', `The link ${shown(href)} is not a URL and was removed.`, element);
    return null;
  }
  const message = `The relative link ${shown(href)} was kept: readers resolve it against the location of the PDF.`;
  diagnostics.reportNode('document/relative-link', 'info', message, element);
  return { url: relative };
}

const shown = (href: string): string => (href.length > 100 ? `${href.slice(0, 97)}...` : href);
