/** Describes layout changes in words: what changed, each with the elements that moved because of it. */
import { boxes, type Cause, type Change, causeOf, group, groupedBy } from './change.ts';
import { addTo } from './groups.ts';
import { fontChanges, lineEndChanges, lookChanges, quietChanges, textChanges } from './content-changes.ts';
import { type LaidOutElement, matchElements, nameOf, type Pages, type Pair } from './match-elements.ts';
import { explainMoves } from './moves.ts';
import { areaChanges, sizeChanges } from './size-changes.ts';

/** Limit on changes. The rest is counted. */
const MAX_CHANGES = 30;

/** Returns the changes, the most significant first, each with its consequences. Empty if nothing changed. */
export function describeChanges(before: Pages, after: Pages): Change[] {
  const { pairs, removed, added } = matchElements(before, after);
  const areas = areaChanges(before, after);
  const looks = lookChanges(pairs);
  const causes: Cause[] = [
    ...areas,
    ...fontChanges(pairs),
    ...nameChanges(pairs),
    ...onlyIn(removed, 'removed from', (element) => orderOfRemoved(element, pairs)),
    ...onlyIn(added, 'added on', ({ order }) => order),
    ...textChanges(pairs),
    // Boxes that fill a page have other sizes on other pages.
    ...(areas.length > 0 ? [] : sizeChanges(pairs, looks)),
    ...looks,
    ...lineEndChanges(pairs),
  ];
  const unexplained = explainMoves(pairs, causes);
  if (causes.length + unexplained.length === 0) causes.push(...quietChanges(pairs));
  const changes = [
    ...pageCount(before, after).map(alone),
    ...causes.map(({ text, consequences }) => ({ text, consequences })),
    ...unexplained.map(alone),
  ];
  const rest = changes.length - MAX_CHANGES;
  return rest <= 0 ? changes : [...changes.slice(0, MAX_CHANGES), alone(`${rest} more changes.`)];
}

const alone = (text: string): Change => ({ text, consequences: [] });

const pages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

function pageCount(before: Pages, after: Pages): string[] {
  const [a, b] = [before.pages.length, after.pages.length];
  return a === b ? [] : [`The document has ${pages(b)} instead of ${a}.`];
}

/** Reports elements whose own class changed. Descendants have new paths too, but are unchanged. */
function nameChanges(all: readonly Pair[]): Cause[] {
  const renamed = groupedBy(all, ({ before, after }) => {
    const [then, now] = [nameOf(before), nameOf(after)];
    return then === now ? null : `${then} ${now}`;
  });
  return [...renamed.values()].map((pairs) => {
    const from = boxes(pairs.map(({ before }) => before));
    return causeOf(`${from} ${pairs.length === 1 ? 'is' : 'are'} now ${group(pairs.slice(0, 1))}.`, pairs, 0);
  });
}

/** Reports elements that only one layout has, together if they are on the same page. */
function onlyIn(
  elements: readonly LaidOutElement[],
  what: string,
  orderOf: (element: LaidOutElement) => number,
): Cause[] {
  const groups = new Map<number, LaidOutElement[]>();
  for (const element of elements) {
    const { page } = element.fragments[0]!;
    addTo(groups, page, element);
  }
  return [...groups].map(([page, group]) => ({
    text: `${boxes(group.map(({ fragments }) => fragments[0]!))} ${group.length === 1 ? 'was' : 'were'} ${what} page ${page}.`,
    pairs: [],
    page,
    order: orderOf(group[0]!),
    grown: null,
    consequences: [],
  }));
}

/** Returns the place in the new layout of what follows a removed element. */
const orderOfRemoved = ({ fragments: [box] }: LaidOutElement, pairs: readonly Pair[]): number =>
  pairs.find(({ before }) => before.page > box!.page || (before.page === box!.page && before.y >= box!.y))?.order ??
  Infinity;
