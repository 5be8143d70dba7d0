/** What became of a layout, in words: what changed by itself, and what moved because of it. */
import type { DocumentLayout, LaidOutBox } from '../../engine/index.ts';
import { excerpts, saysTheSame } from './text-changes.ts';

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
  const b = elementsOf(after);
  const a = renamed(elementsOf(before), b);
  const pairs = pairsOf(a, b);
  const causes = causesOf(pairs);
  const own = causes.filter(({ pair }) => !hasOtherFont(pair));
  const sentences = [
    ...pageCount(before, after),
    ...fonts(pairs),
    ...names(pairs),
    ...missing(a, b, 'was removed from'),
    ...missing(b, a, 'was added on'),
    ...own.map(({ text }) => `${text[0]!.toUpperCase()}${text.slice(1)}.`),
    ...texts(pairs),
    ...lineEnds(pairs),
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

/** An element's path without classes, which tells it from all others as well. */
const plainPath = (selector: string): string =>
  selector
    .split(' > ')
    .map((step) => (step.startsWith('#') ? step : step.replace(/^([^.:]+)(?:\.(?:\\.|[^.:\\])*)?/, '$1')))
    .join(' > ');

/** Elements that only lost or got a class: under the new selector, if their words are still the same. */
function renamed(before: Map<string, Placed[]>, after: ReadonlyMap<string, Placed[]>): Map<string, Placed[]> {
  const orphans = new Map<string, string>();
  for (const selector of after.keys()) if (!before.has(selector)) orphans.set(plainPath(selector), selector);
  if (orphans.size === 0) return before;
  const found = new Map<string, Placed[]>();
  for (const [selector, fragments] of before) {
    const now = after.has(selector) ? undefined : orphans.get(plainPath(selector));
    const isSame = now !== undefined && textOf(after.get(now)![0]!) === textOf(fragments[0]!);
    found.set(isSame ? now : selector, fragments);
  }
  return found;
}

/** Elements whose own class is another; what is inside goes by another path, and is the same. */
function names(all: readonly Pair[]): string[] {
  const own = (selector: string): string => selector.split(' > ').at(-1)!;
  return all
    .filter(({ before, after }) => own(before.selector) !== own(after.selector))
    .map(({ before, after }) => `${shown(before.selector)} is now ${shown(after.selector)}.`);
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

const linesOf = (box: Placed): string[] => box.lines.map(({ text }) => text);

/** Pairs whose lines can be compared, and aren't the same. */
function withOtherLines(all: readonly Pair[]): Pair[] {
  return all.filter(({ before, after }) => textOf(before) !== textOf(after) && !before.continues && !after.continues);
}

function texts(all: readonly Pair[]): string[] {
  const changed = withOtherLines(all).filter(({ before, after }) => !saysTheSame(linesOf(before), linesOf(after)));
  return changed.map(({ selector, before, after }) => {
    const [then, now] = excerpts(textOf(before), textOf(after));
    return `The text of ${shown(selector)} changed from “${then}” to “${now}”.`;
  });
}

/** Words that stand on other lines for no reason that has been named. */
function lineEnds(all: readonly Pair[]): string[] {
  const changed = withOtherLines(all).filter(
    (pair) => saysTheSame(linesOf(pair.before), linesOf(pair.after)) && !hasOtherFont(pair) && !hasOtherLineCount(pair),
  );
  if (changed.length === 0) return [];
  return [`The line breaks of ${first(changed)} changed.`];
}

/** Another is asked for, or another is taken: kept layouts may come from times when that wasn't kept. */
const hasOtherFont = (pair: Pair): boolean => pair.before.font !== pair.after.font || hasOtherFace(pair);

function hasOtherFace({ before, after }: Pair): boolean {
  const [then, now] = [before.usedFonts?.[0], after.usedFonts?.[0]];
  return then !== undefined && now !== undefined && then !== now;
}

/** A font that an element has from the one around it is named there. */
function fonts(all: readonly Pair[]): string[] {
  return all
    .filter(
      (pair) =>
        hasOtherFont(pair) &&
        !(pair.parent !== null && hasOtherFont(pair.parent) && pair.parent.after.font === pair.after.font),
    )
    .map(({ selector, before, after }) =>
      before.font === after.font
        ? `The text of ${shown(selector)} uses ${after.usedFonts[0]} instead of ${before.usedFonts[0]}.`
        : `The font of ${shown(selector)} is ${after.font} instead of ${before.font}.`,
    );
}

/** Boxes that became taller or shorter with nothing inside that did, and spaces above boxes. */
function causesOf(all: readonly Pair[]): Cause[] {
  const spaces = spacesOf(all);
  const grown = (pair: Pair): number => pair.heightAfter - pair.heightBefore;
  const hasGrown = (pair: Pair): boolean => Math.abs(grown(pair)) >= VISIBLE_PX;
  const explained = new Set<Pair>();
  for (const pair of [...all.filter(hasGrown), ...spaces.map((space) => space.pair)])
    for (let around = pair.parent; around !== null; around = around.parent) explained.add(around);
  const innermost = all.filter((pair) => hasGrown(pair) && !explained.has(pair));
  // Cells of a row and items of a line are stretched along with the one that has more to hold.
  const isStretched = (pair: Pair): boolean =>
    !hasOtherLineCount(pair) &&
    innermost.some(
      (other) =>
        other.parent === pair.parent && hasOtherLineCount(other) && Math.abs(grown(other) - grown(pair)) < VISIBLE_PX,
    );
  const growths = innermost
    .filter((pair) => !isStretched(pair))
    .map((pair) => ({ pair, grown: grown(pair), text: growth(pair, grown(pair)) }));
  return [...growths, ...spaces];
}

/** Margins and the like: boxes that are farther from the box before them, or from the top of the one around them. What stands on lines moves with these. */
function spacesOf(all: readonly Pair[]): Cause[] {
  const causes: Cause[] = [];
  const last = new Map<Pair | null, Pair>();
  for (const pair of all) {
    const { before, after, parent } = pair;
    const previous = last.get(parent) ?? null;
    last.set(parent, pair);
    if (before.page !== after.page || parent === null || hasOtherFont(pair)) continue;
    if (parent.before.lines.length + parent.after.lines.length > 0) continue;
    const [then, now] = [
      spaceAbove(before, previous?.before, parent.before),
      spaceAbove(after, previous?.after, parent.after),
    ];
    if (then === null || now === null || Math.abs(now - then) < VISIBLE_PX) continue;
    const text = `the space above ${shown(pair.selector)} is ${signedPx(now)} instead of ${signedPx(then)}`;
    causes.push({ pair, grown: now - then, text });
  }
  return causes;
}

const signedPx = (length: number): string => `${length < 0 ? '-' : ''}${px(length)}`;

/** null: the box isn't below what is before it. */
function spaceAbove(box: Placed, previous: Placed | undefined, parent: Placed): number | null {
  if (previous === undefined) return parent.page === box.page && !box.continued ? box.y - parent.y : null;
  const bottom = previous.y + previous.height;
  return previous.page === box.page && previous.y < box.y && bottom <= box.y + previous.height / 2
    ? box.y - bottom
    : null;
}

const hasOtherLineCount = ({ before, after }: Pair): boolean => lineCount(before) !== lineCount(after);

function growth({ selector, before, after }: Pair, grown: number): string {
  const size = `${px(grown)} ${grown > 0 ? 'taller' : 'shorter'}`;
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
    const { before, after } = group[0]!;
    return `${first(group)} moved from page ${before.page} to page ${after.page}.`;
  });
}

