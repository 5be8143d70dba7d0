/**
 * Finds line ends (css-text-3 §5) with a greedy algorithm over the flat items, using arrays of cumulative advances and
 * break classes. It only measures. line-builder.ts builds the line. One instance serves all lines of a paragraph.
 * Recorded opportunities are snapshots, to which it rewinds.
 *
 * - A line fits if its width, without hanging and removed spaces, exceeds the available space by at most one LU.
 * - Otherwise it ends at the last soft wrap opportunity, else at the last emergency opportunity, else it overflows.
 * - An opportunity between items falls before the next Open, text or atomic. Closing tags and floats stay on the line.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { isSpaceOrTab } from '../../text/line-breaks.ts';
import { BreakClass, endsInHyphen, isLastResort } from '../../text/paragraph.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { type LU, LU_PER_PX, luCeilFromPx, MAX_LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { InlineEdgesTable } from './inline-edges.ts';
import { hangAtEnd } from './hanging-punctuation.ts';
import { FoundLine, type LineRules, Opportunities, type Opportunity, USUAL_RULES } from './line-ends.ts';
import { ItemFlag, type PreparedContent, endOfPiece, tabAdvance } from './prepared-content.ts';
import { runWidth } from './shaped-runs.ts';
import type { RubyColumns } from './ruby/ruby-columns.ts';
import { RubyWalk } from './ruby/ruby-walk.ts';

const TAB = 9;

/** The callbacks of the breaker during its walk. Layout and intrinsic sizing implement them differently. */
export interface LineHost {
  /** How far floats move the start of the line from the content edge. */
  readonly lineShift: LU;
  /** Returns the inline size of the margin box of the atomic inline at an item. */
  atomicInlineSize(item: number): LU;
  /**
   * Handles a float found after `used` of the line. `isEmpty` means that nothing precedes it. Returns the space now
   * available to the line.
   */
  meetFloat(item: number, used: LU, isEmpty: boolean, available: LU): LU;
  /** Returns the number of floats found on this line. `rewindFloats` drops the floats after such a mark. */
  floatMark(): number;
  rewindFloats(mark: number): void;
}

export class LineBreaker {
  private readonly prepared: PreparedContent;
  private readonly context: LayoutContext;
  private readonly edges: InlineEdgesTable;
  private readonly host: LineHost;
  /** The permitted number of successive lines that end in a hyphen (css-text-4 §6.3.4). */
  private readonly mostHyphenated: number;
  /** The space a line may leave empty to avoid hyphenating a word (css-text-4 §6.3.2). */
  private readonly zone: Length;

  // State of the walk.
  private rules: LineRules = USUAL_RULES;
  private line = new FoundLine(0);
  private readonly ruby: RubyWalk | null;
  private pos: LU = 0;
  /** Spaces at the current end that will hang or be removed. */
  private trailing: LU = 0;
  /** The part of `trailing` that hangs. */
  private hanging: LU = 0;
  /** End edges of open boxes with `box-decoration-break: clone`. */
  private cloneEnd: LU = 0;
  /** Whether only spaces separate the last text from this position, so the mark at its end may hang. */
  private isAtText = false;
  /** The text offset of the end edges that follow a space, or -1, and where the line ends without them. */
  private edgesAt = -1;
  private edgesFrom: LU = 0;
  /** Text offset where the line begins. */
  private startOffset = 0;
  /** Whether the line has content before this position, so it may end here. */
  private seen = false;
  private boundaryWraps = true;
  private readonly places = new Opportunities();
  /** Caches the hyphen width of the style that was queried last. */
  private hyphenStyle: ComputedStyle | null = null;
  private hyphenWidth: LU = 0;

  constructor(
    prepared: PreparedContent,
    context: LayoutContext,
    edges: InlineEdgesTable,
    host: LineHost,
    columns: RubyColumns | null,
  ) {
    this.prepared = prepared;
    this.context = context;
    this.edges = edges;
    this.host = host;
    this.ruby = columns === null ? null : new RubyWalk(prepared, columns);
    const { hyphenateLimitLines, hyphenateLimitZone } = prepared.container.style.text;
    this.mostHyphenated = hyphenateLimitLines ?? Infinity;
    this.zone = hyphenateLimitZone;
  }

