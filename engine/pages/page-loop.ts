/**
 * The page loop: fills page areas with the document until nothing is left, each page with the geometry that its `@page` rules give it (css-page-3),
 * then places what belongs to pages rather than to the flow: fixed boxes on all of them, and page-margin boxes, which know the total.
 */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import { usedMargins, writingModeOf } from '../layout/box-model.ts';
import { type BlockBreakToken, sameToken } from '../layout/break-token.ts';
import type { LayoutContext, OutOfFlowCandidate } from '../layout/contract.ts';
import { layoutFragmentainer } from '../layout/fragmentation/fragmentainer.ts';
import { firstPage, type NextPage, nextPage } from '../layout/fragmentation/next-break.ts';
import { BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { WritingMode } from '../layout/geometry.ts';
import { layoutOutOfFlow, shifted } from '../layout/positioned.ts';
import type { ResolvedOptions } from '../options.ts';
import type { PageStyle, Styler } from '../style/styler.ts';
import { type LU, luFromPx } from '../units.ts';
import { layoutMarginBoxes } from './margin-boxes.ts';
import { type MarginBoxBuilder, referencesOf } from './margin-content.ts';
import type { Page, PlacedFragment } from './page.ts';
import { type CounterValues, PageCounters } from './page-counters.ts';
import { type PageGeometry, pageGeometry } from './page-geometry.ts';
import { scrollableOverflowRight } from './scrollable-overflow.ts';

/** Too wide content shrinks to fit, but to no less than this (as Chromium prints). */
const MIN_SCALE = 1 / 1.5;

export interface PagesInput {
  readonly styler: Styler;
  readonly layout: LayoutContext;
  readonly root: Box;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  /** Makes the boxes of a page's margin boxes from their styles. */
  readonly buildMarginBox: MarginBoxBuilder;
  readonly onPage: (pages: number) => void;
}

/** A page while the total isn't known: all but what hangs on it. */
interface Draft {
  readonly identity: { readonly name: string; readonly index: number; readonly side: 'left' | 'right'; readonly blank: boolean };
  readonly style: PageStyle;
  readonly geometry: PageGeometry;
  readonly counters: CounterValues;
  readonly root: PlacedFragment | null;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
}

/** The used geometry of a page, whose style the caller has resolved. */
export function geometryOf(style: PageStyle, styler: Styler, options: ResolvedOptions): PageGeometry {
  return pageGeometry(style.style, style.size, options, !styler.hasPageRules);
}

export function layoutPages(input: PagesInput): Page[] {
  let scale = 1;
  let drafts = flow(input, scale);
  const wanted = scaleToFit(drafts);
  if (wanted < 1) {
    scale = wanted;
    drafts = flow(input, scale);
  }
  return finish(input, drafts, scale);
}

/** The scale at which the widest page's content fits its area; 1 when all fits. */
function scaleToFit(drafts: readonly Draft[]): number {
  let scale = 1;
  for (const { root, geometry } of drafts) {
    if (!root) continue;
    const right = root.x + scrollableOverflowRight(root.fragment);
    if (right > geometry.flowWidth) scale = Math.min(scale, geometry.area.width / right);
  }
  return Math.max(MIN_SCALE, scale);
}

function flow(input: PagesInput, scale: number): Draft[] {
  const { root, styler } = input;
  const drafts: Draft[] = [];
  const counters = new PageCounters();
  const leftFirst = root.style.text.direction === 'rtl';
  const sideOf = (index: number): 'left' | 'right' => ((index % 2 === 0) === leftFirst ? 'left' : 'right');
  const add = (next: NextPage, blank: boolean, token: BlockBreakToken | null): BlockBreakToken | null => {
    const index = drafts.length;
    input.budget.spendPage(index + 1);
    const side = sideOf(index);
    const identity = { name: next.name, index, side, blank };
    const style = styler.pageStyle({ name: next.name, index, first: index === 0, left: side === 'left', blank });
    const geometry = geometryOf(style, styler, input.options);
    const filled = blank ? null : fillPage(input, geometry, scale, token);
    drafts.push({
      identity, style, geometry,
      counters: counters.advance(style.style),
      root: filled?.root ?? null,
      outOfFlow: filled?.outOfFlow ?? [],
    });
    input.onPage(drafts.length);
    return filled?.token ?? null;
  };
  let token: BlockBreakToken | null = null;
  let next = firstPage(root);
  for (;;) {
    if (next.side !== null && physicalSide(next.side, leftFirst) !== sideOf(drafts.length)) add(next, true, null);
    const after = add(next, false, token);
    if (after === null || sameToken(after, token)) return drafts;
    token = after;
    next = nextPage(after);
  }
}

/** css-break-3 §3.1: recto is the side on which the first page lies. */
function physicalSide(side: NonNullable<NextPage['side']>, leftFirst: boolean): 'left' | 'right' {
  if (side === 'left' || side === 'right') return side;
  return (side === 'recto') === leftFirst ? 'left' : 'right';
}

interface Filled {
  readonly root: PlacedFragment;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly token: BlockBreakToken | null;
}

function fillPage(input: PagesInput, geometry: PageGeometry, scale: number, token: BlockBreakToken | null): Filled {
  const { root, layout } = input;
  const width = Math.ceil(geometry.flowWidth / scale);
  const height = Math.ceil(geometry.flowHeight / scale);
  const mode = writingModeOf(root.style);
  const margins = mode.toPhysicalSides(usedMargins(root.style, mode, mode.vertical ? height : width));
  const top = token === null ? margins.top : 0;
  const result = layoutFragmentainer(layout, root, width, height - top, token);
  const { fragment } = result;
  const x = mode.vertical && mode.blockReversed ? width - fragment.width - margins.right : horizontalPlace(mode, margins, fragment, width);
  const placed: PlacedFragment = { fragment, x, y: top };
  return { root: placed, outOfFlow: result.outOfFlow.map((candidate) => shifted(candidate, x, top)), token: result.breakToken };
}

function horizontalPlace(mode: WritingMode, margins: { left: LU; right: LU }, fragment: BoxFragment, width: LU): LU {
  return !mode.vertical && mode.inlineReversed ? width - fragment.width - margins.right : margins.left;
}

/** Places fixed and absolute boxes and the margin boxes, now that all pages exist. */
function finish(input: PagesInput, drafts: readonly Draft[], scale: number): Page[] {
  const fixed: OutOfFlowCandidate[] = [];
  for (const draft of drafts) for (const candidate of draft.outOfFlow) if (candidate.box.style.box.position === 'fixed') fixed.push(candidate);
  const total = drafts.length;
  return drafts.map((draft) => {
    const { identity, geometry, style } = draft;
    const positioned = [
      ...placeOnPage(input, geometry, scale, draft.outOfFlow.filter((candidate) => candidate.box.style.box.position !== 'fixed'), identity.index),
      ...placeOnPage(input, geometry, scale, fixed, identity.index),
    ];
    const marginBoxes = marginBoxesOf(input, draft, total);
    return {
      index: identity.index,
      name: identity.name,
      side: identity.side,
      blank: identity.blank,
      width: geometry.width,
      height: geometry.height,
      pageBox: pageBoxOf(input.root, style, geometry),
      area: geometry.area,
      scale,
      root: draft.root,
      positioned,
      marginBoxes,
      footnotes: [],
    };
  });
}

/** Boxes whose containing block is the page area; those inside them that escape again are placed likewise. */
function placeOnPage(
  input: PagesInput, geometry: PageGeometry, scale: number, candidates: readonly OutOfFlowCandidate[], pageIndex: number,
): PlacedFragment[] {
  if (candidates.length === 0) return [];
  const area = { x: 0, y: 0, width: Math.ceil(geometry.initialWidth / scale), height: Math.ceil(geometry.initialHeight / scale) };
  const mode = writingModeOf(input.root.style);
  const placed: PlacedFragment[] = [];
  const queue = [...candidates];
  for (let i = 0; i < queue.length; i++) {
    input.budget.tick();
    const { result, x, y } = layoutOutOfFlow(input.layout, queue[i], area, mode);
    placed.push({ fragment: pageIndex === 0 ? result.fragment : repeated(result.fragment, queue[i]), x, y });
    for (const inner of result.outOfFlow) queue.push(shifted(inner, x, y));
  }
  return placed;
}

/** A fixed box's copy on a later page is an artifact. */
function repeated(fragment: BoxFragment, candidate: OutOfFlowCandidate): BoxFragment {
  if (candidate.box.style.box.position !== 'fixed') return fragment;
  return new BoxFragment(
    fragment.box, fragment.style, fragment.writingMode, fragment.width, fragment.height, fragment.border, fragment.padding, fragment.children,
    fragment.offsets, fragment.firstBaseline, fragment.lastBaseline, fragment.flags | FragmentFlag.Repeated, fragment.breakToken, fragment.extra,
  );
}

function marginBoxesOf(input: PagesInput, draft: Draft, total: number): PlacedFragment[] {
  const { marginBoxes } = draft.style;
  if (marginBoxes.size === 0) return [];
  const boxes = new Map<string, Box>();
  const references = referencesOf(draft.counters, total);
  for (const [name, style] of marginBoxes) {
    const box = input.buildMarginBox(style, name, references);
    if (box) boxes.set(name, box);
  }
  return layoutMarginBoxes(input.layout, draft.geometry, boxes);
}

/** An empty fragment as large as the page box: what its own background, border and padding are painted from. */
function pageBoxOf(root: Box, { style }: PageStyle, geometry: PageGeometry): PlacedFragment {
  const { margin } = geometry;
  const width = luFromPx(geometry.width) - margin.left - margin.right;
  const height = luFromPx(geometry.height) - margin.top - margin.bottom;
  const fragment = new BoxFragment(
    root, style, WritingMode.HORIZONTAL_LTR, width, height, geometry.border, geometry.padding, [], [], null, null, FragmentFlag.PageBox, null, null,
  );
  return { fragment, x: margin.left, y: margin.top };
}
