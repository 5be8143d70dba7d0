/**
 * Turns loose boxes into the box tree by the rules of nesting (css2 §9.2.1.1, css-display-3, css-tables-3 §3,
 * css-flexbox-1 §4). A block container ends up with block-level children or with one inline formatting context, never
 * both.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Namespace } from '../document/node.ts';
import { InlineItemKind } from '../text/inline-content.ts';
import { Box, BoxFlag, BoxKind } from './box.ts';
import { isInItemOrCell } from './box-flags.ts';
import type { BuildContext } from './build-context.ts';
import { BLOCK_FLOW, displayOf } from './display.ts';
import { applyFirstLetter } from './first-letter.ts';
import { type FirstLine, firstLineOf, firstLineStyles } from './first-line.ts';
import { isCollapsibleSpace, type LooseBox, type LooseBreak, type LooseNode } from './loose-box.ts';
import { columnsAroundContents } from './columns.ts';
import { stackFor } from './nesting.ts';
import { InlineFeed } from './open-contents.ts';
import { carriedBy, MarksBetween } from './page-marks.ts';
import { placeRunIns } from './run-in.ts';
import { fixRow, fixRowGroup, fixTable } from './table-fixup.ts';
import {
  containsPositioned,
  hasEdges,
  holdsBlocks,
  isPlainInline,
  isGroup,
  isSignificant,
  makesItem,
  reachesBlocks,
} from './loose-facts.ts';

/** Constructs the box of a loose box and its contents. `firstLine`: the ::first-line that applies from an ancestor. */
export function construct(
  context: BuildContext,
  loose: LooseBox,
  parent: Box | null,
  firstLine: FirstLine | null = null,
): Box {
  context.budget.spendBox();
  const stack = stackFor(loose, parent);
  context.budget.enter(stack);
  const box = boxOf(loose, loose.kind, parent);
  const { columnsAround } = context;
  context.columnsAround = columnsAroundContents(context, box);
  switch (loose.kind) {
    case BoxKind.Replaced:
      break;
    case BoxKind.TableWrapper:
      fillTable(context, loose, box);
      break;
    case BoxKind.TableRowGroup:
      fixRowGroup(context, loose);
      appendAll(context, loose.children, box);
      break;
    case BoxKind.TableRow:
      fixRow(context, loose);
      appendAll(context, loose.children, box);
      break;
    case BoxKind.TableColumnGroup:
      appendAll(
        context,
        loose.children.filter((child) => child.type === 'box' && child.kind === BoxKind.TableColumn),
        box,
      );
      break;
    case BoxKind.TableColumn:
      break;
    case BoxKind.Flex:
    case BoxKind.Grid:
    case BoxKind.Math:
      fillItems(context, loose, box);
      break;
    default:
      if (loose.kind === BoxKind.TableCell && loose.element?.namespace === Namespace.MathMl)
        fillMathCell(context, loose, box);
      else fillBlockContainer(context, loose, box, firstLine);
  }
  if (loose.marker) {
    box.marker = construct(context, loose.marker, box);
  }
  context.columnsAround = columnsAround;
  context.budget.leave(stack);
  return box;
}

function boxOf(loose: LooseBox, kind: Box['kind'], parent: Box | null): Box {
  const box = new Box(kind, loose.style, loose.element, loose.pseudo, loose.flags, loose.data);
  box.parent = parent;
  box.marks = loose.marks;
  return box;
}

function appendAll(context: BuildContext, children: readonly LooseNode[], into: Box): void {
  for (const child of children) if (child.type === 'box') into.append(construct(context, child, into));
}

function fillTable(context: BuildContext, loose: LooseBox, wrapper: Box): void {
  if (isInItemOrCell(wrapper)) wrapper.flags |= BoxFlag.InItemOrCell;
  const table = new Box(
    BoxKind.Table,
    loose.style,
    loose.element,
    loose.pseudo,
    (loose.flags & BoxFlag.Anonymous) | BoxFlag.NewFormattingContext,
  );
  table.parent = wrapper;
  const parts = fixTable(context, loose);
  appendAll(context, parts.captions, wrapper);
  const columns: Box[] = [];
  for (const column of parts.columns) columns.push(construct(context, column, table));
  table.data = { type: 'table', columns };
  appendAll(context, parts.rowGroups, table);
  appendAll(context, parts.outOfFlow, table);
  wrapper.append(table);
}

