/** Builds the lines of one container at one size, with the line breakers, builders and tables they share. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { assertInvariant } from '../../invariant.ts';
import { InlineBreakToken } from '../contract/break-token.ts';
import type { InlineRange } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { LineFragment } from '../contract/fragment.ts';
import { AtomicInlines } from './atomic-inline.ts';
import type { BuiltLine } from './built-line.ts';
import { laidOutContent, preparedContent } from './content-layout.ts';
import { firstHang } from './hanging-punctuation.ts';
import type { InlineLayoutInput } from './inline-contract.ts';
import { InlineEdgesTable } from './inline-edges.ts';
import { LineAxes } from './line-axes.ts';
import { LineBreaker, type LineHost } from './line-breaker.ts';
import { type FoundLine, USUAL_RULES } from './line-ends.ts';
import { LineBuilder } from './line-builder.ts';
import type { PreparedContent } from './prepared-content.ts';
import { rubyColumnsOf } from './ruby/read-columns.ts';
import { INDEFINITE, type LU, pxFromLu } from '../../units.ts';

/** A line and its position in the container's content box. */
export class PlacedLine {
  readonly line: BuiltLine;
  /** Logical offset of its start corner. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  /** Whether floats pushed the line down. */
  readonly isPushed: boolean;

  constructor(line: BuiltLine, inlineOffset: LU, blockOffset: LU, isPushed = false) {
    this.line = line;
    this.inlineOffset = inlineOffset;
    this.blockOffset = blockOffset;
    this.isPushed = isPushed;
  }
}

/** Builds the lines of one container at one size. Holds the line breaker and builder with their shared tables. */
export class LineMaker {
  readonly context: LayoutContext;
  readonly container: Box;
  readonly input: InlineLayoutInput;
  readonly rest: PreparedContent;
  readonly isRtl: boolean;
  /** Whether the initial letter takes the first line's indent. */
  private readonly hasInitialLetter: boolean;
  private knownAtomics: AtomicInlines | null = null;
  private restTools: LineTools | null = null;
  private firstTools: LineTools | null = null;
  /** How far the first mark of the first line hangs. Computed on demand. */
  private firstHang: LU | null = null;
  /** The breaker used to look ahead of the current line. */
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

  /** The atomic inlines, laid out for the container's size. */
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

  /** Whether an atomic inline resolved a percentage against the block size. */
  get dependsOnBlockSize(): boolean {
    return this.knownAtomics !== null && this.knownAtomics.dependsOnBlockSize;
  }

  /** Returns the tools for a line. The first line of a container with `::first-line` rules has its own. */
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

  /** Returns the indent of a line (css-text-3 §6.1). */
  indent(lineNumber: number, afterForcedBreak: boolean): LU {
    if (this.hasInitialLetter && lineNumber === 0) return 0;
    const indent = firstLineIndent(this.container, lineNumber, afterForcedBreak, this.input.inlineSize);
    // An initial letter doesn't count as a line of its own.
    if (this.container.pseudo === 'first-letter') return indent;
    if (lineNumber > 0 || this.container.lines.continues) return indent;
    return indent - (this.firstHang ??= firstHang(this.rest));
  }

  /**
   * Finds the end of the line from `start` in the available space. `wishedEnd` is the text offset where it should end,
   * or -1. `avoidsHyphen` applies before a fragmentation break where hyphens are avoided.
   */
  breakLine(
    { breaker }: LineTools,
    start: InlineBreakToken | null,
    indent: LU,
    available: LU,
    wishedEnd = -1,
    avoidsHyphen = false,
  ): FoundLine {
    const item = start === null ? 0 : start.itemIndex;
    const offset = start === null ? 0 : start.textOffset;
    const hyphenatedLines = start === null ? 0 : start.hyphenatedLines;
    const isUsual = hyphenatedLines === 0 && wishedEnd < 0 && !avoidsHyphen;
    const rules = isUsual ? USUAL_RULES : { ...USUAL_RULES, hyphenatedLines, wishedEnd, avoidsHyphen };
    const line = breaker.breakLine(item, offset, indent, available, rules);
    if (!line.hyphen || wishedEnd >= 0 || avoidsHyphen) return line;
    if (this.container.style.text.hyphenateLimitLast !== 'always' || !this.isLastFullLine(line, available)) return line;
    // css-text-4 §6.3.5: avoids a hyphen at the end of the last full line.
    return breaker.breakLine(item, offset, indent, available, { ...rules, avoidsHyphen: true });
  }

  /** Whether the container avoids a hyphen in the last line before a break of this fragmentainer's kind. */
  get avoidsHyphenBeforeBreak(): boolean {
    const { hyphenateLimitLast } = this.container.style.text;
    const { fragmentainer } = this.input;
    if (hyphenateLimitLast === 'none' || fragmentainer === null) return false;
    return hyphenateLimitLast === 'always' || hyphenateLimitLast === 'column' || fragmentainer.kind === 'page';
  }

