/** Where a line may end: soft wrap opportunities that line-breaker.ts records, its rules, and the line it finds. */
import type { LU } from '../../units.ts';
import type { BreakRecorder } from './break-recorder.ts';
import type { Length } from '../../css/length.ts';
import { BreakClass, isLastResort } from '../../text/paragraph.ts';

/** How to choose the end of a line. */
export interface LineRules {
  /** The number of preceding lines that end in a hyphen (css-text-4 §6.3.4). */
  readonly hyphenatedLines: number;
  /** Whether to avoid ending the line in a hyphen if there is any alternative. */
  readonly avoidsHyphen: boolean;
  /** The text offset where the line must end regardless of the available space, or -1. */
  readonly wishedEnd: number;
  /** For min-content, emergency breaks count only where the style sets `anywhere`. */
  readonly minContent: boolean;
  /** Text offsets between items where lines don't break unless a space precedes, or null. */
  readonly kept: ReadonlySet<number> | null;
  /** If set, records opportunities instead of ending lines at them. */
  readonly recorder: BreakRecorder | null;
}

export const USUAL_RULES: LineRules = {
  hyphenatedLines: 0,
  avoidsHyphen: false,
  wishedEnd: -1,
  minContent: false,
  kept: null,
  recorder: null,
};

/** A line found by the breaker. */
export class FoundLine {
  /** Where the next line begins. */
  endItem = 0;
  endOffset = 0;
  /** Whether the line ends in a forced break. */
  forced = false;
  /** Whether the content ends with this line. */
  isLast = false;
  hyphen = false;
  /** Whether the mark at its end hangs or is trimmed (see hanging-punctuation.ts). */
  hangsMark = false;
  /** Width with the indent, without hanging and removed spaces and marks. */
  width: LU = 0;
  /** Preserved spaces that hang at the end. They count for max-content. */
  hang: LU = 0;
  /** How far floats move its start from the content edge, where tab stops begin. Only lines with tabs need it. */
  shift: LU = 0;
  /** The space available to the line, minus the floats found in it. */
  available: LU;
  /** Whether the line has text, an atomic inline, a forced break or an inline edge. */
  hasContent = false;
  overflows = false;
  /** Whether the line ends at an emergency opportunity for lack of any other. */
  breaksWord = false;

  constructor(available: LU) {
    this.available = available;
  }
}

/** A place where the line could end. */
export class Opportunity {
  item = -1;
  offset = 0;
  width: LU = 0;
  hyphen = false;
  hangsMark = false;
  floatMark = 0;
  available: LU = 0;

  get isSet(): boolean {
    return this.item >= 0;
  }
}

/** The recorded opportunities of the current line. */
export class Opportunities {
  readonly last = new Opportunity();
  /** The last one that needs no hyphen. */
  readonly unhyphenated = new Opportunity();
  readonly inPhrase = new Opportunity();
  readonly emergency = new Opportunity();
  /** An overlong alternative, used if there is no other. */
  readonly overflowing = new Opportunity();

  clear(): void {
    this.last.item = -1;
    this.unhyphenated.item = -1;
    this.inPhrase.item = -1;
    this.emergency.item = -1;
    this.overflowing.item = -1;
  }

  /** Returns the slot for a BreakClass. */
  placeFor(kind: number): Opportunity {
    if (!isLastResort(kind)) return this.last;
    return kind === BreakClass.Emergency ? this.emergency : this.inPhrase;
  }

  /**
   * Returns the best opportunity, or null. `avoidsHyphen` accepts a hyphen only without alternative. `zone` is the
   * space the line may leave empty to avoid one.
   */
  best(avoidsHyphen: boolean, zone: Length): Opportunity | null {
    const { last, inPhrase, emergency, overflowing } = this;
    if (last.isSet) return last.hyphen ? this.bestBefore(avoidsHyphen, zone) : last;
    if (inPhrase.isSet) return inPhrase;
    if (emergency.isSet) return emergency;
    return overflowing.isSet ? overflowing : null;
  }

  private bestBefore(avoidsHyphen: boolean, zone: Length): Opportunity {
    const { last, unhyphenated } = this;
    if (!unhyphenated.isSet) return last;
    if (avoidsHyphen) return unhyphenated;
    const { available, width } = unhyphenated;
    return available - width <= zone.resolve(available) ? unhyphenated : last;
  }
}
