/**
 * Makes a line box from the range that the line breaker found: pieces of text and inline boxes in logical order, aligned across the line
 * (css2 §10.8), reordered (UAX #9 L2), justified and aligned along it (css-text-3 §6), as fragments.
 *
 * One instance serves all lines of a paragraph that share styles; the arrays are used again, the fragments are not.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length } from '../../css/computed-values.ts';
import { LU_PER_PX, type LU, luCeilFromPx } from '../../units.ts';
import { INDEFINITE } from '../../units.ts';
import { relativeOffset } from '../box-model.ts';
import type { InlineBreakToken } from '../break-token.ts';
import type { LayoutContext, LayoutResult } from '../contract.ts';
import { BoxFragment, type Fragment, LineFragment, TextFragment } from '../fragment.ts';
import { type WritingMode, ZERO_SIDES } from '../geometry.ts';
import type { AtomicInline, AtomicInlines } from './atomic-inline.ts';
import type { FontBox } from './font-box.ts';
import type { InlineEdgesTable } from './inline-edges.ts';
import { alignLine } from './line-align.ts';
import type { LineAxes } from './line-axes.ts';
import { baselineShift, isLineRelative, LineBox, LineRelative } from './line-box.ts';
import { endOfPiece, tabAdvance } from './line-breaker.ts';
import { LinePieces, PieceKind } from './line-pieces.ts';
import { justifyLine } from './line-justify.ts';
import { ItemFlag, type PreparedContent, runWidthPx } from './prepared-content.ts';

const SPACE = 32;
const TAB = 9;

/** What the line breaker found, and where the line stands. */
export interface LineRange {
  readonly startItem: number;
  readonly startOffset: number;
  readonly endItem: number;
  readonly endOffset: number;
  readonly forced: boolean;
  readonly isLast: boolean;
  readonly hyphen: boolean;
  readonly indent: LU;
  /** Room along the line. */
  readonly available: LU;
  readonly hasContent: boolean;
}

/** An absolutely positioned box met on a line. */
export interface LineOutOfFlow {
  readonly item: number;
  /** Line-relative, from the line box's line-left over corner. */
  readonly along: LU;
  /** In-flow content precedes it on the line. */
  readonly afterContent: boolean;
}

/** An atomic inline whose result brings more than its fragment: out-of-flow boxes or footnotes from inside. */
export interface LineCarrier {
  readonly result: LayoutResult;
  /** Physical, from the line box's top left corner to the fragment's. */
  readonly x: LU;
  readonly y: LU;
}

/** One finished line. */
export class BuiltLine {
  readonly fragment: LineFragment;
  /** From the line-left edge of the room to the line box. */
  readonly left: LU;
  readonly length: LU;
  readonly hasContent: boolean;
  readonly outOfFlow: readonly LineOutOfFlow[];
  readonly carriers: readonly LineCarrier[];
  readonly footnotes: readonly Box[];

  constructor(
    fragment: LineFragment,
    left: LU,
    length: LU,
    hasContent: boolean,
    outOfFlow: readonly LineOutOfFlow[],
    carriers: readonly LineCarrier[],
    footnotes: readonly Box[],
  ) {
    this.fragment = fragment;
    this.left = left;
    this.length = length;
    this.hasContent = hasContent;
    this.outOfFlow = outOfFlow;
    this.carriers = carriers;
    this.footnotes = footnotes;
  }
}

const NO_OUT_OF_FLOW: readonly LineOutOfFlow[] = [];
const NO_CARRIERS: readonly LineCarrier[] = [];
const NO_FOOTNOTES: readonly Box[] = [];
const NO_FRAGMENTS: readonly Fragment[] = [];
const NO_OFFSETS: readonly LU[] = [];

export class LineBuilder {
  private readonly context: LayoutContext;
  private readonly prepared: PreparedContent;
  private readonly edges: InlineEdgesTable;
  private readonly atomics: AtomicInlines;
  private readonly axes: LineAxes;
  private readonly mode: WritingMode;
  private readonly containerInline: LU;
  private readonly containerBlock: LU;
  private readonly pieces = new LinePieces();
  private readonly baseLevel: number;
  private readonly rootStyle: ComputedStyle;
  private readonly rootFont: FontBox;

