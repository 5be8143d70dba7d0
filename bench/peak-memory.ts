/** Peak memory of one render in a process of its own, set up as the command and the service's workers are. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pagesOf, paragraphs, tableRows } from './documents.ts';

const MAKERS = { rows: tableRows, paragraphs, pages: pagesOf } as const;

interface Measured {
  readonly pages: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Of all threads: those that compile and collect garbage work beside the main one. */
  readonly processorSeconds: number;
  /** Seconds until the first bytes of pages have come; of a stream only. */
  readonly firstBytes: number | null;
}

/** What one render takes in a process of its own. The document is asked for as one array of bytes, or as a stream whose chunks are thrown away. */
export function measureInProcess(html: string, delivery: 'whole' | 'stream'): Measured {
  const args = [resolve('bench/peak-memory-process.mjs'), delivery];
  return JSON.parse(execFileSync(process.execPath, args, { input: html, encoding: 'utf8' })) as Measured;
}

export function printPeakMemory(kind: keyof typeof MAKERS, parts: number): void {
  const html = MAKERS[kind](parts);
  for (const delivery of ['whole', 'stream'] as const) {
    const { megabytes, seconds, firstBytes } = measureInProcess(html, delivery);
    const first = firstBytes === null ? '' : `, first pages after ${firstBytes.toFixed(2)} s`;
    console.log(
      `${`${parts} ${kind}, ${delivery}`.padEnd(28)}${megabytes.toFixed(0)} MB   ${seconds.toFixed(1)} s${first}`,
    );
  }
}
