/** Prints one of a document's trees for `pagewright inspect`, whole or the part that a selector matches. */
import '../platform/node-host.ts';
import type { Box } from '../boxes/box.ts';
import type { Element } from '../document/node.ts';
import { type LaidOutDocument, layoutDocument, paintDocument } from '../render.ts';
import { withTypedErrors } from '../error-edge.ts';
import type { BytesGiven, RenderOptions } from '../render-options.ts';
import { breaksText } from './breaks-text.ts';
import { describeLayout } from './describe-layout.ts';
import { dumpPages } from './dump-fragments.ts';
import { dumpBoxes } from './dump-boxes.ts';
import { PageDump } from './dump-display-list.ts';
import { matchingElements } from './select.ts';

export { type LayoutProblem, layoutProblems } from './layout-problems.ts';
export { whyHere, whyHereText } from './why-here.ts';

export type InspectStage = 'boxes' | 'fragments' | 'style' | 'breaks' | 'paint';

/**
 * Returns the text of a tree.
 * @throws RenderError like `render`, and `invalid_options` for a selector that doesn't parse.
 */
export async function inspect(
  html: string | BytesGiven,
  stage: InspectStage,
  selector: string | null,
  options: RenderOptions = {},
): Promise<string> {
  const laidOut = await layoutDocument(html, options);
  const elements = selector === null ? null : matchingElements(laidOut.document, selector);
  const select = elements && ((box: Box): boolean => box.element !== null && elements.has(box.element));
  switch (stage) {
    case 'boxes':
      return dumpBoxes(laidOut.root, select);
    case 'fragments':
      return dumpPages(laidOut.pages, select);
    case 'style':
      return dumpStyle(laidOut, elements ?? new Set([laidOut.document.root]));
    case 'breaks':
      return breaksText(laidOut);
    case 'paint':
      return dumpPaint(laidOut);
  }
}

/**
 * Returns pages and boxes as JSON.
 * @throws RenderError like `inspect`.
 */
export async function inspectJson(
  html: string | BytesGiven,
  selector: string | null,
  options: RenderOptions = {},
): Promise<string> {
  return withTypedErrors(options, async (followed) => {
    const laidOut = await layoutDocument(html, followed);
    const elements = selector === null ? null : matchingElements(laidOut.document, selector);
    return JSON.stringify(describeLayout(laidOut, elements && ((element) => elements.has(element))), null, 2);
  });
}

/** Dumps every declaration that applies: the winning ones unmarked, overridden ones in brackets. */
function dumpStyle({ styler }: LaidOutDocument, elements: ReadonlySet<Element>): string {
  const lines: string[] = [];
  for (const element of elements) {
    lines.push(`<${element.tag}${element.id ? `#${element.id}` : ''}>`);
    for (const d of styler.explain(element)) {
      const text = `${d.property}: ${d.value}${d.important ? ' !important' : ''}`;
      const from = [
        d.origin,
        d.selector,
        d.specificity && `(${d.specificity.join(',')})`,
        d.layer && `@layer ${d.layer}`,
      ];
      const place = d.position ? `${d.position.source}:${d.position.line}:${d.position.column}` : '';
      lines.push(
        `  ${d.overridden ? `[${text}]` : text}  /* ${[...from.filter(Boolean), place].filter(Boolean).join(' ')} */`,
      );
    }
  }
  return lines.join('\n');
}

function dumpPaint(laidOut: LaidOutDocument): string {
  const dump = new PageDump();
  paintDocument(laidOut, dump);
  return dump.toString();
}
