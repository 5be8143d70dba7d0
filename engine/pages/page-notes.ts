/** What one page's content tells: named strings, running elements, and what begins or stands on it. */
import type { Box } from '../boxes/box.ts';
import type { RunningElement } from '../boxes/page-references.ts';
import type { Element } from '../document/node.ts';
import { type Fragment, FragmentFlag } from '../layout/fragment.ts';

/** The assignments to each name on one page, in document order. */
export type Assignments<T> = ReadonlyMap<string, readonly T[]>;

export interface PageNotes {
  readonly strings: Assignments<string>;
  readonly running: Assignments<RunningElement>;
  /** Elements that a reference may lead to or stand in, whose boxes begin here. */
  readonly elements: readonly Element[];
  /** Boxes to watch that have a fragment here. */
  readonly boxes: readonly Box[];
}

export const NO_NOTES: PageNotes = { strings: new Map(), running: new Map(), elements: [], boxes: [] };

/** What is worth noting besides what boxes set for the pages: elements with an id, and these. */
export interface Watched {
  readonly elements: ReadonlySet<Element>;
  readonly boxes: ReadonlySet<Box>;
}

/** Looks through the fragments of a page; repeated ones have told everything on the first page that they are on. */
export function notesOf(fragments: readonly Fragment[], watched: Watched): PageNotes {
  const strings = new Map<string, string[]>();
  const running = new Map<string, RunningElement[]>();
  const elements: Element[] = [];
  const boxes = new Set<Box>();
  const note = (box: Box): void => {
    const { element, marks } = box;
    if (element !== null && box.pseudo === null && (element.id !== null || watched.elements.has(element)))
      elements.push(element);
    if (marks === null) return;
    for (const one of marks.running) add(running, one.name, one);
    for (const { name, value } of marks.strings) add(strings, name, value);
  };
  const visit = (fragment: Fragment): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box') {
      if (watched.boxes.has(fragment.box)) boxes.add(fragment.box);
      if ((fragment.flags & (FragmentFlag.BreaksBefore | FragmentFlag.Repeated)) === 0) note(fragment.box);
    }
    for (const child of fragment.children) visit(child);
  };
  fragments.forEach(visit);
  return { strings, running, elements, boxes: [...boxes] };
}

function add<T>(assignments: Map<string, T[]>, name: string, value: T): void {
  const values = assignments.get(name);
  if (values) values.push(value);
  else assignments.set(name, [value]);
}
