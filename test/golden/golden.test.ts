import { expect } from 'chai';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareGolden, type GoldenResult } from '../../server/golden/index.ts';
import { htmlReport } from '../../server/golden/report.ts';

const here = dirname(fileURLToPath(import.meta.url));
const fixtures = resolve(here, '../../fixtures');
const out = join(here, 'out');
/** `npm run golden -- --update` keeps what the documents look like now. */
const update = process.argv.includes('--update') || process.env.UPDATE_GOLDEN === '1';
const DPI = 72;

function writeReport(name: string, result: GoldenResult): string {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.html`);
  writeFileSync(file, htmlReport([{ name, result, error: null }]));
  return file;
}

describe('golden documents', function () {
  this.timeout(60_000);
  before(() => rmSync(out, { recursive: true, force: true }));

  for (const name of readdirSync(fixtures)) {
    const document = join(fixtures, name, 'in.html');
    if (!existsSync(document)) continue;

    it(`${name} looks as it did`, async () => {
      const folder = join(fixtures, name, '__golden__', 'in');
      const result = await compareGolden(readFileSync(document), folder, { dpi: DPI, update });
      if (result.status !== 'different') return;
      expect.fail([`see ${writeReport(name, result)}`, ...result.changes].join('\n'));
    });
  }
});