  // State of the line being built.
  private boxes: LineBox[] = [];
  private lineRelative: LineRelative[] = [];
  private current!: LineBox;
  private root!: LineBox;
  private visibleEnd = 0;
  private hangStart = 0;
  private hangWidth: LU = 0;
  private width: LU = 0;
  private hasText = false;
  private outOfFlow: { item: number; along: LU; afterContent: boolean }[] = [];
  private carriers: { atomic: AtomicInline; along: LU; down: LU }[] = [];
  private footnotes: Box[] | null = null;
  private along: LU = 0;
  private fallbackRun: ShapedRun | null = null;
  private fallbackBox: FontBox | null = null;

  constructor(
    context: LayoutContext,
    prepared: PreparedContent,
    edges: InlineEdgesTable,
    atomics: AtomicInlines,
    axes: LineAxes,
    mode: WritingMode,
    containerInline: LU,
    containerBlock: LU,
  ) {
    this.context = context;
    this.prepared = prepared;
    this.edges = edges;
    this.atomics = atomics;
    this.axes = axes;
    this.mode = mode;
    this.containerInline = containerInline;
    this.containerBlock = containerBlock;
    this.baseLevel = prepared.paragraph.baseLevel;
    this.rootStyle = prepared.styleOf(prepared.container);
    this.rootFont = prepared.fontBox(this.rootStyle);
  }

  build(range: LineRange, token: InlineBreakToken | null): BuiltLine {
    this.begin(range);
    this.collect(range);
    if (range.hyphen) this.addHyphen(range.endOffset);
    this.closeAll();
    this.alignAcross(range);
    if (this.pieces.count > 1 || this.baseLevel === 1) this.pieces.reorder();
    else this.pieces.order.length = this.pieces.count;
    if (this.pieces.count === 1) this.pieces.order[0] = 0;
    const lastLine = range.forced || range.isLast;
    const hang = lastLine
      ? Math.min(this.hangWidth, Math.max(0, this.width + range.indent - range.available))
      : this.hangWidth;
    const placed = alignLine(this.rootStyle, this.prepared.paragraph, range, lastLine, this.width - hang);
    if (placed.justify) {
      const rest = range.available - range.indent - (this.width - hang);
      this.width += justifyLine(this.prepared, this.pieces, this.rootStyle, this.hangStart, rest);
    }
    return this.finish(range, token, placed.left, hang);
  }

  // --- Collecting the pieces ----------------------------------------------------------------------------------------

  private begin(range: LineRange): void {
    const { prepared } = this;
    this.pieces.clear();
    this.boxes.length = 0;
    this.lineRelative.length = 0;
    this.outOfFlow = [];
    this.carriers = [];
    this.footnotes = null;
    this.width = 0;
    this.hangWidth = 0;
    this.hasText = false;
    this.root = new LineBox(prepared.container, this.rootStyle, null, this.rootFont, null, true, true);
    // css2 §10.8.1: the strut. In quirks mode there is none, unless text or a marker gives the line its height.
    if (range.hasContent && !this.context.quirks) this.root.uniteFont(this.rootFont);
    this.current = this.root;
    this.findLineEnd(range);
    const first = range.startItem;
    if (first < prepared.items.length) {
      const open =
        prepared.items[first].kind === InlineItemKind.Close ? prepared.partner[first] : prepared.enclosing[first];
      if (open >= 0) this.reopen(open);
    }
  }

  /** Boxes that an earlier line has started. */
  private reopen(open: number): void {
    const outer = this.prepared.enclosing[open];
    if (outer >= 0) this.reopen(outer);
    this.open(this.prepared.items[open].box, false);
  }

