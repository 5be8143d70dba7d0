/** Entry point of the boxes stage: builds the box tree of a styled document. */
import type { Budget } from '../budget.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import { type ContentItem } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Document, type Element, Namespace } from '../document/node.ts';
import type { ImageStore } from '../images/image.ts';
import type { Styler } from '../style/styler.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { AnchorNames } from './anchor-names.ts';
import {
  type Box,
  BoxFlag,
  BoxKind,
  PROPAGATED_FLAGS,
  type RegionChain,
  type RegionData,
  type RegionTree,
} from './box.ts';
import { BuildContext } from './build-context.ts';
import { construct } from './construct.ts';
import { Containment, containmentOf } from './containment.ts';
import { appendContent, openTextOfContent } from './content.ts';
import { CounterStyles } from './counter-styles.ts';
import { BLOCK_FLOW } from './display.ts';
import { finishChildren } from './element-box.ts';
import { appendChildren, generateElement, generateTree } from './generate.ts';
import { lineFacts } from './line-facts.ts';
import { mathData, setForms } from './math-operators.ts';
import { type Around, aroundChildren, NOTHING_AROUND, orthogonalRoom } from './orthogonal-room.ts';
import { LooseBox } from './loose-box.ts';
import { regionTree } from './named-flows.ts';
import { isSpanner } from './columns.ts';
import { isStill } from './style-facts.ts';
import { OpenContents } from './open-contents.ts';
import { hasRelativeOffset, hasTransform, mayHangOver, mayReachBack, mayStickOut } from './box-flags.ts';
import type { PageReferences } from './page-references.ts';

interface BuildInput {
  readonly document: Document;
  readonly styler: Styler;
  readonly images: ImageStore;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  /** Whether to record the latest outline entries as named strings, for templates that show them. */
  readonly namesSections?: boolean;
  /** Links outside of the document may lead to any element with an id. */
  readonly namesAll?: boolean;
  /** The document in which cross references find their targets. Default: this one. */
  readonly targets?: Document;
}

export interface BuiltTree {
  readonly root: Box;
  /** Content that refers to pages and may require another layout, or null. */
  readonly open: OpenContents | null;
  /**
   * Whether a box may be on other pages than its context: fixed boxes are on every page, absolutely positioned ones may
   * be on earlier ones.
   */
  readonly reachesOtherPages: boolean;
  /** Whether a box may be painted away from its layout position, or overflow its page. */
  readonly movesBoxes: boolean;
  /** Some text may be laid out but not visible. */
  readonly mayClip: boolean;
  /** Ids that the outline links to, in addition to its own elements. */
  readonly outlineTargets: ReadonlySet<string>;
  /** The document's anchors; null if no box has an anchor name. */
  readonly anchors: AnchorNames | null;
  /** The regions of named flows. null: the document has no named flows. */
  readonly regions: RegionTree | null;
}

/** Builds the document's box tree with the facts known about its pages so far (null: none). */
export function buildBoxTree(input: BuildInput, pages: PageReferences | null = null): BuiltTree {
  const countersById = new Map<string, ReadonlyMap<string, readonly number[]>>();
  let context = contextOf(input, pages, countersById);
  context.namesSections = input.namesSections === true;
  context.namesAll = input.namesAll === true;
  let open = (context.open = new OpenContents());
  let loose = generateTree(context);
  if (context.meetsTargets || context.repeatedCounters.size > 0) {
    // References may point forwards, and counters change after a header that shows them. So a second pass uses the
    // findings of the first.
    const { notes, meetsTargets, repeatedCounters } = context;
    context = contextOf(input, pages, countersById);
    context.notes = notes;
    context.namesAll = meetsTargets || input.namesAll === true;
    context.markedCounters = repeatedCounters;
    context.namesSections = input.namesSections === true;
    open = context.open = new OpenContents();
    loose = generateTree(context);
  }
  const root = construct(context, loose, null);
  const counted = newCount();
  finish(root, counted);
  const { reachesOtherPages, movesBoxes, mayClip, anchors, chains } = counted;
  const { outlineTargets } = context;
  return {
    root,
    open: open.isEmpty ? null : open,
    reachesOtherPages,
    movesBoxes,
    mayClip,
    outlineTargets,
    anchors,
    regions: regionTree(chains),
  };
}