/** Fills a mathematical cell, whose contents form a row (MathML Core §3.5.3). */
function fillMathCell(context: BuildContext, loose: LooseBox, cell: Box): void {
  context.budget.spendBox();
  const row = new Box(BoxKind.Math, context.styler.anonymousStyle(cell.style, MATH), cell.element, null, MATH_ROW);
  row.parent = cell;
  cell.append(row);
  fillItems(context, loose, row);
}
const MATH = displayOf('block', 'math');
const MATH_ROW = BoxFlag.Anonymous | BoxFlag.NewFormattingContext | BoxFlag.Monolithic;

function itemFlagOf(kind: BoxKind): number {
  if (kind === BoxKind.Math) return 0;
  return kind === BoxKind.Flex ? BoxFlag.FlexItem : BoxFlag.GridItem;
}

/**
 * Fills a flex or grid container, or a mathematical box. Each run of text becomes an anonymous item, except white space
 * alone (css-flexbox-1 §4).
 */
function fillItems(context: BuildContext, loose: LooseBox, box: Box): void {
  const itemFlag = itemFlagOf(box.kind);
  let run: LooseNode[] = [];
  const flush = (): void => {
    if (run.some((node) => makesItem(node, loose))) {
      const item = anonymousItem(context, box, itemFlag | BoxFlag.NewFormattingContext);
      fillInline(context, run, item, null);
      box.append(item);
    }
    run = [];
  };
  // Old flexboxes (2009) have no white space between their inline-level children.
  const dropsSpace = loose.style.box.oldFlexbox;
  for (const child of loose.children) {
    if (dropsSpace && child.type === 'text' && !makesItem(child, loose)) continue;
    if (child.type === 'box' && !isPlainInline(child) && !child.has(BoxFlag.AtomicInline)) {
      flush();
      box.append(construct(context, child, box));
    } else {
      run.push(child);
    }
  }
  flush();
}

function anonymousItem(context: BuildContext, parent: Box, flags: number): Box {
  const { styler } = context;
  const style = styler.anonymousStyle(parent.style, BLOCK_FLOW);
  // Items of old flexboxes don't shrink by default.
  if (!parent.style.box.oldFlexbox) return anonymousBlock(context, parent, flags, style);
  return anonymousBlock(context, parent, flags, styler.derivedStyle(style, { box: { ...style.box, flexShrink: 0 } }));
}

function anonymousBlock(
  context: BuildContext,
  parent: Box,
  flags = 0,
  style = context.styler.anonymousStyle(parent.style, BLOCK_FLOW),
): Box {
  context.budget.spendBox();
  const box = new Box(BoxKind.Block, style, parent.element, null, flags | BoxFlag.Anonymous);
  box.parent = parent;
  return box;
}

function fillBlockContainer(context: BuildContext, loose: LooseBox, box: Box, inherited: FirstLine | null): void {
  if (loose.holdsRunIns) placeRunIns(context, loose);
  const firstLine = firstLineOf(context, loose, inherited);
  applyFirstLetter(context, loose, firstLine);
  if (holdsBlocks(loose.children)) {
    new BlockContents(context, loose, box, firstLine).fill();
    return;
  }
  if (loose.children.some((child) => isSignificant(child, loose))) {
    fillInline(context, loose.children, box, firstLine);
    return;
  }
  // Without a line, floats and positioned boxes are part of the block flow.
  const marks = new MarksBetween(box);
  appendOutside(context, loose.children, box, marks);
  marks.finish();
}

/** Appends the floats and out-of-flow boxes of insignificant inline content, at any depth of inline boxes. */
function appendOutside(context: BuildContext, children: readonly LooseNode[], into: Box, marks: MarksBetween): void {
  for (const child of children) {
    if (child.type !== 'box') continue;
    if (child.marks !== null && child.isInlineBox) marks.add(child.marks.atStart);
    if (child.isOutOfFlowOrFloat) into.append(construct(context, child, into));
    else appendOutside(context, child.children, into, marks);
    marks.passChild();
  }
}

