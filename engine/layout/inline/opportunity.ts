/** Where a line could end: what line-breaker.ts remembers of a soft wrap opportunity until it knows how far the line reaches. */
import type { LU } from '../../units.ts';

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

  clear(): void {
    this.item = -1;
  }
}