  /** Finds the line that starts at (item, offset). Its content starts `indent` into `available`. */
  breakLine(item: number, offset: number, indent: LU, available: LU, rules: LineRules = USUAL_RULES): FoundLine {
    const line = new FoundLine(available);
    this.line = line;
    this.rules = rules;
    this.reset(item, indent);
    this.ruby?.begin(item, offset, this.pos);
    this.startOffset = offset;
    this.walk(item, offset);
    return line;
  }

  private walk(item: number, offset: number): void {
    const { items, text } = this.prepared;
    const count = items.length;
    for (let i = item; i < count; i++) {
      this.context.budget.spendLineItem(i - item);
      if (this.step(i, i === item ? offset : items[i]!.start)) return;
      const { end } = items[i]!;
      if (this.places.last.isSet && this.edgesAt !== end && this.isOverfull(end) && this.endEarlier()) return;
    }
    if (this.isOverfull(text.length, true) && this.endEarlier()) return;
    this.finish(count, text.length);
    this.line.isLast = true;
  }

  private reset(item: number, indent: LU): void {
    this.pos = indent;
    this.trailing = this.hanging = 0;
    this.seen = false;
    this.isAtText = false;
    this.boundaryWraps = true;
    this.places.clear();
    this.cloneEnd = 0;
    this.edgesAt = -1;
    this.openCloned(item);
  }

  /**
   * Adds the edges of boxes that are open at the line's start and repeat their edges on every line (css-break-3 §5.4).
   */
  private openCloned(item: number): void {
    const { prepared } = this;
    if (item >= prepared.items.length) return;
    let open =
      prepared.items[item]!.kind === InlineItemKind.Close ? prepared.partner[item]! : prepared.enclosing[item]!;
    for (; open >= 0; open = prepared.enclosing[open]!) {
      const { box } = prepared.items[open]!;
      if (box.style.box.boxDecorationBreak !== 'clone') continue;
      const edges = this.edges.of(box, prepared.styleOf(box));
      this.pos += edges.startSize;
      this.cloneEnd += edges.endSize;
    }
  }

  /** Adds one item to the line. Returns true if the line has ended. */
  private step(i: number, offset: number): boolean {
    const { prepared } = this;
    const item = prepared.items[i]!;
    switch (item.kind) {
      case InlineItemKind.Text:
        return offset < item.end ? this.takeText(i, offset, item.end) : false;
      case InlineItemKind.Open: {
        if (this.offerBoundary(i, offset)) return true;
        const edges = this.edges.of(item.box, prepared.styleOf(item.box));
        this.pos += edges.startSize;
        if (edges.clone) this.cloneEnd += edges.endSize;
        if (edges.startSize !== 0) {
          this.line.hasContent = true;
          this.isAtText = false;
        }
        if (this.ruby !== null) this.passRuby(this.ruby, i);
        return false;
      }
      case InlineItemKind.Close: {
        if (this.ruby !== null) this.passRuby(this.ruby, i);
        const edges = this.edges.of(item.box, prepared.styleOf(item.box));
        this.pos += edges.endSize;
        if (edges.clone) this.cloneEnd -= edges.endSize;
        if (edges.endSize !== 0) {
          if (isSpaceOrTab(prepared.text.charCodeAt(offset - 1))) this.noteSpaceEnd(offset, this.pos - edges.endSize);
          this.line.hasContent = true;
          this.isAtText = false;
        }
        // css-text-3 §5.1: the box around both sides of an opportunity controls wrapping. After a space, the box that
        // holds the space controls it.
        if (prepared.content.keptWraps?.has(offset) === true) this.boundaryWraps = true;
        else if (!isSpaceOrTab(prepared.text.charCodeAt(offset - 1)))
          this.boundaryWraps = (prepared.itemFlags[i]! & ItemFlag.Wraps) !== 0;
        return false;
      }
      case InlineItemKind.Atomic:
        if (this.offerBoundary(i, offset)) return true;
        if (this.ruby !== null) this.passRuby(this.ruby, i);
        this.pos += this.host.atomicInlineSize(i);
        this.trailing = this.hanging = 0;
        this.seen = this.line.hasContent = true;
        this.isAtText = false;
        this.boundaryWraps = (prepared.itemFlags[i]! & ItemFlag.Wraps) !== 0;
        return false;
      case InlineItemKind.Float:
        this.line.available = this.host.meetFloat(
          i,
          this.pos - this.trailing + this.cloneEnd,
          !this.seen,
          this.line.available,
        );
        return false;
      case InlineItemKind.Break:
        return this.takeForcedBreak(i);
      case InlineItemKind.OutOfFlow:
        this.passOutOfFlow(i, offset);
        return false;
      default:
        return false;
    }
  }

