/**
 * The page loop: fills page areas with the document until nothing is left, each page with the geometry that its `@page` rules give it (css-page-3),
 * then places what belongs to pages rather than to the flow: fixed boxes on all of them, and page-margin boxes, which know the total.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { BuiltTree } from '../boxes/build.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import type { Budget } from '../budget.ts';
import type { Element } from '../document/node.ts';
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
import { type FootnoteArea, layoutFootnotes, NO_FOOTNOTES } from './footnotes.ts';
import { type MarginBoxBuilder, type PassResult, referencesFrom } from './margin-content.ts';
import { PageContents } from './page-contents.ts';
import type { Page, PlacedFragment } from './page.ts';
import { type CounterValues, PageCounters } from './page-counters.ts';
import { type PageGeometry, pageGeometry } from './page-geometry.ts';
import { scrollableOverflowRight } from './scrollable-overflow.ts';

/** Too wide content shrinks to fit, but to no less than this (as Chromium prints). */
const MIN_SCALE = 1 / 1.5;

export interface PagesInput {
  readonly styler: Styler;
  readonly layout: LayoutContext;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  /** Builds the box tree with what is known of the pages (null: nothing yet). */
  readonly buildTree: (references: PageReferences | null) => BuiltTree;
  /** Makes the boxes of a page's margin boxes from their styles. */
  readonly buildMarginBox: MarginBoxBuilder;
  readonly elementById: (id: string) => Element | null;
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
  readonly footnotes: FootnoteArea;
}

/** The used geometry of a page, whose style the caller has resolved. */
export function geometryOf(style: PageStyle, styler: Styler, options: ResolvedOptions): PageGeometry {
  return pageGeometry(style.style, style.size, options, !styler.hasPageRules);
}

/** Passes over all pages at most, until references to pages say what they said before. */
const MAX_PASSES = 4;

/** Lays out the document on pages. The box tree may be built again, when content names pages: the last one is `root`. */
export function layoutPages(input: PagesInput): { root: Box; pages: Page[] } {
  let tree = input.buildTree(null);
  for (let pass = 1; ; pass++) {
    const { drafts, scale } = flowToFit(input, tree.root);
    const result = passResult(input, drafts);
    const rebuilt = tree.hasPageReferences && pass < MAX_PASSES ? input.buildTree(referencesFrom(result, null)) : null;
    if (rebuilt === null || sameTexts(tree.root, rebuilt.root)) return { root: tree.root, pages: finish(input, tree.root, drafts, scale, result) };
    tree = rebuilt;
  }
}

/** What references see after a pass. */
function passResult(input: PagesInput, drafts: readonly Draft[]): PassResult {
  const contents = new PageContents();
  for (const { root } of drafts) contents.addPage(root?.fragment ?? null);
  return { contents, counters: drafts.map(({ counters }) => counters), elementById: input.elementById };
}

/** Do two builds of one document have the same texts, so that their layouts are the same? */
function sameTexts(a: Box, b: Box): boolean {
  if (a.inline?.text !== b.inline?.text || a.children.length !== b.children.length) return false;
  if (a.marker?.inline?.text !== b.marker?.inline?.text) return false;
  const items = a.inline?.items ?? [];
  for (let i = 0; i < items.length; i++) {
    const other = b.inline?.items[i];
    if (!other || other.kind !== items[i].kind) return false;
    if (items[i].box.kind !== BoxKind.Inline && items[i].box !== a && !sameTexts(items[i].box, other.box)) return false;
  }
  return a.children.every((child, i) => sameTexts(child, b.children[i]));
}