  /** Where the line's text ends without removed spaces, and where its hanging spaces begin. */
  private findLineEnd(range: LineRange): void {
    const { items, text, itemFlags } = this.prepared;
    let visible = range.endOffset;
    let hang = -1;
    for (let i = Math.min(range.endItem, items.length - 1); i >= range.startItem; i--) {
      const item = items[i];
      if (item.kind === InlineItemKind.Text) {
        const start = Math.max(item.start, range.startOffset);
        let end = Math.min(item.end, range.endOffset);
        if (end <= start) continue;
        if ((itemFlags[i] & ItemFlag.TrimsSpaces) !== 0 && hang < 0) {
          while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
          visible = end;
          if (end > start) break;
        } else if ((itemFlags[i] & ItemFlag.HangsSpaces) !== 0) {
          if (hang < 0) visible = end;
          while (end > start && this.prepared.isSpace(end - 1)) end--;
          hang = end;
          if (end > start) break;
        } else break;
      } else if (item.kind === InlineItemKind.Atomic && item.end <= range.endOffset) break;
      else if (item.kind === InlineItemKind.Break && item.end <= range.endOffset) visible = item.start;
    }
    this.visibleEnd = visible;
    this.hangStart = hang < 0 ? visible : hang;
  }

  private collect(range: LineRange): void {
    const { prepared } = this;
    const { items } = prepared;
    for (let i = range.startItem; i < items.length && i <= range.endItem; i++) {
      const item = items[i];
      if (i === range.endItem && (item.kind !== InlineItemKind.Text || item.start >= range.endOffset)) break;
      switch (item.kind) {
        case InlineItemKind.Text:
          this.addText(i, Math.max(item.start, range.startOffset), Math.min(item.end, this.visibleEnd));
          break;
        case InlineItemKind.Open:
          this.open(item.box, true);
          break;
        case InlineItemKind.Close:
          this.close(true);
          break;
        case InlineItemKind.Atomic:
          this.addAtomic(i);
          break;
        case InlineItemKind.Break:
          this.requireFont(this.current);
          break;
        case InlineItemKind.OutOfFlow:
          this.outOfFlow.push({ item: i, along: 0, afterContent: this.hasText });
          this.pieces.add(
            PieceKind.OutOfFlow,
            this.outOfFlow.length - 1,
            0,
            this.levelAt(item.start),
            this.current,
            null,
            null,
          );
          break;
        case InlineItemKind.Footnote:
          this.footnotes ??= [];
          this.footnotes.push(item.box);
          break;
        default:
      }
    }
  }

  private levelAt(offset: number): number {
    const { levels } = this.prepared;
    if (levels === null || levels.length === 0) return this.baseLevel;
    return levels[Math.min(offset, levels.length - 1)];
  }

  private requireFont(lineBox: LineBox): void {
    if (this.context.quirks) lineBox.uniteFont(lineBox.font);
  }

  private open(box: Box, isStart: boolean): void {
    const style = this.prepared.styleOf(box);
    const edges = this.edges.of(box, style);
    const lineBox = new LineBox(
      box,
      style,
      this.current,
      this.prepared.fontBox(style),
      edges,
      (isStart || edges.clone) && edges.hasStart,
      edges.clone && edges.hasEnd,
    );
    // Without a strut in quirks mode, an inline box counts by its text or its edges alone.
    if (!this.context.quirks || edges.startSize !== 0 || edges.endSize !== 0) lineBox.uniteFont(lineBox.font);
    this.boxes.push(lineBox);
    this.current = lineBox;
    this.pieceCountAtOpen.push(this.pieces.count);
  }

  private readonly pieceCountAtOpen: number[] = [];

  private close(isEnd: boolean): void {
    const lineBox = this.current;
    if (lineBox.parent === null || lineBox.edges === null) return;
    if (isEnd) lineBox.hasEnd = lineBox.edges.hasEnd;
    const countAtOpen = this.pieceCountAtOpen.pop();
    if (countAtOpen === this.pieces.count) {
      this.pieces.add(PieceKind.Empty, -1, 0, this.emptyLevel(), lineBox, null, null);
    }
    const { edges } = lineBox;
    const { leftToRight } = edges;
    if (leftToRight ? lineBox.hasStart : lineBox.hasEnd) this.width += edges.marginLeft + edges.left;
    if (leftToRight ? lineBox.hasEnd : lineBox.hasStart) this.width += edges.marginRight + edges.right;
    this.current = lineBox.parent;
  }