/** What stands elsewhere on its page, by how far; each with what pushed it, as far as can be told. */
function moves(all: readonly Pair[], causes: readonly Cause[]): string[] {
  const groups = new Map<string, Pair[]>();
  const pushed = new Map<number, Pair[]>();
  const shiftOf = ({ before, after }: Pair): readonly [number, number] => [after.x - before.x, after.y - before.y];
  const isSeen = ([x, y]: readonly [number, number]): boolean => Math.abs(x) >= VISIBLE_PX || Math.abs(y) >= VISIBLE_PX;
  for (const pair of all) {
    const shift = shiftOf(pair);
    const { before, after, parent } = pair;
    if (before.page !== after.page || !isSeen(shift)) continue;
    if (isPushedByFonts(pair, causes)) {
      pushed.set(after.page, [...(pushed.get(after.page) ?? []), pair]);
      continue;
    }
    const around = parent !== null && parent.before.page === parent.after.page ? shiftOf(parent) : [0, 0];
    if (Math.abs(around[0]! - shift[0]) < VISIBLE_PX && Math.abs(around[1]! - shift[1]) < VISIBLE_PX) continue;
    const key = `${after.page} ${Math.round(shift[0])} ${Math.round(shift[1])}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  const byFonts = [...pushed].map(([page, group]) => `${first(group)} moved on page ${page} because fonts changed.`);
  const others = [...groups.values()].map((group) => {
    const [x, y] = shiftOf(group[0]!);
    const way = [
      Math.abs(y) >= VISIBLE_PX ? `${y > 0 ? 'down' : 'up'} ${px(y)}` : '',
      Math.abs(x) >= VISIBLE_PX ? `${x > 0 ? 'right' : 'left'} ${px(x)}` : '',
    ];
    const reason = reasonFor(group[0]!, y, causes);
    return `${first(group)} moved ${way.filter(Boolean).join(' and ')} on page ${group[0]!.after.page}${reason}.`;
  });
  return [...byFonts, ...others];
}

/** What stands below something of another font moves, each by another length; and what has one, and holds it. */
const isPushedByFonts = (own: Pair, causes: readonly Cause[]): boolean =>
  causes.some(
    ({ pair }) => hasOtherFont(pair) && pair.before.page === own.before.page && pair.before.y <= own.before.y,
  );

/** `a` and 3 elements more. */
function first(group: readonly Pair[]): string {
  const more = group.length === 1 ? '' : ` and ${plural(group.length - 1, 'element', 'elements')} more`;
  return `${shown(group[0]!.selector)}${more}`;
}

/** Causes above on the same page that add up to the shift, or the last of them. */
function reasonFor(own: Pair, shift: number, causes: readonly Cause[]): string {
  const { before } = own;
  const above = causes.filter(
    ({ pair }) => pair === own || (pair.before.page === before.page && pair.before.y < before.y),
  );
  const alone = above.find(({ grown }) => Math.abs(grown - shift) < 1);
  if (alone !== undefined) return `, because ${alone.text}`;
  const sum = above.reduce((total, { grown }) => total + grown, 0);
  if (above.length === 0 || Math.abs(sum - shift) >= 1) return '';
  return `, because ${above.map(({ text }) => text).join(', and ')}`;
}