/** All pages; too wide content is laid out again on areas enlarged so that it fits when it is shrunk. */
function flowToFit(input: PagesInput, root: Box): { drafts: Draft[]; scale: number } {
  const drafts = flow(input, root, 1);
  const scale = scaleToFit(drafts);
  return scale < 1 ? { drafts: flow(input, root, scale), scale } : { drafts, scale: 1 };
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

function flow(input: PagesInput, root: Box, scale: number): Draft[] {
  const { styler } = input;
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
    const filled = blank ? null : fillPage(input, root, style, geometry, scale, token);
    drafts.push({
      identity, style, geometry,
      counters: counters.advance(style.style),
      root: filled?.root ?? null,
      outOfFlow: filled?.outOfFlow ?? [],
      footnotes: filled?.footnotes ?? NO_FOOTNOTES,
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
  readonly footnotes: FootnoteArea;
  readonly token: BlockBreakToken | null;
}

function fillPage(
  input: PagesInput, root: Box, style: PageStyle, geometry: PageGeometry, scale: number, token: BlockBreakToken | null,
): Filled {
  const { layout } = input;
  const width = Math.ceil(geometry.flowWidth / scale);
  const height = Math.ceil(geometry.flowHeight / scale);
  const mode = writingModeOf(root.style);
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
  const x = mode.vertical && mode.blockReversed ? width - fragment.width - margins.right : horizontalPlace(mode, margins, fragment, width);
  const placed: PlacedFragment = { fragment, x, y: top };
  const outOfFlow = result.outOfFlow.map((candidate) => shifted(candidate, x, top));
  return { root: placed, outOfFlow, footnotes: atFoot(footnotes, height), token: result.breakToken };
}

function atFoot({ bodies, height }: FootnoteArea, pageHeight: LU): FootnoteArea {
  return { bodies: bodies.map(({ fragment, x, y }) => ({ fragment, x, y: y + pageHeight - height })), height };
}

function horizontalPlace(mode: WritingMode, margins: { left: LU; right: LU }, fragment: BoxFragment, width: LU): LU {
  return !mode.vertical && mode.inlineReversed ? width - fragment.width - margins.right : margins.left;
}

/** Places fixed and absolute boxes and the margin boxes, now that all pages exist. */
function finish(input: PagesInput, root: Box, drafts: readonly Draft[], scale: number, pass: PassResult): Page[] {
  const fixed: OutOfFlowCandidate[] = [];
  for (const draft of drafts) for (const candidate of draft.outOfFlow) if (candidate.box.style.box.position === 'fixed') fixed.push(candidate);
  return drafts.map((draft) => {
    const { identity, geometry, style } = draft;
    const positioned = [
      ...placeOnPage(input, root, geometry, scale, draft.outOfFlow.filter((candidate) => candidate.box.style.box.position !== 'fixed'), identity.index),
      ...placeOnPage(input, root, geometry, scale, fixed, identity.index),
    ];
    const marginBoxes = marginBoxesOf(input, draft, pass);
    return {
      index: identity.index,
      name: identity.name,
      side: identity.side,
      blank: identity.blank,
      width: geometry.width,
      height: geometry.height,
      pageBox: pageBoxOf(root, style, geometry),
      area: geometry.area,
      scale,
      root: draft.root,
      positioned,
      marginBoxes,
      footnotes: draft.footnotes.bodies,
    };
  });
}

/** Boxes whose containing block is the page area; those inside them that escape again are placed likewise. */
function placeOnPage(
  input: PagesInput, root: Box, geometry: PageGeometry, scale: number, candidates: readonly OutOfFlowCandidate[], pageIndex: number,
): PlacedFragment[] {
  if (candidates.length === 0) return [];
  const area = { x: 0, y: 0, width: Math.ceil(geometry.initialWidth / scale), height: Math.ceil(geometry.initialHeight / scale) };
  const mode = writingModeOf(root.style);
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

function marginBoxesOf(input: PagesInput, draft: Draft, pass: PassResult): PlacedFragment[] {
  const { marginBoxes } = draft.style;
  if (marginBoxes.size === 0) return [];
  const boxes = new Map<string, Box>();
  const references = referencesFrom(pass, draft.identity.index);
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
