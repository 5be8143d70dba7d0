/**
 * Named strings, running elements and counters (css-gcpm-3 §1, css-page-3 §7.1), which boxes record for pages/ to
 * collect.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import { SECTION, SUBSECTION } from '../style/template-sheets.ts';
import { eachElement, targetName, targetNamed } from '../document/link-targets.ts';
import { fragmentOf } from '../document/url.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { collapsedText, openTextOfContent } from './content.ts';
import { INLINE_FLOW } from './display.ts';
import { LooseBox, type LooseNode } from './loose-box.ts';
import type { OutlineEntry, PageMark, PageMarks, PageReferences } from './page-references.ts';

/** Records on a new box what its element sets for the pages, and keeps its counters for cross references. */
export function noteMarks(context: BuildContext, element: Element, style: ComputedStyle, box: LooseBox): void {
  const isPlaced = !isColumn(box);
  if (isPlaced) keepCounters(context, element);
  else markTarget(context, element);
  setStrings(context, element, style);
  if (!isPlaced) return;
  const bookmark = bookmarkOf(context, element, style);
  if (bookmark !== null && context.namesSections) nameSection(context, style.rare.bookmarkLevel, bookmark.title);
  leaveMarks(context, box, bookmark);
}

/** Records the title of a section or subsection. A new section has no subsection yet. */
function nameSection({ marks }: BuildContext, level: number | null, title: string): void {
  if (level === 1) {
    marks.push({ type: 'string', name: SECTION, value: title }, { type: 'string', name: SUBSECTION, value: '' });
  } else if (level === 2) {
    marks.push({ type: 'string', name: SUBSECTION, value: title });
  }
}

/** Columns have no position of their own: their marks wait for a row. */
const isColumn = ({ kind }: LooseBox): boolean => kind === BoxKind.TableColumn || kind === BoxKind.TableColumnGroup;

function keepCounters({ countersById, counters, document }: BuildContext, element: Element): void {
  const name = targetName(element);
  if (name === null || countersById?.has(name) !== false || targetNamed(document, name) !== element) return;
  countersById.set(name, counters.snapshot());
}

/** Marks an element without a box as the target of references. It begins with the next box. */
export function markTarget(context: BuildContext, element: Element): void {
  if (targetName(element) === null) return;
  keepCounters(context, element);
  context.marks = [...context.marks, { type: 'target', element }];
}

/**
 * Marks link targets in an element that isn't displayed, or that shows its contents as a unit, at the element's
 * position.
 */
export function markUnshown(context: BuildContext, element: Element, into: LooseBox, hasBox = false): void {
  if (!context.hasTargets || (hasBox && element.children.length === 0)) return;
  const marks: PageMark[] = [];
  eachElement(element, (inside) => {
    context.budget.tick();
    if (!context.isTarget(inside) || (hasBox && inside === element)) return;
    keepCounters(context, inside);
    marks.push({ type: 'target', element: inside });
  });
  markPlace(context, marks, element, into);
}

/** The pseudo name of an empty inline box that marks the position of an element without a box. */
const CARRIER = 'mark';

/** Returns whether a box may contain carriers. Among table parts and items, an inline box would be visible. */
function takesCarriers({ kind }: LooseBox): boolean {
  return kind === BoxKind.Block || kind === BoxKind.Inline || kind === BoxKind.TableCell || kind === BoxKind.Multicol;
}

/** Marks the position of an element without a box: in a line by a carrier, otherwise with the next box. */
export function markPlace(context: BuildContext, marks: readonly PageMark[], element: Element, into: LooseBox): void {
  if (marks.length === 0) return;
  if (!takesCarriers(into)) {
    context.marks = [...context.marks, ...marks];
    return;
  }
  const style = context.styler.anonymousStyle(into.style, INLINE_FLOW);
  const carrier = new LooseBox(BoxKind.Inline, style, element, CARRIER, BoxFlag.Anonymous);
  carrier.marks = { atStart: [...context.marks, ...marks], atEnd: [], bookmark: null };
  context.marks = [];
  into.append(carrier);
}

/** Returns all marks in a box in document order. */
export function marksIn(box: LooseBox, found: PageMark[] = []): readonly PageMark[] {
  for (const mark of box.marks?.atStart ?? []) found.push(mark);
  for (const child of box.children) if (child.type === 'box') marksIn(child, found);
  for (const mark of box.marks?.atEnd ?? []) found.push(mark);
  return found;
}

/** Returns the marks of a carrier; null for other nodes. */
export function carriedBy(node: LooseNode): readonly PageMark[] | null {
  return node.type === 'box' && node.pseudo === CARRIER ? (node.marks?.atStart ?? []) : null;
}

