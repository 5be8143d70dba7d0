/** Measures work: after a warm-up, the works take turns, and the result is the median. */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';

export type Work = () => Promise<unknown>;

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!;
}

/** Returns the duration of a work in ms. */
export async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The limits of a warm-up, by which V8 has optimized what it will. */
export interface WarmUp {
  readonly times: number;
  readonly seconds: number;
}

/** V8 optimizes the engine in its first fifty to a hundred renders. */
export const WARM: WarmUp = { times: 100, seconds: 12 };

const ONCE: WarmUp = { times: 1, seconds: Infinity };

/** Runs a work until it is warm and returns the duration of each run in ms. */
export async function warmUp(work: Work, { times, seconds }: WarmUp): Promise<number[]> {
  const until = performance.now() + 1000 * seconds;
  const taken: number[] = [];
  do taken.push(await timeOf(work));
  while (taken.length < times && performance.now() < until);
  return taken;
}

/** Durations of a work in ms: `early`, the median of its second to sixth run (or its only run), and `warm`. */
export interface Timing {
  readonly early: number;
  readonly warm: number;
}

/**
 * The pause before each measured run, in ms. A browser cleans up after its answer on the same cores, which would slow
 * the next work. The pause is the same before every work.
 */
const REST = 100;

/** Times each work. Warm works take turns, so that the machine's load affects all equally. */
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

/** Prints the machine's load averages of 1, 5 and 15 minutes, by which readers can judge the figures. */
export function printLoad(when: string): void {
  console.log(
    `load average ${when}: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  );
}
