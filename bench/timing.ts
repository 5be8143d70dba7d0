/** Measuring: every work is warmed up once, works take turns, and what counts is the median. */
import { loadavg } from 'node:os';

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

/** The median time of each work in ms. They take turns, so that the machine's mood is the same for all. */
export async function medianTimes(works: readonly Work[], rounds: number): Promise<number[]> {
  for (const work of works) await work();
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, work] of works.entries()) times[i]!.push(await timeOf(work));
  return times.map(median);
}

/** The machine's load averages of 1, 5 and 15 minutes, for the reader to judge the figures by. */
export function printLoad(when: string): void {
  console.log(
    `load average ${when}: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}`,
  );
}
