/** Peak memory of one render in a process of its own, set up as the command and the service's workers are; this module is it when it is run itself. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { render, renderToStream } from '../dist/engine/index.js';
import { keepHeapYoung } from '../server/rendering/heap.ts';
import { pagesOf, paragraphs, tableRows } from './documents.ts';

const MAKERS = { rows: tableRows, paragraphs, pages: pagesOf } as const;
const LIMITS = { limits: { deadlineMs: 300_000 } };

interface Peak {
  readonly megabytes: number;
  readonly seconds: number;
  /** Until the first bytes of pages have come; of a stream only. */
  readonly firstBytes: number | null;
}

/** Pieces no longer than this say nothing of pages. */
const HEADER = 64;

/** How the document is asked for: as one array of bytes, or as a stream whose chunks are thrown away. */
type Delivery = 'whole' | 'stream';

async function renderOne(kind: keyof typeof MAKERS, parts: number, delivery: Delivery): Promise<Peak> {
  const html = MAKERS[kind](parts);
  const start = performance.now();
  const since = (): number => (performance.now() - start) / 1000;
  let firstBytes: number | null = null;
  if (delivery === 'whole') await render(html, LIMITS);
  // The file's header comes before any page has been laid out.
  else for await (const chunk of renderToStream(html, LIMITS)) if (chunk.length > HEADER) firstBytes ??= since();
  return { megabytes: process.resourceUsage().maxRSS / 1024, seconds: since(), firstBytes };
}

export function printPeakMemory(kind: keyof typeof MAKERS, parts: number): void {
  for (const delivery of ['whole', 'stream'] as const) {
    const args = ['--import=tsx', fileURLToPath(import.meta.url), kind, String(parts), delivery];
    const peak = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Peak;
    console.log(
      `${`${parts} ${kind}, ${delivery}`.padEnd(28)}${peak.megabytes.toFixed(0)} MB   ${peak.seconds.toFixed(1)} s${peak.firstBytes === null ? '' : `, first pages after ${peak.firstBytes.toFixed(2)} s`}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  keepHeapYoung();
  const [kind, parts, delivery] = parseArgs({ allowPositionals: true }).positionals;
  writeFileSync(1, JSON.stringify(await renderOne(kind as keyof typeof MAKERS, Number(parts), delivery as Delivery)));
}
