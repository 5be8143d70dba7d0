/** Measuring: works are warmed up first, take turns, and what counts is the median. */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';

export type Work = () => Promise<unknown>;

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

/** How long a work takes, in ms. */
export async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** How long a warm-up goes on at most: what V8 optimises is optimised by then. */
export interface WarmUp {
  readonly times: number;
  readonly seconds: number;
}

/** V8 optimises the engine in its first fifty to a hundred renders. */
export const WARM: WarmUp = { times: 100, seconds: 12 };

const ONCE: WarmUp = { times: 1, seconds: Infinity };

/** Runs a work until it is warm; returns how long each run took, in ms. */
export async function warmUp(work: Work, { times, seconds }: WarmUp): Promise<number[]> {
  const until = performance.now() + 1000 * seconds;
  const taken: number[] = [];
  do taken.push(await timeOf(work));
  while (taken.length < times && performance.now() < until);
  return taken;
}

/** What a work takes, in ms: `early`, the median of its second to sixth run (its first where it ran but once), and `warm`. */
export interface Timing {
  readonly early: number;
  readonly warm: number;
}

/**
 * Before each run that counts, ms: a browser goes on with clearing up when it has answered, on the same cores, and whoever comes next would pay
 * for it. The rest is the same before every work.
 */
const REST = 100;

/** Times each work. They take turns once they are warm, so that the machine's mood is the same for all. */
export async function timings(works: readonly Work[], rounds: number, enough: WarmUp = ONCE): Promise<Timing[]> {
  const early: number[] = [];
  for (const work of works) {
    const taken = await warmUp(work, enough);
    early.push(median(taken.length > 1 ? taken.slice(1, 6) : taken));
  }
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, work] of works.entries()) {
      await setTimeout(REST);
      times[i]!.push(await timeOf(work));
    }
  return times.map((taken, i) => ({ early: early[i]!, warm: median(taken) }));
}

/** The machine's load averages of 1, 5 and 15 minutes, for the reader to judge the figures by. */
export function printLoad(when: string): void {
  console.log(
    `load average ${when}: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  );
}