/** Fills `container` with one inline formatting context of `nodes`. */
function fillInline(
  context: BuildContext,
  nodes: readonly LooseNode[],
  container: Box,
  firstLine: FirstLine | null,
): void {
  const inline = feedFor(context);
  feed(context, inline, nodes, container);
  container.inline = inline.finish(container, firstLineStyles(context, container, firstLine));
}

/** Returns a feed. Everything has been generated, so it is known whether any content refers to pages. */
const feedFor = ({ open }: BuildContext): InlineFeed => new InlineFeed(open !== null && !open.isEmpty);

/** Adds nodes to inline content. `parent` is the box whose text it is. */
function feed(context: BuildContext, inline: InlineFeed, nodes: readonly LooseNode[], parent: Box): void {
  for (const node of nodes) {
    context.budget.tick();
    if (node.type === 'text') inline.text(parent, node);
    else if (node.type === 'break')
      inline.add('forcedBreak', node.clearing === null ? parent : breakBox(context, node.clearing, parent));
    else if (node.isInlineBox && !node.isOutOfFlowOrFloat) {
      const box = inlineBox(context, node, parent);
      inline.add('open', box);
      const stack = stackFor(node, parent);
      context.budget.enter(stack);
      feed(context, inline, node.children, box);
      context.budget.leave(stack);
      inline.add('close', box);
    } else feedOther(context, inline, node, parent);
  }
}

/** Returns a box for a `<br>` with `clear`, whose style line layout reads. */
function breakBox(context: BuildContext, { element, style }: NonNullable<LooseBreak['clearing']>, parent: Box): Box {
  context.budget.spendBox();
  const box = new Box(BoxKind.Inline, style, element);
  box.parent = parent;
  return box;
}

function inlineBox(context: BuildContext, loose: LooseBox, parent: Box): Box {
  context.budget.spendBox();
  return boxOf(loose, BoxKind.Inline, parent);
}

function feedOther(context: BuildContext, inline: InlineFeed, node: LooseBox, parent: Box): void {
  const box = construct(context, node, parent);
  if (box.has(BoxFlag.OutOfFlow)) inline.add('outOfFlow', box);
  else if (box.has(BoxFlag.Float)) inline.add('float', box);
  else if (box.has(BoxFlag.Footnote)) inline.add('footnote', box);
  else inline.add(box.kind === BoxKind.RubyText ? 'annotation' : 'atomic', box);
}

/** An inline box around the current position in a block container. */
interface OpenInline {
  readonly loose: LooseBox;
  /** The result of containsPositioned(). */
  readonly contains: boolean;
  /** Identifies its pieces, and the anonymous blocks around blocks inside it. */
  readonly name: symbol;
  /** Its first piece, or null before it has one. */
  first: Box | null;
  /** Its piece in the current segment. */
  piece: Box | null;
  /** The style of the anonymous blocks around blocks inside it, or null before there is one. */
  wrapperStyle: ComputedStyle | null;
}

/** Depth of inline boxes up to which their pieces aren't counted. */
const USUAL_DEPTH = 16;

/**
 * Builds the contents of a block container with block-level boxes among inline ones. Runs of inline content become
 * anonymous blocks, and inline boxes around a block are split into pieces (css2 §9.2.1.1).
 */
class BlockContents {
  private readonly context: BuildContext;
  private readonly loose: LooseBox;
  private readonly box: Box;
  /** The open inline boxes with their current pieces. */
  private readonly open: OpenInline[] = [];
  /**
   * `places`: whether it determines the position of an out-of-flow box, directly or through an inline box that begins
   * or ends here. This requires a line, even an empty one.
   */
  private segment: { box: Box; inline: InlineFeed; significant: boolean; places: boolean } | null = null;
  /** The ::first-line style, until the first line or block takes it. */
  private firstLine: FirstLine | null;
  private readonly marks: MarksBetween;
  /** Whether inline boxes since the last block produced no line. */
  private hasDropped = false;