/** Returns marks with others prepended at the start and appended at the end. */
function withMarks(marks: PageMarks | null, atStart: readonly PageMark[], atEnd: readonly PageMark[]): PageMarks {
  if (marks === null) return { atStart, atEnd, bookmark: null };
  return { ...marks, atStart: [...atStart, ...marks.atStart], atEnd: [...marks.atEnd, ...atEnd] };
}

/**
 * Returns whether pages find the marks of a box at its position in the document. Positioned boxes come after the flow.
 */
const isInFlow = (box: Box): boolean => !box.has(BoxFlag.OutOfFlow);

/** The marks between the children of a block. Its positioned children carry none. */
export class MarksBetween {
  private readonly parent: Box;
  private waiting: readonly PageMark[] = [];

  constructor(parent: Box) {
    this.parent = parent;
  }

  /** Adds marks after the children so far, to the last one's end, because a break would come after it. */
  add(marks: readonly PageMark[]): void {
    const last = this.parent.children.findLast(isInFlow);
    if (last === undefined) this.waiting = [...this.waiting, ...marks];
    else last.marks = withMarks(last.marks, [], marks);
  }

  /** Called after another child. The first one in the flow gets the marks that came before all of them. */
  passChild(): void {
    if (this.waiting.length === 0) return;
    const first = this.parent.children.at(-1);
    if (first !== undefined && isInFlow(first)) this.giveTo(first);
  }

  /** Called when there are no more children. */
  finish(): void {
    if (this.waiting.length > 0) this.giveTo(this.parent);
  }

  private giveTo(box: Box): void {
    box.marks = withMarks(box.marks, this.waiting, []);
    this.waiting = [];
  }
}

/** Applies `string-set` of an element without a box (css-gcpm-3 §1.1.1). */
export function setStringsOutside(context: BuildContext, element: Element, style: ComputedStyle, into: LooseBox): void {
  for (const { name, value } of style.rare.stringSet) {
    markPlace(
      context,
      [{ type: 'string', name, value: openTextOfContent(context, value, style, element) }],
      element,
      into,
    );
  }
}

/** Applies `string-set` of an element whose box comes next. */
function setStrings(context: BuildContext, element: Element, style: ComputedStyle): void {
  for (const { name, value } of style.rare.stringSet) {
    context.marks.push({ type: 'string', name, value: openTextOfContent(context, value, style, element) });
  }
}

/** Moves the waiting marks to this box, which begins here. */
export function leaveMarks(context: BuildContext, box: LooseBox, bookmark: OutlineEntry | null = null): void {
  if (context.marks.length === 0 && bookmark === null) return;
  box.marks = { atStart: context.marks, atEnd: [], bookmark };
  context.marks = [];
}

const MAX_BOOKMARK = 500;

/**
 * Returns the bookmark (css-content-3 §4), or null. Its label defaults to the text of the element, with the
 * alternatives of images, so that a heading with only a logo has a title.
 */
function bookmarkOf(context: BuildContext, element: Element, style: ComputedStyle): OutlineEntry | null {
  const { rare } = style;
  if (rare.bookmarkLevel === null) return null;
  const label = rare.bookmarkLabel;
  const text =
    label === null ? collapsedText(context, element, true) : openTextOfContent(context, label, style, element);
  const title = text.replace(/\s+/g, ' ').trim().slice(0, MAX_BOOKMARK);
  const { bookmarkTarget } = rare;
  const target = bookmarkTarget && openTextOfContent(context, [bookmarkTarget], style, element).trim();
  const id = target === null ? null : fragmentOf(target);
  if (id !== null) context.outlineTargets.add(id);
  return { title, target: target === '' ? null : target };
}

/** Moves marks that found no box among the contents to the end of this one. */
export function leaveMarksAtEnd(context: BuildContext, box: LooseBox): void {
  if (context.marks.length === 0 || isColumn(box)) return;
  box.marks = withMarks(box.marks, [], context.marks);
  context.marks = [];
}

/**
 * Removes an element with `position: running(name)` from the flow. Keeps the current counters, because its box is built
 * later, once for each page that shows it.
 */
export function addRunningElement(context: BuildContext, element: Element, name: string, into: LooseBox): void {
  const later = context.resumeLater();
  const build = (pages: PageReferences): Box => later(element, pages);
  const text = (): string => collapsedText(context, element);
  markPlace(context, [{ type: 'running', name, element: { element, name, build, text } }], element, into);
}
