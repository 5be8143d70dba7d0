/**
 * Converts the range of a line into pieces in logical order: text sliced and shaped for the line's ends, and atomic
 * inlines. Also computes the extents of the surrounding inline boxes across the line.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length } from '../../css/length.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { LU_PER_PX, type LU, luCeilFromPx } from '../../units.ts';
import type { CharacterAxis } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { AtomicInlines } from './atomic-inline.ts';
import type { FontBox } from './font-box.ts';
import { emphasisReach } from './emphasis-reach.ts';
import { endHang } from './hanging-punctuation.ts';
import type { InlineEdgesTable } from './inline-edges.ts';
import { leaderPattern, type LineLeader } from './leaders.ts';
import { alignAcross } from './line-across.ts';
import { baselineShift, isLineRelative, LineBox, LineRelative } from './line-box.ts';
import { LinePieces, PieceKind } from './line-pieces.ts';
import { ItemFlag, type PreparedContent, endOfPiece, tabAdvance } from './prepared-content.ts';
import type { AnnotationReach } from './built-line.ts';
import type { AnnotationFragments } from './ruby/annotation-fragments.ts';
import type { RubyColumns } from './ruby/ruby-columns.ts';
import { RubyParts } from './ruby/ruby-parts.ts';
import { runWidthPx, sliceOf, withGlyphs, withRoom } from './shaped-runs.ts';

const SPACE = 32;
const TAB = 9;

/** The line breaker's result, and the position of the line. */
export interface LineRange {
  readonly startItem: number;
  readonly startOffset: number;
  readonly endItem: number;
  readonly endOffset: number;
  readonly forced: boolean;
  readonly isLast: boolean;
  readonly hyphen: boolean;
  readonly indent: LU;
  /** How far floats move the line's start from the content edge, if it has tabs. */
  readonly shift: LU;
  /** Available space along the line. */
  readonly available: LU;
  readonly hasContent: boolean;
  /** Whether the mark at its end hangs or is trimmed. */
  readonly hangsMark: boolean;
  /** Where the cells of the column align, or null. */
  readonly axis: CharacterAxis | null;
}

/** Nesting depth of continued inline boxes that costs nothing. Deeper boxes count towards the budget. */
const USUAL_DEPTH = 16;

/**
 * Collects the pieces of a line. One instance serves all lines of a paragraph that share styles, and its fields
 * describe the last line.
 */
export class LineCollector {
  readonly pieces = new LinePieces();
  /** Inline boxes in opening order, without the root inline box. */
  readonly boxes: LineBox[] = [];
  readonly lineRelative: LineRelative[] = [];
  root!: LineBox;
  /** Sum of the pieces and edges. */
  width: LU = 0;
  /** The part of `width` that hangs at the line's end. */
  hangWidth: LU = 0;
  /** Whether the trailing spaces hang only as far as they don't fit. Applies if the line ends in a forced break. */
  hangIsConditional = true;
  /** Text offset where the hanging spaces begin. */
  hangStart = 0;
  /** Absolutely positioned boxes. `along` is set when fragments are created. */
  outOfFlow: { item: number; along: LU; isRtl: boolean; afterContent: boolean }[] = [];
  footnotes: Box[] | null = null;
  readonly leaders: LineLeader[] = [];
  /** The ruby columns on the line, or null if the content has none. */
  readonly ruby: RubyParts | null;
  annotationReach: AnnotationReach | null = null;
  /** Bidi level of the line's paragraph: 0 or 1. */
  baseLevel: number;

  private readonly context: LayoutContext;
  private readonly prepared: PreparedContent;
  private readonly edges: InlineEdgesTable;
  private readonly atomics: AtomicInlines;
  private readonly rootStyle: ComputedStyle;
  private readonly rootFont: FontBox;
  private readonly pieceCountAtOpen: number[] = [];
  private current!: LineBox;
  private visibleEnd = 0;
  private hasText = false;
  private indent: LU = 0;
  /** The line's start, from the content edge. */
  private shift: LU = 0;
  /** Start edges of the open boxes, not yet included in the width. */
  private openEdges: LU = 0;
  /** Text offset where the line starts. */
  private lineStart = 0;
  /** Text offset after the mark that is trimmed because it ends the line, or -1. */
  private trimmedEnd = -1;
  private fallbackRun: ShapedRun | null = null;
  private fallbackBox: FontBox | null = null;

