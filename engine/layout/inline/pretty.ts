/**
 * `text-wrap: pretty` (css-text-4 §6.4): where the lines of a paragraph end is decided for all of them (total-fit.ts). What can't be decided so,
 * a word that must be broken for instance, is left to the breaker, and the plan goes on where a line begins at one of its places again.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { InlineBreakToken } from '../break-token.ts';
import { hasInlineEdges } from './prepared-content.ts';
import { usedAlign } from './line-align.ts';
import type { LineBreaker } from './line-breaker.ts';
import type { LineMaker } from './line-maker.ts';
import { type FitWishes, TotalFit } from './total-fit.ts';

/** What a paragraph is planned with, and with whose memory the next one is, unless it has become too large. */
let spare: TotalFit | null = null;
/** Opportunities. */
const MOST_KEPT = 1 << 13;
/** Beside floats lines are planned anew where their room changes, at most so often: each plan takes time linear in the rest of the text. */
const MOST_PLANS = 32;

const ALWAYS = (): boolean => true;

export class PrettyLines {
  private readonly maker: LineMaker;
  /** Where the line that starts at a text offset ends. */
  private readonly ends = new Map<number, number>();
  /** Up to here lines are planned, or can't be. */
  private plannedUntil = -1;
  /** The room that they are planned for. */
  private plannedFor: LU = 0;
  private plans = 0;
  /** The last of the floats among the lines, which change their room; -1: there are none. */
  private readonly lastFloat: number;

  private constructor(maker: LineMaker) {
    this.maker = maker;
    const { items, hasFloats } = maker.rest;
    this.lastFloat = hasFloats ? items.findLastIndex(({ kind }) => kind === InlineItemKind.Float) : -1;
  }

  /** null: the container's lines aren't chosen so. */
  static of(maker: LineMaker): PrettyLines | null {
    const { container, rest } = maker;
    if (container.style.text.textWrapStyle !== 'pretty') return null;
    for (const { kind, style } of rest.items)
      // Their edges depend on where lines end.
      if (kind === InlineItemKind.Open && style.box.boxDecorationBreak === 'clone' && hasInlineEdges(style))
        return null;
    return new PrettyLines(maker);
  }

  /**
   * Where the line that starts at a place should end, a text offset; -1: where it can. `breaker` is asked where it could, and meets no floats; `room`: of
   * this line; `holds`: have so many lines from this one on the same room? Where they haven't, choosing them together would be choosing for lines that will
   * never be.
   */
  endOfLine(
    breaker: LineBreaker,
    start: InlineBreakToken | null,
    room: LU,
    holds: (lines: number) => boolean = ALWAYS,
  ): number {
    const offset = start === null ? 0 : start.textOffset;
    // The styles of a first line of its own aren't those of the rest.
    if ((start === null || start.lineNumber === 0) && this.maker.input.content.firstLine !== null) return -1;
    if ((start === null ? 0 : start.itemIndex) <= this.lastFloat) return -1;
    if (room !== this.plannedFor && this.plannedUntil >= 0) {
      this.ends.clear();
      this.plannedUntil = ++this.plans < MOST_PLANS ? -1 : Infinity;
    }
    if (offset >= this.plannedUntil) {
      this.plan(breaker, start, room);
      if (this.ends.size > 0 && !holds(this.ends.size + 1)) this.ends.clear();
    }
    return this.ends.get(offset) ?? -1;
  }

  /** Plans the lines from a place to the next forced break. */
  private plan(breaker: LineBreaker, start: InlineBreakToken | null, room: LU): void {
    this.plannedFor = room;
    const { maker } = this;
    const lineNumber = start === null ? 0 : start.lineNumber;
    const offset = start === null ? 0 : start.textOffset;
    const isJustified = usedAlign(maker.container.style, maker.isRtl, false) === 'justify';
    // While it is in use, an atomic inline may have paragraphs of its own.
    const fit = spare ?? new TotalFit();
    spare = null;
    const { recorder } = fit;
    recorder.begin(offset, isJustified);
    breaker.recorder = recorder;
    const indent = maker.indent(lineNumber, start !== null && start.afterForcedBreak);
    breaker.breakLine(start === null ? 0 : start.itemIndex, offset, indent, MAX_LU);
    breaker.recorder = null;
    this.plannedUntil = Math.max(breaker.endOffset, offset + 1);
    this.ends.clear();
    // One line has nothing to choose.
    const isOneLine = breaker.width <= room + 1;
    if (!isOneLine && breaker.width < MAX_LU / 2)
      this.take(fit, offset, this.wishes(breaker.width, isJustified, start, room));
    if (recorder.room <= MOST_KEPT) spare = fit;
  }

  /** What the lines from a place on are to be like. `end`: where the text ends on the endless line. */
  private wishes(end: LU, isJustified: boolean, start: InlineBreakToken | null, available: LU): FitWishes {
    const { maker } = this;
    const { text, font } = maker.container.style;
    const lineNumber = start === null ? 0 : start.lineNumber;
    return {
      available,
      indent: maker.indent(lineNumber + 1, false),
      end,
      isJustified,
      fontSize: font.fontSize,
      mostHyphenated: text.hyphenateLimitLines ?? Infinity,
      hyphenatedBefore: start === null ? 0 : start.hyphenatedLines,
      zone: text.hyphenateLimitZone.resolve(available),
      keepsLastWhole: text.hyphenateLimitLast === 'always',
    };
  }

  /** Takes the lines over that fit best. */
  private take(fit: TotalFit, offset: number, wishes: FitWishes): void {
    const found = fit.run(wishes);
    if (found === null) return;
    let from = offset;
    for (const { at, isOverfull } of found) {
      const end = fit.recorder.offsets[at]!;
      if (!isOverfull) this.ends.set(from, end);
      from = end;
    }
  }
}