  constructor(context: BuildContext, loose: LooseBox, box: Box, firstLine: FirstLine | null) {
    this.marks = new MarksBetween(box);
    this.context = context;
    this.loose = loose;
    this.box = box;
    this.firstLine = firstLine;
  }

  fill(): void {
    this.walk(this.loose.children, this.loose);
    this.endSegment(false);
    this.marks.finish();
  }

  private walk(nodes: readonly LooseNode[], parent: LooseBox): void {
    for (const node of nodes) {
      this.context.budget.tick();
      if (node.type === 'box' && node.isBlockLevel) this.addBlock(node);
      else if (node.type === 'box' && node.isInlineBox && node.holdsBlocks) this.walkInside(node);
      else this.addInline(node, parent);
    }
  }

  /** Returns whether an empty inline box may increase the line height (css2 §10.8.1). */
  private raisesLines({ style }: LooseBox): boolean {
    const own = this.box.style;
    return style.font !== own.font || style.box.verticalAlign !== 'baseline';
  }

  private addBlock(node: LooseBox): void {
    this.endSegment(true);
    const box = construct(this.context, node, this.box, node.kind === BoxKind.Block ? this.firstLine : null);
    this.firstLine = null;
    if (this.hasDropped) box.flags |= BoxFlag.AfterInline;
    this.hasDropped = false;
    // A positioned inline box also moves the blocks inside it, and a decorated one decorates their text. In quirks mode
    // decorations stop at tables.
    const decorates = !this.context.document.quirks || node.kind !== BoxKind.TableWrapper;
    const around = this.open.filter(({ loose, contains }) => contains || reachesBlocks(loose.style, decorates));
    for (let i = USUAL_DEPTH; i < around.length; i++) this.context.budget.spendContinuedBox();
    this.box.append(around.reduceRight((inner, entry) => this.taking(entry, inner), box));
    this.marks.passChild();
  }

  /**
   * Wraps a block in an anonymous block that has the relative position, decorations and effects of an inline box around
   * it.
   */
  private taking(entry: OpenInline, inner: Box): Box {
    const { loose: around, first, contains, name } = entry;
    entry.wrapperStyle ??= this.wrapperStyle(around);
    const wrapper = new Box(
      BoxKind.Block,
      entry.wrapperStyle,
      around.element,
      null,
      BoxFlag.Anonymous | (around.flags & (BoxFlag.AbsoluteContainer | BoxFlag.FixedContainer)),
    );
    wrapper.cutFrom = name;
    if (contains && first !== null) wrapper.split = { role: 'around', first };
    wrapper.parent = this.box;
    inner.parent = wrapper;
    wrapper.append(inner);
    return wrapper;
  }

  private wrapperStyle(around: LooseBox): ComputedStyle {
    const { styler } = this.context;
    const base = styler.anonymousStyle(this.box.style, BLOCK_FLOW);
    const { position, top, right, bottom, left, zIndex } = around.style.box;
    const { textDecorationLine, textDecorationStyle, textDecorationColor, textDecorationThickness } = around.style.box;
    const { opacity, filter, mixBlendMode, maskLayers } = around.style.rare;
    const decorated = {
      ...base.box,
      textDecorationLine,
      textDecorationStyle,
      textDecorationColor,
      textDecorationThickness,
    };
    const box = position === 'relative' ? { ...decorated, position, top, right, bottom, left, zIndex } : decorated;
    // The style that determines how decorations are drawn.
    const { color, textUnderlinePosition, textUnderlineOffset } = around.style.text;
    const text = { ...base.text, color, textUnderlinePosition, textUnderlineOffset };
    return styler.derivedStyle(base, {
      font: around.style.font,
      text,
      box,
      rare: { ...base.rare, opacity, filter, mixBlendMode, maskLayers },
    });
  }

  private walkInside(node: LooseBox): void {
    const entry: OpenInline = {
      loose: node,
      contains: containsPositioned(node),
      name: Symbol('cut'),
      first: null,
      piece: null,
      wrapperStyle: null,
    };
    this.open.push(entry);
    if (this.segment) this.openPiece(this.open.length - 1);
    else if (hasEdges(node)) this.ensureSegment();
    if (entry.contains) this.ensureSegment().places = true;
    this.walk(node.children, node);
    const shows = hasEdges(node);
    if (!this.segment && (shows || entry.first === null || this.raisesLines(node)))
      this.ensureSegment().significant ||= shows;
    if (entry.contains) this.ensureSegment().places = true;
    const { piece } = entry;
    if (this.segment && piece) this.segment.inline.add('close', piece);
    this.open.pop();
  }