  private emptyLevel(): number {
    const { pieces } = this;
    return pieces.count > 0 ? pieces.level[pieces.count - 1] : this.baseLevel;
  }

  private closeAll(): void {
    while (this.current.parent !== null) this.close(false);
    this.pieceCountAtOpen.length = 0;
  }

  private addText(i: number, from: number, end: number): void {
    const { prepared } = this;
    const flags = prepared.itemFlags[i];
    if (!this.hasText && (flags & ItemFlag.TrimsSpaces) !== 0) {
      while (from < end && prepared.text.charCodeAt(from) === SPACE) from++;
    }
    if (from >= end) return;
    this.hasText = true;
    const { hangStart } = this;
    let start = from;
    while (start < end) {
      const stop = start < hangStart && hangStart < end ? hangStart : end;
      if ((flags & ItemFlag.HasTab) !== 0 && prepared.text.charCodeAt(start) === TAB) {
        this.addTab(i, start);
        start++;
        continue;
      }
      const pieceEnd = endOfPiece(prepared, flags, start, stop);
      this.addPiece(i, start, pieceEnd);
      start = pieceEnd;
    }
  }

  /** Text of one style and direction, possibly from several fonts; its width is rounded up as one. */
  private addPiece(i: number, start: number, end: number): void {
    const { prepared, pieces } = this;
    const { runs } = prepared;
    const hangs = start >= this.hangStart;
    let r = prepared.firstRun[i];
    const last = prepared.firstRun[i + 1];
    while (r < last && runs[r].end <= start) r++;
    let px = 0;
    let done: LU = 0;
    for (; r < last && runs[r].start < end; r++) {
      const run = runs[r];
      const a = Math.max(start, run.start);
      const b = Math.min(end, run.end);
      const slice = a === run.start && b === run.end ? run : prepared.paragraph.slice(run, a, b);
      px += runWidthPx(slice);
      const reach = luCeilFromPx(px);
      pieces.add(PieceKind.Text, i, reach - done, hangs ? this.baseLevel : run.level, this.current, slice, null);
      done = reach;
      this.uniteText(this.current, slice);
    }
    this.width += done;
    if (hangs) this.hangWidth += done;
  }

  private addTab(i: number, offset: number): void {
    const { prepared } = this;
    const index = prepared.runAt(offset);
    if (index < 0) return;
    const run = prepared.runs[index];
    const width = tabAdvance(this.context, prepared, i, this.width + this.tabOrigin);
    const advances = Float64Array.of(width / LU_PER_PX);
    const space = Uint32Array.of(run.face.glyphFor(SPACE));
    const hangs = offset >= this.hangStart;
    const tab = withGlyphs(run, offset, offset + 1, space, advances, Uint32Array.of(offset));
    this.pieces.add(PieceKind.Text, i, width, hangs ? this.baseLevel : run.level, this.current, tab, null);
    this.uniteText(this.current, run);
    this.width += width;
    if (hangs) this.hangWidth += width;
  }

  /** Where the line's content starts, for tab stops: the indent. */
  private tabOrigin: LU = 0;

  private uniteText(lineBox: LineBox, run: ShapedRun): void {
    this.requireFont(lineBox);
    // css-inline-3 §5.1: only `normal` looks at fonts other than the first.
    if (lineBox.style.font.lineHeight !== Length.NORMAL) return;
    if (this.fallbackRun === null || this.fallbackRun.face !== run.face || this.fallbackRun.fontSize !== run.fontSize) {
      this.fallbackRun = run;
      this.fallbackBox = this.prepared.fonts.ofFallback(this.context.text.runMetrics(run));
    }
    if (this.fallbackBox !== null) lineBox.uniteFont(this.fallbackBox);
  }

