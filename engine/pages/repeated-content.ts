/**
 * Texts that name pages, in content that every page repeats: fixed boxes and the headers and footers of tables. They
 * are laid out once more for each page, at their existing size.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { OpenContents } from '../boxes/open-contents.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { BoxFragment, type Fragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { writingModeOf } from '../layout/sizing/box-edges.ts';
import { forgetResults } from '../layout/cache/layout-cache.ts';
import { SpaceBuilder } from '../layout/contract/space-builder.ts';
import type { LU } from '../units.ts';
import { notesOf, type PageNotes, type Watched } from './page-notes.ts';
import type { PlacedFragment } from './page.ts';

/** The boxes inside fixed boxes whose lines contain page numbers or other texts of the page. */
interface FixedTexts {
  readonly count: number;
  readonly around: ReadonlySet<Box>;
  readonly containers: readonly Box[];
}

export class RepeatedContent {
  private readonly open: OpenContents;
  private readonly context: LayoutContext;
  private readonly containers: ReadonlySet<Box>;
  /** Found once, because the fixed boxes are known before pages are sent. */
  private fixed: FixedTexts | null = null;

  constructor(open: OpenContents, context: LayoutContext) {
    this.open = open;
    this.context = context;
    this.containers = open.containers();
  }

  /** Gives the texts inside some boxes the answers of a page, and discards the layout that depends on them. */
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

  /** Returns a page's root with its repeated headers and footers adapted to the page. */
  withTexts(root: PlacedFragment, pages: PageReferences): PlacedFragment {
    const fragment = this.replaced(root.fragment, null, pages);
    return fragment === root.fragment ? root : { ...root, fragment };
  }

  /** `table` is the innermost table around the fragment. */
  private replaced(fragment: BoxFragment, table: BoxFragment | null, pages: PageReferences): BoxFragment {
    if (isRepeatedPart(fragment)) {
      const found: Box[] = [];
      containersIn(fragment, this.containers, found);
      if (found.length === 0) return fragment;
      for (const box of this.open.retell(found, table === null ? pages : within(table, pages))) forgetResults(box);
      return this.withNewLines(fragment, new Set(found));
    }
    const around = fragment.box.kind === BoxKind.Table ? fragment : table;
    return withChildren(fragment, (child) => this.replaced(child, around, pages));
  }

  private withNewLines(fragment: BoxFragment, boxes: ReadonlySet<Box>): BoxFragment {
    if (boxes.has(fragment.box)) return this.laidOut(fragment);
    return withChildren(fragment, (child) => this.withNewLines(child, boxes));
  }

  /** The same fragment with new lines, which begin where the old ones did. */
  private laidOut(fragment: BoxFragment): BoxFragment {
    const { box, width, height, children, offsets } = fragment;
    const mode = writingModeOf(box.style);
    const inline = mode.inlineOf(width, height);
    const space = new SpaceBuilder(this.context, mode, box)
      .available(inline)
      .percentages(inline, 0)
      .fixedInline(inline);
    const { fragment: fresh } = this.context.layout(box, space.build(), null);
    const along = mode.blockOf(0, 1);
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

/** Collects the boxes of a fragment whose lines name pages. */
function containersIn(fragment: BoxFragment, containers: ReadonlySet<Box>, found: Box[]): void {
  if (containers.has(fragment.box)) found.push(fragment.box);
  for (const child of fragment.children) if (child instanceof BoxFragment) containersIn(child, containers, found);
}

/** Returns a fragment with its child boxes replaced; the same one if none changes. */
function withChildren(fragment: BoxFragment, replace: (child: BoxFragment) => BoxFragment): BoxFragment {
  let children: Fragment[] | null = null;
  fragment.children.forEach((child, i) => {
    if (child.type !== 'box') return;
    const replaced = replace(child);
    if (replaced !== child) (children ??= [...fragment.children])[i] = replaced;
  });
  return children === null ? fragment : fragment.withContents(children, fragment.offsets);
}

/** Narrows the answers of a page to a table on it: its headers and footers show the counters where it begins and ends. */
function within(table: BoxFragment, pages: PageReferences): PageReferences {
  let counters: PageNotes['counters'] | null = null;
  return {
    ...pages,
    repeatedCounter: (name, edge) => {
      counters ??= notesOf([table], NOTHING_WATCHED).counters;
      return pages.repeatedCounter(name, edge, counters.get(name));
    },
  };
}

const NOTHING_WATCHED: Watched = { elements: new Set(), boxes: new Set() };