/**
 * Builds the box of a page-margin box: `content` with the pages' counters and strings. Returns null if it shows nothing
 * and generates no box.
 */
export function buildContentBox(
  input: BuildInput,
  style: ComputedStyle,
  name: string,
  pages: PageReferences,
): Box | null {
  const { content } = style.rare;
  if (typeof content === 'string') return null;
  const context = contextOf(input, pages, null);
  const loose = new LooseBox(
    BoxKind.Block,
    unsized(input.styler, style),
    input.document.root,
    name,
    BoxFlag.NewFormattingContext | BoxFlag.Anonymous,
  );
  if (!content.items.some((item) => item.type === 'element-ref')) {
    appendContent(context, content.items, style, input.document.root, name, loose);
  }
  const box = construct(context, loose, null);
  if (loose.children.length === 0) appendRunning(context, content.items, box, name, pages);
  finish(box, newCount());
  return box;
}

/** Returns the text of content that belongs to a page, such as its label. */
export function pageText(
  input: BuildInput,
  items: readonly ContentItem[],
  style: ComputedStyle,
  pages: PageReferences,
): string {
  return openTextOfContent(contextOf(input, pages, null), items, style, input.document.root);
}

/**
 * Builds the box of a page-margin box that shows another document, using page-dependent values. The box is that
 * document's viewport.
 */
export function buildTemplateBox(input: BuildInput, style: ComputedStyle, name: string, pages: PageReferences): Box {
  const context = contextOf(input, pages, new Map());
  const flags = BoxFlag.NewFormattingContext | BoxFlag.Anonymous | BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer;
  const loose = new LooseBox(BoxKind.Block, unsized(input.styler, style), input.document.root, name, flags);
  const root = generateTree(context);
  // The margin box is the initial containing block, and overflow of the root element is handled as for any other box.
  root.flags &= ~BoxFlag.Root;
  loose.append(root);
  finishChildren(context, loose);
  const box = construct(context, loose, null);
  finish(box, newCount());
  return box;
}

/** The page determines a margin box's height. Its content is laid out at its own height and aligned within. */
function unsized(styler: Styler, style: ComputedStyle): ComputedStyle {
  const { box, text } = style;
  const sizes =
    text.writingMode === 'horizontal-tb'
      ? [box.height, box.minHeight, box.maxHeight]
      : [box.width, box.minWidth, box.maxWidth];
  if (!sizes.some((size) => size.isLength)) return style;
  const natural =
    text.writingMode === 'horizontal-tb'
      ? { height: Length.AUTO, minHeight: Length.AUTO, maxHeight: Length.NONE }
      : { width: Length.AUTO, minWidth: Length.AUTO, maxWidth: Length.NONE };
  return styler.derivedStyle(style, { box: { ...box, ...natural } });
}

/**
 * Appends running elements as blocks in a margin box. Content before, between and after them goes into anonymous
 * blocks.
 */
function appendRunning(
  context: BuildContext,
  items: readonly ContentItem[],
  into: Box,
  name: string,
  pages: PageReferences,
): void {
  const { root } = context.document;
  const style = context.styler.anonymousStyle(into.style, BLOCK_FLOW);
  let start = 0;
  for (let end = 0; end <= items.length; end++) {
    const item = end < items.length ? items[end] : null;
    if (item !== null && item!.type !== 'element-ref') continue;
    const line = new LooseBox(BoxKind.Block, style, root, null, BoxFlag.Anonymous);
    appendContent(context, items.slice(start, end), style, root, name, line);
    if (line.children.length > 0) into.append(construct(context, line, into));
    start = end + 1;
    const running = item === null ? null : pages.element(item.name, item.which, { element: null, pseudo: name });
    if (running === null) continue;
    running.parent = into;
    into.append(running);
  }
}

/** Flags of a box that stands for a viewport: it is the containing block of everything inside. */
const VIEWPORT_FLAGS =
  BoxFlag.NewFormattingContext | BoxFlag.Anonymous | BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer;

/**
 * Builds the box of a `foreignObject`'s contents: a block that is the containing block of everything inside. SVG
 * handles the element's own position, transform and clip.
 */
