/** Builds from only the files that the Dockerfile copies. */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the build in a container', function () {
  this.timeout(600_000);
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'pagewright-context-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('reads only files that the Dockerfile copies', () => {
    const sources = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^COPY (?!--from)(.*) \S+$/gm)];
    const tracked = execFileSync('git', ['ls-files', '-z', ...sources.flatMap(([, names]) => names!.split(' '))], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of tracked.split('\0').filter(Boolean)) cpSync(join(root, file), join(folder, file));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    // The files that the second stage copies.
    for (const name of ['package.json', 'packages', 'assets/fonts/manifest.json', 'dist/server/start.js'])
      expect(existsSync(join(folder, name)), name).to.equal(true);
  });
});