  /**
   * Keeps a positioned box at an opportunity on the line, even if boxes without edges open around it. The line may end
   * after it.
   */
  private passOutOfFlow(i: number, offset: number): void {
    const { last, unhyphenated } = this.places;
    if (!last.isSet || last.hyphen || last.offset !== offset || this.pos > this.line.available + 1) return;
    const width = this.pos - this.trailing + this.cloneEnd;
    if (width - this.hangAt(offset, width) !== last.width) return;
    if (unhyphenated.item === last.item) unhyphenated.item = i + 1;
    last.item = i + 1;
  }

  /** Passes an item to the ruby columns around it. */
  private passRuby(ruby: RubyWalk, i: number): void {
    const pos = ruby.pass(this.prepared.items[i]!.kind, i, this.pos);
    if (pos === this.pos) return;
    this.pos = pos;
    this.trailing = this.hanging = 0;
    this.seen = this.line.hasContent = true;
  }

  private takeForcedBreak(i: number): boolean {
    const { items } = this.prepared;
    if (this.isOverfull(items[i]!.start) && this.endEarlier()) return true;
    let next = i + 1;
    // Boxes that close directly after the break close on this line, so that the next doesn't begin with an empty box.
    while (next < items.length && items[next]!.kind === InlineItemKind.Close) {
      const { box } = items[next++]!;
      this.pos += this.edges.of(box, this.prepared.styleOf(box)).endSize;
    }
    this.line.hasContent = true;
    this.line.isLast = next >= items.length;
    this.finish(next, items[i]!.end, items[i]!.start);
    this.line.forced = true;
    return true;
  }

  /** Offers an opportunity between two items, before item `i` at a text offset. */
  private offerBoundary(i: number, offset: number): boolean {
    if (!this.seen || !this.boundaryWraps) return false;
    const kind = this.prepared.breaks[offset];
    if (kind === BreakClass.None || (this.places.last.isSet && this.places.last.offset === offset)) return false;
    if (this.rules.kept?.has(offset) === true && !isSpaceOrTab(this.prepared.text.charCodeAt(offset - 1))) return false;
    const next = this.pos > this.line.available + 1 ? this.firstPositioned(i) : i;
    return this.offer(kind!, next, offset, this.edgesAt === offset ? this.edgesFrom : this.pos - this.trailing);
  }

  /**
   * Remembers where a line that ends in the last space of boxes ends without their edges, which may overflow it.
   * Intrinsic sizes include them.
   */
  private noteSpaceEnd(offset: number, pos: LU): void {
    const { recorder, minContent } = this.rules;
    if (recorder !== null || minContent) return;
    if (this.edgesAt === offset || this.prepared.breaks[offset] === BreakClass.None) return;
    this.edgesAt = offset;
    this.edgesFrom = pos - this.trailing;
  }

  /** Returns the first of the positioned boxes directly before item `i`. A line that ends in spaces ends before them. */
  private firstPositioned(i: number): number {
    const { items } = this.prepared;
    let first = i;
    for (let k = i - 1; k >= 0 && isPositionedOrClose(items[k]!.kind); k--)
      if (items[k]!.kind === InlineItemKind.OutOfFlow) first = k;
    return first;
  }

  /** Adds the text `[from, end)` of item `i` in pieces of one direction, with tabs as separate pieces. */
  private takeText(i: number, from: number, end: number): boolean {
    const { prepared } = this;
    const flags = prepared.itemFlags[i]!;
    if (!this.seen && (flags & ItemFlag.TrimsSpaces) !== 0) {
      from = prepared.skipSpaces(from, end);
      if (from === end) return false;
    }
    if (this.offerBoundary(i, from)) return true;
    if (this.ruby !== null) this.pos = this.ruby.beginText(i, from, this.pos);
    this.boundaryWraps = (flags & ItemFlag.Wraps) !== 0;
    this.line.hasContent = true;
    this.isAtText = true;
    let start = from;
    while (start < end) {
      if (start > from && this.boundaryWraps && prepared.breaks[start] !== BreakClass.None) {
        if (this.offerInText(i, start, this.pos - this.trailing)) return true;
      }
      if ((flags & ItemFlag.HasTab) !== 0 && prepared.text.charCodeAt(start) === TAB) {
        const shift = (this.line.shift = this.host.lineShift);
        const width = tabAdvance(this.context, prepared, i, shift + this.pos);
        this.pos += width;
        if ((flags & ItemFlag.HangsSpaces) !== 0) {
          this.trailing += width;
          this.hanging += width;
        } else this.trailing = this.hanging = 0;
        start++;
      } else {
        const pieceEnd = endOfPiece(prepared, flags, start, end);
        if (this.takePiece(i, flags, start, pieceEnd)) return true;
        start = pieceEnd;
      }
      this.seen = true;
    }
    return false;
  }