  private addHyphen(offset: number): void {
    const { prepared, pieces } = this;
    const index = prepared.runAt(offset - 1);
    if (index < 0) return;
    const before = prepared.runs[index];
    const run = prepared.hyphen(this.context, before.style);
    let lineBox = this.current;
    for (let k = pieces.count - 1; k >= 0; k--) {
      if (pieces.kind[k] === PieceKind.Text) {
        lineBox = pieces.lineBox[k];
        break;
      }
    }
    const width = luCeilFromPx(runWidthPx(run));
    const piece = pieces.add(PieceKind.Text, before.item, width, before.level, lineBox, run, null);
    pieces.replacement[piece] = '';
    this.width += width;
  }

  private addAtomic(i: number): void {
    const { prepared } = this;
    const item = prepared.items[i];
    const atomic = this.atomics.of(item.box);
    const piece = this.pieces.add(
      PieceKind.Atomic,
      i,
      atomic.inlineSize,
      this.levelAt(item.start),
      this.current,
      null,
      atomic,
    );
    this.hasText = true;
    this.width += atomic.inlineSize;
    const align = item.box.style.box.verticalAlign;
    if (isLineRelative(align)) {
      this.lineRelative.push(new LineRelative(align as 'top' | 'bottom', atomic.over, atomic.under, null, piece));
      return;
    }
    const lineHeight = typeof align === 'object' && align.hasPercent ? prepared.fontBox(item.box.style).lineHeight : 0;
    const shift = baselineShift(align, atomic.over, atomic.under, lineHeight, this.current);
    this.pieces.shift[piece] = shift;
    this.current.unite(atomic.over, atomic.under, shift);
  }

  // --- Across the line --------------------------------------------------------------------------------------------

  /** css2 §10.8: aligns inner boxes to outer ones, then what is aligned to the line box, then gives every baseline its place. */
  private alignAcross(range: LineRange): void {
    const { boxes, root, pieces, lineRelative } = this;
    for (let k = boxes.length - 1; k >= 0; k--) {
      const lineBox = boxes[k];
      const parent = lineBox.parent as LineBox;
      const align = lineBox.style.box.verticalAlign;
      if (isLineRelative(align)) {
        if (lineBox.hasExtent)
          lineRelative.push(new LineRelative(align as 'top' | 'bottom', lineBox.over, lineBox.under, lineBox, -1));
        continue;
      }
      lineBox.shift = baselineShift(align, lineBox.over, lineBox.under, lineBox.font.lineHeight, parent);
      if (lineBox.hasExtent) parent.unite(lineBox.over, lineBox.under, lineBox.shift);
    }
    if (!range.hasContent) {
      root.over = root.under = 0;
    } else {
      for (const relative of lineRelative) relative.stretch(root);
    }
    for (const lineBox of boxes) lineBox.absolute = (lineBox.parent as LineBox).absolute + lineBox.shift;
    if (lineRelative.length > 0) this.placeLineRelative();
    for (let k = 0; k < pieces.count; k++) {
      if (
        pieces.kind[k] === PieceKind.Atomic &&
        !isLineRelative(this.prepared.items[pieces.item[k]].box.style.box.verticalAlign)
      ) {
        pieces.shift[k] += pieces.lineBox[k].absolute;
      }
    }
  }

  private placeLineRelative(): void {
    const { boxes, root, lineRelative, pieces } = this;
    for (const relative of lineRelative) {
      const shift = relative.shiftIn(root);
      if (relative.lineBox !== null) relative.lineBox.absolute = shift;
      else pieces.shift[relative.piece] = shift;
    }
    for (const lineBox of boxes) {
      if (!isLineRelative(lineBox.style.box.verticalAlign))
        lineBox.absolute = (lineBox.parent as LineBox).absolute + lineBox.shift;
    }
  }

  // --- Fragments --------------------------------------------------------------------------------------------------

