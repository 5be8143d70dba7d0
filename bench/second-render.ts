/**
 * The daily work of a service: compares the second render of a template, with other data, with the first, in a warm
 * process.
 */
import { render } from '../dist/engine/index.js';
import { median, timeOf, warmUp, WARM } from './timing.ts';

/** Returns the template with style sheets that no cache contains. */
const unseen = (template: string, round: number): string =>
  template.replaceAll(/<style[^>]*>/g, (tag) => `${tag}/* ${round} */`);

/** Returns the template with other data: every digit in the text after the style sheets is replaced. */
export function withData(template: string, seed: number): string {
  const body = Math.max(0, template.lastIndexOf('</style>'));
  const text = template
    .slice(body)
    .replaceAll(/>[^<]*</g, (run) => run.replaceAll(/\d/g, (digit) => String((Number(digit) + seed) % 10)));
  return template.slice(0, body) + text;
}

export async function printSecondRender(name: string, template: string, rounds: number): Promise<void> {
  let seed = 0;
  await warmUp(() => render(withData(unseen(template, -1), seed++)), WARM);
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const fresh = unseen(template, round);
    first.push(await timeOf(() => render(withData(fresh, 1))));
    second.push(await timeOf(() => render(withData(fresh, 2))));
  }
  const [one, two] = [median(first), median(second)];
  console.log(
    `${name.padEnd(28)}first ${one.toFixed(1)} ms   second ${two.toFixed(1)} ms   ratio ${(two / one).toFixed(2)}`,
  );
}
