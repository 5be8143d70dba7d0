/** The context that `docker build` receives. The test detects failing COPY instructions without Docker. */
import { expect } from 'chai';
import { minimatch } from 'minimatch';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lines = (name: string): string[] =>
  readFileSync(`${root}/${name}`, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Interprets .dockerignore as Docker does: the last pattern that matches a path or one of its parent folders decides.
 */
function isIgnored(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/');
  const around = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
  const last = patterns.findLast((pattern) =>
    around.some((name) => minimatch(name, pattern.replace(/^!/, ''), { dot: true })),
  );
  return last !== undefined && !last.startsWith('!');
}

/** The sources of COPY instructions in the build context. */
const copied = lines('Dockerfile')
  .filter((line) => /^COPY (?!--from)/.test(line))
  .flatMap((line) => line.split(/\s+/).slice(1, -1));

describe('the build context of Docker', () => {
  const patterns = lines('.dockerignore');
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const below = (source: string): string[] =>
    tracked.filter((file) => file === source || file.startsWith(`${source}/`));

  it('contains everything that the Dockerfile copies', () => {
    expect(copied).to.include.members(['package.json', 'packages', 'docs', 'engine', 'server', 'scripts']);
    for (const source of copied) {
      expect(below(source), source).to.not.deep.equal([]);
      expect(isIgnored(source, patterns), source).to.equal(false);
      expect(
        below(source).filter((file) => isIgnored(file, patterns)),
        source,
      ).to.deep.equal([]);
    }
  });

  it('contains nothing else', () => {
    const sent = tracked.filter((file) => !isIgnored(file, patterns));
    expect(
      sent.filter((file) => !copied.some((source) => file === source || file.startsWith(`${source}/`))),
    ).to.deep.equal([]);
    for (const file of [
      'node_modules/x/y.js',
      'packages/server/dist/x.js',
      'packages/fonts-cjk/fonts/x.otf',
      '.git/HEAD',
      'data/pagewright.db',
      '.env',
    ])
      expect(isIgnored(file, patterns), file).to.equal(true);
  });

  it('starts a service that is reachable from outside its container', () => {
    expect(lines('Dockerfile').find((line) => line.startsWith('ENV'))).to.contain('HOST=0.0.0.0');
  });
});
