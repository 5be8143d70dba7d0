import { expect } from 'chai';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareGolden, type GoldenOptions, type GoldenResult } from '../../server/golden/index.ts';
import { htmlReport } from '../../server/golden/report.ts';

const here = dirname(fileURLToPath(import.meta.url));
const fixtures = resolve(here, '../../fixtures');
const out = join(here, 'out');
/** `npm run golden -- --update` stores the current appearance of the documents. */
const update = process.argv.includes('--update') || process.env.UPDATE_GOLDEN === '1';
const DPI = 72;
/** Whole books are compared at the scale of spreads, where positions matter but single letters do not. */
const books = resolve(here, '../books/whole');
const BOOK = { dpi: 36, pageRanges: '1-6' } as const;

function writeReport(name: string, result: GoldenResult): string {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.html`);
  writeFileSync(file, htmlReport([{ name, result, error: null }]));
  return file;
}

describe('golden documents', function () {
  this.timeout(60_000);
  before(() => rmSync(out, { recursive: true, force: true }));

  const check = async (name: string, document: string, folder: string, settings: GoldenOptions): Promise<void> => {
    const result = await compareGolden(readFileSync(document), folder, { ...settings, update });
    if (result.status !== 'different') return;
    expect.fail([`see ${writeReport(name, result)}`, ...result.changes].join('\n'));
  };

  for (const name of readdirSync(fixtures)) {
    const document = join(fixtures, name, 'in.html');
    if (!existsSync(document)) continue;

    it(`keep the appearance of ${name}`, () =>
      check(name, document, join(fixtures, name, '__golden__', 'in'), { dpi: DPI }));
  }

  for (const file of readdirSync(books).filter((entry) => entry.endsWith('.html'))) {
    const name = basename(file, '.html');

    it(`keep the first pages of the book ${name}`, () =>
      check(name, join(books, file), join(books, '__golden__', name), BOOK));
  }
});
