/**
 * Counts the function calls of the engine in the second render of each document: `count-work.ts a.html b.html` writes a
 * JSON object. The number doesn't depend on the machine. The first render fills the caches.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { filesBeside } from '../../server/files.ts';
import { render } from '../../engine/index.ts';

const session = new Session();
session.connect();
await session.post('Profiler.enable');

async function callsOf(file: string): Promise<number> {
  const html = readFileSync(file, 'utf8');
  const options = filesBeside(file);
  await render(html, options);
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await render(html, options);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const functions = result.filter(({ url }) => url.includes('/engine/')).flatMap((script) => script.functions);
  return functions.reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
}

const counts: Record<string, number> = {};
for (const file of process.argv.slice(2)) counts[file] = await callsOf(file);
process.stdout.write(JSON.stringify(counts));
