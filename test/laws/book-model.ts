/**
 * What page numbers, named strings, running elements and references of a sample must be, reckoned from its source and from the pages on which its words
 * are found: css-page-3 §7.1, css-gcpm-3 §1 and §3, css-content-3 §4. Knows nothing of the engine.
 */
import type { Specimen } from './specimen.ts';

/** An element, with what begins and ends it: places of words in the order of the document. */
export interface Placed {
  readonly node: Specimen;
  readonly ancestors: readonly Placed[];
  /** Its first word. */
  readonly first: number;
  /** Behind its last word. */
  end: number;
}

export interface Outline {
  /** In the order of the document. */
  readonly words: readonly string[];
  /** The elements that each word is in, outermost first. */
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

/** The value of a declaration, or of an attribute; null: there is none. */
export function valueOf({ style, attributes }: Specimen, name: string): string | null {
  const declaration = style.find((one) => one.startsWith(`${name}:`));
  if (declaration !== undefined) return declaration.slice(name.length + 1);
  const attribute = attributes.find((one) => one.startsWith(`${name}="`));
  return attribute === undefined ? null : attribute.slice(name.length + 2, -1);
}

export const isRunning = (node: Specimen): boolean => valueOf(node, 'position') !== null;

export const isNote = (node: Specimen): boolean => valueOf(node, 'float') === 'footnote';

/** What the element does to a counter; css-lists-3 §4: reset, increment, set. */
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

/** `counter(page)` of each page. */
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

/** A counter of the document at each element that begins before the word. */
export function counterAt({ elements }: Outline, counter: string, word: number): number {
  let value = 0;
  for (const { node, first } of elements) if (first <= word) value = counted(node, counter, value);
  return value;
}

/** What is assigned where: a string, or a running element. */
export interface Assignment {
  readonly word: number;
  readonly value: string;
}

export type Keyword = 'first' | 'start' | 'last' | 'first-except';
export const KEYWORDS: readonly Keyword[] = ['first', 'start', 'last', 'first-except'];

/** What each page shows of a named string, or of running elements of one name (css-gcpm-3 §1.1.2). */
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

/** The name of the page that a word is on (css-page-3 §5.4). */
export const pageName = (around: readonly Placed[]): string =>
  around.reduce((name, { node }) => valueOf(node, 'page') ?? name, '');

/** The forced breaks before a word, those of what ends or begins later last (css-break-4 §4.2). */
export function breaksBefore({ elements }: Outline, word: number): string[] {
  const filled = elements.filter(({ first, end }) => end > first);
  const after = filled.filter(({ end }) => end === word).map(({ node }) => valueOf(node, 'break-after'));
  const before = filled.filter(({ first }) => first === word).map(({ node }) => valueOf(node, 'break-before'));
  return [...after.toReversed(), ...before].filter((value) => value !== null);
}

/** On each page, which page of its group of a name it is (css-gcpm-3 §3.2); 0: of none. An element has a group if it isn't on pages of the name already. */
export function pageOfGroup(outline: Outline, pageOf: readonly number[], pages: number, name: string): number[] {
  const numbers: number[] = [];
  const elementsOn = (word: number): readonly Placed[] =>
    outline.around[word]!.filter(
      ({ node, ancestors }) => valueOf(node, 'page') === name && pageName(ancestors) !== name,
    );
  for (let page = 0; page < pages; page++) {
    const first = pageOf.indexOf(page);
    const before = numbers.at(-1) ?? 0;
    // A blank page is inside of what goes on behind it.
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

/** Does a forced break stand before a word? A change of the page's name is one. */
function isForced(outline: Outline, word: number): boolean {
  if (word === 0 || breaksBefore(outline, word).length > 0) return true;
  return pageName(outline.around[word]!) !== pageName(outline.around[word - 1]!);
}
