/** Fills the lists that the author requests: contents, indexes and endnotes. They are styled like any other element. */
import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import { planContents } from './contents.ts';
import { EditContext } from './edit-context.ts';
import { planEndnotes } from './endnotes.ts';
import { planIndex } from './index-list.ts';
import { elementsOf } from './tree.ts';

/** Fills all lists of a document. Returns whether there were any, in which case its nodes must be numbered again. */
export function fillLists(document: Document, budget: Budget, diagnostics: Diagnostics): boolean {
  const lists = { contents: [] as Element[], indexes: [] as Element[], endnotes: [] as Element[] };
  for (const element of elementsOf(document.root, budget)) {
    if (!element.isHtml) continue;
    if (element.attribute('data-contents') !== null) lists.contents.push(element);
    else if (element.attribute('data-index-list') !== null) lists.indexes.push(element);
    else if (element.attribute('data-endnotes') !== null) lists.endnotes.push(element);
  }
  const { contents, indexes, endnotes } = lists;
  if (contents.length + indexes.length + endnotes.length === 0) return false;
  const context = new EditContext(document, budget, diagnostics);
  const taken = new Set<Element>();
  // Contents come after endnotes, because headings may contain some.
  const steps = [
    ...endnotes.map((section) => planEndnotes(context, section, taken)),
    ...indexes.map((list) => planIndex(context, list)),
    ...contents.map((list) => planContents(context, list)),
  ];
  for (const fill of steps) fill();
  return true;
}
