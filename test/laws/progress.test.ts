import { type Fragment, FragmentFlag } from '../../engine/layout/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';
import { PROGRESS_EXCEPTIONS } from './known-exceptions.ts';
import { layOut, uphold } from './law.ts';
import { elementsOf, type Sample } from './specimen.ts';

/** Which page of a sample takes nothing in, or that there are too many; null: all is well. */
async function violation(sample: Sample): Promise<string | null> {
  const { pages } = await layOut(sample);
  const idle = pages.filter((page) => !takesSomethingIn(page));
  if (idle.length > pagesAbovePositions(sample))
    return `page ${idle.map(({ index }) => index + 1).join(' and ')} of ${pages.length} takes nothing in`;
  const most = mostPages(sample);
  return pages.length > most ? `${pages.length} pages where ${most} are enough for anything` : null;
}

/** Pages may be empty above what stands at a position further down. */
function pagesAbovePositions({ body, pageHeight }: Sample): number {
  let pages = 0;
  for (const [node] of elementsOf(body)) {
    const inset = node.style.find((one) => one.startsWith('inset-block-start:') || one.startsWith('top:'));
    if (inset !== undefined) pages += Math.floor(Number.parseInt(inset.slice(inset.indexOf(':') + 1), 10) / pageHeight);
  }
  return pages;
}

/** Does a box begin on the page, or is there a line, or a piece of a box's own height? */
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

/** Is a part of a box shown that its children don't reach: the rest of a fixed height? */
function ownSpace(fragment: Fragment): boolean {
  if (fragment.type !== 'box' || fragment.children.length === 0) return false;
  const ends = fragment.children.map((child, i) => fragment.offsets[2 * i + 1]! + child.height);
  return Math.max(...ends) < fragment.height;
}

/** Each word, element and page's worth of declared length on a page of its own, columns and forced breaks reckoned in. */
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

describe('law of progress', function () {
  this.timeout(120_000);

  it('every page takes something in, and the content bounds their number', () =>
    uphold({
      name: 'progress',
      runs: 150,
      without: ['footnotes', 'fixed'],
      exceptions: PROGRESS_EXCEPTIONS,
      violation,
    }));
});
