/**
 * Min- and max-content inline sizes of inline content (css-sizing-3 §4.1, css2 §10.3.5): runs the line breaker with
 * zero and with unlimited space.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { clearSide, type InlineIntrinsicSizes } from './inline-contract.ts';
import { laidOutContent, preparedContent } from './content-layout.ts';
import { InlineEdgesTable } from './inline-edges.ts';
import { LineAxes } from './line-axes.ts';
import { LineBreaker, type LineHost } from './line-breaker.ts';
import { type FoundLine, USUAL_RULES } from './line-ends.ts';
import { firstLineIndent } from './line-maker.ts';
import { ItemFlag, type PreparedContent } from './prepared-content.ts';
import { rubyColumnsOf } from './ruby/read-columns.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { outerIntrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import { type InlineContent, InlineItemKind } from '../../text/inline-content.ts';
import { BreakClass, endsInHyphen, isLastResort } from '../../text/paragraph.ts';
import { type LU, MAX_LU } from '../../units.ts';

/**
 * Returns the content-box sizes of a block container's inline content. Percentages count as 0, except block-size
 * percentages, which resolve against `contentBlock`.
 */
export function intrinsicInline(context: LayoutContext, box: Box, contentBlock: LU): InlineIntrinsicSizes {
  if (box.inline === null || box.inline.items.length === 0) return { minContent: 0, maxContent: 0 };
  const content = laidOutContent(context, box, box.inline);
  const rest = preparedContent(context, box, content, false);
  const plain = plainSizes(context, box, rest);
  if (plain !== null) return plain;
  const lines = new IntrinsicLines(context, box, content, rest, contentBlock);
  const minContent = lines.widest(true);
  const maxContent = lines.widest(false);
  // A negative indent makes a single line shorter than its words are. Padding usually covers it, so the line decides.
  if (minContent > maxContent && firstLineIndent(box, 0, false, 0) < 0) return { minContent: maxContent, maxContent };
  return { minContent, maxContent: Math.max(minContent, maxContent) };
}

/**
 * Returns both sizes of plain text in one pass: a min-content line ends at each opportunity, max-content is one line.
 * Returns null if there is more than plain text, or if it could be hyphenated, or contains a zero-width part that stays
 * with the following text.
 */
function plainSizes(context: LayoutContext, box: Box, prepared: PreparedContent): InlineIntrinsicSizes | null {
  if (prepared.soleText < 0) return null;
  const { breaks } = prepared;
  const end = prepared.text.length;
  const flags = prepared.itemFlags[prepared.soleText]!;
  const indent = firstLineIndent(box, 0, false, 0);
  const restIndent = firstLineIndent(box, 1, false, 0);
  const breaksAnywhere = (flags & ItemFlag.BreaksAnywhere) !== 0;
  let start = prepared.skipSpaces(0, end);
  const maxContent = indent + prepared.visibleWidth(start, end);
  let lineIndent = indent;
  let minContent: LU = 0;
  for (let k = start + 1; k < end && (flags & ItemFlag.Wraps) !== 0; k++) {
    if (breaks[k] === BreakClass.None || (isLastResort(breaks[k]!) && !breaksAnywhere)) continue;
    context.budget.tick();
    const width = lineIndent + prepared.visibleWidth(start, k);
    if (endsInHyphen(breaks[k]!) || width <= 1) return null;
    if (width > minContent) minContent = width;
    k = start = prepared.skipSpaces(k, end);
    lineIndent = restIndent;
  }
  minContent = Math.max(0, minContent, lineIndent + prepared.visibleWidth(start, end));
  return { minContent, maxContent: Math.min(MAX_LU, Math.max(minContent, maxContent)) };
}

/** Breaks content into lines with zero or unlimited space. */
class IntrinsicLines {
  private readonly box: Box;
  private readonly content: InlineContent;
  private readonly prepared: PreparedContent;
  private readonly host: IntrinsicHost;
  private readonly breaker: LineBreaker;
  private readonly firstBreaker: LineBreaker;
  private readonly besideImages: ReadonlySet<number> | null;

  constructor(context: LayoutContext, box: Box, content: InlineContent, rest: PreparedContent, contentBlock: LU) {
    this.box = box;
    this.content = content;
    this.prepared = rest;
    const mode = writingModeOf(box.style);
    this.besideImages = context.quirks ? besideImages(box, content, mode) : null;
    const edges = new InlineEdgesTable(new LineAxes(mode), 0);
    this.host = new IntrinsicHost(context, box, content, mode, contentBlock);
    this.breaker = new LineBreaker(rest, context, edges, this.host, rubyColumnsOf(context, rest));
    const firstLineBreaker = (first: PreparedContent): LineBreaker =>
      new LineBreaker(first, context, edges, this.host, rubyColumnsOf(context, first));
    this.firstBreaker =
      content.firstLine === null ? this.breaker : firstLineBreaker(preparedContent(context, box, content, true));
  }

  /** Returns the width of the longest line. `min` breaks with zero space. */
  widest(min: boolean): LU {
    const { host, content, box } = this;
    host.begin(min);
    let breaker = this.firstBreaker;
    const rules = min ? { ...USUAL_RULES, minContent: true, kept: this.besideImages } : USUAL_RULES;
    let item = 0;
    let offset = 0;
    let widestLine: LU = 0;
    let afterForced = false;
    const part = new WidestPart(this.prepared);
    for (let lineNumber = 0; item < content.items.length; lineNumber++) {
      const indent = firstLineIndent(box, lineNumber, afterForced, 0);
      const line = breaker.breakLine(item, offset, indent, min ? 0 : MAX_LU, rules);
      const width = min
        ? Math.max(line.width, part.withEdges(item, offset, line, indent))
        : Math.min(MAX_LU, line.width + line.hang + host.floatsOfLine());
      if (width > widestLine) widestLine = width;
      ({ endItem: item, endOffset: offset, forced: afterForced } = line);
      if (line.isLast) break;
      breaker = this.breaker;
    }
    return Math.max(0, widestLine, host.widestFloat);
  }
}

