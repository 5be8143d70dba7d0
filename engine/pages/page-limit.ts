/**
 * Limits the number of pages (`-pagewright-pages`). If a document has more, its gaps, line heights and sizes shrink, one
 * after the other, as far as the property permits. The smallest reduction that suffices is searched for by bisection.
 * Each attempt lays out the document.
 */
import type { PageLimit, Slack, Tightness } from '../css/computed-values.ts';

/** An attempt. Each kind of slack that is completely spent counts as 1. */
export interface LimitAttempt {
  readonly limit: PageLimit;
  readonly spent: number;
  /** The largest amount that didn't suffice, and the smallest that did; null: none so far. */
  readonly tooLittle: number;
  readonly enough: number | null;
  /** Whether the search has ended with this amount. */
  readonly isFinal: boolean;
}

/** The search ends when it is this exact. */
const STEP = 1 / 16;

/** Returns the next attempt after a layout with this many pages, or null if no other is needed. `last`: null at first. */
export function nextAttempt(limit: PageLimit, last: LimitAttempt | null, pages: number): LimitAttempt | null {
  if (last?.isFinal === true) return null;
  const fits = pages <= limit.count;
  if (last === null) {
    const all = limit.slack.length;
    return fits || all === 0 ? null : { limit, spent: all, tooLittle: 0, enough: null, isFinal: false };
  }
  // Spending everything is the first attempt. If that doesn't suffice, nothing is spent.
  if (last.enough === null && !fits) return { ...last, spent: 0, isFinal: true };
  const enough = fits ? last.spent : last.enough!;
  const tooLittle = fits ? last.tooLittle : last.spent;
  const range = { ...last, tooLittle, enough };
  if (enough - tooLittle > STEP) return { ...range, spent: (enough + tooLittle) / 2 };
  return fits ? null : { ...range, spent: enough, isFinal: true };
}

/** Returns the factors for the styles of an attempt; null: nothing shrinks. */
export function tightnessOf(attempt: LimitAttempt | null): Tightness | null {
  if (attempt === null || attempt.spent === 0) return null;
  const { limit, spent } = attempt;
  const factors: Record<Slack, number> = { gaps: 1, leading: 1, size: 1 };
  limit.slack.forEach(({ kind, least }, i) => {
    factors[kind] = 1 - (1 - least) * Math.min(1, Math.max(0, spent - i));
  });
  return factors;
}

/** Returns what an attempt has reduced in words: `gaps to 70 %, leading to 95 %`. */
export function spentIn(tightness: Tightness): string {
  const kinds = Object.entries(tightness).filter(([, factor]) => factor < 1);
  return kinds.map(([kind, factor]) => `${kind} to ${Math.round(factor * 100)} %`).join(', ');
}
