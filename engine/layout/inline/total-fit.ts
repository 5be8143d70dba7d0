/**
 * Lines of a paragraph chosen as a whole, after Knuth and Plass, "Breaking paragraphs into lines" (1981): of all ways to break it the one
 * whose demerits are least. Each opportunity is compared with those that a line's length before it holds, so the time is linear in the text.
 */
import { LU_PER_PX, type LU } from '../../units.ts';
import { BreakRecorder } from './break-recorder.ts';

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

/** Chooses the lines of one paragraph after another from what its recorder has noted. */
export class TotalFit {
  readonly recorder = new BreakRecorder();
  private wishes!: FitWishes;
  private count = 0;
  /** By opportunity + 1, the start being 0: the least demerits of lines that end there, where its last line begins, its run of hyphens. */
  private least = new Float64Array(0);
  private previous = new Int32Array(0);
  private hyphenRun = new Int32Array(0);
  /** How far a line, or a gap of a justified one, is stretched without looking bad. */
  private stretch = 0;
  /** The opportunity after which the longest line begins that ends at the one looked at, the paragraph's start aside. */
  private first = 0;

  /** The lines but the last; null: there are too many places to tell. */
  run(wishes: FitWishes): FitLine[] | null {
    this.begin(wishes);
    for (let k = 0; k <= this.count; k++) if (!this.reach(k)) return null;
    const found: FitLine[] = [];
    for (let at = this.previous[this.count + 1]! - 1; at >= 0; at = this.previous[at + 1]! - 1)
      found.push({ at, isOverfull: this.freeOf(this.previous[at + 1]! - 1, this.endOf(at)) < -1 });
    return found.reverse();
  }

  private begin(wishes: FitWishes): void {
    const { recorder } = this;
    this.wishes = wishes;
    this.count = recorder.count;
    if (this.least.length < recorder.room + 2) {
      this.least = new Float64Array(recorder.room + 2);
      this.previous = new Int32Array(recorder.room + 2);
      this.hyphenRun = new Int32Array(recorder.room + 2);
    }
    this.least[0] = 0;
    this.previous[0] = 0;
    this.hyphenRun[0] = wishes.hyphenatedBefore;
    this.stretch = wishes.fontSize * LU_PER_PX * (wishes.isJustified ? 1 / 6 : 3);
    this.first = 0;
  }

  /** Where a line that ends at an opportunity ends, its hyphen with it. */
  private endOf(k: number): LU {
    return k === this.count ? this.wishes.end : this.recorder.ends[k]! + Math.max(0, this.recorder.hyphens[k]!);
  }

  /** Finds the best line that ends at opportunity `k`; `count` is the paragraph's end. */
  private reach(k: number): boolean {
    const end = this.endOf(k);
    const first = this.firstFor(k, end);
    if (k - first > MAX_IN_LINE) return false;
    let from = k - 1;
    // What nothing can part sticks out, or is broken where it must be.
    if (this.freeOf(k - 1, end) < -1) this.least[k + 1] = this.least[k]! + OVERFULL_DEMERITS;
    else from = k === this.count ? this.chooseLast(first, end) : this.choose(k, first, end);
    this.previous[k + 1] = from + 1;
    this.hyphenRun[k + 1] = k < this.count && this.recorder.hyphens[k]! >= 0 ? this.hyphenRun[from + 1]! + 1 : 0;
    return true;
  }

  /** The opportunity that the longest line that ends at `k` and isn't too long begins after; `k`: there is no such line. */
  private firstFor(k: number, end: LU): number {
    let { first } = this;
    // A line with a hyphen may reach further than the next one without.
    while (first > 0 && this.freeOf(first - 1, end) >= -1) first--;
    while (first < k && this.freeOf(first, end) < -1) first++;
    return (this.first = first);
  }