/**
 * Returns the text offsets where images begin and end in a table cell of auto width. Lines don't break there for
 * min-content (quirks.spec.whatwg.org §3.11).
 */
function besideImages({ kind, style }: Box, { items }: InlineContent, { vertical }: WritingMode): Set<number> | null {
  if (kind !== BoxKind.TableCell || !(vertical ? style.box.height : style.box.width).isAuto) return null;
  const found = new Set<number>();
  for (const { box, start, end } of items)
    if (box.kind === BoxKind.Replaced && box.element?.tag === 'img' && box.has(BoxFlag.AtomicInline))
      found.add(start).add(end);
  return found;
}

/** Answers the breaker with intrinsic contributions instead of laid-out sizes. */
class IntrinsicHost implements LineHost {
  readonly lineShift = 0;
  /** The widest float, or the widest row of floats. */
  widestFloat: LU = 0;
  private readonly context: LayoutContext;
  private readonly container: Box;
  private readonly content: InlineContent;
  private readonly mode: WritingMode;
  private readonly contentBlock: LU;
  private min = true;
  private startFloats: LU = 0;
  private endFloats: LU = 0;

  constructor(context: LayoutContext, container: Box, content: InlineContent, mode: WritingMode, contentBlock: LU) {
    this.contentBlock = contentBlock;
    this.context = context;
    this.container = container;
    this.content = content;
    this.mode = mode;
  }

  begin(min: boolean): void {
    this.min = min;
    this.widestFloat = this.startFloats = this.endFloats = 0;
  }

  private contribution(box: Box): LU {
    const sizes = outerIntrinsicContribution(this.context, box, this.mode, this.contentBlock);
    return this.min ? sizes.minContent : sizes.maxContent;
  }

  atomicInlineSize(item: number): LU {
    return this.contribution(this.content.items[item]!.box);
  }

  meetFloat(item: number, _used: LU, _isEmpty: boolean, available: LU): LU {
    const { box } = this.content.items[item]!;
    const size = this.contribution(box);
    if (this.min) {
      if (size > this.widestFloat) this.widestFloat = size;
      return available;
    }
    const rtl = this.container.style.text.direction === 'rtl';
    const clear = clearSide(box.style.box.clear, rtl);
    if (clear === 'start' || clear === 'both') this.startFloats = 0;
    if (clear === 'end' || clear === 'both') this.endFloats = 0;
    const { float } = box.style.box;
    const atEnd = float === 'inline-end' || float === (rtl ? 'left' : 'right');
    if (atEnd) this.endFloats = Math.min(MAX_LU, this.endFloats + size);
    else this.startFloats = Math.min(MAX_LU, this.startFloats + size);
    this.widestFloat = Math.max(this.widestFloat, Math.min(MAX_LU, this.startFloats + this.endFloats));
    return available;
  }

  /** Returns the total width of the floats next to the measured line. A forced break ends the row of floats. */
  floatsOfLine(): LU {
    const sum = Math.min(MAX_LU, this.startFloats + this.endFloats);
    this.startFloats = 0;
    this.endFloats = 0;
    return sum;
  }

  floatMark(): number {
    return 0;
  }

  rewindFloats(): void {}
}

class WidestPart {
  private readonly prepared: PreparedContent;
  /** The text item in which the last line ended, or -1. */
  private text = -1;
  /** The widest part of that text so far. */
  private widest: LU = 0;

  constructor(prepared: PreparedContent) {
    this.prepared = prepared;
  }

  /**
   * Adds a line that began at (item, offset) with an indent. If the text ends on the line, returns the width of its
   * widest part plus the content after it.
   */
  withEdges(item: number, offset: number, line: FoundLine, indent: LU): LU {
    const { items } = this.prepared;
    const { endItem, endOffset } = line;
    let width: LU = 0;
    if (item === this.text && endItem > item && this.endsWithText(item, line)) {
      const last = this.prepared.visibleWidth(offset, items[item]!.end);
      width = Math.max(0, this.widest - last) + line.width;
    }
    if (endItem < items.length && endOffset > items[endItem]!.start)
      this.endIn(endItem, item, offset, endOffset, Math.min(0, indent));
    else this.text = -1;
    return width;
  }

  /** Records that a line from (item, offset) ends in a text. `indent` is the line's negative indent, or 0. */
  private endIn(text: number, item: number, offset: number, end: number, indent: LU): void {
    if (this.text !== text) this.widest = 0;
    this.text = text;
    const start = item === text ? offset : this.prepared.items[text]!.start;
    this.widest = Math.max(this.widest, this.prepared.visibleWidth(start, end) + indent);
  }

  /** Whether only edges, and spaces at the very end, follow the text on the line. */
  private endsWithText(text: number, { endItem, endOffset, isLast }: FoundLine): boolean {
    const { items } = this.prepared;
    for (let i = text + 1; i < items.length && i <= endItem; i++) {
      const { kind, start, end } = items[i]!;
      if (kind === InlineItemKind.Atomic && i < endItem) return false;
      if (kind !== InlineItemKind.Text || (i === endItem && endOffset === start)) continue;
      if (!isLast || this.prepared.skipSpaces(start, end) < end) return false;
    }
    return true;
  }
}
