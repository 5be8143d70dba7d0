/**
 * Texts that name pages, in content that every page repeats: fixed boxes and the headers and footers of tables. They
 * are laid out once more for each page, at the size that they have.
 */
import type { Box } from '../boxes/box.ts';
import type { OpenContents } from '../boxes/open-contents.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { LayoutContext } from '../layout/contract.ts';
import { BoxFragment, type Fragment, FragmentFlag } from '../layout/fragment.ts';
import { writingModeOf } from '../layout/box-edges.ts';
import { forgetResults } from '../layout/layout-cache.ts';
import { SpaceBuilder } from '../layout/space-builder.ts';
import type { LU } from '../units.ts';
import type { PlacedFragment } from './page.ts';

/** The boxes inside of fixed ones whose lines name pages. */
interface FixedTexts {
  readonly count: number;
  readonly around: ReadonlySet<Box>;
  readonly containers: readonly Box[];
}

export class RepeatedTexts {
  private readonly open: OpenContents;
  private readonly context: LayoutContext;
  private readonly containers: ReadonlySet<Box>;
  /** Found once: the fixed boxes are known before pages leave. */
  private fixed: FixedTexts | null = null;

  constructor(open: OpenContents, context: LayoutContext) {
    this.open = open;
    this.context = context;
    this.containers = open.containers();
  }

  /** Gives the texts inside of some boxes the answers of a page, and discards the layout that depends on them. */
  tell(boxes: readonly Box[], pages: PageReferences): void {
    if (boxes.length === 0) return;
    if (this.fixed?.count !== boxes.length) this.fixed = this.inside(boxes);
    const { containers, around } = this.fixed;
    for (const container of this.open.retell(containers, pages))
      for (const box of pathTo(container, around) ?? []) forgetResults(box);
  }

  private inside(boxes: readonly Box[]): FixedTexts {
    const around = new Set(boxes);
    const containers = [...this.containers].filter((container) => pathTo(container, around) !== null);
    return { count: boxes.length, around, containers };
  }

  /** Returns a page's root with the repeated headers and footers in it as the page has them. */
  withTexts(root: PlacedFragment, pages: PageReferences): PlacedFragment {
    const found: Box[] = [];
    repeatedIn(root.fragment, this.containers, false, found);
    if (found.length === 0) return root;
    for (const box of this.open.retell(found, pages)) forgetResults(box);
    return { ...root, fragment: this.replaced(root.fragment, new Set(found), false) };
  }

  private replaced(fragment: BoxFragment, boxes: ReadonlySet<Box>, isRepeated: boolean): BoxFragment {
    const repeated = isRepeated || isRepeatedPart(fragment);
    if (repeated && boxes.has(fragment.box)) return this.laidOut(fragment);
    let children: Fragment[] | null = null;
    fragment.children.forEach((child, i) => {
      if (child.type !== 'box') return;
      const replaced = this.replaced(child, boxes, repeated);
      if (replaced !== child) (children ??= [...fragment.children])[i] = replaced;
    });
    return children === null ? fragment : fragment.withContents(children, fragment.offsets);
  }

  /** The same fragment with new lines, which begin where the old ones did. */
  private laidOut(fragment: BoxFragment): BoxFragment {
    const { box, width, height, children, offsets } = fragment;
    const mode = writingModeOf(box.style);
    const inline = mode.vertical ? height : width;
    const space = new SpaceBuilder(this.context, mode, box)
      .available(inline)
      .percentages(inline, 0)
      .fixedInline(inline);
    const { fragment: fresh } = this.context.layout(box, space.build(), null);
    const along = mode.vertical ? 0 : 1;
    const moved: LU =
      children.length === 0 || fresh.children.length === 0 ? 0 : offsets[along]! - fresh.offsets[along]!;
    const places = fresh.offsets.map((offset, i) => (i % 2 === along ? offset + moved : offset));
    return fragment.withContents(fresh.children, places);
  }
}

/** The original of a footer is on the last page, although its element begins on the first one with a copy. */
function isRepeatedPart({ box, flags }: BoxFragment): boolean {
  const { inside } = box.style.box.display;
  return (flags & FragmentFlag.Repeated) !== 0 || inside === 'table-header-group' || inside === 'table-footer-group';
}

/** Returns a box and its ancestors up to one of `around`; null if none of them is. */
function pathTo(box: Box, around: ReadonlySet<Box>): readonly Box[] | null {
  const path: Box[] = [];
  for (let b: Box | null = box; b !== null; b = b.parent) {
    path.push(b);
    if (around.has(b)) return path;
  }
  return null;
}

function repeatedIn(fragment: BoxFragment, containers: ReadonlySet<Box>, isRepeated: boolean, found: Box[]): void {
  const repeated = isRepeated || isRepeatedPart(fragment);
  if (repeated && containers.has(fragment.box)) found.push(fragment.box);
  for (const child of fragment.children)
    if (child instanceof BoxFragment) repeatedIn(child, containers, repeated, found);
}
