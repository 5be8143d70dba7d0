/** The script of the GitHub Action, with the built command. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('the GitHub Action', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-action-'));
  const summary = join(folder, 'summary.md');
  const run = (): ReturnType<typeof spawnSync> & { readonly stdout: string } =>
    spawnSync('bash', [file('packages/action/golden.sh')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PAGEWRIGHT: `${process.execPath} ${file('dist/server/cli.js')}`,
        DOCUMENTS: 'a.html *.htm',
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_ACTIONS: 'true',
      },
    });
  const update = (): unknown =>
    spawnSync(process.execPath, [file('dist/server/cli.js'), 'golden', 'a.html', 'b.htm', '--update'], { cwd: folder });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('passes while documents match, and fails with a report, annotations and a summary when one differs', () => {
    writeFileSync(join(folder, 'a.html'), '<p>a');
    writeFileSync(join(folder, 'b.htm'), '<p>b');
    update();
    expect(run().status).to.equal(0);
    expect(readFileSync(summary, 'utf8')).to.include('All documents match their snapshots.');
    expect(readFileSync(join(folder, 'golden.xml'), 'utf8')).to.include('tests="2" failures="0"');
    writeFileSync(join(folder, 'b.htm'), '<p>changed');
    const { status, stdout } = run();
    expect(status).to.equal(1);
    expect(stdout).to.include('::error file=b.htm');
    expect(existsSync(join(folder, 'golden-report.html'))).to.equal(true);
    expect(readFileSync(summary, 'utf8')).to.include('Documents differ.').and.to.include('different  b.htm');
  });
});
