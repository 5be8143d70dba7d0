/**
 * The driver of layout. Some things layout learns late but needs early: the sizes of query containers, the scale at which everything is narrow
 * enough, where things land on pages. A round of layout takes what is known of them for granted; what it finds otherwise is what the next
 * round takes for granted, until nothing is.
 */
import { type Known, type Lesson, nothingKnown, type Prepared, type SettleInput } from './known.ts';
import type { EarlierPages } from './earlier-pages.ts';
import { Round } from './round.ts';

/** Rounds at most. Each settles one more level of nested containers, or what references moved in the one before. */
export const MAX_ROUNDS = 7;

/** Lays out a document until everything agrees, and gives its pages to the sink. */
export async function settle(input: SettleInput): Promise<{ readonly settled: Prepared; readonly pages: number }> {
  let known: Known = nothingKnown(input.options.scale);
  let earlier: EarlierPages | null = null;
  let prepared = await input.prepare(known, null);
  for (let count = 1; ; count++) {
    const round: Round = new Round(input, prepared, known, earlier, count === MAX_ROUNDS);
    earlier = null;
    const lesson: Lesson | null = await round.run();
    if (lesson === null) return { settled: prepared, pages: round.pages };
    ({ known, earlier } = lesson);
    if (lesson.again !== 'pages') prepared = await input.prepare(known, lesson.again === 'boxes' ? prepared : null);
  }
}