  private finish(range: LineRange, token: InlineBreakToken | null, left: LU, hang: LU): BuiltLine {
    const { pieces, root } = this;
    const length = this.width - hang;
    // Hanging spaces stand beyond the line-end side.
    this.along = this.rootStyle.text.direction === 'rtl' ? -hang : 0;
    for (let k = 0; k < pieces.count; k++) {
      for (let b: LineBox | null = pieces.lineBox[k]; b !== null; b = b.parent) b.remaining++;
    }
    let open = root;
    for (let k = 0; k < pieces.count; k++) {
      const piece = pieces.order[k];
      const target = pieces.lineBox[piece];
      while (!isWithin(target, open)) open = this.closeFragment(open);
      if (target !== open) this.openFragments(target, open);
      open = target;
      this.place(piece);
    }
    while (open !== root) open = this.closeFragment(open);
    const height = root.over + root.under;
    const fragment = new LineFragment(
      this.axes.width(length, height),
      this.axes.height(length, height),
      this.mode,
      root.over,
      root.children,
      this.physicalPlaces(root, 0, 0, length, height),
      token,
      range.startOffset,
      range.endOffset,
    );
    return new BuiltLine(
      fragment,
      left,
      length,
      range.hasContent,
      this.outOfFlow.length > 0 ? this.outOfFlow : NO_OUT_OF_FLOW,
      this.placedCarriers(length, height),
      this.footnotes ?? NO_FOOTNOTES,
    );
  }

  private placedCarriers(length: LU, height: LU): readonly LineCarrier[] {
    if (this.carriers.length === 0) return NO_CARRIERS;
    const { axes } = this;
    return this.carriers.map(({ atomic, along, down }) => ({
      result: atomic.result,
      x: axes.x(along, down, atomic.across, height),
      y: axes.y(along, down, atomic.length, length),
    }));
  }

  private openFragments(target: LineBox, from: LineBox): void {
    if (target.parent !== null && target.parent !== from) this.openFragments(target.parent, from);
    const edges = target.edges;
    if (edges === null) return;
    target.leftEdge = (!target.opened || edges.clone) && (edges.leftToRight ? target.hasStart : target.hasEnd);
    target.opened = true;
    if (target.leftEdge) this.along += edges.marginLeft;
    target.left = this.along;
    if (target.leftEdge) this.along += edges.left;
    target.children = [];
    target.places = [];
  }

  /** Ends the current fragment of an inline box; returns the box around. */
  private closeFragment(lineBox: LineBox): LineBox {
    const parent = lineBox.parent as LineBox;
    const { edges, font } = lineBox;
    if (edges === null) return parent;
    const rightEdge =
      (lineBox.remaining === 0 || edges.clone) && (edges.leftToRight ? lineBox.hasEnd : lineBox.hasStart);
    if (rightEdge) this.along += edges.right;
    const length = this.along - lineBox.left;
    const across = font.ascent + font.descent + edges.over + edges.under;
    const down = this.root.over + lineBox.absolute - font.ascent - edges.over;
    const { axes } = this;
    const cut = !lineBox.leftEdge || !rightEdge;
    const cutSides = (sides: typeof edges.border) =>
      cut && sides !== ZERO_SIDES
        ? axes.sides(
            lineBox.leftEdge ? axes.left(sides) : 0,
            rightEdge ? axes.right(sides) : 0,
            axes.over(sides),
            axes.under(sides),
          )
        : sides;
    const baseline = edges.over + font.ascent;
    const fragment = new BoxFragment(
      lineBox.box,
      lineBox.style,
      this.mode,
      axes.width(length, across),
      axes.height(length, across),
      cutSides(edges.border),
      cutSides(edges.padding),
      lineBox.children.length > 0 ? lineBox.children : NO_FRAGMENTS,
      lineBox.children.length > 0 ? this.physicalPlaces(lineBox, lineBox.left, down, length, across) : NO_OFFSETS,
      baseline,
      baseline,
      0,
      null,
      null,
    );
    parent.children.push(fragment);
    parent.places.push(lineBox.left, down, length, across);
    if (rightEdge) this.along += edges.marginRight;
    return parent;
  }

  private place(piece: number): void {
    const { pieces } = this;
    for (let b: LineBox | null = pieces.lineBox[piece]; b !== null; b = b.parent) b.remaining--;
    switch (pieces.kind[piece]) {
      case PieceKind.Text:
        this.placeText(piece);
        break;
      case PieceKind.Atomic:
        this.placeAtomic(piece);
        break;
      case PieceKind.OutOfFlow:
        this.outOfFlow[pieces.item[piece]].along = this.along;
        break;
      default:
    }
  }

