// Renders one document repeatedly in this process, and prints the wall and processor time in ms of an early and of a
// steady render as JSON: regimes-process.mjs FILE SETTLE_SECONDS MEASURE_SECONDS
import { readFileSync } from 'node:fs';
import { render } from '../dist/engine/index.js';

const [file, settle, measure] = process.argv.slice(2);
const html = readFileSync(file, 'utf8');

async function timeOf() {
  const before = process.cpuUsage();
  const start = performance.now();
  await render(html, { externalResources: 'ignore' });
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

async function timesFor(seconds) {
  const until = performance.now() + 1000 * seconds;
  const times = [];
  do times.push(await timeOf());
  while (performance.now() < until);
  return times;
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const medians = (times) => ({ wall: median(times.map(({ wall }) => wall)), cpu: median(times.map(({ cpu }) => cpu)) });

await timeOf();
const early = [];
for (let i = 0; i < 5; i++) early.push(await timeOf());
await timesFor(Number(settle));
process.stdout.write(JSON.stringify({ early: medians(early), steady: medians(await timesFor(Number(measure))) }));