  /** Adds text of one style and direction. Its width is rounded up as a whole. */
  private takePiece(i: number, flags: number, start: number, end: number): boolean {
    const { breaks, x } = this.prepared;
    const base = this.pos;
    const startX = start === this.startOffset ? x[start]! - this.prepared.startShift(start) : x[start]!;
    const trims = (flags & (ItemFlag.TrimsSpaces | ItemFlag.HangsSpaces)) !== 0;
    if ((flags & ItemFlag.Wraps) !== 0) {
      for (let k = this.firstOffer(flags, start, end, startX); k < end; k++) {
        if (breaks[k] === BreakClass.None) continue;
        const visible = trims ? this.prepared.visibleEnd(start, k) : k;
        const width = visible === start ? base - this.trailing : base + luCeilFromPx(x[visible]! - startX);
        if (this.offerInText(i, k, width)) return true;
      }
    }
    const full = luCeilFromPx(x[end]! - startX);
    this.pos = Math.min(MAX_LU, base + full);
    const visible = trims ? this.prepared.visibleEnd(start, end) : end;
    const spaces = visible === start ? full : visible === end ? 0 : full - luCeilFromPx(x[visible]! - startX);
    if (visible !== start) this.trailing = this.hanging = 0;
    this.trailing += spaces;
    if ((flags & ItemFlag.HangsSpaces) !== 0) this.hanging += spaces;
    return false;
  }

  /**
   * Returns where opportunities in a piece begin to matter. This is the last one before the line is full that needs no
   * hyphen and isn't an emergency break. It supersedes all earlier ones.
   */
  private firstOffer(flags: number, start: number, end: number, startX: number): number {
    if (this.rules.recorder !== null || this.ruby !== null || (flags & ItemFlag.OnlyGrows) === 0) return start + 1;
    if (this.rules.wishedEnd >= 0) return Math.max(start + 1, this.rules.wishedEnd);
    const { breaks, x } = this.prepared;
    // One LU below the available space, so that rounding can't make the text before `full` too wide.
    const room = startX + (this.line.available - this.cloneEnd - this.pos) / LU_PER_PX;
    let full = start + 1;
    for (let high = end; full < high;) {
      const middle = (full + high) >> 1;
      if (x[middle]! <= room) full = middle + 1;
      else high = middle;
    }
    for (let k = full - 1; k > start; k--) {
      const kind = breaks[k];
      if (kind === BreakClass.Allowed || kind === BreakClass.Mandatory) return k;
    }
    return start + 1;
  }

  private offerInText(i: number, offset: number, width: LU): boolean {
    return this.offer(this.prepared.breaks[offset]!, i, offset, width);
  }

  /** Records an opportunity that fits. If it doesn't fit, ends the line at the best one so far. */
  private offer(kind: number, item: number, offset: number, width: LU): boolean {
    const { ruby, places } = this;
    if (ruby !== null && ruby.isInside) {
      if (endsInHyphen(kind) || !ruby.canEndAt(offset)) return false;
      width = ruby.reachAt(offset, width);
    }
    if (this.rules.recorder !== null) {
      this.rules.recorder.record(
        this.prepared,
        kind,
        item,
        offset,
        width,
        this.hyphenAt(kind, offset),
        this.hangAt(offset, Infinity),
      );
      return false;
    }
    if (this.rules.wishedEnd >= 0) return this.offerWished(kind, item, offset, width);
    if (isLastResort(kind) && this.rules.minContent && (this.prepared.itemFlags[item]! & ItemFlag.BreaksAnywhere) === 0)
      return false;
    const limit = this.line.available + 1;
    let w = width + this.cloneEnd;
    const hang = this.hangAt(offset, w);
    w -= hang;
    const hyphenWidth = this.hyphenAt(kind, offset);
    const hyphen = hyphenWidth >= 0;
    if (hyphen) {
      // The hyphen may be what makes it too wide. The whole word may still fit.
      const withHyphen = w + hyphenWidth;
      if (withHyphen > limit && w <= limit) {
        if (!places.last.isSet && !places.overflowing.isSet)
          this.note(places.overflowing, item, offset, withHyphen, true, false);
        return false;
      }
      w = withHyphen;
    }
    if (w <= limit) {
      this.note(places.placeFor(kind), item, offset, w, hyphen, hang > 0);
      if (!hyphen && !isLastResort(kind)) this.note(places.unhyphenated, item, offset, w, false, hang > 0);
      return false;
    }
    if (this.endEarlier()) return true;
    this.note(places.overflowing, item, offset, w, hyphen, hang > 0);
    this.line.overflows = true;
    this.endAt(places.overflowing);
    return true;
  }

