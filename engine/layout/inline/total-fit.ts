/**
 * Lines of a paragraph chosen as a whole, after Knuth and Plass, "Breaking paragraphs into lines" (1981): of all ways to break it the one
 * whose demerits are least. Each opportunity is compared with those that a line's length before it holds, so the time is linear in the text.
 */
import { LU_PER_PX, type LU } from '../../units.ts';
import type { BreakRecorder } from './break-recorder.ts';

/** What is asked of a paragraph's lines. */
export interface FitWishes {
  /** The room of each line. */
  readonly available: LU;
  /** The indent of lines after the first; the first one's is part of the recorded positions. */
  readonly indent: LU;
  /** Where the text ends on the endless line. */
  readonly end: LU;
  readonly isJustified: boolean;
  /** CSS px. */
  readonly fontSize: number;
  /** So many lines one after another may end in hyphens; so many before the first have. */
  readonly mostHyphenated: number;
  readonly hyphenatedBefore: number;
  /** A line with no more than this free isn't hyphenated (css-text-4 §6.3.2). */
  readonly zone: LU;
  /** The last full line may not end in a hyphen (css-text-4 §6.3.5). */
  readonly keepsLastWhole: boolean;
}

/** More opportunities in a line's length aren't prose. */
const MAX_IN_LINE = 2000;
/** A last line at least this part of the line length is long enough. */
const SHORT_LINE = 1 / 3;
/** TeX's values: of one hyphen, of one after another, of one before the last line. */
const HYPHEN_PENALTY = 50;
const DOUBLE_HYPHEN_DEMERITS = 10_000;
const FINAL_HYPHEN_DEMERITS = 5_000;
const WORST_BADNESS = 10_000;
/** Worse than a paragraph full of bad lines. */
const LONE_WORD_DEMERITS = 1e12;
const OVERFULL_DEMERITS = 1e16;

export interface FitLine {
  /** The opportunity at which the line ends, as an index of the recorder's. */
  readonly at: number;
  /** It is too long, and nothing can part it. */
  readonly isOverfull: boolean;
}

/** The lines but the last; null: there are too many places to tell. */
export function totalFit(recorder: BreakRecorder, wishes: FitWishes): FitLine[] | null {
  return new TotalFit(recorder, wishes).run();
}

class TotalFit {
  private readonly breaks: BreakRecorder;
  private readonly wishes: FitWishes;
  private readonly count: number;
  /** By opportunity + 1, the start being 0: the least demerits of lines that end there, where its last line begins, its run of hyphens. */
  private readonly least: Float64Array;
  private readonly previous: Int32Array;
  private readonly hyphenRun: Int32Array;
  /** How far a line, or a gap of a justified one, is stretched without looking bad. */
  private readonly stretch: number;

  constructor(breaks: BreakRecorder, wishes: FitWishes) {
    this.breaks = breaks;
    this.wishes = wishes;
    this.count = breaks.ends.length;
    this.least = new Float64Array(this.count + 2);
    this.previous = new Int32Array(this.count + 2);
    this.hyphenRun = new Int32Array(this.count + 2);
    this.hyphenRun[0] = wishes.hyphenatedBefore;
    this.stretch = wishes.fontSize * LU_PER_PX * (wishes.isJustified ? 1 / 6 : 3);
  }

  run(): FitLine[] | null {
    for (let k = 0; k <= this.count; k++) if (!this.reach(k)) return null;
    const found: FitLine[] = [];
    for (let at = this.previous[this.count + 1] - 1; at >= 0; at = this.previous[at + 1] - 1)
      found.push({ at, isOverfull: this.freeOf(this.previous[at + 1] - 1, this.endOf(at)) < -1 });
    return found.reverse();
  }

  /** Where a line that ends at an opportunity ends, its hyphen with it. */
  private endOf(k: number): LU {
    return k === this.count ? this.wishes.end : this.breaks.ends[k] + Math.max(0, this.breaks.hyphens[k]);
  }