  private placeText(piece: number): void {
    const { pieces, axes } = this;
    const lineBox = pieces.lineBox[piece];
    const { font } = lineBox;
    const width = pieces.width[piece];
    const across = font.ascent + font.descent;
    const fragment = new TextFragment(
      pieces.run[piece] as ShapedRun,
      axes.width(width, across),
      axes.height(width, across),
      font.alphabetic,
      this.mode,
      lineBox.style,
      lineBox.box,
      pieces.justification[piece],
      false,
      pieces.replacement[piece],
    );
    lineBox.children.push(fragment);
    lineBox.places.push(this.along, this.root.over + lineBox.absolute - font.ascent, width, across);
    this.along += width;
  }

  private placeAtomic(piece: number): void {
    const { pieces } = this;
    const lineBox = pieces.lineBox[piece];
    const atomic = pieces.atomic[piece];
    if (atomic === null) return;
    const down = this.root.over + pieces.shift[piece] - atomic.over + atomic.marginOver;
    lineBox.children.push(atomic.result.fragment);
    lineBox.places.push(this.along + atomic.marginLeft, down, atomic.length, atomic.across);
    if (atomic.result.outOfFlow.length > 0 || atomic.result.footnotes.length > 0) {
      this.carriers.push({ atomic, along: this.along + atomic.marginLeft, down });
    }
    this.along += atomic.inlineSize;
  }

  /** Physical offsets of a box's children from its top left corner; the box stands at (along, down) of the line. */
  private physicalPlaces(lineBox: LineBox, along: LU, down: LU, length: LU, across: LU): LU[] {
    const { children, places } = lineBox;
    const { axes } = this;
    const offsets: LU[] = new Array<LU>(children.length * 2).fill(0);
    for (let k = 0; k < children.length; k++) {
      const a = places[k * 4] - along;
      const d = places[k * 4 + 1] - down;
      offsets[k * 2] = axes.x(a, d, places[k * 4 + 3], across);
      offsets[k * 2 + 1] = axes.y(a, d, places[k * 4 + 2], length);
      const child = children[k];
      if (
        child.type === 'box' &&
        (child.box.style.box.position === 'relative' || child.box.style.box.position === 'sticky')
      ) {
        this.moveRelative(child.box.style, offsets, k);
      }
    }
    return offsets;
  }

  private moveRelative(style: ComputedStyle, offsets: LU[], k: number): void {
    if (style.box.position === 'sticky') return;
    const block = this.containerBlock === INDEFINITE ? INDEFINITE : this.containerBlock;
    const move = this.mode.vertical
      ? relativeOffset(style, block, this.containerInline, this.mode)
      : relativeOffset(style, this.containerInline, block, this.mode);
    offsets[k * 2] += move.x;
    offsets[k * 2 + 1] += move.y;
  }
}

function isWithin(inner: LineBox, outer: LineBox): boolean {
  let b: LineBox = inner;
  while (b.depth > outer.depth && b.parent !== null) b = b.parent;
  return b === outer;
}

/** A run with other glyphs: tabs, justified text. */
export function withGlyphs(
  run: ShapedRun,
  start: number,
  end: number,
  glyphIds: Uint32Array,
  advances: Float64Array,
  clusters: Uint32Array,
): ShapedRun {
  return {
    face: run.face,
    fontSize: run.fontSize,
    style: run.style,
    item: run.item,
    start,
    end,
    level: run.level,
    sideways: run.sideways,
    glyphIds,
    advances,
    xOffsets: null,
    yOffsets: null,
    clusters,
    syntheticBold: run.syntheticBold,
    syntheticOblique: run.syntheticOblique,
  };
}

/** Is an absolutely positioned box inline-level by its own `display`, before it was made a block? */
export function isInlineLevelOutOfFlow(box: Box): boolean {
  return box.has(BoxFlag.AtomicInline) || box.style.box.display.outside === 'inline';
}
