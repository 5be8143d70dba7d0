/**
 * Endnotes: `<section data-endnotes=".note">` receives the elements that the selector matches. A numbered link takes
 * the place of each.
 */
import { Text, type Element } from '../document/node.ts';
import type { EditContext } from './edit-context.ts';
import { append, createElement, replaceNodes } from './tree.ts';

/** Returns a function that moves the notes. `taken`: notes of earlier sections, to which this one's are added. */
export function planEndnotes(context: EditContext, section: Element, taken: Set<Element>): () => void {
  const query = context.query(section, 'data-endnotes');
  const within = context.scopeOf(section, 'data-endnotes-within');
  if (query === null || within === null) return () => {};
  const notes: Element[] = [];
  let end = -1;
  for (const note of context.sources) {
    // A note inside another stays there. The section itself can't be moved into its own list.
    if (note.index <= end || taken.has(note) || !context.isInside(note, within)) continue;
    if (context.isInside(section, note) || !context.queries.matches(query, note)) continue;
    end = note.lastDescendant;
    taken.add(note);
    notes.push(note);
  }
  if (notes.length === 0) {
    context.reportEmpty(section, 'data-endnotes', 'matches no element');
    return () => {};
  }
  return () => collect(context, section, notes);
}

function collect(context: EditContext, section: Element, notes: readonly Element[]): void {
  const { budget, ids } = context;
  const list = createElement('ol', { class: 'endnote-list' }, [], section.position, budget);
  const calls = new Map<Element, Element[]>();
  const entries: Element[] = [];
  notes.forEach((note, i) => {
    const call = ids.next('endnote-call');
    const id = ids.next('endnote');
    const back = createElement('a', { class: 'endnote-back', href: `#${call}` }, [], note.position, budget);
    const link = { class: 'endnote-call', id: call, href: `#${id}`, role: 'doc-noteref' };
    const number = createElement('a', link, [new Text(`${i + 1}`)], note.position, budget);
    context.calls.add(number);
    calls.set(note, [number]);
    entries.push(createElement('li', { class: 'endnote', id }, [back], note.position, budget));
  });
  replaceNodes(calls);
  notes.forEach((note, i) => {
    const entry = entries[i]!;
    entry.children.unshift(note);
    note.parent = entry;
    append(list, entry);
  });
  append(section, list);
}
