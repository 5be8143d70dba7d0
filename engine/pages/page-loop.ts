/**
 * From the box tree to finished pages: passes over the flow until references to pages agree, then what belongs to pages rather than to the flow:
 * fixed boxes and page-margin boxes, which know the total.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { BuiltTree } from '../boxes/build.ts';
import type { PageReferences } from '../boxes/page-references.ts';
import { ComputedStyle } from '../css/computed-style.ts';
import { initialStyle } from '../css/properties/registry.ts';
import type { Element } from '../document/node.ts';
import { BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { WritingMode, ZERO_SIDES } from '../layout/geometry.ts';
import { assertInvariant } from '../invariant.ts';
import { luFromPx } from '../units.ts';
import { FixedBoxes } from './fixed-boxes.ts';
import { layoutMarginBoxes } from './margin-boxes.ts';
import { type MarginBoxBuilder, type PassResult, referencesFrom } from './margin-content.ts';
import type { Page, PlacedFragment } from './page.ts';
import { PageContents } from './page-contents.ts';
import { type Draft, PageFlow, type PageFlowInput } from './page-flow.ts';
import { scrollableOverflowRight } from './scrollable-overflow.ts';

/** Too wide content shrinks to fit, but to no less than this (as Chromium prints). */
const MIN_SCALE = 1 / 1.5;
/** Passes over all pages at most, until references to pages say what they said before. */
const MAX_PASSES = 4;

export interface PagesInput extends PageFlowInput {
  /** Content is laid out on areas enlarged by 1 / scale and drawn at it. */
  readonly scale: number;
  /** Builds the box tree with what is known of the pages (null: nothing yet). */
  readonly buildTree: (references: PageReferences | null) => BuiltTree;
  /** Makes the boxes of a page's margin boxes from their styles. */
  readonly buildMarginBox: MarginBoxBuilder;
  readonly elementById: (id: string) => Element | null;
}

export interface LaidOutPages {
  /** The box tree that was laid out last: it may be built again when content names pages. */
  readonly root: Box;
  /** Empty when the content is too wide: it wants to be styled and laid out again at `scaleToFit`. */
  readonly pages: readonly Page[];
  readonly scaleToFit: number;
  /** The root element's fragments, in order, whether or not there are pages. */
  readonly flow: readonly BoxFragment[];
}

/** Lays out the document on pages. At scale 1 too wide content gives no pages but the scale at which it would fit. */
export function layoutPages(input: PagesInput): LaidOutPages {
  let tree = input.buildTree(null);
  for (let pass = 1; ; pass++) {
    const flow = new PageFlow(input, tree.root, input.scale);
    flow.fill();
    const scale = input.scale === 1 ? scaleToFit(flow.drafts) : input.scale;
    if (scale !== input.scale) return { root: tree.root, pages: [], scaleToFit: scale, flow: rootsOf(flow.drafts) };
    const result = passResult(input, flow.drafts);
    const rebuilt = tree.hasPageReferences && pass < MAX_PASSES ? input.buildTree(referencesFrom(result, null)) : null;
    if (rebuilt === null || sameTexts(tree.root, rebuilt.root)) {
      assertInvariant(flow.drafts.length > 0, 'a document without content has a page, too');
      const fixed = new FixedBoxes(flow, input.layout, input.budget);
      return {
        root: tree.root,
        pages: flow.drafts.map((draft) => finishPage(input, flow, draft, fixed, result)),
        scaleToFit: scale,
        flow: rootsOf(flow.drafts),
      };
    }
    tree = rebuilt;
  }
}

const rootsOf = (drafts: readonly Draft[]): BoxFragment[] =>
  drafts.flatMap(({ root }) => (root === null ? [] : [root.fragment]));

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

function finishPage(input: PagesInput, flow: PageFlow, draft: Draft, fixed: FixedBoxes, pass: PassResult): Page {
  const { geometry, style } = draft;
  return {
    index: draft.index,
    name: draft.name,
    side: draft.side,
    blank: draft.blank,
    width: geometry.width,
    height: geometry.height,
    orientation: style.orientation,
    sheet: sheetOf(flow.root, draft),
    pageBox: pageBoxOf(flow.root, draft),
    canvas: {
      x: geometry.margin.left + geometry.border.left,
      y: geometry.margin.top + geometry.border.top,
      width: geometry.area.width + geometry.padding.left + geometry.padding.right,
      height: geometry.area.height + geometry.padding.top + geometry.padding.bottom,
    },
    area: geometry.area,
    scale: flow.scale,
    root: draft.root,
    positioned: fixed.on(draft),
    marginBoxes: marginBoxesOf(input, draft, pass),
    footnotes: draft.footnotes.bodies,
  };
}

function marginBoxesOf(input: PagesInput, draft: Draft, pass: PassResult): PlacedFragment[] {
  const { marginBoxes } = draft.style;
  if (marginBoxes.size === 0) return [];
  const boxes = new Map<string, Box>();
  const references = referencesFrom(pass, draft.index);
  for (const [name, style] of marginBoxes) {
    const box = input.buildMarginBox(style, name, references);
    if (box) boxes.set(name, box);
  }
  return layoutMarginBoxes(input.layout, draft.geometry, boxes);
}

/** css-page-3 §3.1: the page's background covers the whole sheet, as the root element's covers the canvas. */
function sheetOf(root: Box, { style, geometry }: Draft): PlacedFragment {
  const plain = new ComputedStyle(
    style.style.id,
    style.style.font,
    style.style.text,
    style.style.box,
    initialStyle().border,
    style.style.background,
    style.style.rare,
    style.style.custom,
  );
  const fragment = new BoxFragment(
    root,
    plain,
    WritingMode.HORIZONTAL_LTR,
    luFromPx(geometry.width),
    luFromPx(geometry.height),
    ZERO_SIDES,
    ZERO_SIDES,
    [],
    [],
    null,
    null,
    FragmentFlag.PageBox,
    null,
    null,
  );
  return { fragment, x: 0, y: 0 };
}

/** An empty fragment as large as the page box: what its border is painted from. */
function pageBoxOf(root: Box, { style: { style }, geometry }: Draft): PlacedFragment {
  const { margin } = geometry;
  const bordered = new ComputedStyle(
    style.id,
    style.font,
    style.text,
    style.box,
    style.border,
    initialStyle().background,
    style.rare,
    style.custom,
  );
  const fragment = new BoxFragment(
    root,
    bordered,
    WritingMode.HORIZONTAL_LTR,
    luFromPx(geometry.width) - margin.left - margin.right,
    luFromPx(geometry.height) - margin.top - margin.bottom,
    geometry.border,
    geometry.padding,
    [],
    [],
    null,
    null,
    FragmentFlag.PageBox,
    null,
    null,
  );
  return { fragment, x: margin.left, y: margin.top };
}
