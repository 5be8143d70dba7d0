/** Soft wrap opportunities that line-breaker.ts records until it knows how much fits on the line. */
import type { LU } from '../../units.ts';
import type { Length } from '../../css/length.ts';
import { BreakClass, isLastResort } from '../../text/paragraph.ts';

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
