/** Peak memory of one render in a separate process, configured like the command and the service's workers. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pagesOf, paragraphs, tableRows } from './documents.ts';

const MAKERS = { rows: tableRows, paragraphs, pages: pagesOf } as const;

interface Measured {
  readonly pages: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** The processor time of all threads, because compilation and garbage collection run in threads of their own. */
  readonly processorSeconds: number;
  /** Seconds until the first bytes of pages arrive; only for a stream. */
  readonly firstBytes: number | null;
}

/**
 * Measures one render in a separate process. The document is delivered as one byte array, or as a stream whose chunks
 * are discarded.
 */
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