  constructor(
    context: LayoutContext,
    prepared: PreparedContent,
    edges: InlineEdgesTable,
    atomics: AtomicInlines,
    columns: RubyColumns | null,
    annotations: AnnotationFragments,
  ) {
    this.context = context;
    this.prepared = prepared;
    this.edges = edges;
    this.atomics = atomics;
    this.baseLevel = prepared.paragraph.baseLevel;
    this.ruby = columns === null ? null : new RubyParts(context, prepared, columns, this.pieces, annotations);
    this.rootStyle = prepared.styleOf(prepared.container);
    this.rootFont = prepared.rootFontBox(this.rootStyle);
  }

  collect(range: LineRange): void {
    this.begin(range);
    this.addItems(range);
    if (range.hyphen) this.addHyphen(range.endOffset);
    this.closeAll(range);
    alignAcross(this, this.prepared.items, range.hasContent);
    this.annotationReach = this.ruby === null ? null : this.ruby.placeAcross(this.root);
    if (this.prepared.hasEmphasis)
      this.annotationReach = emphasisReach(this.context, this.prepared, this.pieces, this.root, this.annotationReach);
  }

  private begin(range: LineRange): void {
    const { prepared } = this;
    this.pieces.clear();
    this.boxes.length = 0;
    this.lineRelative.length = 0;
    this.outOfFlow = [];
    this.footnotes = null;
    this.leaders.length = 0;
    this.ruby?.clear();
    this.lineStart = range.startOffset;
    this.width = 0;
    this.openEdges = 0;
    this.indent = range.indent;
    this.shift = range.shift;
    this.baseLevel = prepared.baseLevelAt(range.startOffset);
    this.hangWidth = 0;
    this.hasText = false;
    this.root = new LineBox(prepared.container, this.rootStyle, null, this.rootFont, null, true, true);
    // css2 §10.8.1: the strut. Quirks mode omits it unless text or a marker gives the line its height. List items
    // always have it.
    const isStrict = !this.context.lineHeightQuirk || prepared.container.style.box.display.listItem;
    if (range.hasContent && isStrict) this.root.uniteFont(this.rootFont);
    this.current = this.root;
    this.findLineEnd(range);
    const first = range.startItem;
    if (first < prepared.items.length) {
      const open =
        prepared.items[first]!.kind === InlineItemKind.Close ? prepared.partner[first]! : prepared.enclosing[first]!;
      if (open >= 0) this.reopen(open, range.startOffset);
    }
  }

  /** Reopens boxes that started on an earlier line. Returns their number. */
  private reopen(open: number, offset: number): number {
    const outer = this.prepared.enclosing[open]!;
    const depth = outer >= 0 ? this.reopen(outer, offset) + 1 : 1;
    if (depth > USUAL_DEPTH) this.context.budget.spendContinuedBox();
    this.open(this.prepared.items[open]!.box, false);
    this.ruby?.opened(open, this.current, this.width, offset, this.baseLevel);
    return depth;
  }

  /** Finds the end of the line's text without removed spaces, and the start of its hanging spaces. */
  private findLineEnd(range: LineRange): void {
    const { items, text, itemFlags } = this.prepared;
    let visible = range.endOffset;
    let hang = -1;
    this.hangIsConditional = true;
    for (let i = Math.min(range.endItem, items.length - 1); i >= range.startItem; i--) {
      const item = items[i]!;
      if (item.kind === InlineItemKind.Text) {
        const start = Math.max(item.start, range.startOffset);
        let end = Math.min(item.end, range.endOffset);
        if (end <= start) continue;
        const trims = (itemFlags[i]! & ItemFlag.TrimsSpaces) !== 0;
        if (trims && hang < 0) {
          while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
          visible = end;
        }
        if (!trims && (itemFlags[i]! & ItemFlag.HangsSpaces) === 0) break;
        // Other space separators hang even if U+0020 is removed.
        if (end > start && this.prepared.isSpace(end - 1)) {
          if (hang < 0) visible = end;
          this.hangIsConditional = !trims;
          while (end > start && this.prepared.isSpace(end - 1)) end--;
          hang = end;
        }
        if (end > start) break;
      } else if (item.kind === InlineItemKind.Atomic && item.end <= range.endOffset) break;
      else if (item.kind === InlineItemKind.Break && item.end <= range.endOffset) visible = item.start;
    }
    this.visibleEnd = visible;
    this.hangStart = hang < 0 ? visible : hang;
    this.trimmedEnd = -1;
    if (!range.hangsMark) return;
    if (endHang(this.prepared, this.hangStart - 1, range.isLast) === 'no') {
      this.trimmedEnd = this.hangStart;
      return;
    }
    this.hangStart--;
    this.hangIsConditional = false;
  }

