/** The growth of cost with length: the exponent between the smallest and the largest size. */
import { render } from '../dist/engine/index.js';
import { median, timeOf } from './timing.ts';

const SIZES = [1000, 4000, 16_000];
const LIMITS = { limits: { deadlineMs: 300_000 } };

/** Times documents of 1,000 to 16,000 parts, alternating between sizes. */
export async function printGrowth(name: string, make: (parts: number) => string, rounds: number): Promise<void> {
  const documents = SIZES.map(make);
  await render(documents[0]!, LIMITS);
  const times = documents.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [i, html] of documents.entries()) times[i]!.push(await timeOf(() => render(html, LIMITS)));
  const medians = times.map(median);
  const exponent = Math.log(medians.at(-1)! / medians[0]!) / Math.log(SIZES.at(-1)! / SIZES[0]!);
  const figures = SIZES.map((size, i) => `${size}: ${medians[i]!.toFixed(0)} ms`);
  console.log(`${name.padEnd(28)}${figures.join('   ')}   n^${exponent.toFixed(2)}`);
}
