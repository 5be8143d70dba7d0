/** What became of a layout, in words: what changed by itself, and what moved because of it. */
import type { DocumentLayout, LaidOutBox } from '../../engine/index.ts';

/** Sentences at most; the rest is counted. */
const MAX_SENTENCES = 30;
/** Less than this isn't seen. */
const VISIBLE_PX = 0.5;

type Pages = Pick<DocumentLayout, 'pages'>;

/** A box with the page that it stands on. */
interface Placed extends LaidOutBox {
  readonly page: number;
}

/** An element in both layouts: its first fragment, and how much of it there is. */
interface Pair {
  readonly selector: string;
  readonly before: Placed;
  readonly after: Placed;
  readonly heightBefore: number;
  readonly heightAfter: number;
  /** The pair of the nearest element around it; null: none. */
  readonly parent: Pair | null;
}

/** Something that changed by itself, and by how much what follows was pushed. */
interface Cause {
  readonly pair: Pair;
  readonly grown: number;
  readonly text: string;
}

/** Sentences about what changed, the most telling first; none: everything stands where it stood. */
export function describeChanges(before: Pages, after: Pages): string[] {
  const [a, b] = [elementsOf(before), elementsOf(after)];
  const pairs = pairsOf(a, b);
  const causes = causesOf(pairs);
  const sentences = [
    ...pageCount(before, after),
    ...missing(a, b, 'is gone from'),
    ...missing(b, a, 'is new on'),
    ...texts(pairs),
    ...fonts(pairs),
    ...causes.map(({ text }) => `${text}.`),
    ...pageMoves(pairs),
    ...moves(pairs, causes),
  ];
  const rest = sentences.length - MAX_SENTENCES;
  return rest <= 0 ? sentences : [...sentences.slice(0, MAX_SENTENCES), `${rest} more changes.`];
}

function elementsOf({ pages }: Pages): Map<string, Placed[]> {
  const elements = new Map<string, Placed[]>();
  for (const { number, boxes } of pages) {
    for (const box of boxes) {
      if (box.repeated) continue;
      const fragments = elements.get(box.selector);
      if (fragments === undefined) elements.set(box.selector, [{ ...box, page: number }]);
      else fragments.push({ ...box, page: number });
    }
  }
  return elements;
}

/** In the order of the new layout. */
function pairsOf(before: ReadonlyMap<string, Placed[]>, after: ReadonlyMap<string, Placed[]>): Pair[] {
  const pairs: Pair[] = [];
  const open: { depth: number; pair: Pair }[] = [];
  for (const [selector, now] of after) {
    const then = before.get(selector);
    if (then === undefined) continue;
    const [first, last] = [then[0]!, now[0]!];
    while (open.length > 0 && open[open.length - 1]!.depth >= last.depth) open.pop();
    const parent = open.at(-1)?.pair ?? null;
    const pair = { selector, before: first, after: last, heightBefore: height(then), heightAfter: height(now), parent };
    pairs.push(pair);
    open.push({ depth: last.depth, pair });
  }
  return pairs;
}

const height = (fragments: readonly Placed[]): number => fragments.reduce((sum, box) => sum + box.height, 0);
const lineCount = (box: Placed): number => box.lines.length;
const textOf = (box: Placed): string => box.lines.map(({ text }) => text).join(' ');
const px = (length: number): string => `${Math.round(Math.abs(length) * 100) / 100} px`;
const pages = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);
const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** The end of a long path says enough. */
function shown(selector: string): string {
  const steps = selector.split(' > ');
  return `\`${steps.length > 3 ? `… > ${steps.slice(-2).join(' > ')}` : selector}\``;
}

function pageCount(before: Pages, after: Pages): string[] {
  const [a, b] = [before.pages.length, after.pages.length];
  return a === b ? [] : [`The document has ${pages(b)} instead of ${a}.`];
}

/** Elements that only one layout has; what is inside of another goes without saying. */
function missing(here: ReadonlyMap<string, Placed[]>, there: ReadonlyMap<string, Placed[]>, what: string): string[] {
  const outermost = [...here.keys()].filter((selector) => {
    const parent = selector.slice(0, selector.lastIndexOf(' > '));
    return !there.has(selector) && (!selector.includes(' > ') || there.has(parent) || !here.has(parent));
  });
  return outermost.map((selector) => `${shown(selector)} ${what} page ${here.get(selector)![0]!.page}.`);
}

function texts(all: readonly Pair[]): string[] {
  const changed = all.filter(
    ({ before, after }) => textOf(before) !== textOf(after) && !before.continues && !after.continues,
  );
  return changed.map(
    ({ selector, before, after }) =>
      `${shown(selector)} says “${cut(textOf(after))}” instead of “${cut(textOf(before))}”.`,
  );
}

