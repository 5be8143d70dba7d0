import { type Fragment, FragmentFlag } from '../../engine/layout/contract/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';
import { PROGRESS_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import { elementsOf, type Sample } from './specimen.ts';

/** Returns which page of a sample makes no progress, or that there are too many pages, or null. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const idle = pages.filter((page) => !takesSomethingIn(page));
  if (idle.length > pagesAbovePositions(sample))
    return `page ${idle.map(({ index }) => index + 1).join(' and ')} of ${pages.length} takes nothing in`;
  const most = mostPages(sample);
  return pages.length > most ? `${pages.length} pages where ${most} are enough for anything` : null;
}

/** Returns how many pages may be empty before a box positioned further down. */
function pagesAbovePositions({ body, pageHeight }: Sample): number {
  let pages = 0;
  for (const [node] of elementsOf(body)) {
    const inset = node.style.find((one) => one.startsWith('inset-block-start:') || one.startsWith('top:'));
    if (inset !== undefined) pages += Math.floor(Number.parseInt(inset.slice(inset.indexOf(':') + 1), 10) / pageHeight);
  }
  return pages;
}

/** Tells whether a box begins on the page, or there is a line or a part of a box's own height. */
function takesSomethingIn({ root }: Page): boolean {
  if (root === null) return true;
  const takes = (fragment: Fragment, isRoot: boolean): boolean => {
    if (fragment.type !== 'box') return true;
    if (fragment.flags & FragmentFlag.Repeated) return false;
    const begins = !(fragment.flags & (FragmentFlag.BreaksBefore | FragmentFlag.AnonymousPart));
    if (!isRoot && (begins || (fragment.children.length === 0 && fragment.height > 0))) return true;
    return ownSpace(fragment) || fragment.children.some((child) => takes(child, false));
  };
  return takes(root.fragment, true);
}

/** Tells whether a fragment includes space that its children do not reach: the rest of a fixed height. */
function ownSpace(fragment: Fragment): boolean {
  if (fragment.type !== 'box' || fragment.children.length === 0) return false;
  const ends = fragment.children.map((child, i) => fragment.offsets[2 * i + 1]! + child.height);
  return Math.max(...ends) < fragment.height;
}

/**
 * Returns the page count with each word, element and page height of declared length on a separate page, including
 * columns and forced breaks.
 */
function mostPages(sample: Sample): number {
  let pages = 1;
  for (const [node] of elementsOf(sample.body)) {
    pages += 3;
    for (const child of node.children) if (typeof child === 'string') pages += child.trim().split(/\s+/).length;
    for (const declaration of node.style)
      for (const length of declaration.match(/\d+(?=px)/g) ?? []) pages += Number(length) / sample.pageHeight;
  }
  return Math.ceil(pages);
}

describe('the law of progress', function () {
  this.timeout(120_000);

  it('puts something on every page, and the content limits the number of pages', () =>
    uphold({
      name: 'progress',
      runs: 150,
      without: ['footnotes', 'fixed'],
      exceptions: PROGRESS_EXCEPTIONS,
      violation,
    }));
});
