/** Describes layout changes in words: the elements that changed, and those that moved because of them. */
import type { DocumentLayout, LaidOutBox } from '../../engine/index.ts';
import { excerpts, saysTheSame } from './text-changes.ts';

/** Limit on sentences. The rest is counted. */
const MAX_SENTENCES = 30;
/** Smaller changes aren't visible. */
const VISIBLE_PX = 0.5;

type Pages = Pick<DocumentLayout, 'pages'>;

/** A box and its page. */
interface Placed extends Omit<LaidOutBox, 'look'> {
  readonly page: number;
  /** Absent in older snapshots. */
  readonly look?: LaidOutBox['look'];
}

/** An element present in both layouts: its first fragments, and its extent. */
interface Pair {
  readonly selector: string;
  readonly before: Placed;
  readonly after: Placed;
  readonly heightBefore: number;
  readonly heightAfter: number;
  /** The pair of the nearest ancestor, or null. */
  readonly parent: Pair | null;
}

/** A change of one element, and how far it shifted the following content. */
interface Cause {
  readonly pair: Pair;
  readonly grown: number;
  readonly text: string;
}

/** Returns sentences about the changes, the most significant first. Empty if nothing changed. */
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
    ...looks(pairs),
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

/** Returns an element's path without classes. The remaining path is still unique. */
const plainPath = (selector: string): string =>
  selector
    .split(' > ')
    .map((step) => (step.startsWith('#') ? step : step.replace(/^([^.:]+)(?:\.(?:\\.|[^.:\\])*)?/, '$1')))
    .join(' > ');

/** Matches elements that only gained or lost a class. Maps them to the new selector if their text is unchanged. */
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

/** Reports elements whose own class changed. Descendants have new paths too, but are unchanged. */
function names(all: readonly Pair[]): string[] {
  const own = (selector: string): string => selector.split(' > ').at(-1)!;
  return all
    .filter(({ before, after }) => own(before.selector) !== own(after.selector))
    .map(({ before, after }) => `${shown(before.selector)} is now ${shown(after.selector)}.`);
}

/** Returns the pairs in the order of the new layout. */
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

/** Shortens a long path to its end. */
function shown(selector: string): string {
  const steps = selector.split(' > ');
  return `\`${steps.length > 3 ? `… > ${steps.slice(-2).join(' > ')}` : selector}\``;
}

function pageCount(before: Pages, after: Pages): string[] {
  const [a, b] = [before.pages.length, after.pages.length];
  return a === b ? [] : [`The document has ${pages(b)} instead of ${a}.`];
}

/** Reports elements that only one layout has. Their descendants aren't listed. */
function missing(here: ReadonlyMap<string, Placed[]>, there: ReadonlyMap<string, Placed[]>, what: string): string[] {
  const outermost = [...here.keys()].filter((selector) => {
    const parent = selector.slice(0, selector.lastIndexOf(' > '));
    return !there.has(selector) && (!selector.includes(' > ') || there.has(parent) || !here.has(parent));
  });
  return outermost.map((selector) => `${shown(selector)} ${what} page ${here.get(selector)![0]!.page}.`);
}

const linesOf = (box: Placed): string[] => box.lines.map(({ text }) => text);

/** Returns the pairs whose lines are comparable and differ. */
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

/** Reports text whose line breaks changed without any other reported cause. */
function lineEnds(all: readonly Pair[]): string[] {
  const changed = withOtherLines(all).filter(
    (pair) => saysTheSame(linesOf(pair.before), linesOf(pair.after)) && !hasOtherFont(pair) && !hasOtherLineCount(pair),
  );
  if (changed.length === 0) return [];
  return [`The line breaks of ${first(changed)} changed.`];
}

/** Returns whether the requested or used font changed. Old snapshots may lack the used font. */
const hasOtherFont = (pair: Pair): boolean => pair.before.font !== pair.after.font || hasOtherFace(pair);

function hasOtherFace({ before, after }: Pair): boolean {
  const [then, now] = [before.usedFonts?.[0], after.usedFonts?.[0]];
  return then !== undefined && now !== undefined && then !== now;
}

/** Reports font changes, an inherited change only at its ancestor. */
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

/** The values of properties that an appearance doesn't list. The others are absent. */
const USUAL: Readonly<Record<string, string>> = {
  color: 'the inherited color',
  opacity: '1',
  'border-radius': '0px',
};

/**
 * Reports changes of colors, borders and images, each with all elements that have it. Old snapshots lack appearances.
 */
function looks(all: readonly Pair[]): string[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of all) {
    const [then, now] = [pair.before.look, pair.after.look];
    if (then === undefined || now === undefined) continue;
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
      if (then[name] === now[name]) continue;
      const what = changeOf(then[name] ?? USUAL[name], now[name] ?? USUAL[name]);
      const key = `The \`${name}\` of # ${what}.`;
      groups.set(key, [...(groups.get(key) ?? []), pair]);
    }
  }
  return [...groups].map(([text, group]) => text.replace('#', () => first(group)));
}

function changeOf(then: string | undefined, now: string | undefined): string {
  if (then === undefined) return `was added: ${now}`;
  return now === undefined ? `was removed: ${then}` : `changed from ${then} to ${now}`;
}

/**
 * Finds the causes of shifts: boxes whose height changed independently of their content, and the spaces above boxes.
 */
function causesOf(all: readonly Pair[]): Cause[] {
  const spaces = spacesOf(all);
  const grown = (pair: Pair): number => pair.heightAfter - pair.heightBefore;
  const hasGrown = (pair: Pair): boolean => Math.abs(grown(pair)) >= VISIBLE_PX;
  const explained = new Set<Pair>();
  for (const pair of [...all.filter(hasGrown), ...spaces.map((space) => space.pair)])
    for (let around = pair.parent; around !== null; around = around.parent) explained.add(around);
  const innermost = all.filter((pair) => hasGrown(pair) && !explained.has(pair));
  // Cells in a row and items in a line are stretched to match the tallest.
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

/**
 * Finds changed spaces, such as margins, above boxes. They are measured from the previous sibling or the top of the
 * parent. Inline content is skipped, because it moves with its line.
 */
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

/** Returns the space above a box, or null if the box isn't below the previous one. */
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

/** Reports elements that moved to another page, grouped by pages. */
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

/** Reports elements that moved within their page, grouped by distance, with the cause if it can be determined. */
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

/**
 * Returns whether font changes explain the shift. Content below a changed font moves by varying distances, and so do
 * the ancestors of that font.
 */
const isPushedByFonts = (own: Pair, causes: readonly Cause[]): boolean =>
  causes.some(
    ({ pair }) => hasOtherFont(pair) && pair.before.page === own.before.page && pair.before.y <= own.before.y,
  );

/** Formats a group: `a` and 3 more elements. */
function first(group: readonly Pair[]): string {
  const more = group.length === 1 ? '' : ` and ${plural(group.length - 1, 'more element', 'more elements')}`;
  return `${shown(group[0]!.selector)}${more}`;
}

/** Returns the causes above on the same page that add up to the shift, or else the last of them. */
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
