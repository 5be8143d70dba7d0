/** Changes of sizes and spaces that no change of content explains. */
import { type Cause, causeOf, group, groupedBy, px, VISIBLE_PX } from './change.ts';
import { addTo } from './groups.ts';
import { grownBy, growth, hasGrown, hasOtherFont, hasOtherLineCount, hasOtherText } from './content-changes.ts';
import type { Pages, Pair, Placed } from './match-elements.ts';

/** Reports pages whose content area changed: by another paper or other margins. */
export function areaChanges(before: Pages, after: Pages): Cause[] {
  const groups = new Map<string, number[]>();
  after.pages.forEach(({ number, area }, i) => {
    const then = before.pages[i]?.area;
    if (then === undefined) return;
    const [a, b] = [areaText(then), areaText(area)];
    if (a !== b) addTo(groups, `${b} instead of ${a}`, number);
  });
  return [...groups].map(([what, [first, ...others]]) => {
    const pages = others.length === 0 ? `page ${first}` : `${others.length + 1} pages, from page ${first} on,`;
    const text = `The content area of ${pages} is ${what}.`;
    return { text, pairs: [], page: first!, order: -1, grown: null, consequences: [], isArea: true };
  });
}

function areaText({ x, y, width, height }: Pages['pages'][number]['area']): string {
  const [w, h, left, top] = [width, height, x, y].map(Math.round);
  return `${w} x ${h} px at ${left}, ${top}`;
}

/**
 * Reports boxes whose height changed independently of their content, and the spaces above boxes. Equal changes are
 * reported once. Heights that follow from changes of the appearance become consequences of these.
 */
export function sizeChanges(all: readonly Pair[], looks: readonly Cause[]): Cause[] {
  const spaces = spacesOf(all);
  const explained = new Set<Pair>();
  for (const pair of [
    ...all.filter(hasGrown),
    ...[...spaces.values()].flatMap(({ pairs }) => pairs),
    ...all.filter(({ hasOtherChildren }) => hasOtherChildren),
  ])
    for (let around = pair.parent; around !== null; around = around.parent) explained.add(around);
  const innermost = all.filter(
    (pair) => hasGrown(pair) && !explained.has(pair) && !pair.hasOtherChildren && !endsWithPage(pair),
  );
  const grown = groupedBy(innermost, (pair) => {
    const isExplained = hasOtherText(pair) || hasOtherFont(pair) || isStretched(pair, innermost);
    return isExplained ? null : growth(pair);
  });
  const growths = [...grown].flatMap(([what, pairs]) => {
    const text = `${group(pairs)} ${pairs.length === 1 ? what : inPlural(what)}.`;
    const cause = looks.find((look) => look.resizes === true && pairs.every((pair) => look.pairs.includes(pair)));
    cause?.consequences.push(text);
    return cause === undefined ? [causeOf(text, pairs, grownBy(pairs[0]!))] : [];
  });
  const named = [...spaces.entries()].map(([what, { pairs, grown: by }]) =>
    causeOf(`The space above ${group(pairs)} ${what}.`, pairs, by),
  );
  return [...growths, ...named].sort((one, other) => one.order - other.order);
}

/** Boxes that begin elsewhere and continue on the next page have more or less room on their first page. */
const endsWithPage = ({ before, after }: Pair): boolean =>
  before.continues && after.continues && Math.abs(after.y - before.y) >= VISIBLE_PX;

const inPlural = (what: string): string =>
  what
    .replace(/^is\b/, 'are')
    .replace(/^has\b/, 'have')
    .replace(' and is ', ' and are ');

/** Cells in a row and items in a line are stretched to match the tallest. */
const isStretched = (pair: Pair, innermost: readonly Pair[]): boolean =>
  !hasOtherLineCount(pair) &&
  innermost.some(
    (other) =>
      other.parent === pair.parent && hasOtherLineCount(other) && Math.abs(grownBy(other) - grownBy(pair)) < VISIBLE_PX,
  );

interface Spaces {
  readonly pairs: Pair[];
  readonly grown: number;
}

/**
 * Finds changed spaces, such as margins, above boxes. They are measured from the previous sibling or the top of the
 * parent. Inline content is skipped, because it moves with its line.
 */
function spacesOf(all: readonly Pair[]): Map<string, Spaces> {
  const found = new Map<string, Spaces>();
  const last = new Map<Pair | null, Pair>();
  const first = firstBoxesIn(all);
  for (const pair of all) {
    const { before, after, parent } = pair;
    const previous = last.get(parent) ?? null;
    last.set(parent, pair);
    if (before.page !== after.page || parent === null || !pair.isAfterSame) continue;
    // Margins in `em` follow from the font, and collapse with those of the parent.
    if (beginsWithOtherFont(pair, first) || (previous !== null && hasOtherFont(previous))) continue;
    if (parent.before.lines.length + parent.after.lines.length > 0) continue;
    const [then, now] = [
      spaceAbove(before, previous?.before, parent.before),
      spaceAbove(after, previous?.after, parent.after),
    ];
    if (then === null || now === null || Math.abs(now - then) < VISIBLE_PX) continue;
    const key = `is ${signedPx(now)} instead of ${signedPx(then)}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { pairs: [pair], grown: now - then });
    else known.pairs.push(pair);
  }
  return found;
}

/** Returns the first box inside each box. */
function firstBoxesIn(all: readonly Pair[]): ReadonlyMap<Pair, Pair> {
  const found = new Map<Pair, Pair>();
  for (const pair of all) if (pair.parent !== null && !found.has(pair.parent)) found.set(pair.parent, pair);
  return found;
}

/** Returns whether a box, or what it begins with, has another font. */
function beginsWithOtherFont(pair: Pair, first: ReadonlyMap<Pair, Pair>): boolean {
  for (let box: Pair | undefined = pair; box !== undefined; box = first.get(box)) if (hasOtherFont(box)) return true;
  return false;
}

const signedPx = (length: number): string => `${length < 0 ? '-' : ''}${px(length)}`;

/** Returns the space above a box, or null if the box isn't below the previous one. */
function spaceAbove(box: Placed, previous: Placed | undefined, parent: Placed): number | null {
  if (previous === undefined) return parent.page === box.page && !box.continued ? box.y - parent.y : null;
  const bottom = previous.y + previous.height;
  return previous.page === box.page && previous.y < box.y && bottom <= box.y + previous.height / 2
    ? box.y - bottom
    : null;
}
