/** What makes the lines of one container at one size: line breakers and builders with the tables that they share. */
import type { Box } from '../../boxes/box.ts';
import { assertInvariant } from '../../invariant.ts';
import { INDEFINITE, type LU, pxFromLu } from '../../units.ts';
import { InlineBreakToken } from '../break-token.ts';
import type { InlineRange } from '../constraint-space.ts';
import type { LayoutContext } from '../contract.ts';
import type { LineFragment } from '../fragment.ts';
import { AtomicInlines } from './atomic-inline.ts';
import type { BuiltLine } from './built-line.ts';
import { laidOutContent, preparedContent } from './content-layout.ts';
import type { InlineLayoutInput } from './inline-contract.ts';
import { InlineEdgesTable } from './inline-edges.ts';
import { LineAxes } from './line-axes.ts';
import { LineBreaker, type LineHost } from './line-breaker.ts';
import { LineBuilder } from './line-builder.ts';
import { firstHang } from './hanging-punctuation.ts';
import { PlainHost } from './plain-host.ts';
import type { PreparedContent } from './prepared-content.ts';
import { rubyColumnsOf } from './ruby/read-columns.ts';

/** A line at its place in the container's content box. */
export class PlacedLine {
  readonly line: BuiltLine;
  /** Start corner, logical. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  /** Floats have pushed it down. */
  readonly isPushed: boolean;

  constructor(line: BuiltLine, inlineOffset: LU, blockOffset: LU, isPushed = false) {
    this.line = line;
    this.inlineOffset = inlineOffset;
    this.blockOffset = blockOffset;
    this.isPushed = isPushed;
  }
}

/** What makes lines of one container at one size: the line breaker and builder with what they share. */
export class LineMaker {
  readonly context: LayoutContext;
  readonly container: Box;
  readonly input: InlineLayoutInput;
  readonly rest: PreparedContent;
  readonly isRtl: boolean;
  /** The first line's indent is on its initial letter. */
  private readonly hasInitialLetter: boolean;
  private knownAtomics: AtomicInlines | null = null;
  private restTools: LineTools | null = null;
  private firstTools: LineTools | null = null;
  /** How far the first line's first mark hangs. */
  private firstHang: LU | null = null;
  /** Looks at what follows a line. */
  private ahead: LineBreaker | null = null;

  constructor(context: LayoutContext, container: Box, input: InlineLayoutInput) {
    this.context = context;
    this.container = container;
    const content = laidOutContent(context, container, input.content);
    this.input = content === input.content ? input : { ...input, content };
    this.hasInitialLetter = content !== input.content;
    this.rest = preparedContent(context, container, content, false);
    this.isRtl = container.style.text.direction === 'rtl';
  }

  /** The atomic inlines, which the container's size lays out. */
  get atomics(): AtomicInlines {
    const { context, input } = this;
    return (this.knownAtomics ??= new AtomicInlines(
      context,
      new LineAxes(input.writingMode),
      input.writingMode,
      input.inlineSize,
      input.percentageBlock,
      input.measure,
      this.rest.fonts.central,
    ));
  }

  /** One of the atomic inlines asked for the percentage block size. */
  get dependsOnBlockSize(): boolean {
    return this.knownAtomics !== null && this.knownAtomics.dependsOnBlockSize;
  }

  /** The tools for a line; the first line of a container with `::first-line` rules has its own. */
  tools(lineNumber: number, host: LineHost): LineTools {
    if (lineNumber === 0 && this.input.content.firstLine !== null) {
      return (this.firstTools ??= this.makeTools(
        preparedContent(this.context, this.container, this.input.content, true),
        host,
      ));
    }
    return (this.restTools ??= this.makeTools(this.rest, host));
  }

  private makeTools(prepared: PreparedContent, host: LineHost): LineTools {
    const { context, input } = this;
    const axes = new LineAxes(input.writingMode);
    const edges = new InlineEdgesTable(axes, input.inlineSize);
    const breaker = new LineBreaker(prepared, context, edges, host, rubyColumnsOf(context, prepared));
    return { prepared, breaker, builder: this.makeBuilder(prepared, axes, edges) };
  }

  private makeBuilder(
    prepared: PreparedContent,
    axes: LineAxes,
    edges = new InlineEdgesTable(axes, this.input.inlineSize),
  ): LineBuilder {
    const { context, input, atomics } = this;
    const columns = rubyColumnsOf(context, prepared);
    const { writingMode, inlineSize, percentageBlock } = input;
    return new LineBuilder(context, prepared, edges, atomics, columns, axes, writingMode, inlineSize, percentageBlock);
  }

  /** css-text-3 §6.1: the indent of a line. */
  indent(lineNumber: number, afterForcedBreak: boolean): LU {
    if (this.hasInitialLetter && lineNumber === 0) return 0;
    const indent = firstLineIndent(this.container, lineNumber, afterForcedBreak, this.input.inlineSize);
    // An initial letter is no line of its own.
    if (this.container.pseudo === 'first-letter') return indent;
    if (lineNumber > 0 || this.container.lines.continues) return indent;
    return indent - (this.firstHang ??= firstHang(this.rest));
  }

