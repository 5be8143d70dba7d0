/**
 * Builds a line box from its pieces (line-collector.ts): reorders them (UAX #9 L2), justifies and aligns them
 * (css-text-3 §6) and creates fragments.
 *
 * One instance serves all lines of a paragraph that share styles. It reuses its arrays, but never its fragments.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LU } from '../../units.ts';
import { relativeOffset } from '../positioned/relative-position.ts';
import type { InlineBreakToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { BoxFragment, type Fragment, FragmentFlag, LineFragment, TextFragment } from '../contract/fragment.ts';
import { type WritingMode, ZERO_SIDES } from '../contract/geometry.ts';
import type { AtomicInline, AtomicInlines } from './atomic-inline.ts';
import { BuiltLine, type LineCarrier, NO_CARRIERS, NO_FOOTNOTES, NO_OUT_OF_FLOW } from './built-line.ts';
import { inlineContentArea } from './font-box.ts';
import type { InlineEdgesTable } from './inline-edges.ts';
import { alignAtAxis, alignLine } from './line-align.ts';
import { fillLeaders } from './leaders.ts';
import type { LineAxes } from './line-axes.ts';
import type { LineBox } from './line-box.ts';
import { LineCollector, type LineRange } from './line-collector.ts';
import { justifyLine, opportunitiesInText, widenPieces } from './line-justify.ts';
import { type LinePieces, PieceKind } from './line-pieces.ts';
import { LineTruncation } from './line-truncate.ts';
import type { PreparedContent } from './prepared-content.ts';
import type { RubyColumns } from './ruby/ruby-columns.ts';
import { annotationSpacing, isRubyColumn } from './ruby/ruby-spacing.ts';
import { AnnotationFragments } from './ruby/annotation-fragments.ts';

/** Returns the ellipsis of the last line before clamped lines, or null (css-overflow-4 §5.3). */
function blockEllipsisOf({ text: { blockEllipsis } }: ComputedStyle): string | null {
  return blockEllipsis === 'auto' ? '\u2026' : (blockEllipsis?.string ?? null);
}

const NO_FRAGMENTS: readonly Fragment[] = [];
const NO_OFFSETS: readonly LU[] = [];

export class LineBuilder {
  private readonly context: LayoutContext;
  private readonly prepared: PreparedContent;
  private readonly collector: LineCollector;
  private readonly pieces: LinePieces;
  private readonly axes: LineAxes;
  private readonly mode: WritingMode;
  private readonly containerInline: LU;
  private readonly containerBlock: LU;
  private readonly rootStyle: ComputedStyle;
  /** The ellipsis of `text-overflow`, or null if lines aren't truncated. */
  private readonly overflowText: string | null;

  // The line under construction.
  private root!: LineBox;
  private along: LU = 0;
  private truncation: LineTruncation | null = null;
  private carriers: { item: number; atomic: AtomicInline; along: LU; down: LU }[] = [];

  constructor(
    context: LayoutContext,
    prepared: PreparedContent,
    edges: InlineEdgesTable,
    atomics: AtomicInlines,
    columns: RubyColumns | null,
    axes: LineAxes,
    mode: WritingMode,
    containerInline: LU,
    containerBlock: LU,
  ) {
    this.context = context;
    this.prepared = prepared;
    const annotations = new AnnotationFragments(context, axes, mode, prepared.fonts.central);
    this.collector = new LineCollector(context, prepared, edges, atomics, columns, annotations);
    this.pieces = this.collector.pieces;
    this.axes = axes;
    this.mode = mode;
    this.containerInline = containerInline;
    this.containerBlock = containerBlock;
    this.rootStyle = prepared.styleOf(prepared.container);
    this.overflowText = prepared.container.lines.ellipsis;
  }

