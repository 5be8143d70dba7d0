import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const counter = fileURLToPath(new URL('../support/count-work.ts', import.meta.url));
/** Function calls of the engine by fixture. `UPDATE_WORK=1` before the test writes them again. */
const expectedFile = new URL('work.json', import.meta.url);
const TOLERANCE = 0.05;

describe('work for a document', function () {
  this.timeout(240_000);

  it('stays within 5 % of the expected number of function calls', () => {
    const expected = JSON.parse(readFileSync(expectedFile, 'utf8')) as Record<string, number>;
    const given = ['--import=tsx', counter, ...Object.keys(expected)];
    const output = execFileSync(process.execPath, given, { cwd: root, encoding: 'utf8' });
    const counts = JSON.parse(output) as Record<string, number>;
    if (process.env.UPDATE_WORK) writeFileSync(expectedFile, `${JSON.stringify(counts, null, 2)}\n`);
    const changed = Object.entries(counts).filter(
      ([file, count]) => Math.abs(count / expected[file]! - 1) > TOLERANCE && !process.env.UPDATE_WORK,
    );
    const report = changed.map(([file, count]) => `${file}: ${count} calls instead of ${expected[file]}`);
    expect(report, 'run the test with UPDATE_WORK=1 if the change is intended').to.deep.equal([]);
  });
});
