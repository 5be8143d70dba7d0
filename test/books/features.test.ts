/** Checks the feature tables of print CSS in docs: supported features name the test that covers them. */
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** Returns feature, answer and tests of each row of the tables with these three columns. */
function features(): { feature: string; works: string; tests: string[] }[] {
  const rows: { feature: string; works: string; tests: string[] }[] = [];
  let isTable = false;
  const pages = ['paged-media', 'notes-and-floats', 'print-typography'];
  const lines = pages.flatMap((page) => readFileSync(`docs/${page}.md`, 'utf8').split('\n'));
  for (const line of lines) {
    // Inside a cell, a bar is escaped with a backslash.
    const cells = line.replaceAll('\\|', '/').split('|').slice(1, -1);
    const [feature = '', works = '', tests = ''] = cells.map((cell) => cell.trim());
    if (cells.length !== 3) isTable = false;
    else if (feature === 'feature') isTable = true;
    else if (isTable && !/^-+$/.test(feature))
      rows.push({ feature, works, tests: tests === '' ? [] : tests.replaceAll('`', '').split(', ') });
  }
  return rows;
}

/** A plain name refers to a file in this folder, a path to a folder or file. */
const isThere = (test: string): boolean =>
  [`test/books/${test}.test.ts`, `${test}.test.ts`, test].some((path) => existsSync(path));

describe('books: the feature tables', () => {
  it('state for each feature whether it works and name existing tests', () => {
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
