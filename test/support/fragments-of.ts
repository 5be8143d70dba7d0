import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import type { Page } from '../../engine/pages/page.ts';

/** Returns the page, position and size of an element's fragments, in CSS px. */
export function fragmentsOf(pages: readonly Page[], id: string): string[] {
  const found: string[] = [];
  const visit = (page: Page, fragment: Fragment, x: number, y: number): void => {
    if (fragment.type === 'text') return;
    const { width, height } = fragment;
    if (fragment.type === 'box' && fragment.box.element?.id === id)
      found.push(`${page.index + 1}: ${x / 64},${y / 64} ${width / 64}x${height / 64}`);
    fragment.children.forEach((child, i) => {
      visit(page, child, x + fragment.offsets[i * 2]!, y + fragment.offsets[i * 2 + 1]!);
    });
  };
  for (const page of pages)
    for (const placed of [...(page.root === null ? [] : [page.root]), ...page.positioned])
      visit(page, placed.fragment, placed.x, placed.y);
  return found;
}
