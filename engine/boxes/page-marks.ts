/** Named strings and running elements (css-gcpm-3 §1): what the boxes of a document leave for pages/ to collect. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Element } from '../document/node.ts';
import type { Box } from './box.ts';
import type { BuildContext } from './build-context.ts';
import { openTextOfContent } from './content.ts';
import type { LooseBox } from './loose-box.ts';
import type { PageReferences } from './page-references.ts';

/** Notes on a new box what its element sets for the pages, and keeps its counters for cross references. */
export function noteMarks(context: BuildContext, element: Element, style: ComputedStyle, box: LooseBox): void {
  if (context.countersById !== null && element.id !== null && !context.countersById.has(element.id)) {
    context.countersById.set(element.id, context.counters.snapshot());
  }
  const stringSet = style.rare.stringSet;
  if (stringSet.length === 0 && context.waitingRunning.length === 0) return;
  const strings = stringSet.map(({ name, value }) => ({
    name,
    value: openTextOfContent(context, value, style, element),
  }));
  box.marks = { strings, running: context.waitingRunning };
  context.waitingRunning = [];
}

/**
 * `position: running(name)`: the element leaves the flow, and the next box tells where it stood. Counters as they are now are kept, since
 * its box is built later, once for each page that shows it.
 */
export function addRunningElement(context: BuildContext, element: Element, name: string): void {
  const later = context.resumeLater();
  const build = (pages: PageReferences): Box => later(element, pages);
  context.waitingRunning.push({ name, element, build });
}

/** Running elements after the last box stand with the root. */
export function addLeftRunning(context: BuildContext, root: LooseBox): void {
  if (context.waitingRunning.length === 0) return;
  const { strings, running } = root.marks ?? { strings: [], running: [] };
  root.marks = { strings, running: [...running, ...context.waitingRunning] };
  context.waitingRunning = [];
}
