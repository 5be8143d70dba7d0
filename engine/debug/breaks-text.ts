/** Says in words where each page of a document ends, and why. */
import type { LaidOutPage } from '../document-layout.ts';
import type { LaidOutDocument } from '../render.ts';
import { describeLayout } from './describe-layout.ts';

export function breaksText(laidOut: LaidOutDocument): string {
  const { pages } = describeLayout(laidOut);
  if (pages.length === 1) return 'The document has one page.';
  const lineOf = new Map(pages.flatMap(({ boxes }) => boxes.map(({ selector, line }) => [selector, line] as const)));
  const lines = pages.slice(0, -1).map((page, i) => lineFor(page, laidOut.pages[i]!.blank, lineOf));
  return lines.join('\n');
}

function lineFor(
  { number, break: ending }: LaidOutPage,
  isBlank: boolean,
  lineOf: ReadonlyMap<string, number | null>,
): string {
  if (isBlank) return `Page ${number} is blank.`;
  if (ending === null || ending.at === null) return `Page ${number} ends with its content.`;
  const line = lineOf.get(ending.at) ?? null;
  const why = ending.kind === 'forced' ? 'a property forces the break' : 'the page is full';
  return `Page ${number} ends ${ending.before ? 'before' : 'inside'} ${ending.at}${line === null ? '' : ` (line ${line})`}: ${why}.`;
}
