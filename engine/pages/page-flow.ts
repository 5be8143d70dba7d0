/** Fills page areas with the flow, one after the other, each page with the geometry that its `@page` rules give it. */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import { usedMargins, writingModeOf } from '../layout/box-model.ts';
import { type BlockBreakToken, sameToken } from '../layout/break-token.ts';
import type { LayoutContext, OutOfFlowCandidate } from '../layout/contract.ts';
import { layoutFragmentainer } from '../layout/fragmentation/fragmentainer.ts';
import { firstPage, type NextPage, nextPage } from '../layout/fragmentation/next-break.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { shifted } from '../layout/positioned.ts';
import type { ResolvedOptions } from '../options.ts';
import type { PageStyle, Styler } from '../style/styler.ts';
import type { LU } from '../units.ts';
import { type FootnoteArea, layoutFootnotes, NO_FOOTNOTES } from './footnotes.ts';
import type { PlacedFragment } from './page.ts';
import { type CounterValues, PageCounters } from './page-counters.ts';
import { type PageGeometry, pageGeometry } from './page-geometry.ts';

export interface PageFlowInput {
  readonly styler: Styler;
  readonly layout: LayoutContext;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly onPage: (pages: number) => void;
}

/** A page while the total isn't known: all but what hangs on it. */
export interface Draft {
  readonly name: string;
  readonly index: number;
  readonly side: 'left' | 'right';
  readonly blank: boolean;
  readonly style: PageStyle;
  readonly geometry: PageGeometry;
  readonly counters: CounterValues;
  readonly root: PlacedFragment | null;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: FootnoteArea;
}

/** The used geometry of a page, whose style the caller has resolved. */
export function geometryOf(style: PageStyle, styler: Styler, options: ResolvedOptions): PageGeometry {
  return pageGeometry(style.style, style.size, options, !styler.hasPageRules);
}

/** What a page's area holds. */
interface Filled {
  readonly root: PlacedFragment;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: FootnoteArea;
  readonly token: BlockBreakToken | null;
}

export class PageFlow {
  readonly root: Box;
  /** Content is laid out on areas enlarged by 1 / scale. */
  readonly scale: number;
  readonly mode: WritingMode;
  readonly drafts: Draft[] = [];
  private readonly input: PageFlowInput;
  private readonly counters = new PageCounters();
  private readonly leftFirst: boolean;

  constructor(input: PageFlowInput, root: Box, scale: number) {
    this.input = input;
    this.root = root;
    this.scale = scale;
    this.mode = writingModeOf(root.style);
    this.leftFirst = root.style.text.direction === 'rtl';
  }

  /** Lays out everything that is in the flow. */
  fill(): void {
    let token: BlockBreakToken | null = null;
    let next = firstPage(this.root);
    for (;;) {
      if (next.side !== null && this.physicalSide(next.side) !== this.sideOf(this.drafts.length))
        this.add(next.name, true, null);
      const after = this.add(next.name, false, token);
      if (after === null || sameToken(after, token)) return;
      token = after;
      next = nextPage(after);
    }
  }

  private sideOf(index: number): 'left' | 'right' {
    return (index % 2 === 0) === this.leftFirst ? 'left' : 'right';
  }

  /** css-break-3 §3.1: recto is the side on which the first page lies. */
  private physicalSide(side: NonNullable<NextPage['side']>): 'left' | 'right' {
    if (side === 'left' || side === 'right') return side;
    return (side === 'recto') === this.leftFirst ? 'left' : 'right';
  }

  private add(name: string, blank: boolean, token: BlockBreakToken | null): BlockBreakToken | null {
    const { styler, options, budget, onPage } = this.input;
    const index = this.drafts.length;
    budget.spendPage(index + 1);
    const side = this.sideOf(index);
    const style = styler.pageStyle({ name, index, first: index === 0, left: side === 'left', blank });
    const geometry = geometryOf(style, styler, options);
    const filled = blank ? null : this.fillPage(style, geometry, token);
    this.drafts.push({
      name,
      index,
      side,
      blank,
      style,
      geometry,
      counters: this.counters.advance(style.style),
      root: filled?.root ?? null,
      outOfFlow: filled?.outOfFlow ?? [],
      footnotes: filled?.footnotes ?? NO_FOOTNOTES,
    });
    onPage(this.drafts.length);
    return filled?.token ?? null;
  }

  private fillPage(style: PageStyle, geometry: PageGeometry, token: BlockBreakToken | null): Filled {
    const { root, mode, scale } = this;
    const { layout } = this.input;
    const width = Math.ceil(geometry.flowWidth / scale);
    const height = Math.ceil(geometry.flowHeight / scale);
    const margins = mode.toPhysicalSides(usedMargins(root.style, mode, mode.vertical ? height : width));
    const top = token === null ? margins.top : 0;
    let result = layoutFragmentainer(layout, root, width, height - top, token);
    let footnotes = NO_FOOTNOTES;
    if (result.footnotes.length > 0) {
      // Room for all notes of the full page is room enough for those whose calls stay on the smaller one.
      const all = layoutFootnotes(layout, mode, result.footnotes, style.footnoteArea, width, height);
      result = layoutFragmentainer(layout, root, width, height - top - all.height, token);
      footnotes = layoutFootnotes(layout, mode, result.footnotes, style.footnoteArea, width, height);
    }
    const { fragment } = result;
    const fromRight = mode.vertical ? mode.blockReversed : mode.inlineReversed;
    const x = fromRight ? width - fragment.width - margins.right : margins.left;
    return {
      root: { fragment, x, y: top },
      outOfFlow: result.outOfFlow.map((candidate) => shifted(candidate, x, top)),
      footnotes: atFoot(footnotes, height),
      token: result.breakToken,
    };
  }
}

function atFoot({ bodies, height }: FootnoteArea, pageHeight: LU): FootnoteArea {
  return { bodies: bodies.map(({ fragment, x, y }) => ({ fragment, x, y: y + pageHeight - height })), height };
}
