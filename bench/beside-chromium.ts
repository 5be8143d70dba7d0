/**
 * Compares warm renders with a warm Chromium (and WeasyPrint, if installed) in the same run. V8 optimizes the engine in
 * its first fifty to a hundred renders; the early renders are listed too.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { render } from '../dist/engine/index.js';
import { chromiumPath, openChromium, type WarmChromium } from './chromium.ts';
import { rulesOfOneClass, tableRows, utilityClasses } from './documents.ts';
import { timeOf, timings, type Timing, type Work, WARM } from './timing.ts';

export interface BenchDocument {
  readonly name: string;
  readonly html: string;
}

/**
 * Returns the `*.html` files of a folder and the `in.html` of its folders, filtered by the names in `only` unless that
 * is empty.
 */
export function documentsOf(folder: string, only: readonly string[]): BenchDocument[] {
  const found: BenchDocument[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = entry.isDirectory() ? join(folder, entry.name, 'in.html') : join(folder, entry.name);
    const name = entry.name.replace(/\.html$/, '');
    if (!file.endsWith('.html') || !existsSync(file)) continue;
    if (only.length === 0 || only.some((part) => name.includes(part)))
      found.push({ name, html: readFileSync(file, 'utf8') });
  }
  return found;
}

export const generatedDocuments = (): BenchDocument[] => [
  { name: 'table, 2,000 rows', html: tableRows(2000) },
  { name: '1 MB of utility classes', html: utilityClasses(5000) },
  { name: '40,000 rules of one class', html: rulesOfOneClass(1000) },
];

/**
 * Times one run of WeasyPrint, which has no warm mode on the command line. Returns null if it is not installed or
 * fails.
 */
async function weasyprintTime(html: string): Promise<number | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const file = join(scratch, 'in.html');
  writeFileSync(file, html);
  let status: number | null = null;
  const time = await timeOf(async () => {
    ({ status } = spawnSync('weasyprint', [file, join(scratch, 'out.pdf')], { timeout: 120_000 }));
  });
  rmSync(scratch, { recursive: true, force: true });
  return status === 0 ? time : null;
}

const cell = (text: string): string => text.padStart(10);
const ms = (time: number | null): string => cell(time === null ? '-' : time.toFixed(0));
const ratio = (ours: number, theirs: number | null): string => cell(theirs === null ? '-' : (ours / theirs).toFixed(2));
const kilobytes = (size: number): string => cell(size === 0 ? '-' : (size / 1024).toFixed(0));

async function row({ name, html }: BenchDocument, chromium: WarmChromium | null, rounds: number): Promise<void> {
  let pages = 0;
  let ourSize = 0;
  let theirSize = 0;
  const ours: Work = async () => {
    const result = await render(html, { external: 'ignore' });
    pages = result.pages;
    ourSize = result.pdf.length;
  };
  const theirs: Work[] = chromium ? [async () => (theirSize = (await chromium.print(html)).length)] : [];
  const [our, their] = (await timings([ours, ...theirs], rounds, WARM)) as [Timing, Timing?];
  const weasy = await weasyprintTime(html);
  console.log(
    name.padEnd(28) +
      cell(String(pages)) +
      ms(our.early) +
      ms(their?.early ?? null) +
      ms(our.warm) +
      ms(their?.warm ?? null) +
      ratio(our.warm, their?.warm ?? null) +
      ms(weasy) +
      ratio(our.warm, weasy) +
      kilobytes(ourSize) +
      kilobytes(theirSize),
  );
}

export async function printBesideChromium(documents: readonly BenchDocument[], rounds: number): Promise<void> {
  const chromium = chromiumPath() ? await openChromium() : null;
  try {
    const titles = [
      'pages',
      'early ms',
      'chromium',
      'warm ms',
      'chromium',
      'ratio',
      'weasy',
      'ratio',
      'ours KB',
      'chromium',
    ];
    console.log('document'.padEnd(28) + titles.map(cell).join(''));
    for (const document of documents) await row(document, chromium, rounds);
  } finally {
    await chromium?.close();
  }
}
