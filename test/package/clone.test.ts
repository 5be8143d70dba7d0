/** Tests `npx pagewright` in a fresh clone. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { pagewright: string } };

/** Prints its arguments. */
const COMMAND = "console.log(process.argv.slice(2).join(' '))";

describe('the command in a fresh clone', function () {
  this.timeout(60_000);
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'pagewright-clone-'));
    write(bin.pagewright, readFileSync(join(root, bin.pagewright), 'utf8'));
  });
  afterEach(() => rmSync(clone, { recursive: true, force: true }));

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    writeFileSync(join(clone, name), text);
  };
  const run = (...given: string[]) =>
    spawnSync(process.execPath, [join(clone, bin.pagewright), ...given], { cwd: tmpdir(), encoding: 'utf8' });
  const build = (script: string): void => {
    write('package.json', JSON.stringify({ type: 'module', scripts: { build: script } }));
    write('node_modules/typescript/package.json', '{}');
  };

  it('is a committed executable file', () => {
    expect(statSync(join(root, bin.pagewright)).mode & 0o111).to.not.equal(0);
    const { status } = spawnSync('git', ['ls-files', '--error-unmatch', bin.pagewright], { cwd: root });
    expect(status).to.equal(0);
  });

  it('names the command to run first', () => {
    const { status, stderr } = run('render', 'a.html');
    expect([status, stderr]).to.deep.equal([2, `pagewright: not installed yet. Run \`npm ci\` in ${clone} first.\n`]);
  });

  it('builds on first use, and prints only the results of the command on standard output', () => {
    build('node build.cjs');
    write(
      'build.cjs',
      `const fs = require('node:fs'); console.log('building'); fs.mkdirSync('dist/server', { recursive: true }); fs.writeFileSync('dist/server/cli.cjs', ${JSON.stringify(COMMAND)});`,
    );
    const first = run('render', 'a.html');
    expect([first.status, first.stdout]).to.deep.equal([0, 'render a.html\n']);
    expect(first.stderr).to.match(/^pagewright: building for the first time.*\nbuilding\n$/);
    expect(run('inspect')).to.deep.include({ status: 0, stdout: 'inspect\n', stderr: '' });
  });

  it('reports a failing build', () => {
    build('exit 3');
    const { status, stderr } = run('render');
    expect(status).to.equal(2);
    expect(stderr).to.contain('the build failed. Run `npm run build`');
  });

  it('is what npx runs', () => {
    write('dist/server/cli.cjs', COMMAND);
    cpSync(join(root, 'package.json'), join(clone, 'package.json'));
    const { stdout, stderr } = spawnSync('npx', ['pagewright', '--version'], {
      cwd: clone,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_config_cache: join(clone, 'cache'),
        npm_config_update_notifier: 'false',
        npm_config_audit: 'false',
      },
    });
    expect(stdout, stderr).to.equal('--version\n');
  });
});
