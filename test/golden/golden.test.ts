import { expect } from 'chai';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render } from '../../engine/index.ts';
import { comparePictures, type Picture, readPng, sideBySide, writePng } from '../support/pictures.ts';
import { rasterise } from '../support/pdfium.ts';

const here = dirname(fileURLToPath(import.meta.url));
const fixtures = resolve(here, '../../fixtures');
const out = join(here, 'out');
/** `npm run golden -- --update` rewrites the expected pages. */
const update = process.argv.includes('--update') || process.env.UPDATE_GOLDEN === '1';
const DPI = 72;

/** The expected pages of a fixture, in order. */
function expectedPages(folder: string): Picture[] {
  const pages: Picture[] = [];
  for (let n = 1; existsSync(join(folder, `page-${n}.png`)); n++)
    pages.push(readPng(readFileSync(join(folder, `page-${n}.png`))));
  return pages;
}

function writeExpected(folder: string, pages: readonly Picture[]): void {
  for (const name of readdirSync(folder)) if (/^page-\d+\.png$/.test(name)) rmSync(join(folder, name));
  pages.forEach((page, i) => writeFileSync(join(folder, `page-${i + 1}.png`), writePng(page)));
}

describe('golden documents', function () {
  this.timeout(60_000);
  before(() => rmSync(out, { recursive: true, force: true }));

  for (const name of readdirSync(fixtures)) {
    const folder = join(fixtures, name);
    if (!existsSync(join(folder, 'in.html'))) continue;

    it(`${name} looks as it did`, async () => {
      const { pdf } = await render(readFileSync(join(folder, 'in.html'), 'utf8'));
      const actual = await rasterise(pdf, DPI);
      if (update) {
        writeExpected(folder, actual);
        return;
      }
      const expected = expectedPages(folder);
      const differing: string[] = [];
      for (let i = 0; i < Math.max(actual.length, expected.length); i++) {
        const comparison = comparePictures(expected[i] ?? null, actual[i] ?? null);
        if (comparison.same) continue;
        mkdirSync(out, { recursive: true });
        const file = join(out, `${name}-page-${i + 1}.png`);
        writeFileSync(file, writePng(sideBySide(expected[i] ?? null, actual[i] ?? null, comparison.difference)));
        differing.push(
          `page ${i + 1}: ${comparison.pixels} pixels differ, see test/golden/out/${name}-page-${i + 1}.png (expected | actual | difference)`,
        );
      }
      expect(actual.length, 'page count').to.equal(expected.length);
      expect(differing).to.deep.equal([]);
    });
  }
});
