/** Warm renders of one page of figures: the time they take, and the processor's share of it. */
import { render } from '../dist/engine/index.js';
import { median, timeOf, warmUp, WARM } from './timing.ts';

export async function printFigures(name: string, html: string, rounds: number): Promise<void> {
  await warmUp(() => render(html), WARM);
  const wall: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    wall.push(await timeOf(() => render(html)));
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  console.log(`${name.padEnd(28)}${median(wall).toFixed(0)} ms   ${median(processor).toFixed(0)} ms of processor time`);
}