  /**
   * Builds a line. `clamped` marks the last line that `line-clamp` keeps before omitted content. It ends in an
   * ellipsis.
   */
  build(range: LineRange, token: InlineBreakToken | null, clamped = false): BuiltLine {
    const { collector, pieces } = this;
    this.carriers = [];
    collector.collect(range);
    this.root = collector.root;
    if (pieces.count > 1) pieces.reorder();
    else if (pieces.count === 1) pieces.order[0] = 0;
    const { hangWidth } = collector;
    const width = this.filledWidth(range);
    const lastLine = range.forced || range.isLast;
    const conditional = lastLine && collector.hangIsConditional;
    const hang = conditional ? Math.min(hangWidth, Math.max(0, width + range.indent - range.available)) : hangWidth;
    let length = width - hang;
    if (this.prepared.container.kind === BoxKind.RubyText) return this.buildAnnotation(range, length);
    const { left: place, justify } = alignLine(this.rootStyle, collector.baseLevel === 1, range, lastLine, length);
    let left = place;
    if (justify) {
      const rest = range.available - range.indent - length;
      const widened = justifyLine(this.prepared, pieces, collector.hangStart, rest);
      length += widened;
      // A line without justification opportunities is start-aligned.
      if (widened === 0 && collector.baseLevel === 1) left += rest;
    }
    this.truncation = this.truncate(length, range.available - range.indent, clamped);
    return this.finish(range, token, left, length, hang);
  }

  /** Builds the line of a ruby annotation, distributed over its column (css-ruby-1 §4.2). */
  private buildAnnotation(range: LineRange, length: LU): BuiltLine {
    const { collector, prepared, pieces, rootStyle } = this;
    const { startOffset, endOffset, available } = range;
    const rest = available - length;
    const spacing = annotationSpacing(rootStyle, opportunitiesInText(prepared, startOffset, endOffset), rest);
    const { inset, inside } = spacing;
    const widened = inside > 0 ? widenPieces(prepared, pieces, 0, pieces.count, 'auto', endOffset, inside) : 0;
    const left = collector.baseLevel === 1 ? rest - inset - widened : inset;
    return this.finish(range, null, left, length + widened, 0);
  }

  /** Returns the width of the line's content after its leaders have filled the remaining space. */
  private filledWidth({ available, indent }: LineRange): LU {
    const { leaders, width, hangWidth, baseLevel } = this.collector;
    const rest = available - indent - (width - hangWidth);
    if (leaders.length === 0 || rest <= 0) return width;
    fillLeaders(leaders, this.pieces, rest, baseLevel === 1);
    return width + rest;
  }

  private truncate(length: LU, room: LU, clamped: boolean): LineTruncation | null {
    if (!clamped && (this.overflowText === null || length <= room + 1)) return null;
    const { context, prepared } = this;
    // css-overflow-4 §5.4: the ellipsis at a clamp point doesn't use the first-line style.
    const style = clamped ? prepared.container.style : this.rootStyle;
    const text = this.overflowText ?? blockEllipsisOf(style);
    return text === null ? null : new LineTruncation(context, style, text, length, room, clamped);
  }

  /** Returns the left offset of a clamped line. Its remaining content is aligned together with the ellipsis. */
  private clampedLeft(range: LineRange, length: LU, { seenLength }: LineTruncation): LU {
    const rtl = this.collector.baseLevel === 1;
    const { left } = alignLine(this.rootStyle, rtl, range, range.forced || range.isLast, seenLength);
    return rtl ? left - (length - seenLength) : left;
  }

