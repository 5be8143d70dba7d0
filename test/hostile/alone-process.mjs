// Renders the document from standard input and prints the result: see `alone.ts`. The argument is a JSON object:
// `mostLooks` ends the render, and `counted` counts its steps.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const { mostLooks, counted } = JSON.parse(process.argv[2]);
const profiler = new Session();
profiler.connect();
if (counted) {
  await profiler.post('Profiler.enable');
  // Blocks are counted in functions that are compiled afterwards, so the engine is imported later.
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}
const { render, RenderError } = await import('../../dist/engine/index.js');
const html = readFileSync(0, 'utf8');
// The start-up cost of the process is not the document's.
await render('<p>a');
if (counted) await profiler.post('Profiler.takePreciseCoverage');

let looks = 0;
// Code that checks for an abort also reads the clock.
const signal = {
  get aborted() {
    return ++looks > mostLooks;
  },
};
const answer = await render(html, { limits: { deadlineMs: 1e9 }, signal }).then(
  () => 'pdf',
  (error) => (error instanceof RenderError ? error.code : String(error)),
);
const megabytes = process.resourceUsage().maxRSS / 1024;
let steps = 0;
if (counted) {
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  for (const { url, functions } of result)
    if (url.includes('/engine/')) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
}
process.stdout.write(JSON.stringify({ answer, looks, steps, megabytes }));
