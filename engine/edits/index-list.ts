/**
 * Indexes: `<section data-index-list>` receives the terms that elements with `data-index-term` mark, sorted and grouped by
 * letter. `data-index-list="people"` collects only terms with `data-index-in="people"`.
 */
import { Text, type Element, type Node } from '../document/node.ts';
import { lazily } from '../lazily.ts';
import type { EditContext } from './edit-context.ts';
import { append, copyContents, createElement, plainText } from './tree.ts';

/** Separates a term from its subterms, and several terms of one element. */
const LEVELS = '>';
const TERMS = ';';
const MAX_LEVELS = 4;

/** A term with the elements that mark it. */
interface Term {
  readonly name: string;
  /** The sort key. */
  key: string;
  readonly terms: Map<string, Term>;
  readonly marks: Mark[];
  readonly see: string[];
  readonly seeAlso: string[];
}

interface Mark {
  readonly element: Element;
  /** Whether it covers all pages of the element. */
  readonly isRange: boolean;
  readonly isMain: boolean;
}

const newTerm = (name: string): Term => ({
  name,
  key: name,
  terms: new Map(),
  marks: [],
  see: [],
  seeAlso: [],
});

/** Returns a function that fills the index. */
export function planIndex(context: EditContext, list: Element): () => void {
  const name = list.attribute('data-index-list') ?? '';
  const root = newTerm('');
  for (const element of context.marks)
    if ((element.attribute('data-index-in') ?? '') === name) addMark(context, root, element);
  if (root.terms.size === 0) {
    context.reportEmpty(list, 'data-index-list', 'has no terms marked with data-index-term');
    return () => {};
  }
  return () => new IndexWriter(context, list).write(root);
}

function addMark({ budget, isOmittedInCopies }: EditContext, root: Term, element: Element): void {
  const given = element.attribute('data-index-term') ?? '';
  const terms = given === '' ? [plainText(copyContents(element, isOmittedInCopies, budget))] : given.split(TERMS);
  for (const written of terms) {
    const parts = given === '' ? [written] : written.split(LEVELS, MAX_LEVELS);
    const names = parts.map((part) => part.trim()).filter((part) => part !== '');
    let term = root;
    names.forEach((name, i) => {
      budget.tick();
      let inner = term.terms.get(name);
      if (inner === undefined) term.terms.set(name, (inner = newTerm(name)));
      if (i === names.length - 1) inner.key = element.attribute('data-index-sort') ?? inner.key;
      term = inner;
    });
    if (term === root) continue;
    const see = element.attribute('data-index-see');
    const seeAlso = element.attribute('data-index-see-also');
    if (see !== null) term.see.push(see);
    if (seeAlso !== null) term.seeAlso.push(seeAlso);
    if (see !== null || seeAlso !== null) continue;
    const isRange = element.attribute('data-index-range') !== null;
    term.marks.push({ element, isRange, isMain: element.attribute('data-index-main') !== null });
  }
}

/** Strips marks and punctuation, so that É is sorted as E and quotes are ignored. */
const NOT_SORTED = lazily(() => /[\p{M}\p{P}\p{Z}]/gu);
const LETTER = lazily(() => /\p{L}/u);

/** Returns the text by which terms are compared: letters and digits in lower case, without accents. */
const sortKey = (text: string): string => text.normalize('NFD').replace(NOT_SORTED(), '').toLowerCase();

class IndexWriter {
  private readonly context: EditContext;
  private readonly list: Element;
  /** The ids of the first level's entries, and the ids that references by name lead to. */
  private readonly ids = new Map<Term, string>();
  private readonly idByKey = new Map<string, string>();

  constructor(context: EditContext, list: Element) {
    this.context = context;
    this.list = list;
  }

  write(root: Term): void {
    const sorted = this.sorted(root);
    for (const term of sorted) {
      const id = this.context.ids.next('index');
      const key = sortKey(term.name);
      this.ids.set(term, id);
      if (!this.idByKey.has(key)) this.idByKey.set(key, id);
    }
    let letter: string | null = null;
    let entries: Element | null = null;
    for (const term of sorted) {
      const own = letterOf(term);
      if (entries === null || own !== letter) {
        letter = own;
        entries = this.element('ul', { class: 'index-entries' });
        const heading = this.element('p', { class: 'index-letter' }, [new Text(own)]);
        append(this.list, this.element('div', { class: 'index-group' }, [heading, entries]));
      }
      append(entries, this.entry(term));
    }
  }

