/**
 * Chooses the lines of a paragraph as a whole, after Knuth and Plass, "Breaking paragraphs into lines" (1981), by
 * minimizing the total demerits. Each opportunity is only compared with those within a line's length before it, so the
 * time is linear in the text.
 */
import { LU_PER_PX, type LU } from '../../units.ts';
import { BreakRecorder } from './break-recorder.ts';

/** The requirements for a paragraph's lines. */
export interface FitWishes {
  /** Available space of each line. */
  readonly available: LU;
  /** Indent of lines after the first. The recorded positions include the first line's indent. */
  readonly indent: LU;
  /** Where the text ends on the endless line. */
  readonly end: LU;
  readonly isJustified: boolean;
  /** CSS px. */
  readonly fontSize: number;
  /** Maximum number of consecutive hyphenated lines, and the number of such lines before the first. */
  readonly mostHyphenated: number;
  readonly hyphenatedBefore: number;
  /** A line that leaves at most this much space isn't hyphenated (css-text-4 §6.3.2). */
  readonly zone: LU;
  /** Whether the last full line must not end in a hyphen (css-text-4 §6.3.5). */
  readonly keepsLastWhole: boolean;
}

/** Text with more opportunities per line isn't prose. */
const MAX_IN_LINE = 2000;
/** Minimum length of the last line, as a share of the line length. */
const SHORT_LINE = 1 / 3;
/** TeX's values for a hyphen, for consecutive hyphens, and for a hyphen before the last line. */
const HYPHEN_PENALTY = 50;
const DOUBLE_HYPHEN_DEMERITS = 10_000;
const FINAL_HYPHEN_DEMERITS = 5_000;
const WORST_BADNESS = 10_000;
/** Exceeds the demerits of a paragraph full of bad lines. */
const LONE_WORD_DEMERITS = 1e12;
const OVERFULL_DEMERITS = 1e16;

interface FitLine {
  /** Index of the recorder's opportunity where the line ends. */
  readonly at: number;
  /** Whether the line is too long and can't be broken. */
  readonly isOverfull: boolean;
}

/** Chooses the lines of successive paragraphs from the recorded opportunities. */
export class TotalFit {
  readonly recorder = new BreakRecorder();
  private wishes!: FitWishes;
  private count = 0;
  /**
   * Indexed by opportunity + 1, where 0 is the start. For lines that end there: the minimum demerits, the start of the
   * last line, and its run of hyphens.
   */
  private least = new Float64Array(0);
  private previous = new Int32Array(0);
  private hyphenRun = new Int32Array(0);
  private avoidsLone = false;
  /** How far a line, or a gap of a justified line, stretches without looking bad. */
  private stretch = 0;
  /** The opportunity that starts the longest line which ends at the current one. Excludes the paragraph's start. */
  private first = 0;

  /**
   * Returns all lines except the last. Returns null if there are too many opportunities, or if these lines would be
   * worse than full ones: by more than one line, or by a single word on the last line.
   */
  run(wishes: FitWishes): FitLine[] | null {
    const found = this.lines(wishes);
    if (found === null) return null;
    const full = this.fullLines();
    if (full.isLone) return found.length <= full.count + 1 ? found : null;
    const isWhole = (lines: FitLine[]): boolean => lines.length === 0 || !this.isLone(lines.at(-1)!.at);
    const best = isWhole(found) ? found : this.lines(wishes, true);
    return best !== null && isWhole(best) && best.length <= full.count + 1 ? best : null;
  }

  /** `avoidsLone`: whether a long word alone on the last line is as bad as a short one. */
  private lines(wishes: FitWishes, avoidsLone = false): FitLine[] | null {
    this.begin(wishes);
    this.avoidsLone = avoidsLone;
    for (let k = 0; k <= this.count; k++) if (!this.reach(k)) return null;
    const found: FitLine[] = [];
    for (let at = this.previous[this.count + 1]! - 1; at >= 0; at = this.previous[at + 1]! - 1)
      found.push({ at, isOverfull: this.freeOf(this.previous[at + 1]! - 1, this.endOf(at)) < -1 });
    return found.reverse();
  }

