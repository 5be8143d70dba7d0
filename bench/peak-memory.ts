/** Peak memory of one render in a process of its own, set up as the command and the service's workers are; this module is it when it is run itself. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { render, renderToStream } from '../dist/engine/index.js';
import { keepHeapYoung } from '../server/rendering/heap.ts';
import { paragraphs, tableRows } from './documents.ts';

const MAKERS = { rows: tableRows, paragraphs } as const;
const LIMITS = { limits: { deadlineMs: 300_000 } };

interface Peak {
  readonly megabytes: number;
  readonly seconds: number;
}

/** How the document is asked for: as one array of bytes, or as a stream whose chunks are thrown away. */
type Delivery = 'whole' | 'stream';

async function renderOne(kind: keyof typeof MAKERS, parts: number, delivery: Delivery): Promise<Peak> {
  const html = MAKERS[kind](parts);
  const start = performance.now();
  if (delivery === 'whole') await render(html, LIMITS);
  else for await (const chunk of renderToStream(html, LIMITS)) void chunk;
  return { megabytes: process.resourceUsage().maxRSS / 1024, seconds: (performance.now() - start) / 1000 };
}

export function printPeakMemory(kind: keyof typeof MAKERS, parts: number): void {
  for (const delivery of ['whole', 'stream'] as const) {
    const args = ['--import=tsx', fileURLToPath(import.meta.url), kind, String(parts), delivery];
    const peak = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Peak;
    console.log(
      `${`${parts} ${kind}, ${delivery}`.padEnd(28)}${peak.megabytes.toFixed(0)} MB   ${peak.seconds.toFixed(1)} s`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  keepHeapYoung();
  const [kind, parts, delivery] = parseArgs({ allowPositionals: true }).positionals;
  writeFileSync(1, JSON.stringify(await renderOne(kind as keyof typeof MAKERS, Number(parts), delivery as Delivery)));
}