  private entry(term: Term): Element {
    const id = this.ids.get(term);
    const item = this.element('li', { class: 'index-entry', ...(id === undefined ? {} : { id }) });
    append(item, this.element('span', { class: 'index-name' }, [new Text(term.name)]));
    if (term.marks.length > 0) append(item, this.pages(term.marks));
    for (const other of term.see) append(item, this.reference('index-see', other));
    for (const other of term.seeAlso) append(item, this.reference('index-see-also', other));
    if (term.terms.size === 0) return item;
    const inner = this.sorted(term).map((subterm) => this.entry(subterm));
    append(item, this.element('ul', { class: 'index-entries' }, inner));
    return item;
  }

  private pages(marks: readonly Mark[]): Element {
    const pages = this.element('span', { class: 'index-pages' });
    const link = (id: string, isMain: boolean, ending: Readonly<Record<string, string>> = {}): void => {
      const names = isMain ? 'index-link index-main' : 'index-link';
      append(pages, this.element('a', { class: names, href: `#${encodeURIComponent(id)}`, ...ending }));
    };
    marks.forEach(({ element, isRange, isMain }, i) => {
      if (i > 0) append(pages, new Text(', '));
      link(this.context.ids.of(element, 'term'), isMain);
      if (!isRange) return;
      append(pages, new Text(', '));
      link(this.endOf(element), isMain, { 'data-range-end': '' });
    });
    return pages;
  }

  /** Returns the id of an empty element after the last text of an element. */
  private endOf(element: Element): string {
    const last = lastInner(element);
    if (last.classes.includes(RANGE_END) && last.id !== null) return last.id;
    const id = this.context.ids.next('term');
    append(last, this.element('span', { class: RANGE_END, id }));
    return id;
  }

  private reference(kind: string, to: string): Element {
    const id = this.idByKey.get(sortKey(to));
    if (id === undefined)
      this.context.report(this.list, `The index refers to "${to}", which is not a term. The reference has no link.`);
    const attributes = { class: 'index-target' };
    const name = [new Text(to)];
    const target =
      id === undefined
        ? this.element('span', attributes, name)
        : this.element('a', { ...attributes, href: `#${id}` }, name);
    return this.element('span', { class: kind }, [target]);
  }

  private element(tag: string, attributes: Readonly<Record<string, string>>, children: readonly Node[] = []): Element {
    return createElement(tag, attributes, children, this.list.position, this.context.budget);
  }

  /** Sorts by letters first and then by the exact text. Comparing code points gives the same order everywhere. */
  private sorted({ terms }: Term): Term[] {
    const keyed = [...terms.values()].map((term) => ({ term, key: sortKey(term.key) }));
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    this.context.budget.tickBy(keyed.length);
    return keyed.sort((a, b) => compare(a.key, b.key) || compare(a.term.name, b.term.name)).map(({ term }) => term);
  }
}

const RANGE_END = 'index-range-end';

/** Elements without text, after which a range ends. */
const CLOSED: ReadonlySet<string> = new Set([
  'audio',
  'br',
  'button',
  'canvas',
  'hr',
  'iframe',
  'img',
  'input',
  'meter',
  'object',
  'progress',
  'select',
  'textarea',
  'video',
  'wbr',
]);

/** Returns the innermost element at the end of an element. An empty box after a paragraph would have no line. */
function lastInner(element: Element): Element {
  for (let at = element; ;) {
    const last = at.children.findLast((node) => node.type === 'element' || node.data.trim() !== '');
    if (last?.type !== 'element' || !last.isHtml || CLOSED.has(last.tag)) return at;
    at = last;
  }
}

/** Returns the heading of a term's group: its first letter, or `#` for digits and symbols. */
function letterOf({ key }: Term): string {
  const first = [...sortKey(key)][0] ?? '';
  return LETTER().test(first) ? first.toUpperCase() : '#';
}