  private addItems(range: LineRange): void {
    const { prepared } = this;
    const { items } = prepared;
    for (let i = range.startItem; i < items.length && i <= range.endItem; i++) {
      const item = items[i]!;
      if (i === range.endItem && (item.kind !== InlineItemKind.Text || item.start >= range.endOffset)) break;
      switch (item.kind) {
        case InlineItemKind.Text:
          this.addText(i, Math.max(item.start, range.startOffset), Math.min(item.end, this.visibleEnd));
          break;
        case InlineItemKind.Open:
          this.passIsolate(i);
          this.open(item.box, true);
          this.ruby?.opened(i, this.current, this.width, item.start, this.baseLevel);
          break;
        case InlineItemKind.Close:
          this.close(true, item.start);
          this.passIsolate(i);
          break;
        case InlineItemKind.Atomic:
          this.addAtomic(i);
          break;
        case InlineItemKind.Break:
          // In quirks mode, a forced break gives height to a line that has none otherwise.
          if (!this.hasText || this.isCurrentEmpty) this.requireFont(this.current);
          break;
        case InlineItemKind.OutOfFlow: {
          const level = this.levelBetween(item.start);
          const at = this.outOfFlow.push({ item: i, along: 0, isRtl: level % 2 === 1, afterContent: this.hasText }) - 1;
          this.pieces.add(PieceKind.OutOfFlow, at, 0, level, this.current, null, null);
          break;
        }
        case InlineItemKind.Footnote:
          this.footnotes ??= [];
          this.footnotes.push(item.box);
          break;
        default:
      }
    }
  }

  private passIsolate(i: number): void {
    const { isolates } = this.prepared.paragraph;
    if (isolates !== null) this.pieces.passIsolate(isolates[i]!);
  }

  private levelAt(offset: number): number {
    const { levels } = this.prepared;
    if (levels === null || levels.length === 0) return this.baseLevel;
    return levels[Math.min(offset, levels.length - 1)]!;
  }

  /** Returns the bidi level of a neutral character inserted before an offset (UAX #9 N1, N2). */
  private levelBetween(offset: number): number {
    const { levels } = this.prepared;
    if (levels === null || offset === 0 || offset >= levels.length) return this.baseLevel;
    return levels[offset - 1] === levels[offset] ? levels[offset]! : this.baseLevel;
  }

  /** Whether the innermost box is still empty. */
  private get isCurrentEmpty(): boolean {
    const { pieceCountAtOpen: counts } = this;
    return counts.length > 0 && counts[counts.length - 1] === this.pieces.count;
  }

  private requireFont(lineBox: LineBox): void {
    if (this.context.lineHeightQuirk) lineBox.uniteFont(lineBox.font);
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
    // Without a strut in quirks mode, an inline box counts only if it has text or edges.
    if (!this.context.lineHeightQuirk || edges.startSize !== 0 || edges.endSize !== 0) lineBox.uniteFont(lineBox.font);
    this.boxes.push(lineBox);
    this.current = lineBox;
    if (lineBox.hasStart) this.openEdges += edges.startSize;
    this.pieceCountAtOpen.push(this.pieces.count);
  }

  /** Closes the innermost box at a text offset. Unless `isEnd`, it continues on the next line. */
  private close(isEnd: boolean, offset: number): void {
    const lineBox = this.current;
    if (lineBox.enclosing === null || lineBox.edges === null) return;
    if (this.ruby !== null)
      this.width = this.ruby.closing(lineBox, this.width, offset, this.lineStart, isEnd, this.baseLevel);
    if (isEnd) lineBox.hasEnd = lineBox.edges.hasEnd;
    const countAtOpen = this.pieceCountAtOpen.pop();
    if (countAtOpen === this.pieces.count) {
      this.pieces.add(PieceKind.Empty, -1, 0, this.emptyLevel(), lineBox, null, null);
    }
    const { edges } = lineBox;
    const { leftToRight } = edges;
    if (lineBox.hasStart) this.openEdges -= edges.startSize;
    if (leftToRight ? lineBox.hasStart : lineBox.hasEnd) this.width += edges.marginLeft + edges.left;
    if (leftToRight ? lineBox.hasEnd : lineBox.hasStart) this.width += edges.marginRight + edges.right;
    this.current = lineBox.enclosing;
  }

  private emptyLevel(): number {
    const { pieces } = this;
    return pieces.count > 0 ? pieces.list[pieces.count - 1]!.level : this.baseLevel;
  }

  private closeAll({ endOffset }: LineRange): void {
    while (this.current.enclosing !== null) this.close(false, endOffset);
    this.pieceCountAtOpen.length = 0;
  }

