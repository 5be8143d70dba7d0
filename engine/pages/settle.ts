/**
 * The driver of layout. Layout needs some information before it can determine it: the sizes of query containers, the
 * scale at which everything fits, the pages on which content is placed. Each round of layout makes assumptions about
 * it. If a round finds different values, the next one assumes those, until all agree.
 */
import { type Known, type Lesson, nothingKnown, type Prepared, type SettleInput } from './known.ts';
import type { ReusablePages } from './reusable-pages.ts';
import { Round } from './round.ts';

/**
 * The maximum number of rounds. Each settles one more level of nested containers, or references that the previous round
 * moved.
 */
export const MAX_ROUNDS = 7;

/** Lays out a document until all assumptions hold, and sends its pages to the sink. */
export async function settle(input: SettleInput): Promise<{ readonly settled: Prepared; readonly pages: number }> {
  let known: Known = nothingKnown(input.options.scale);
  let reusable: ReusablePages | null = null;
  let prepared = await input.prepare(known, null);
  for (let count = 1; ; count++) {
    const round: Round = new Round(input, prepared, known, reusable, count === MAX_ROUNDS);
    reusable = null;
    const lesson: Lesson | null = await round.run();
    if (lesson === null) return { settled: prepared, pages: round.pages };
    // Each attempt to limit the number of pages begins anew.
    if (lesson.known.limited !== known.limited) count = 0;
    ({ known, reusable } = lesson);
    const rescaled: Prepared | null = lesson.again === 'area' ? prepared.atScale(known.scale) : null;
    if (rescaled !== null) prepared = rescaled;
    else if (lesson.again !== 'pages')
      prepared = await input.prepare(known, lesson.again === 'boxes' ? prepared : null);
  }
}