const cut = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** A font that an element has from the one around it is named there. */
function fonts(all: readonly Pair[]): string[] {
  const changed = ({ before, after }: Pair): boolean => before.font !== after.font;
  return all
    .filter(
      (pair) =>
        changed(pair) && !(pair.parent !== null && changed(pair.parent) && pair.parent.after.font === pair.after.font),
    )
    .map(({ selector, before, after }) => `The font of ${shown(selector)} is ${after.font} instead of ${before.font}.`);
}

/** Boxes that became higher or lower with nothing inside that did. */
function causesOf(all: readonly Pair[]): Cause[] {
  const grown = (pair: Pair): number => pair.heightAfter - pair.heightBefore;
  const hasGrown = (pair: Pair): boolean => Math.abs(grown(pair)) >= VISIBLE_PX;
  const explained = new Set<Pair>();
  for (const pair of all) {
    if (!hasGrown(pair)) continue;
    for (let around = pair.parent; around !== null; around = around.parent) explained.add(around);
  }
  const innermost = all.filter((pair) => hasGrown(pair) && !explained.has(pair));
  // Cells of a row and items of a line are stretched along with the one that has more to hold.
  const isStretched = (pair: Pair): boolean =>
    !hasOtherLines(pair) &&
    innermost.some(
      (other) =>
        other.parent === pair.parent && hasOtherLines(other) && Math.abs(grown(other) - grown(pair)) < VISIBLE_PX,
    );
  return innermost
    .filter((pair) => !isStretched(pair))
    .map((pair) => ({ pair, grown: grown(pair), text: growth(pair, grown(pair)) }));
}

const hasOtherLines = ({ before, after }: Pair): boolean => lineCount(before) !== lineCount(after);

function growth({ selector, before, after }: Pair, grown: number): string {
  const size = `${px(grown)} ${grown > 0 ? 'higher' : 'lower'}`;
  const [then, now] = [lineCount(before), lineCount(after)];
  if (then !== now && then + now > 0)
    return `${shown(selector)} has ${plural(now, 'line', 'lines')} instead of ${then} and is ${size}`;
  return `${shown(selector)} is ${size}`;
}

/** Elements that stand on another page, by the pages. */
function pageMoves(all: readonly Pair[]): string[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of all) {
    const { before, after, parent } = pair;
    const isInside = parent !== null && parent.before.page !== parent.after.page;
    if (before.page === after.page || isInside) continue;
    const key = `${before.page} ${after.page}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()].map((group) => {
    const { selector, before, after } = group[0]!;
    const more = group.length === 1 ? '' : ` and ${plural(group.length - 1, 'element', 'elements')} more`;
    return `${shown(selector)}${more} went from page ${before.page} to page ${after.page}.`;
  });
}

/** What stands elsewhere on its page, by how far; each with what pushed it, as far as can be told. */
function moves(all: readonly Pair[], causes: readonly Cause[]): string[] {
  const groups = new Map<string, Pair[]>();
  const shiftOf = ({ before, after }: Pair): readonly [number, number] => [after.x - before.x, after.y - before.y];
  const isSeen = ([x, y]: readonly [number, number]): boolean => Math.abs(x) >= VISIBLE_PX || Math.abs(y) >= VISIBLE_PX;
  for (const pair of all) {
    const shift = shiftOf(pair);
    const { before, after, parent } = pair;
    if (before.page !== after.page || !isSeen(shift)) continue;
    const around = parent !== null && parent.before.page === parent.after.page ? shiftOf(parent) : [0, 0];
    if (Math.abs(around[0]! - shift[0]) < VISIBLE_PX && Math.abs(around[1]! - shift[1]) < VISIBLE_PX) continue;
    const key = `${after.page} ${Math.round(shift[0])} ${Math.round(shift[1])}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    const [x, y] = shiftOf(first);
    const more = group.length === 1 ? '' : ` and ${plural(group.length - 1, 'element', 'elements')} more`;
    const way = [
      Math.abs(y) >= VISIBLE_PX ? `${y > 0 ? 'down' : 'up'} ${px(y)}` : '',
      Math.abs(x) >= VISIBLE_PX ? `${x > 0 ? 'right' : 'left'} ${px(x)}` : '',
    ];
    const reason = reasonFor(first, y, causes);
    return `${shown(first.selector)}${more} moved ${way.filter(Boolean).join(' and ')} on page ${first.after.page}${reason}.`;
  });
}

/** Causes above on the same page that add up to the shift, or the last of them. */
function reasonFor({ before }: Pair, shift: number, causes: readonly Cause[]): string {
  const above = causes.filter(({ pair }) => pair.before.page === before.page && pair.before.y < before.y);
  const alone = above.find(({ grown }) => Math.abs(grown - shift) < 1);
  if (alone !== undefined) return `, because ${alone.text}`;
  const sum = above.reduce((total, { grown }) => total + grown, 0);
  if (above.length === 0 || Math.abs(sum - shift) >= 1) return '';
  return `, because ${above.map(({ text }) => text).join(', and ')}`;
}