  private addText(i: number, from: number, end: number): void {
    const { prepared } = this;
    const flags = prepared.itemFlags[i]!;
    if (!this.hasText && (flags & ItemFlag.TrimsSpaces) !== 0) {
      from = prepared.skipSpaces(from, end);
    }
    if (from >= end) return;
    this.hasText = true;
    if (this.ruby !== null) this.width = this.ruby.beginText(i, from, this.width);
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

  /** Adds text of one style and direction, possibly in several fonts. Its width is rounded up as a whole. */
  private addPiece(i: number, start: number, end: number): void {
    const { prepared, pieces } = this;
    const { runs } = prepared;
    const hangs = start >= this.hangStart;
    const last = prepared.firstRun[i + 1]!;
    let r = prepared.runEndingAfter(start, prepared.firstRun[i]!, last);
    let px = 0;
    let done: LU = 0;
    for (; r < last && runs[r]!.start < end; r++) {
      this.context.budget.tick();
      const run = runs[r]!;
      const a = Math.max(start, run.start);
      const b = Math.min(end, run.end);
      const slice = this.atLineEnds(a === run.start && b === run.end ? run : sliceOf(run, a, b), a, b);
      px += runWidthPx(slice);
      const reach = luCeilFromPx(px);
      pieces.add(PieceKind.Text, i, reach - done, hangs ? this.baseLevel : run.level, this.current, slice, null);
      done = reach;
      this.uniteText(this.current, slice);
    }
    this.width += done;
    if (hangs) this.hangWidth += done;
  }

  /** Applies the start and end adjustments of the line to a run. */
  private atLineEnds(run: ShapedRun, from: number, to: number): ShapedRun {
    const { spacing } = this.prepared.paragraph;
    if (spacing === null) return run;
    const shift = from === this.lineStart ? spacing.startShift(from) : 0;
    const shifted = shift === 0 ? run : withRoom(run, shift, true);
    return to === this.trimmedEnd ? withRoom(shifted, -spacing.ends[to - 1]!, false) : shifted;
  }

  private addTab(i: number, offset: number): void {
    const { prepared } = this;
    const index = prepared.runAt(offset);
    if (index < 0) return;
    const run = prepared.runs[index]!;
    const width = tabAdvance(this.context, prepared, i, this.shift + this.width + this.openEdges + this.indent);
    const advances = Float64Array.of(width / LU_PER_PX);
    const space = Uint32Array.of(run.face.glyphFor(SPACE));
    const hangs = offset >= this.hangStart;
    const tab = withGlyphs(run, offset, offset + 1, space, advances, Uint32Array.of(offset));
    this.pieces.add(PieceKind.Text, i, width, hangs ? this.baseLevel : run.level, this.current, tab, null);
    this.uniteText(this.current, run);
    this.width += width;
    if (hangs) this.hangWidth += width;
  }

  private uniteText(lineBox: LineBox, run: ShapedRun): void {
    this.requireFont(lineBox);
    // css-inline-3 §5.1: only `normal` considers fallback fonts.
    if (lineBox.style.font.lineHeight !== Length.NORMAL || lineBox.style.text.lineFitEdge !== 'leading') return;
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
    const before = prepared.runs[index]!;
    const run = prepared.hyphen(this.context, before.style);
    let lineBox = this.current;
    for (let k = pieces.count - 1; k >= 0; k--) {
      if (pieces.list[k]!.kind === PieceKind.Text) {
        lineBox = pieces.list[k]!.lineBox;
        break;
      }
    }
    const width = luCeilFromPx(runWidthPx(run));
    const piece = pieces.add(PieceKind.Text, before.item, width, before.level, lineBox, run, null);
    pieces.list[piece]!.replacement = '';
    this.width += width;
  }

  /** Adds one copy of a leader, shaped like the adjacent text. Its bidi level is the paragraph's. */
  private addLeader(i: number, pattern: string): void {
    const run = this.context.text.shape(pattern, this.current.style, this.baseLevel);
    const width = luCeilFromPx(runWidthPx(run));
    const piece = this.pieces.add(PieceKind.Text, i, width, this.baseLevel, this.current, run, null);
    this.pieces.list[piece]!.replacement = pattern;
    this.leaders.push({ piece, pattern });
    this.hasText = true;
    this.uniteText(this.current, run);
    this.width += width;
  }

  private addAtomic(i: number): void {
    const { prepared } = this;
    const item = prepared.items[i]!;
    const pattern = leaderPattern(item.box);
    if (pattern !== null) {
      this.addLeader(i, pattern);
      return;
    }
    this.ruby?.endOverhang();
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
    this.pieces.list[piece]!.shift = shift;
    this.current.unite(atomic.over, atomic.under, shift);
  }
}
