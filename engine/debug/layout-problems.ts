/** Finds overflow and other problems of a layout, for tests with extreme data. */
import { contentHeight, contentWidth } from '../layout/contract/geometry.ts';
import type { Element } from '../document/node.ts';
import { withTypedErrors } from '../error-edge.ts';
import type { Box } from '../boxes/box.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { blockExtentIn, inlineExtentIn } from '../pages/copy-fit.ts';
import { layoutDocument } from '../render.ts';
import type { DocumentGiven, RenderOptions } from '../render-options.ts';
import { LU_PER_PX } from '../units.ts';

export interface LayoutProblem {
  /** The code of a diagnostic, or `overflow`: text or boxes extend beyond a box with a given size. */
  readonly code: string;
  readonly message: string;
  /** The element with its class or id; null if the problem belongs to no element. */
  readonly element: string | null;
  readonly line: number | null;
}

interface LayoutProblems {
  readonly pages: number;
  readonly problems: readonly LayoutProblem[];
}

/** Diagnostics about missing, clipped or misplaced content. */
const BROKEN: ReadonlySet<string> = new Set([
  'content/sum',
  'font/missing-glyph',
  'layout/clipped-text',
  'layout/covered-text',
  'layout/header-not-repeated',
  'layout/ignored-break',
  'layout/moved-away',
  'layout/no-progress',
  'layout/unsettled',
  'page/outside',
  'page/shrunk',
  'page/too-tall',
  'page/too-wide',
]);

/** Less overflow than this isn't visible, in LU. */
const INVISIBLE = LU_PER_PX;

/**
 * Lays out a document and returns its problems.
 * @throws RenderError like `render`.
 */
export function layoutProblems(html: DocumentGiven, options: RenderOptions = {}): Promise<LayoutProblems> {
  return withTypedErrors(options, async (followed) => {
    const { pages, diagnostics } = await layoutDocument(html, followed);
    const problems: LayoutProblem[] = diagnostics
      .list()
      .filter(({ code }) => BROKEN.has(code))
      .map(({ code, message, line }) => ({ code, message, element: null, line }));
    const reported = new Set<Box>();
    for (const { root, floats, footnotes, marginBoxes, positioned } of pages)
      for (const { fragment } of [
        ...(root === null ? [] : [root]),
        ...floats,
        ...footnotes,
        ...marginBoxes,
        ...positioned,
      ])
        for (const found of overflowing(fragment))
          if (!reported.has(found.box)) {
            reported.add(found.box);
            problems.push(problemOf(found));
          }
    return { pages: pages.length, problems };
  });
}

interface Overflow {
  readonly box: Box;
  readonly isInline: boolean;
  /** In LU. */
  readonly by: number;
}

/** Returns the innermost boxes whose visible contents extend beyond them. */
function overflowing(root: BoxFragment): Overflow[] {
  const found: Overflow[] = [];
  const stack: Fragment[] = [root];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') continue;
    stack.push(...next.children);
    if (next.type !== 'box' || (next.flags & FragmentFlag.AnonymousPart) !== 0) continue;
    const overflow = overflowOf(next);
    if (overflow !== null) found.push(overflow);
  }
  return found;
}

function overflowOf(fragment: BoxFragment): Overflow | null {
  const { box, style, writingMode } = fragment;
  const { overflowX, overflowY, height: given, width: measure } = style.box;
  if (overflowX !== 'visible' || overflowY !== 'visible') return null;
  const [across, down] = [contentWidth(fragment), contentHeight(fragment)];
  const [inline, block] = writingMode.vertical ? [down, across] : [across, down];
  if (fragment.children.some(({ type }) => type === 'line')) {
    const by = inlineExtentIn(fragment) - inline;
    if (by > INVISIBLE) return { box, isInline: true, by };
  }
  const isGiven = !(writingMode.vertical ? measure : given).isAuto;
  const continues = (fragment.flags & (FragmentFlag.BreaksAfter | FragmentFlag.BreaksBefore)) !== 0;
  if (!isGiven || continues || box.element === null) return null;
  const by = blockExtentIn(fragment) - block;
  return by > INVISIBLE ? { box, isInline: false, by } : null;
}

function problemOf({ box, isInline, by }: Overflow): LayoutProblem {
  const what = isInline ? 'Text is wider' : 'Content is taller';
  return {
    code: 'overflow',
    message: `${what} than its box by ${Math.round(by / LU_PER_PX)} px.`,
    element: box.element === null ? null : labelOf(box.element),
    line: box.element?.position?.line ?? null,
  };
}

/** Returns the tag of an element with its id or classes. */
function labelOf({ tag, id, classes }: Element): string {
  if (id !== null && id !== '') return `${tag}#${id}`;
  return [tag, ...classes].join('.');
}