  /** Whether all content after a line fits on one more line. */
  private isLastFullLine({ endItem, endOffset }: FoundLine, available: LU): boolean {
    const { rest } = this;
    if (endItem >= rest.items.length || rest.x[rest.text.length]! - rest.x[endOffset]! > pxFromLu(available) + 1)
      return false;
    const next = this.lookAhead.breakLine(endItem, endOffset, 0, available);
    return next.isLast && !next.overflows;
  }

  /** A line breaker that looks ahead and ignores floats. */
  get lookAhead(): LineBreaker {
    const { rest, context } = this;
    const { writingMode, inlineSize } = this.input;
    const edges = new InlineEdgesTable(new LineAxes(writingMode), inlineSize);
    return (this.ahead ??= new LineBreaker(rest, context, edges, new PlainHost(this), rubyColumnsOf(context, rest)));
  }

  /**
   * Builds a line that the breaker has found from `start`, with the token of the next line. `available` is the space it
   * is aligned in.
   */
  build(tools: LineTools, found: FoundLine, start: InlineBreakToken | null, indent: LU, available: LU): BuiltLine {
    const { clampLines } = this.input;
    const lineNumber = start === null ? 0 : start.lineNumber;
    // css-overflow-4 §5.3: content after the clamp line is omitted.
    const clamped = clampLines !== INDEFINITE && lineNumber + 1 >= clampLines;
    const startItem = start === null ? 0 : start.itemIndex;
    const startOffset = start === null ? 0 : start.textOffset;
    const takesIn = found.endItem > startItem || found.endOffset > startOffset;
    assertInvariant(takesIn || found.isLast || clamped, 'every line except the last consumes content');
    const token =
      found.isLast || clamped
        ? null
        : new InlineBreakToken(
            this.container,
            found.endItem,
            found.endOffset,
            lineNumber + 1,
            found.forced,
            found.hyphen ? (start?.hyphenatedLines ?? 0) + 1 : 0,
          );
    return tools.builder.build(
      {
        startItem,
        startOffset,
        endItem: found.endItem,
        endOffset: found.endOffset,
        forced: found.forced,
        isLast: found.isLast,
        hyphen: found.hyphen,
        indent,
        shift: found.shift,
        available,
        hasContent: found.hasContent,
        hangsMark: found.hangsMark,
        axis: this.input.characterAxis,
      },
      token,
      clamped,
    );
  }

  /** Builds the line of a ruby annotation: a content, or a range of it, on one line regardless of its breaks. */
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
      shift: 0,
      axis: null,
    };
    return this.makeBuilder(this.rest, new LineAxes(this.input.writingMode)).build(
      { ...(range ?? all), ...line },
      null,
    );
  }

  /**
   * Returns the logical inline offset of a line, which starts at `line.left` from the line-left edge of `[start, end)`
   * in the content box.
   */
  inlineOffset(start: LU, end: LU, line: BuiltLine): LU {
    if (!this.isRtl) return start + line.left;
    return end - line.left - line.length;
  }
}

interface LineTools {
  readonly prepared: PreparedContent;
  readonly breaker: LineBreaker;
  readonly builder: LineBuilder;
}

/**
 * Returns the indent of a line (css-text-3 §6.1). `basis` is the percentage basis. Ruby annotations aren't block
 * containers, so they have none.
 */
export function firstLineIndent(container: Box, lineNumber: number, afterForcedBreak: boolean, basis: LU): LU {
  const { length, hanging, eachLine } = container.style.text.textIndent;
  if ((length.px === 0 && !length.hasPercent) || container.kind === BoxKind.RubyText) return 0;
  const indented = (lineNumber === 0 && !container.lines.continues) || (eachLine && afterForcedBreak);
  return indented !== hanging ? length.resolve(basis) : 0;
}

export function blockSizeOf(line: LineFragment): LU {
  return line.writingMode.blockOf(line.width, line.height);
}

/** Answers the breaker for content whose floats are absent or irrelevant. */
export class PlainHost implements LineHost {
  readonly lineShift = 0;
  private readonly maker: { readonly atomics: AtomicInlines; readonly rest: PreparedContent };

  constructor(maker: { readonly atomics: AtomicInlines; readonly rest: PreparedContent }) {
    this.maker = maker;
  }

  atomicInlineSize(item: number): LU {
    return this.maker.atomics.of(this.maker.rest.items[item]!.box).inlineSize;
  }

  meetFloat(_item: number, _used: LU, _isEmpty: boolean, available: LU): LU {
    return available;
  }

  floatMark(): number {
    return 0;
  }

  rewindFloats(): void {}
}
