/**
 * Style and layout in turns, for documents that ask for the sizes of query containers (css-conditional-5 §5): a layout's container sizes
 * are what the next round is styled with, until they are what it was styled with. Size containment makes this end: a container's size
 * depends on its ancestors only, so every round settles one more level of nesting.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Element } from '../document/node.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/fragment.ts';
import type { ContentSize, Styler } from '../style/styler.ts';
import { pxFromLu } from '../units.ts';
import type { LaidOutPages } from './page-loop.ts';

/** Rounds at most: levels of nested containers whose sizes declarations don't tell. */
const MAX_ROUNDS = 5;
/** Sizes that differ by no more, in CSS px, are the same: layout counts in 1/64 px. */
const TOLERANCE = 1 / 32;

interface Round extends LaidOutPages {
  readonly styler: Styler;
}

/** Lays out until containers have the sizes that styles took them to have. */
export async function settleContainers<R extends Round>(
  layout: (sizes: ReadonlyMap<Element, ContentSize> | null) => Promise<R>,
  diagnostics: Diagnostics,
): Promise<R> {
  let result = await layout(null);
  let sizes: ReadonlyMap<Element, ContentSize> | null = null;
  for (let round = 1; result.styler.containersAsked.size > 0; round++) {
    const found = measureContainers(result);
    if (agree(result.styler.containersAsked, found)) break;
    if (round === MAX_ROUNDS) {
      diagnostics.warn(
        'css/container-query',
        `Containers still changed their sizes after ${MAX_ROUNDS} rounds of layout; queries were answered from the sizes of the last but one.`,
      );
      break;
    }
    // What isn't laid out this time keeps its last size.
    sizes = new Map<Element, ContentSize>([...(sizes ?? []), ...found]);
    result = await layout(sizes);
  }
  return result;
}

/** A container without a box keeps what it was taken to have. */
function agree(
  asked: ReadonlyMap<Element, ContentSize>,
  found: ReadonlyMap<Element, { readonly width: number; readonly height: number }>,
): boolean {
  for (const [element, { width, height }] of asked) {
    const size = found.get(element);
    if (size === undefined) continue;
    if (Math.abs(size.width - width) > TOLERANCE || Math.abs(size.height - height) > TOLERANCE) return false;
  }
  return true;
}

/** The content boxes of all size containers; of one in several fragments the first's inline size and the block sizes together. */
function measureContainers({ flow, pages }: LaidOutPages): Map<Element, ContentSize> {
  const found = new Map<Element, { width: number; height: number }>();
  const stack: Fragment[] = [];
  const collect = (fragment: BoxFragment): void => {
    for (stack.push(fragment); stack.length > 0;) {
      const next = stack.pop() as Fragment;
      if (next.type === 'text') continue;
      if (next.type === 'box') {
        if ((next.flags & FragmentFlag.Repeated) !== 0) continue;
        if ((next.flags & FragmentFlag.AnonymousPart) === 0 && isContainerBox(next.box)) addFragment(found, next);
      }
      for (let i = next.children.length - 1; i >= 0; i--) stack.push(next.children[i]);
    }
  };
  flow.forEach(collect);
  for (const { positioned, footnotes } of pages) {
    for (const { fragment } of positioned) collect(fragment);
    for (const { fragment } of footnotes) collect(fragment);
  }
  return found;
}

function isContainerBox(box: Box): boolean {
  return (
    box.style.rare.containerType.includes('size') &&
    box.pseudo === null &&
    !box.has(BoxFlag.Anonymous) &&
    box.kind !== BoxKind.Inline
  );
}

function addFragment(found: Map<Element, { width: number; height: number }>, fragment: BoxFragment): void {
  const { box, border, padding, writingMode } = fragment;
  if (box.element === null) return;
  const width = pxFromLu(fragment.width - border.left - border.right - padding.left - padding.right);
  const height = pxFromLu(fragment.height - border.top - border.bottom - padding.top - padding.bottom);
  const known = found.get(box.element);
  if (known === undefined) found.set(box.element, { width: Math.max(0, width), height: Math.max(0, height) });
  else if (writingMode.vertical) known.width += width;
  else known.height += height;
}