  /**
   * Notes the least demerits of lines that end at `k` and begin after `first` or later, or where the paragraph does; returns after what.
   *
   * PERF: the later a line begins, the emptier it is. When its own demerits are as many as the best choice's, all later ones have more.
   */
  private choose(k: number, first: number, end: LU): number {
    const { least, hyphenRun } = this;
    const { starts, hyphens } = this.recorder;
    const { mostHyphenated, zone, available, indent } = this.wishes;
    const isHyphenated = hyphens[k]! >= 0;
    let best = Infinity;
    let from = k;
    for (let j = first === 0 ? -1 : first; j < k; j++) {
      if (least[j + 1]! >= best) continue;
      const free = j < 0 ? available - end : available - indent - (end - starts[j]!);
      if (free < -1) continue;
      if (isHyphenated && zone > 0) {
        const freeUnhyphenated = this.freeBeforeHyphen(k, j);
        if (freeUnhyphenated >= 0 && freeUnhyphenated <= zone) continue;
      }
      let demerits = this.demerits(j, k, free);
      if (demerits >= best && j >= 0) break;
      if (isHyphenated) {
        const before = hyphenRun[j + 1]!;
        if (before >= mostHyphenated) demerits = OVERFULL_DEMERITS;
        else demerits += HYPHEN_PENALTY * HYPHEN_PENALTY + (before > 0 ? DOUBLE_HYPHEN_DEMERITS : 0);
      }
      if (least[j + 1]! + demerits >= best) continue;
      best = least[j + 1]! + demerits;
      from = j;
    }
    least[k + 1] = best;
    return from;
  }

  /** The same for the paragraph's last line. */
  private chooseLast(first: number, end: LU): number {
    let best = Infinity;
    let from = this.count;
    for (let j = first === 0 ? -1 : first; j < this.count; j++) {
      const free = this.freeOf(j, end);
      if (free < -1) continue;
      const cost = this.least[j + 1]! + this.lastLineDemerits(j, free, this.hyphenRun[j + 1]!);
      if (cost >= best) continue;
      best = cost;
      from = j;
    }
    this.least[this.count + 1] = best;
    return from;
  }

  private freeOf(j: number, end: LU): LU {
    const { available, indent } = this.wishes;
    return j < 0 ? available - end : available - indent - (end - this.recorder.starts[j]!);
  }

  /** What the line from `j` would leave free if it ended before the word that is hyphenated at `k`; -1: nothing is there. */
  private freeBeforeHyphen(k: number, j: number): LU {
    let word = k - 1;
    while (word > j && this.recorder.hyphens[word]! >= 0) word--;
    return word > j ? this.freeOf(j, this.recorder.ends[word]!) : -1;
  }

  /** The demerits of the line from opportunity `j` to `k`, that leaves `free`, its hyphen aside. */
  private demerits(j: number, k: number, free: LU): number {
    const { recorder } = this;
    const gaps = this.wishes.isJustified ? recorder.gapsBeforeEnd[k]! - (j < 0 ? 0 : recorder.gapsBeforeStart[j]!) : 1;
    const ratio = Math.max(0, free) / (this.stretch * Math.max(gaps, 0.1));
    const badness = Math.min(WORST_BADNESS, 100 * ratio * ratio * ratio);
    // Beyond the worst it still matters how much is left.
    return (1 + badness) * (1 + badness) + (badness === WORST_BADNESS ? free : 0);
  }

  /** > 'pretty': [...] avoid excessively short last lines */
  private lastLineDemerits(j: number, free: LU, hyphensBefore: number): number {
    const { wishes, recorder, count } = this;
    if (j < 0) return 0;
    if (hyphensBefore > 0 && wishes.keepsLastWhole) return OVERFULL_DEMERITS;
    const length = wishes.available - free;
    const short = Math.max(0, 1 - length / (wishes.available * SHORT_LINE));
    let inLine = 0;
    for (let k = count - 1; k > j && inLine === 0; k--) if (recorder.hyphens[k]! < 0) inLine++;
    const isLone = inLine === 0 && length < wishes.available * SHORT_LINE;
    return (
      short * WORST_BADNESS * 100 + (isLone ? LONE_WORD_DEMERITS : 0) + (hyphensBefore > 0 ? FINAL_HYPHEN_DEMERITS : 0)
    );
  }
}