  private finish(range: LineRange, token: InlineBreakToken | null, left: LU, length: LU, hang: LU): BuiltLine {
    const { pieces, root, collector } = this;
    // Hanging spaces extend beyond the line-end side.
    this.along = collector.baseLevel === 1 ? -hang : 0;
    for (let k = 0; k < pieces.count; k++) {
      for (let b: LineBox | null = pieces.list[k]!.lineBox; b !== null; b = b.enclosing) b.remaining++;
    }
    let open = root;
    for (let k = 0; k < pieces.count; k++) {
      const piece = pieces.order[k]!;
      const target = pieces.list[piece]!.lineBox;
      while (!isWithin(target, open)) open = this.closeFragment(open);
      if (target !== open) this.openFragments(target, open);
      open = target;
      this.place(piece);
    }
    while (open !== root) open = this.closeFragment(open);
    if (this.truncation !== null) this.placeEllipsis(this.truncation);
    if (this.prepared.firstLineBox !== null) this.encloseFirstLine(this.prepared.firstLineBox, length);
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
      collector.footnotes ?? NO_FOOTNOTES,
    );
    const { container } = this.prepared;
    const axis = this.truncation === null && (range.forced || range.isLast) ? range.axis : null;
    const rtl = collector.baseLevel === 1;
    return new BuiltLine(
      fragment,
      this.truncation?.clamped === true
        ? this.clampedLeft(range, length, this.truncation)
        : axis !== null
          ? alignAtAxis(fragment, container, axis, rtl, range, length)
          : left,
      length,
      range.hasContent,
      collector.outOfFlow.length > 0 ? collector.outOfFlow : NO_OUT_OF_FLOW,
      this.placedCarriers(length, height),
      collector.footnotes ?? NO_FOOTNOTES,
      collector.annotationReach,
    );
  }

  /**
   * Wraps the line's content in the `::first-line` box, which has the height of the first line's font (css-pseudo-4
   * §3).
   */
  private encloseFirstLine(box: Box, length: LU): void {
    const { root, axes } = this;
    const { font } = root;
    const across = font.ascent + font.descent;
    const down = root.over - font.ascent;
    const fragment = new BoxFragment(
      box,
      box.style,
      this.mode,
      axes.width(length, across),
      axes.height(length, across),
      ZERO_SIDES,
      ZERO_SIDES,
      root.children,
      this.physicalPlaces(root, 0, down, length, across),
      font.ascent,
      font.ascent,
      0,
      null,
      null,
    );
    root.children = [fragment];
    root.places = [0, down, length, across];
  }

  private placedCarriers(length: LU, height: LU): readonly LineCarrier[] {
    if (this.carriers.length === 0) return NO_CARRIERS;
    const { axes } = this;
    return this.carriers.map(({ item, atomic, along, down }) => ({
      item,
      result: atomic.result,
      x: axes.x(along, down, atomic.across, height),
      y: axes.y(along, down, atomic.length, length),
    }));
  }

  private openFragments(target: LineBox, from: LineBox): void {
    if (target.enclosing !== null && target.enclosing !== from) this.openFragments(target.enclosing, from);
    const edges = target.edges;
    if (edges === null) return;
    target.leftEdge = (!target.opened || edges.clone) && (edges.leftToRight ? target.hasStart : target.hasEnd);
    target.opened = true;
    if (target.leftEdge) this.along += edges.marginLeft;
    target.left = this.along;
    if (target.leftEdge) this.along += edges.left;
    target.clear();
  }

  /** Ends the current fragment of an inline box. Returns the enclosing box. */
  private closeFragment(lineBox: LineBox): LineBox {
    const parent = lineBox.enclosing as LineBox;
    const { edges, font } = lineBox;
    if (edges === null) return parent;
    const rightEdge =
      (lineBox.remaining === 0 || edges.clone) && (edges.leftToRight ? lineBox.hasEnd : lineBox.hasStart);
    if (rightEdge) this.along += edges.right;
    const length = this.along - lineBox.left;
    const content = inlineContentArea(this.context, lineBox.style, font);
    const across = content.over + content.under + edges.over + edges.under;
    const down = this.root.over + lineBox.absolute - content.over - edges.over;
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
    const baseline = edges.over + content.over;
    if (isRubyColumn(lineBox.box)) this.placeAnnotations(lineBox);
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
      this.cutFlags(lineBox.leftEdge, rightEdge),
      null,
      null,
    );
    parent.add(fragment, lineBox.left, down, length, across);
    if (rightEdge) this.along += edges.marginRight;
    return parent;
  }

  /** Returns flags for the inline ends that a fragment lacks. Corners and shadows are cut there too. */
  private cutFlags(leftEdge: boolean, rightEdge: boolean): number {
    const rightToLeft = this.mode.inlineReversed !== this.mode.sidewaysLr;
    const [start, end] = rightToLeft ? [rightEdge, leftEdge] : [leftEdge, rightEdge];
    return (start ? 0 : FragmentFlag.BreaksBefore) | (end ? 0 : FragmentFlag.BreaksAfter);
  }

  private place(piece: number): void {
    const { pieces } = this;
    for (let b: LineBox | null = pieces.list[piece]!.lineBox; b !== null; b = b.enclosing) b.remaining--;
    switch (pieces.list[piece]!.kind) {
      case PieceKind.Text:
        this.placeText(piece);
        break;
      case PieceKind.Atomic:
        this.placeAtomic(piece);
        break;
      case PieceKind.OutOfFlow:
        this.collector.outOfFlow[pieces.list[piece]!.item]!.along = this.along;
        break;
      case PieceKind.Gap:
        this.along += pieces.list[piece]!.width;
        break;
      default:
    }
  }

  private placeText(piece: number): void {
    const { pieces, axes } = this;
    const lineBox = pieces.list[piece]!.lineBox;
    const { font } = lineBox;
    const full = pieces.list[piece]!.width;
    let width = full;
    let along = this.along;
    let run = pieces.list[piece]!.run as ShapedRun;
    this.along += full;
    if (this.truncation !== null && !this.truncation.shows(along, width)) {
      const cut = this.truncation.cut(run, along, width);
      if (cut === null) return;
      ({ run, along, width } = cut);
    }
    const across = font.ascent + font.descent;
    const fragment = new TextFragment(
      run,
      axes.width(width, across),
      axes.height(width, across),
      font.alphabetic,
      this.mode,
      lineBox.style,
      lineBox.box,
      pieces.list[piece]!.justification,
      false,
      pieces.list[piece]!.replacement,
      pieces.list[piece]!.annotated,
    );
    lineBox.add(fragment, along, this.root.over + lineBox.absolute - font.ascent, width, across);
  }

  private placeAtomic(piece: number): void {
    const { pieces } = this;
    const lineBox = pieces.list[piece]!.lineBox;
    const atomic = pieces.list[piece]!.atomic;
    if (atomic === null) return;
    const along = this.along;
    this.along += atomic.inlineSize;
    if (this.truncation !== null && !this.truncation.showsAtomic(along, atomic.inlineSize)) return;
    const down = this.root.over + pieces.list[piece]!.shift - atomic.over + atomic.marginOver;
    lineBox.add(atomic.result.fragment, along + atomic.marginLeft, down, atomic.length, atomic.across);
    this.carry(pieces.list[piece]!.item, atomic, along + atomic.marginLeft, down);
  }

  /** Places the annotations of a ruby column that is about to close, over and under its content. */
  private placeAnnotations(lineBox: LineBox): void {
    const { ruby } = this.collector;
    const part = ruby?.partOf(lineBox);
    if (part === undefined) return;
    const startsLeft = (lineBox.style.text.direction === 'ltr') !== ruby!.isOpposite(part.column);
    const along = lineBox.left - (startsLeft ? part.overhangBefore : part.overhangAfter);
    for (const { atomic, shift } of part.annotations) {
      if (atomic === null) continue;
      const down = this.root.over + shift - atomic.over + atomic.marginOver;
      lineBox.add(atomic.result.fragment, along + atomic.marginLeft, down, atomic.length, atomic.across);
      this.carry(part.column.open, atomic, along + atomic.marginLeft, down);
    }
  }

  private carry(item: number, atomic: AtomicInline, along: LU, down: LU): void {
    const { outOfFlow, footnotes } = atomic.result;
    if (outOfFlow.length > 0 || footnotes.length > 0) this.carriers.push({ item, atomic, along, down });
  }

  private placeEllipsis(truncation: LineTruncation): void {
    const { root, axes } = this;
    const font = this.prepared.fontBox(truncation.style);
    const width = truncation.ellipsisWidth;
    const across = font.ascent + font.descent;
    const fragment = new TextFragment(
      truncation.ellipsis,
      axes.width(width, across),
      axes.height(width, across),
      font.alphabetic,
      this.mode,
      truncation.style,
      root.box,
      0,
      false,
      truncation.ellipsis.text,
    );
    root.add(fragment, truncation.ellipsisAlong, root.over - font.ascent, width, across);
  }

  /**
   * Returns the physical offsets of a box's children from its top left corner. The box is at (`along`, `down`) in the
   * line.
   */
  private physicalPlaces(lineBox: LineBox, along: LU, down: LU, length: LU, across: LU): LU[] {
    const { children, places } = lineBox;
    const { axes } = this;
    const offsets: LU[] = new Array<LU>(children.length * 2).fill(0);
    for (let k = 0; k < children.length; k++) {
      const a = places[k * 4]! - along;
      const d = places[k * 4 + 1]! - down;
      offsets[k * 2] = axes.x(a, d, places[k * 4 + 3]!, across);
      offsets[k * 2 + 1] = axes.y(a, d, places[k * 4 + 2]!, length);
      const child = children[k]!;
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
    const block = this.containerBlock;
    const move = this.mode.vertical
      ? relativeOffset(style, block, this.containerInline, this.mode)
      : relativeOffset(style, this.containerInline, block, this.mode);
    offsets[k * 2]! += move.x;
    offsets[k * 2 + 1]! += move.y;
  }
}

function isWithin(inner: LineBox, outer: LineBox): boolean {
  let b: LineBox = inner;
  while (b.depth > outer.depth && b.enclosing !== null) b = b.enclosing;
  return b === outer;
}