  private addInline(node: LooseNode, parent: LooseBox): void {
    // Skips white space at the start of a line. PERF: creating a builder for white space between blocks would cost more
    // than the blocks.
    if (this.segment === null && node.type === 'text' && isCollapsibleSpace(node.data, parent.style)) return;
    const carried = this.segment === null ? carriedBy(node) : null;
    if (carried !== null) {
      this.marks.add(carried);
      return;
    }
    const segment = this.ensureSegment();
    segment.significant ||= isSignificant(node, parent);
    segment.places ||= this.isPlacedInInline(node);
    const inside = this.open.length > 0 ? (this.open[this.open.length - 1]!.piece as Box) : segment.box;
    feed(this.context, segment.inline, [node], inside);
  }

  /** Returns whether an open inline box is the containing block of the box, or is drawn as a group with it. */
  private isPlacedInInline(node: LooseNode): boolean {
    if (node.type !== 'box' || !node.has(BoxFlag.OutOfFlow)) return false;
    const container = node.style.box.position === 'fixed' ? BoxFlag.FixedContainer : BoxFlag.AbsoluteContainer;
    return this.open.some(({ loose }) => loose.has(container) || isGroup(loose.style));
  }

  private ensureSegment(): NonNullable<BlockContents['segment']> {
    if (this.segment) return this.segment;
    this.segment = {
      box: anonymousBlock(this.context, this.box),
      inline: feedFor(this.context),
      significant: false,
      places: false,
    };
    for (let i = 0; i < this.open.length; i++) this.openPiece(i);
    return this.segment;
  }

  private openPiece(index: number): void {
    const segment = this.segment as NonNullable<BlockContents['segment']>;
    const entry = this.open[index]!;
    const parent = index > 0 ? (this.open[index - 1]!.piece as Box) : segment.box;
    // Each block splits all inline boxes around it, so a small document can make many.
    if (index >= USUAL_DEPTH && entry.first !== null) this.context.budget.spendContinuedBox();
    const piece = inlineBox(this.context, entry.loose, parent);
    if (entry.first !== null) piece.flags |= BoxFlag.ContinuesBefore;
    else if (hasEdges(entry.loose)) segment.significant = true;
    entry.piece = piece;
    piece.cutFrom = entry.name;
    entry.first ??= piece;
    if (entry.contains) {
      piece.split = { role: 'piece', first: entry.first };
      this.box.split = { role: 'holder' };
    }
    segment.inline.add('open', piece);
  }

  private endSegment(continues: boolean): void {
    const { segment } = this;
    if (!segment) return;
    for (let i = this.open.length - 1; i >= 0; i--) {
      const { piece } = this.open[i]!;
      if (!piece) continue;
      if (continues) piece.flags |= BoxFlag.ContinuesAfter;
      segment.inline.add('close', piece);
      this.open[i]!.piece = null;
    }
    this.segment = null;
    if (segment.significant || segment.places) {
      const styles = firstLineStyles(this.context, segment.box, this.firstLine);
      segment.box.inline = segment.inline.finish(segment.box, styles);
      if (segment.significant) this.firstLine = null;
      this.box.append(segment.box);
      this.marks.passChild();
    } else {
      this.takeOutside(segment.inline);
    }
  }

  /**
   * Handles a segment without a line: its floats and positioned boxes, already constructed, become part of the block
   * flow.
   */
  private takeOutside(inline: InlineFeed): void {
    for (const { kind, box } of inline.drop()) {
      if (kind === InlineItemKind.Open) {
        this.hasDropped = true;
        if (box.marks !== null) this.marks.add(box.marks.atStart);
      }
      if (!box.has(BoxFlag.OutOfFlow | BoxFlag.Float)) continue;
      box.parent = this.box;
      this.box.append(box);
      this.marks.passChild();
    }
  }
}
