/**
 * A model of page numbers, named strings, running elements and references, derived only from a sample's source and the
 * pages of its words. It implements css-page-3 §7.1, css-gcpm-3 §1 and §3, and css-content-3 §4 without using the
 * engine.
 */
import type { Specimen } from './specimen.ts';

/** An element with its start and end as word positions in document order. */
export interface Placed {
  readonly node: Specimen;
  readonly ancestors: readonly Placed[];
  /** The index of its first word. */
  readonly first: number;
  /** The index after its last word. */
  end: number;
}

export interface Outline {
  /** In document order. */
  readonly words: readonly string[];
  /** The elements that contain each word, outermost first. */
  readonly around: readonly (readonly Placed[])[];
  /** Parents first. */
  readonly elements: readonly Placed[];
}

export function outlineOf(body: Specimen): Outline {
  const words: string[] = [];
  const around: (readonly Placed[])[] = [];
  const elements: Placed[] = [];
  const visit = (node: Specimen, ancestors: readonly Placed[]): void => {
    const placed: Placed = { node, ancestors, first: words.length, end: words.length };
    elements.push(placed);
    const inside = [...ancestors, placed];
    for (const child of node.children) {
      if (typeof child !== 'string') visit(child, inside);
      else if (!isRunning(node) && !isNote(node))
        for (const word of child.trim().split(/\s+/)) {
          if (word === '') continue;
          words.push(word);
          around.push(inside);
        }
    }
    placed.end = words.length;
  };
  visit(body, []);
  return { words, around, elements };
}

/** Returns the value of a declaration or attribute, or null if there is none. */
export function valueOf({ style, attributes }: Specimen, name: string): string | null {
  const declaration = style.find((one) => one.startsWith(`${name}:`));
  if (declaration !== undefined) return declaration.slice(name.length + 1);
  const attribute = attributes.find((one) => one.startsWith(`${name}="`));
  return attribute === undefined ? null : attribute.slice(name.length + 2, -1);
}

export const isRunning = (node: Specimen): boolean => valueOf(node, 'position') !== null;

export const isNote = (node: Specimen): boolean => valueOf(node, 'float') === 'footnote';

/** Applies the element's counter properties in the order of css-lists-3 §4: reset, increment, set. */
export function counted(node: Specimen, counter: string, before: number): number {
  let value = before;
  for (const [property, isAdded] of [
    ['counter-reset', false],
    ['counter-increment', true],
    ['counter-set', false],
  ] as const) {
    const [name, number] = valueOf(node, property)?.split(' ') ?? [];
    if (name === counter) value = (isAdded ? value : 0) + Number(number);
  }
  return value;
}

/** Returns `counter(page)` of each page. */
export function pageNumbers({ elements }: Outline, pageOf: readonly number[], pages: number): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let page = 0; page < pages; page++) {
    value++;
    for (const { node, first } of elements) if (pageOf[first] === page) value = counted(node, 'page', value);
    numbers.push(value);
  }
  return numbers;
}

/** Returns the value of a document counter after each element that begins before the word. */
export function counterAt({ elements }: Outline, counter: string, word: number): number {
  let value = 0;
  for (const { node, first } of elements) if (first <= word) value = counted(node, counter, value);
  return value;
}

/** An assignment of a string or a running element at a word. */
export interface Assignment {
  readonly word: number;
  readonly value: string;
}

export type Keyword = 'first' | 'start' | 'last' | 'first-except';
export const KEYWORDS: readonly Keyword[] = ['first', 'start', 'last', 'first-except'];

/** Returns what each page shows of a named string or of running elements with one name (css-gcpm-3 §1.1.2). */
export function shownOn(
  assignments: readonly Assignment[],
  pageOf: readonly number[],
  pages: number,
): Record<Keyword, string>[] {
  let entry = '';
  return Array.from({ length: pages }, (_, page) => {
    const here = assignments.filter(({ word }) => pageOf[word] === page);
    const before = entry;
    const beginsPage = here[0]?.word === pageOf.indexOf(page);
    const first = here[0]?.value ?? before;
    entry = here.at(-1)?.value ?? before;
    return {
      first,
      start: beginsPage ? first : before,
      last: entry,
      'first-except': here.length === 0 ? before : '',
    };
  });
}

/** Returns the name of the page that contains a word (css-page-3 §5.4). */
export const pageName = (around: readonly Placed[]): string =>
  around.reduce((name, { node }) => valueOf(node, 'page') ?? name, '');

/** Returns the forced breaks before a word. Those of elements that end or begin later come last (css-break-4 §4.2). */
export function breaksBefore({ elements }: Outline, word: number): string[] {
  const filled = elements.filter(({ first, end }) => end > first);
  const after = filled.filter(({ end }) => end === word).map(({ node }) => valueOf(node, 'break-after'));
  const before = filled.filter(({ first }) => first === word).map(({ node }) => valueOf(node, 'break-before'));
  return [...after.toReversed(), ...before].filter((value) => value !== null);
}

/**
 * Returns each page's position within its group of a name (css-gcpm-3 §3.2), or 0 without a group. An element starts a
 * group unless it is already on pages with that name.
 */
export function pageOfGroup(outline: Outline, pageOf: readonly number[], pages: number, name: string): number[] {
  const numbers: number[] = [];
  const elementsOn = (word: number): readonly Placed[] =>
    outline.around[word]!.filter(
      ({ node, ancestors }) => valueOf(node, 'page') === name && pageName(ancestors) !== name,
    );
  for (let page = 0; page < pages; page++) {
    const first = pageOf.indexOf(page);
    const before = numbers.at(-1) ?? 0;
    // A blank page belongs to the element that continues after it.
    const word = first < 0 ? pageOf.indexOf(page + 1) : first;
    const around = elementsOn(word);
    const begins = (element: Placed): boolean => element.first === word && isForced(outline, word);
    const goOn = around.some((element) => !begins(element));
    if (first < 0) numbers.push(goOn ? before + 1 : 0);
    else if (around.some(begins)) numbers.push(1);
    else numbers.push(goOn ? before + 1 : 0);
  }
  return numbers;
}

/** Tells whether there is a forced break before a word, including a change of the page name. */
function isForced(outline: Outline, word: number): boolean {
  if (word === 0 || breaksBefore(outline, word).length > 0) return true;
  return pageName(outline.around[word]!) !== pageName(outline.around[word - 1]!);
}