  /** Fills each line, and returns how many lines there are before the last, and whether that is a single word. */
  private fullLines(): { readonly count: number; readonly isLone: boolean } {
    let lines = 0;
    let from = -1;
    for (let k = 0; k <= this.count; k++) {
      if (this.freeOf(from, this.endOf(k)) >= -1 || k - 1 === from) continue;
      from = k - 1;
      lines++;
      // The content after the break may not fit either.
      k--;
    }
    return { count: lines, isLone: from >= 0 && this.isLone(from) };
  }

  /** Returns whether the last line is a single word if it starts at an opportunity. */
  private isLone(from: number): boolean {
    const { hyphens } = this.recorder;
    for (let k = this.count - 1; k > from; k--) if (hyphens[k]! < 0) return false;
    return true;
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

  /** Returns the end of a line that ends at an opportunity, including its hyphen. */
  private endOf(k: number): LU {
    return k === this.count ? this.wishes.end : this.recorder.ends[k]! + Math.max(0, this.recorder.hyphens[k]!);
  }

  /** Finds the best line that ends at opportunity `k`. `count` stands for the paragraph's end. */
  private reach(k: number): boolean {
    const end = this.endOf(k);
    const first = this.firstFor(k, end);
    if (k - first > MAX_IN_LINE) return false;
    let from = k - 1;
    // Unbreakable content overflows, or is broken at an emergency opportunity.
    if (this.freeOf(k - 1, end) < -1) this.least[k + 1] = this.least[k]! + OVERFULL_DEMERITS;
    else from = k === this.count ? this.chooseLast(first, end) : this.choose(k, first, end);
    this.previous[k + 1] = from + 1;
    this.hyphenRun[k + 1] = k < this.count && this.recorder.hyphens[k]! >= 0 ? this.hyphenRun[from + 1]! + 1 : 0;
    return true;
  }

  /** Returns the opportunity that starts the longest line which ends at `k` and fits. Returns `k` if no line fits. */
  private firstFor(k: number, end: LU): number {
    let { first } = this;
    const { starts } = this.recorder;
    // A line that starts before this position is too long.
    const least = end - 1 - (this.wishes.available - this.wishes.indent);
    // A line with a hyphen may be longer than the next one without.
    while (first > 0 && starts[first - 1]! >= least) first--;
    while (first < k && starts[first]! < least) first++;
    return (this.first = first);
  }

  /**
   * Stores the minimum demerits of lines that end at `k`. Candidates start at the paragraph's start or at an
   * opportunity from `first` on. Returns the chosen start.
   *
   * PERF: a later start means an emptier line. Once a line's own demerits reach the best total, all later ones exceed
   * it.
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

  /** Does the same for the paragraph's last line. */
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

  /**
   * Returns the space that the line from `j` leaves if it ends before the word hyphenated at `k`. Returns -1 if the
   * line would be empty.
   */
  private freeBeforeHyphen(k: number, j: number): LU {
    let word = k - 1;
    while (word > j && this.recorder.hyphens[word]! >= 0) word--;
    return word > j ? this.freeOf(j, this.recorder.ends[word]!) : -1;
  }

  /** Returns the demerits of the line from opportunity `j` to `k` that leaves `free`, without its hyphen. */
  private demerits(j: number, k: number, free: LU): number {
    const { recorder } = this;
    const gaps = this.wishes.isJustified ? recorder.gapsBeforeEnd[k]! - (j < 0 ? 0 : recorder.gapsBeforeStart[j]!) : 1;
    const ratio = Math.max(0, free) / (this.stretch * Math.max(gaps, 0.1));
    const badness = Math.min(WORST_BADNESS, 100 * ratio * ratio * ratio);
    // Beyond the worst badness, the remaining space still makes a difference.
    return (1 + badness) * (1 + badness) + (badness === WORST_BADNESS ? free : 0);
  }

  /** > 'pretty': [...] avoid excessively short last lines */
  private lastLineDemerits(j: number, free: LU, hyphensBefore: number): number {
    const { wishes } = this;
    if (j < 0) return 0;
    if (hyphensBefore > 0 && wishes.keepsLastWhole) return OVERFULL_DEMERITS;
    const length = wishes.available - free;
    const short = Math.max(0, 1 - length / (wishes.available * SHORT_LINE));
    const isLone = (this.avoidsLone || length < wishes.available * SHORT_LINE) && this.isLone(j);
    return (
      short * WORST_BADNESS * 100 + (isLone ? LONE_WORD_DEMERITS : 0) + (hyphensBefore > 0 ? FINAL_HYPHEN_DEMERITS : 0)
    );
  }
}
