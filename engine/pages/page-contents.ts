/** What each page's content brings for the pages: named strings, running elements, and where elements begin (css-gcpm-3 §1, css-content-3 §2.6). */
import type { Box } from '../boxes/box.ts';
import type { OccurrenceKeyword, RunningElement } from '../boxes/page-references.ts';
import type { Element } from '../document/node.ts';
import { type Fragment, FragmentFlag } from '../layout/fragment.ts';

/** The assignments to each name on one page, in document order. */
type Assignments<T> = Map<string, T[]>;

interface PageMarksOnPage {
  readonly strings: Assignments<string>;
  readonly running: Assignments<RunningElement>;
}

export class PageContents {
  /** The page (from 0) on which an element's box begins. */
  private readonly pageOfElement = new Map<Element, number>();
  private readonly pages: PageMarksOnPage[] = [];

  /** Adds the next page's content; null: a blank page. */
  addPage(fragment: Fragment | null): void {
    const page: PageMarksOnPage = { strings: new Map(), running: new Map() };
    this.pages.push(page);
    if (fragment) this.visit(fragment, page);
  }

  /** null: it has no box. */
  pageOf(element: Element): number | null {
    return this.pageOfElement.get(element) ?? null;
  }

  string(name: string, which: OccurrenceKeyword, page: number): string | null {
    return occurrence(this.pages, (marks) => marks.strings, name, which, page);
  }

  runningElement(name: string, which: OccurrenceKeyword, page: number): RunningElement | null {
    return occurrence(this.pages, (marks) => marks.running, name, which, page);
  }

  private visit(fragment: Fragment, page: PageMarksOnPage): void {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box' && (fragment.flags & (FragmentFlag.BreaksBefore | FragmentFlag.Repeated)) === 0)
      this.note(fragment.box, page);
    for (const child of fragment.children) this.visit(child, page);
  }

  private note(box: Box, page: PageMarksOnPage): void {
    if (box.element && box.pseudo === null && !this.pageOfElement.has(box.element))
      this.pageOfElement.set(box.element, this.pages.length - 1);
    if (!box.marks) return;
    for (const running of box.marks.running) add(page.running, running.name, running);
    for (const { name, value } of box.marks.strings) add(page.strings, name, value);
  }
}

function add<T>(assignments: Assignments<T>, name: string, value: T): void {
  const values = assignments.get(name);
  if (values) values.push(value);
  else assignments.set(name, [value]);
}

/** css-gcpm-3 §1.1.2: the value that holds on a page. */
function occurrence<T>(
  pages: readonly PageMarksOnPage[],
  of: (marks: PageMarksOnPage) => Assignments<T>,
  name: string,
  which: OccurrenceKeyword,
  page: number,
): T | null {
  const here = of(pages[page]).get(name);
  if (here && which === 'first-except') return null;
  if (here && which === 'first') return here[0];
  if (here && which === 'last') return here[here.length - 1];
  for (let earlier = page - 1; earlier >= 0; earlier--) {
    const values = of(pages[earlier]).get(name);
    if (values) return values[values.length - 1];
  }
  // `start` on the page of the first assignment: nothing held when the page began, but what begins with it is its start.
  return here && which === 'start' ? here[0] : null;
}