  /**
   * Finds where the line from `start` on ends, in a room; `wishedEnd`: a text offset where it is to, -1 for anywhere; `avoidsHyphen`: what follows is a
   * break before which no hyphen is to stand.
   */
  breakLine(
    { breaker }: LineTools,
    start: InlineBreakToken | null,
    indent: LU,
    available: LU,
    wishedEnd = -1,
    avoidsHyphen = false,
  ): void {
    const item = start === null ? 0 : start.itemIndex;
    const offset = start === null ? 0 : start.textOffset;
    breaker.hyphenatedLines = start === null ? 0 : start.hyphenatedLines;
    breaker.wishedEnd = wishedEnd;
    breaker.avoidsHyphen = avoidsHyphen;
    breaker.breakLine(item, offset, indent, available);
    breaker.wishedEnd = -1;
    if (!breaker.hyphen || wishedEnd >= 0 || avoidsHyphen) return;
    if (this.container.style.text.hyphenateLimitLast !== 'always' || !this.isLastFullLine(breaker, available)) return;
    // css-text-4 §6.3.5: the last full line had better not end in a hyphen.
    breaker.avoidsHyphen = true;
    breaker.breakLine(item, offset, indent, available);
  }

  /** The container asks for no hyphen in the last line before such a break as would end this fragmentainer. */
  get avoidsHyphenBeforeBreak(): boolean {
    const { hyphenateLimitLast } = this.container.style.text;
    const { fragmentainer } = this.input;
    if (hyphenateLimitLast === 'none' || fragmentainer === null) return false;
    return hyphenateLimitLast === 'always' || hyphenateLimitLast === 'column' || fragmentainer.kind === 'page';
  }

  /** Does all that comes after the line that a breaker has found fit on one more? */
  private isLastFullLine({ endItem, endOffset }: LineBreaker, available: LU): boolean {
    const { rest } = this;
    if (endItem >= rest.items.length || rest.x[rest.text.length]! - rest.x[endOffset]! > pxFromLu(available) + 1)
      return false;
    const { lookAhead } = this;
    lookAhead.breakLine(endItem, endOffset, 0, available);
    return lookAhead.isLast && !lookAhead.overflows;
  }

  /** Finds where lines could end, and meets no floats. */
  get lookAhead(): LineBreaker {
    const { rest, context } = this;
    const { writingMode, inlineSize } = this.input;
    const edges = new InlineEdgesTable(new LineAxes(writingMode), inlineSize);
    return (this.ahead ??= new LineBreaker(rest, context, edges, new PlainHost(this), rubyColumnsOf(context, rest)));
  }

  /** Builds the line that the breaker has found, with the token of the next; `available`: the room that it is aligned in. */
  build(tools: LineTools, start: InlineBreakToken | null, indent: LU, available: LU): BuiltLine {
    const { clampLines } = this.input;
    const { breaker } = tools;
    const lineNumber = start === null ? 0 : start.lineNumber;
    // css-overflow-4 §5.3: what comes after the clamp line isn't there.
    const clamped = clampLines !== INDEFINITE && lineNumber + 1 >= clampLines;
    const startItem = start === null ? 0 : start.itemIndex;
    const startOffset = start === null ? 0 : start.textOffset;
    const takesIn = breaker.endItem > startItem || breaker.endOffset > startOffset;
    assertInvariant(takesIn || breaker.isLast || clamped, 'each line but the last takes some of its paragraph in');
    const token =
      breaker.isLast || clamped
        ? null
        : new InlineBreakToken(
            this.container,
            breaker.endItem,
            breaker.endOffset,
            lineNumber + 1,
            breaker.forced,
            breaker.hyphen ? (start?.hyphenatedLines ?? 0) + 1 : 0,
          );
    return tools.builder.build(
      {
        startItem,
        startOffset,
        endItem: breaker.endItem,
        endOffset: breaker.endOffset,
        forced: breaker.forced,
        isLast: breaker.isLast,
        hyphen: breaker.hyphen,
        indent,
        available,
        hasContent: breaker.hasContent,
        hangsMark: breaker.hangsMark,
      },
      token,
      clamped,
    );
  }

  /** A content, or a range of it, on one line whatever its breaks: a ruby annotation's. */
  buildWhole(range: InlineRange | null, available: LU): BuiltLine {
    const { items, text } = this.rest;
    const all = { startItem: 0, startOffset: 0, endItem: items.length, endOffset: text.length };
    const line = {
      forced: false,
      isLast: true,
      hyphen: false,
      indent: 0,
      available,
      hasContent: true,
      hangsMark: false,
    };
    return this.makeBuilder(this.rest, new LineAxes(this.input.writingMode)).build(
      { ...(range ?? all), ...line },
      null,
    );
  }

  /** Logical inline offset of a line that stands `left` from the line-left edge of a room `[start, end)` of the content box. */
  inlineOffset(start: LU, end: LU, line: BuiltLine): LU {
    if (!this.isRtl) return start + line.left;
    return end - line.left - line.length;
  }
}

export interface LineTools {
  readonly prepared: PreparedContent;
  readonly breaker: LineBreaker;
  readonly builder: LineBuilder;
}

/** css-text-3 §6.1: the indent of a line; `basis`: what percentages refer to. */
export function firstLineIndent(container: Box, lineNumber: number, afterForcedBreak: boolean, basis: LU): LU {
  const { length, hanging, eachLine } = container.style.text.textIndent;
  if (length.px === 0 && !length.hasPercent) return 0;
  const indented = (lineNumber === 0 && !container.lines.continues) || (eachLine && afterForcedBreak);
  return indented !== hanging ? length.resolve(basis) : 0;
}

export function blockSizeOf(line: LineFragment): LU {
  return line.writingMode.vertical ? line.width : line.height;
}
