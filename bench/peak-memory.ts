/** Peak memory of one render in a process of its own, set up as the command and the service's workers are. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pagesOf, paragraphs, tableRows } from './documents.ts';

const MAKERS = { rows: tableRows, paragraphs, pages: pagesOf } as const;

interface Peak {
  readonly megabytes: number;
  readonly seconds: number;
  /** Seconds until the first bytes of pages have come; of a stream only. */
  readonly firstBytes: number | null;
}

/** The document is asked for as one array of bytes, and as a stream whose chunks are thrown away. */
export function printPeakMemory(kind: keyof typeof MAKERS, parts: number): void {
  const input = MAKERS[kind](parts);
  for (const delivery of ['whole', 'stream'] as const) {
    const args = [resolve('bench/peak-memory-process.mjs'), delivery];
    const { megabytes, seconds, firstBytes } = JSON.parse(
      execFileSync(process.execPath, args, { input, encoding: 'utf8' }),
    ) as Peak;
    const first = firstBytes === null ? '' : `, first pages after ${firstBytes.toFixed(2)} s`;
    console.log(
      `${`${parts} ${kind}, ${delivery}`.padEnd(28)}${megabytes.toFixed(0)} MB   ${seconds.toFixed(1)} s${first}`,
    );
  }
}
