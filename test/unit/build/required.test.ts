import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { missing } from '../../support/required.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NEEDS = { here: [() => true, 'nothing'], gone: [() => false, 'install gone'] } as const;

describe('the requirements of a test run', function () {
  this.timeout(120_000);

  it('are reported if they are missing or unknown', async () => {
    expect(await missing('', NEEDS)).to.deep.equal([]);
    expect(await missing('here, gone', NEEDS)).to.deep.equal(['gone is required and missing: install gone.']);
    expect(await missing('other,constructor', NEEDS)).to.deep.equal([
      'REQUIRE names other, which no test needs. Known: here, gone.',
      'REQUIRE names constructor, which no test needs. Known: here, gone.',
    ]);
  });

  it('fail the run before its first test', () => {
    const env = { ...process.env, REQUIRE: 'redis', TEST_REDIS_URL: '' };
    const mocha = spawnSync('npx', ['mocha', '--spec', 'test/unit/build/docker.test.ts'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    expect(mocha.status).to.not.equal(0);
    expect(`${mocha.stdout}${mocha.stderr}`)
      .to.contain('redis is required and missing')
      .and.not.match(/\d+ passing/);
  });

  it('are complete in CI', () => {
    const script = readFileSync(`${root}/.ci/run`, 'utf8');
    const required = /REQUIRE=\$\{REQUIRE-([\w,-]+)\}/.exec(script)?.[1];
    expect(required?.split(',').toSorted()).to.deep.equal([
      'chromium',
      'kubernetes-validate',
      'mustang',
      'openssl',
      'pgbouncer',
      'poppler',
      'postgres',
      'python',
      'qpdf',
      'redis',
      'verapdf',
    ]);
  });

  const closing = (report: string, status: number): string =>
    spawnSync(
      'bash',
      ['-c', '. .ci/summary.sh; printf "%s" "$REPORT" > "$FILE"; summarise "$FILE" "$STATUS" 0 0; exit $?'],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, REPORT: report, STATUS: String(status), FILE: `/tmp/pagewright-report-${process.pid}` },
      },
    ).stdout;

  it('end with the number of tests that passed, failed and were skipped', () => {
    expect(closing('  12 passing (3s)\n  2 pending\n  1 failing\n', 1)).to.equal('12 passed, 1 failed, 2 skipped\n');
    expect(closing('  12 passing (3s)\n', 0)).to.equal('12 passed, 0 failed, 0 skipped\n');
    expect(closing('  12 passing (3s)\n', 1), 'the build or the type check').to.equal(
      '12 passed, 1 failed, 0 skipped\n',
    );
    expect(closing('', 0), 'no test ran').to.equal('0 passed, 1 failed, 0 skipped\n');
  });
});
