/**
 * `text-wrap: pretty` (css-text-4 §6.4): plans the line ends of a paragraph as a whole (total-fit.ts). The breaker
 * handles what can't be planned, such as a word that must be broken. The plan applies again as soon as a line begins at
 * a planned position.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { InlineBreakToken } from '../contract/break-token.ts';
import { isEdgeless } from '../../boxes/style-facts.ts';
import { usedAlign } from './line-align.ts';
import type { LineBreaker } from './line-breaker.ts';
import { USUAL_RULES } from './line-ends.ts';
import type { LineMaker } from './line-maker.ts';
import { type FitWishes, TotalFit } from './total-fit.ts';

/** An instance kept for the next paragraph to reuse its memory, unless it has grown too large. */
let spare: TotalFit | null = null;
/** Capacity in opportunities up to which an instance is kept. */
const MOST_KEPT = 1 << 13;
/**
 * Maximum number of plans next to floats, where each change of width needs a new one. A plan takes linear time in the
 * remaining text.
 */
const MOST_PLANS = 32;

const ALWAYS = (): boolean => true;

export class PrettyLines {
  private readonly maker: LineMaker;
  /** Maps the text offset of a line's start to that of its end. */
  private readonly ends = new Map<number, number>();
  /** Text offset up to which lines are planned or can't be planned. */
  private plannedUntil = -1;
  /** The available space that the plan assumes. */
  private plannedFor: LU = 0;
  private plans = 0;
  /** Index of the last float item, which changes the available space, or -1. */
  private readonly lastFloat: number;

  private constructor(maker: LineMaker) {
    this.maker = maker;
    const { items, hasFloats } = maker.rest;
    this.lastFloat = hasFloats ? items.findLastIndex(({ kind }) => kind === InlineItemKind.Float) : -1;
  }

  /** Returns null if the container doesn't use `pretty`. */
  static of(maker: LineMaker): PrettyLines | null {
    const { container, rest } = maker;
    if (container.style.text.textWrapStyle !== 'pretty') return null;
    for (const { kind, style } of rest.items)
      // Cloned edges depend on where lines end.
      if (kind === InlineItemKind.Open && style.box.boxDecorationBreak === 'clone' && !isEdgeless(style)) return null;
    return new PrettyLines(maker);
  }

  /**
   * Returns the text offset where the line from `start` should end, or -1 to let the breaker decide. `breaker` supplies
   * the opportunities and must ignore floats. `room` is the available space of this line. `holds` tells whether the
   * next lines have the same space. If they don't, a common plan would be useless.
   */
  endOfLine(
    breaker: LineBreaker,
    start: InlineBreakToken | null,
    room: LU,
    holds: (lines: number) => boolean = ALWAYS,
  ): number {
    const offset = start === null ? 0 : start.textOffset;
    // A separate first line has different styles from the rest.
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

  /** Plans the lines from a position to the next forced break. */
  private plan(breaker: LineBreaker, start: InlineBreakToken | null, room: LU): void {
    this.plannedFor = room;
    const { maker } = this;
    const lineNumber = start === null ? 0 : start.lineNumber;
    const offset = start === null ? 0 : start.textOffset;
    const isJustified = usedAlign(maker.container.style, maker.isRtl, false) === 'justify';
    // Cleared while in use, because an atomic inline may plan its own paragraphs.
    const fit = spare ?? new TotalFit();
    spare = null;
    const { recorder } = fit;
    recorder.begin(offset, isJustified);
    const indent = maker.indent(lineNumber, start !== null && start.afterForcedBreak);
    const rules = { ...USUAL_RULES, recorder };
    const whole = breaker.breakLine(start === null ? 0 : start.itemIndex, offset, indent, MAX_LU, rules);
    this.plannedUntil = Math.max(whole.endOffset, offset + 1);
    this.ends.clear();
    // A single line needs no plan.
    const isOneLine = whole.width <= room + 1;
    if (!isOneLine && whole.width < MAX_LU / 2)
      this.take(fit, offset, this.wishes(whole.width, isJustified, start, room));
    if (recorder.room <= MOST_KEPT) spare = fit;
  }

  /** Returns the requirements for the lines from `start`. `end` is where the text ends on the endless line. */
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

  /** Stores the best line ends. */
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