export function buildForeignBox(input: BuildInput, element: Element): Box {
  const context = contextOf(input, null, null);
  const { styler } = input;
  const style = styler.anonymousStyle(styler.styleOf(element), BLOCK_FLOW);
  return boxOfContents(context, new LooseBox(BoxKind.Block, style, element, null, VIEWPORT_FLAGS));
}

/**
 * Builds the boxes of a document in a frame. The viewport's box, which is the containing block of positioned
 * descendants, encloses the root element's.
 */
export function buildFrameBox(input: BuildInput): Box {
  const context = contextOf(input, null, new Map());
  const root = generateTree(context);
  const style = input.styler.anonymousStyle(root.style, BLOCK_FLOW);
  const loose = new LooseBox(BoxKind.Block, style, input.document.root, null, VIEWPORT_FLAGS);
  loose.append(root);
  return boxOf(context, loose);
}

/**
 * Builds the box of an SVG `text` element (svg2 §11.1): a block whose inline content is the element's. Its `inline` is
 * null if the element has no content, or if the content isn't inline.
 */
export function buildSvgTextBox(input: BuildInput, element: Element): Box {
  const context = contextOf(input, null, null);
  const style = input.styler.styleOf(element);
  return boxOfContents(context, new LooseBox(BoxKind.Block, style, element, null, BoxFlag.NewFormattingContext));
}

/** Fills a box with the contents of its element. */
function boxOfContents(context: BuildContext, loose: LooseBox): Box {
  appendChildren(context, loose.element!, loose.style, loose);
  context.flows.finish(context);
  return boxOf(context, loose);
}

function boxOf(context: BuildContext, loose: LooseBox): Box {
  finishChildren(context, loose);
  const box = construct(context, loose, null);
  finish(box, newCount());
  return box;
}

function contextOf(
  { document, styler, images, budget, diagnostics, targets = document }: BuildInput,
  pages: PageReferences | null,
  countersById: Map<string, ReadonlyMap<string, readonly number[]>> | null,
): BuildContext {
  const counterStyles = new CounterStyles(styler.counterStyles);
  const contextFor = (seen: PageReferences | null): BuildContext => {
    const context = new BuildContext(document, styler, images, budget, diagnostics, counterStyles, seen, countersById);
    context.targets = targets;
    context.resumeLater = () => {
      const counters = context.counters.clone();
      const quoteDepth = context.quotes.depth;
      return (element: Element, later: PageReferences): Box => {
        const inner = contextFor(later);
        inner.counters = counters.clone();
        inner.quotes.depth = quoteDepth;
        return runningBox(inner, element);
      };
    };
    return context;
  };
  return contextFor(pages);
}

/** Builds the box of a running element. An inline-level one gets a block around it. */
function runningBox(context: BuildContext, element: Element): Box {
  const { document, styler } = context;
  const around = element.parent ?? document.root;
  const style = styler.anonymousStyle(styler.styleOf(around), BLOCK_FLOW);
  const flags = BoxFlag.Anonymous | BoxFlag.NewFormattingContext;
  const holder = new LooseBox(BoxKind.Block, style, around, null, flags);
  generateElement(context, element, holder, true);
  context.flows.finish(context);
  finishChildren(context, holder);
  const [only] = holder.children;
  const isBlock = holder.children.length === 1 && only!.type === 'box' && only!.isBlockLevel;
  const box = construct(context, isBlock ? only! : holder, null);
  finish(box, newCount());
  return box;
}

/** Returns whether a box may be on other pages than its context. */
function mayReachOtherPages({ box, text }: ComputedStyle): boolean {
  if (box.position === 'fixed') return true;
  if (box.position !== 'absolute') return false;
  return !box.top.isAuto || !box.bottom.isAuto || text.writingMode !== 'horizontal-tb';
}

/** Returns whether a box may be painted away from its layout position, or on another page than the one it begins on. */
const mayMove = (box: Box): boolean => {
  const { kind, style, flags } = box;
  if ((flags & BoxFlag.MayLieBefore) !== 0) return true;
  if ((flags & BoxFlag.AtomicInline) !== 0 && mayHangOver(box)) return true;
  if (isStill(style)) return (kind === BoxKind.Flex || kind === BoxKind.Grid) && mayReachBack(box);
  return hasRelativeOffset(style) || hasTransform(style) || mayReachBack(box);
};