  /** Ends the line at the requested offset. */
  private offerWished(kind: number, item: number, offset: number, width: LU): boolean {
    if (offset < this.rules.wishedEnd) return false;
    const hyphenWidth = this.hyphenAt(kind, offset);
    const hang = this.hangAt(offset, width + this.cloneEnd);
    this.note(this.places.last, item, offset, width - hang + Math.max(0, hyphenWidth), hyphenWidth >= 0, hang > 0);
    this.endAt(this.places.last);
    return true;
  }

  /** Ends the line at the best recorded opportunity. Returns false if there is none. */
  private endEarlier(): boolean {
    const { places } = this;
    const best = places.best(this.rules.avoidsHyphen || this.rules.hyphenatedLines >= this.mostHyphenated, this.zone);
    if (best === null) return false;
    if (best === places.overflowing) this.line.overflows = true;
    this.endAt(best);
    return true;
  }

  /**
   * Returns how much of a line of this width hangs or is trimmed if it ends at a text offset. `isLast` marks the
   * container's last line.
   */
  private hangAt(offset: number, width: LU, isLast = false): LU {
    const { prepared } = this;
    if (!prepared.adaptsEnds || !this.isAtText) return 0;
    return hangAtEnd(prepared, this.startOffset, offset, width > this.line.available + 1, isLast);
  }

  /** Whether the content so far overflows the line even if the mark at a text offset hangs. */
  private isOverfull(offset: number, isLast = false): boolean {
    const width = this.pos - this.trailing + this.cloneEnd;
    return width > this.line.available + 1 && width - this.hangAt(offset, width, isLast) > this.line.available + 1;
  }

  private note(where: Opportunity, item: number, offset: number, width: LU, hyphen: boolean, hangsMark: boolean): void {
    where.hangsMark = hangsMark;
    where.item = item;
    where.offset = offset;
    where.width = width;
    where.hyphen = hyphen;
    where.floatMark = this.host.floatMark();
    where.available = this.line.available;
  }

  private endAt(where: Opportunity): void {
    const { line } = this;
    this.host.rewindFloats(where.floatMark);
    line.breaksWord = where === this.places.emergency;
    line.endItem = where.item;
    line.endOffset = where.offset;
    line.width = where.width;
    line.available = where.available;
    line.hyphen = where.hyphen;
    line.hangsMark = where.hangsMark;
  }

  /** Ends the line after everything added so far. `text` is the end of its text. */
  private finish(item: number, offset: number, text = offset): void {
    const { line } = this;
    line.endItem = item;
    line.endOffset = offset;
    const width = this.pos - this.trailing;
    const hang = this.hangAt(text, width + this.cloneEnd, item >= this.prepared.items.length);
    line.hangsMark = hang > 0;
    line.width = width - hang;
    line.hang = this.hanging;
    line.overflows = line.width + this.cloneEnd > line.available + 1;
  }

  /** Returns the hyphen width at an opportunity, or -1 if the line wouldn't end in a hyphen. */
  private hyphenAt(kind: number, offset: number): LU {
    if (!endsInHyphen(kind)) return -1;
    const { prepared } = this;
    const index = prepared.runAt(offset - 1);
    if (index < 0) return -1;
    const { style } = prepared.runs[index]!;
    if (style !== this.hyphenStyle) {
      this.hyphenStyle = style;
      this.hyphenWidth = Math.max(0, runWidth(prepared.hyphen(this.context, style)));
    }
    return this.hyphenWidth;
  }
}

const isPositionedOrClose = (kind: InlineItemKind): boolean =>
  kind === InlineItemKind.OutOfFlow || kind === InlineItemKind.Close;
