// Renders documents warm beside Chromium (and WeasyPrint) in the same run and prints ratios, and shows how cost grows with size.
//   npm run bench [-- --documents DIR] [--rounds 7]
// DIR holds *.html documents, `fixtures/` by default. Figures are for people to compare; no test asserts on them.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { render } from '../dist/engine/index.js';
import { chromiumPath, openChromium, type WarmChromium } from './chromium.ts';
import { paragraphs, rulesOfOneClass, tableRows, utilityClasses } from './documents.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: 'fixtures' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const scratch = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

function weasyprint(): string | null {
  const found = spawnSync('weasyprint', ['--version'], { encoding: 'utf8' });
  return found.status === 0 ? 'weasyprint' : null;
}

const ms = (value: number | null): string => (value === null ? '-' : value.toFixed(0)).padStart(8);
const ratio = (ours: number, theirs: number | null): string =>
  (theirs === null ? '-' : (ours / theirs).toFixed(2)).padStart(8);

async function beside(name: string, html: string, chromium: WarmChromium | null, peer: string | null): Promise<void> {
  let pages = 0;
  const ours = await medianTime(async () => {
    pages = (await render(html, { external: 'ignore' })).pages;
  });
  const theirs = chromium ? await medianTime(() => chromium.print(html)) : null;
  let weasy: number | null = null;
  if (peer) {
    const file = join(scratch, 'in.html');
    writeFileSync(file, html);
    const start = performance.now();
    // A fresh process: WeasyPrint has no warm mode on the command line.
    if (spawnSync(peer, [file, join(scratch, 'out.pdf')], { timeout: 120_000 }).status === 0)
      weasy = performance.now() - start;
  }
  console.log(
    `${name.padEnd(28)}${String(pages).padStart(6)}${ms(ours)}${ms(theirs)}${ratio(ours, theirs)}${ms(weasy)}${ratio(ours, weasy)}`,
  );
}

async function growth(name: string, make: (n: number) => string, base: number): Promise<void> {
  const sizes = [base, 4 * base, 16 * base];
  const times: number[] = [];
  for (const n of sizes) times.push(await medianTime(() => render(make(n))));
  const exponent = Math.log(times[2] / times[0]) / Math.log(16);
  console.log(
    `${name.padEnd(28)}${sizes.map((n, i) => `${n}: ${times[i].toFixed(0)} ms`).join('   ')}   n^${exponent.toFixed(2)}`,
  );
}

function freshProcess(file: string): number {
  const cli = resolve('dist/server/cli.js');
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    execFileSync(process.execPath, [cli, 'render', file, '-o', join(scratch, 'fresh.pdf')], { stdio: 'ignore' });
    times.push(performance.now() - start);
  }
  return median(times);
}

const chromium = chromiumPath() ? await openChromium() : null;
const peer = weasyprint();
try {
  console.log(
    `${'document'.padEnd(28)}${' pages'}${'  ours'.padStart(8)}${'chromium'.padStart(8)}${'ratio'.padStart(8)}${'weasy'.padStart(8)}${'ratio'.padStart(8)}   (ms)`,
  );
  for (const entry of readdirSync(values.documents, { withFileTypes: true })) {
    const file = entry.isDirectory()
      ? join(values.documents, entry.name, 'in.html')
      : join(values.documents, entry.name);
    if (!file.endsWith('.html') || !existsSync(file) || (values.only && !file.includes(values.only))) continue;
    await beside(entry.name.replace(/\.html$/, ''), readFileSync(file, 'utf8'), chromium, peer);
  }
  if (!values.only) {
    await beside('table, 2,000 rows', tableRows(2000), chromium, peer);
    await beside('1 MB of utility classes', utilityClasses(5000), chromium, peer);
    await beside('40,000 rules of one class', rulesOfOneClass(1000), chromium, peer);
    await growth('rows', tableRows, 250);
    await growth('paragraphs', paragraphs, 100);
    const invoice = join('fixtures', 'invoice', 'in.html');
    if (existsSync(invoice)) console.log(`fresh process, invoice        ${freshProcess(invoice).toFixed(0)} ms`);
  }
} finally {
  await chromium?.close();
  rmSync(scratch, { recursive: true, force: true });
}