/** The data gathered while the tree is finished. */
interface Count {
  index: number;
  reachesOtherPages: boolean;
  movesBoxes: boolean;
  mayClip: boolean;
  anchors: AnchorNames | null;
  readonly chains: RegionChain[];
}

const newCount = (): Count => ({
  index: 0,
  reachesOtherPages: false,
  movesBoxes: false,
  mayClip: false,
  anchors: null,
  chains: [],
});

/** Whether some of a box's text may be invisible: cut off, moved out of the sheet, or sliced by pages. */
const mayClip = (box: Box): boolean => {
  const { kind, style, flags } = box;
  if ((flags & (BoxFlag.OutOfFlow | BoxFlag.Monolithic)) !== 0) return true;
  if (isStill(style)) return false;
  return (
    (containmentOf(kind, style) & Containment.Paint) !== 0 ||
    style.box.overflowX !== 'visible' ||
    style.box.overflowY !== 'visible' ||
    mayStickOut(box)
  );
};

/** Numbers the boxes in document order and propagates flags to ancestors. Returns the flags to propagate. */
function finish(box: Box, counter: Count, around: Around = NOTHING_AROUND): number {
  box.index = counter.index++;
  box.orthogonalRoom = orthogonalRoom(box, around);
  box.complete();
  const inside = aroundChildren(box, around);
  const { style } = box;
  counter.reachesOtherPages ||= style.box.position !== 'static' && mayReachOtherPages(style);
  counter.movesBoxes ||= mayMove(box);
  counter.mayClip ||= mayClip(box);
  const { anchorName, anchorScope } = style.rare;
  if (anchorName.length > 0 || anchorScope.length > 0) (counter.anchors ??= new AnchorNames()).add(style);
  if (style.box.wrapThrough === 'none' || (box.parent !== null && (box.parent.flags & BoxFlag.WrapsNowhere) !== 0))
    box.flags |= BoxFlag.WrapsNowhere;
  let flags = box.flags;
  if (box.marker) flags |= finish(box.marker, counter, inside) & PROPAGATED_FLAGS;
  if (box.data?.type === 'table') for (const column of box.data.columns) finish(column, counter);
  for (const child of box.children) flags |= finish(child, counter, inside) & PROPAGATED_FLAGS;
  if (box.inline) {
    box.lines = lineFacts(box);
    const line = box.inline.firstLine?.box ?? null;
    if (line !== null) line.index = counter.index++;
    for (const item of box.inline.items) {
      if (item.box === box || item.kind === CLOSE || item.kind === TEXT || item.kind === BREAK) continue;
      flags |= finish(item.box, counter, inside) & PROPAGATED_FLAGS;
    }
  }
  addLinks(box);
  if (box.data?.type === 'region') flags |= linkRegion(box, box.data, counter);
  if (style.rare.columnSpan !== 'none' && isSpanner(box)) flags |= BoxFlag.Spanner;
  const own = box.flags;
  if ((own & BoxFlag.Float) !== 0) flags |= BoxFlag.HasFloat;
  if ((own & BoxFlag.OutOfFlow) !== 0) flags |= BoxFlag.HasOutOfFlow;
  if ((own & BoxFlag.Footnote) !== 0) flags |= BoxFlag.HasFootnote;
  box.flags = flags;
  return flags;
}

/** Adds a region to its chain. Returns the flags of the flow that it shows a part of. */
function linkRegion(box: Box, data: RegionData, counter: Count): number {
  const { chain, index } = data;
  data.region = box.parent;
  chain.regions.push(box);
  if (index === 0) {
    chain.thread = box.children[0] ?? null;
    counter.chains.push(chain);
  }
  return (chain.thread?.flags ?? 0) & PROPAGATED_FLAGS;
}

/** Links a box to related boxes around and inside it. */
function addLinks(box: Box): void {
  const { parent, element } = box;
  if (box.has(BoxFlag.Body) && parent?.has(BoxFlag.Root) === true) box.data ??= { type: 'body', root: parent };
  if (element?.namespace !== Namespace.MathMl) return;
  box.data ??= mathData(box);
  setForms(box);
}

const TEXT = InlineItemKind.Text;
const CLOSE = InlineItemKind.Close;
const BREAK = InlineItemKind.Break;
