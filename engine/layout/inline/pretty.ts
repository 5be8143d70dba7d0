/**
 * `text-wrap: pretty` (css-text-4 §6.4): where the lines of a paragraph end is decided for all of them (total-fit.ts). What can't be decided so,
 * a word that must be broken for instance, is left to the breaker, and the plan goes on where a line begins at one of its places again.
 */
import { InlineItemKind } from '../../text/inline-content.ts';
import { MAX_LU } from '../../units.ts';
import type { InlineBreakToken } from '../break-token.ts';
import { BreakRecorder } from './break-recorder.ts';
import { hasInlineEdges } from './prepared-content.ts';
import { usedAlign } from './line-align.ts';
import type { LineBreaker } from './line-breaker.ts';
import type { LineMaker } from './line-maker.ts';
import { totalFit } from './total-fit.ts';

export class PrettyLines {
  private readonly maker: LineMaker;
  /** Where the line that starts at a text offset ends. */
  private readonly ends = new Map<number, number>();
  /** Up to here lines are planned, or can't be. */
  private plannedUntil = -1;

  private constructor(maker: LineMaker) {
    this.maker = maker;
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

  /** Where the line that starts at a place should end, a text offset; -1: where it can. `breaker` is asked where it could. */
  endOfLine(breaker: LineBreaker, start: InlineBreakToken | null): number {
    const offset = start === null ? 0 : start.textOffset;
    // The styles of a first line of its own aren't those of the rest.
    if ((start === null || start.lineNumber === 0) && this.maker.input.content.firstLine !== null) return -1;
    if (offset >= this.plannedUntil) this.plan(breaker, start);
    return this.ends.get(offset) ?? -1;
  }

  /** Plans the lines from a place to the next forced break. */
  private plan(breaker: LineBreaker, start: InlineBreakToken | null): void {
    const { maker } = this;
    const { text } = maker.container.style;
    const lineNumber = start === null ? 0 : start.lineNumber;
    const offset = start === null ? 0 : start.textOffset;
    const recorder = new BreakRecorder(offset);
    breaker.recorder = recorder;
    const indent = maker.indent(lineNumber, start !== null && start.afterForcedBreak);
    breaker.breakLine(start === null ? 0 : start.itemIndex, offset, indent, MAX_LU);
    breaker.recorder = null;
    this.plannedUntil = Math.max(breaker.endOffset, offset + 1);
    this.ends.clear();
    if (breaker.width >= MAX_LU / 2) return;
    const available = maker.input.inlineSize;
    const found = totalFit(recorder, {
      available,
      indent: maker.indent(lineNumber + 1, false),
      end: breaker.width,
      isJustified: usedAlign(maker.container.style, maker.isRtl, false) === 'justify',
      fontSize: maker.container.style.font.fontSize,
      mostHyphenated: text.hyphenateLimitLines ?? Infinity,
      hyphenatedBefore: start === null ? 0 : start.hyphenatedLines,
      zone: text.hyphenateLimitZone.resolve(available),
      keepsLastWhole: text.hyphenateLimitLast === 'always',
    });
    if (found === null) return;
    let from = offset;
    for (const { at, isOverfull } of found) {
      const end = recorder.offsets[at];
      if (!isOverfull) this.ends.set(from, end);
      from = end;
    }
  }
}
