/** The tables of features (docs/paged-media.md): what works names the test that holds it. */
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Feature, answer and test of each row of the tables that have these three columns. */
function features(): { feature: string; works: string; tests: string[] }[] {
  const rows: { feature: string; works: string; tests: string[] }[] = [];
  let isTable = false;
  for (const line of readFileSync('docs/paged-media.md', 'utf8').split('\n')) {
    // A bar inside a cell is written with a backslash.
    const cells = line.replaceAll('\\|', '/').split('|').slice(1, -1);
    const [feature = '', works = '', tests = ''] = cells.map((cell) => cell.trim());
    if (cells.length !== 3) isTable = false;
    else if (feature === 'feature') isTable = true;
    else if (isTable && !/^-+$/.test(feature))
      rows.push({ feature, works, tests: tests === '' ? [] : tests.replaceAll('`', '').split(', ') });
  }
  return rows;
}

/** A name stands for a file here, a path for a folder or a file. */
const isThere = (test: string): boolean =>
  [`test/books/${test}.test.ts`, `${test}.test.ts`, test].some((path) => existsSync(path));

describe('books: the tables of features', () => {
  it('say for each whether it works, with tests that are there', () => {
    const rows = features();
    expect(rows.length).to.be.greaterThan(80);
    const wrong = rows.filter(
      ({ works, tests }) =>
        !/^(yes|no|partly|left out|diagnostic)/.test(works) ||
        (!works.startsWith('no') && tests.length === 0) ||
        !tests.every(isThere),
    );
    expect(wrong.map(({ feature }) => feature)).to.deep.equal([]);
  });
});