  /** Finds the best line that ends at opportunity `k`; `count` is the paragraph's end. */
  private reach(k: number): boolean {
    const { least, breaks, wishes } = this;
    let best = Infinity;
    let from = k;
    let tries = 0;
    const end = this.endOf(k);
    for (let j = k - 1; j >= -1; j--) {
      if (++tries > MAX_IN_LINE) return false;
      const free = this.freeOf(j, end);
      if (free < -1) {
        // What nothing can part sticks out, or is broken where it must be.
        if (j === k - 1 && least[j + 1] + OVERFULL_DEMERITS < best)
          [best, from] = [least[j + 1] + OVERFULL_DEMERITS, j];
        break;
      }
      if (k < this.count && breaks.hyphens[k] >= 0 && wishes.zone > 0) {
        const freeUnhyphenated = this.freeBeforeHyphen(k, j);
        if (freeUnhyphenated >= 0 && freeUnhyphenated <= wishes.zone) continue;
      }
      const cost = least[j + 1] + this.demerits(j, k, free);
      if (cost <= best) [best, from] = [cost, j];
    }
    least[k + 1] = best;
    this.previous[k + 1] = from + 1;
    this.hyphenRun[k + 1] = k < this.count && breaks.hyphens[k] >= 0 ? this.hyphenRun[from + 1] + 1 : 0;
    return true;
  }

  private freeOf(j: number, end: LU): LU {
    const { available, indent } = this.wishes;
    return j < 0 ? available - end : available - indent - (end - this.breaks.starts[j]);
  }

  /** What the line from `j` would leave free if it ended before the word that is hyphenated at `k`; -1: nothing is there. */
  private freeBeforeHyphen(k: number, j: number): LU {
    let word = k - 1;
    while (word > j && this.breaks.hyphens[word] >= 0) word--;
    return word > j ? this.freeOf(j, this.breaks.ends[word]) : -1;
  }

  /** The demerits of the line from opportunity `j` to `k`, that leaves `free`. */
  private demerits(j: number, k: number, free: LU): number {
    const { breaks, wishes } = this;
    const before = this.hyphenRun[j + 1];
    if (k === this.count) return this.lastLineDemerits(j, free, before);
    const isHyphenated = breaks.hyphens[k] >= 0;
    if (isHyphenated && before >= wishes.mostHyphenated) return OVERFULL_DEMERITS;
    const gaps = wishes.isJustified ? breaks.gapsBeforeEnd[k] - (j < 0 ? 0 : breaks.gapsBeforeStart[j]) : 1;
    const ratio = Math.max(0, free) / (this.stretch * Math.max(gaps, 0.1));
    const badness = Math.min(WORST_BADNESS, 100 * ratio * ratio * ratio);
    // Beyond the worst it still matters how much is left.
    const line = (1 + badness) * (1 + badness) + (badness === WORST_BADNESS ? free : 0);
    if (!isHyphenated) return line;
    return line + HYPHEN_PENALTY * HYPHEN_PENALTY + (before > 0 ? DOUBLE_HYPHEN_DEMERITS : 0);
  }

  /** > 'pretty': [...] avoid excessively short last lines */
  private lastLineDemerits(j: number, free: LU, hyphensBefore: number): number {
    const { wishes, breaks, count } = this;
    if (j < 0) return 0;
    if (hyphensBefore > 0 && wishes.keepsLastWhole) return OVERFULL_DEMERITS;
    const length = wishes.available - free;
    const short = Math.max(0, 1 - length / (wishes.available * SHORT_LINE));
    let inLine = 0;
    for (let k = count - 1; k > j && inLine === 0; k--) if (breaks.hyphens[k] < 0) inLine++;
    const isLone = inLine === 0 && length < wishes.available * SHORT_LINE;
    return (
      short * WORST_BADNESS * 100 + (isLone ? LONE_WORD_DEMERITS : 0) + (hyphensBefore > 0 ? FINAL_HYPHEN_DEMERITS : 0)
    );
  }
}
