/**
 * Runs the built library in Bun, Deno and another version of Node, and expects the bytes of this Node. The runtimes
 * come from the PATH or from packages; those that do not work are skipped.
 */
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { render } from '../../engine/index.ts';

const root = resolve(import.meta.dirname, '../..');
const fixtures = join(root, 'fixtures');
const documents = readdirSync(fixtures)
  .map((name) => join(fixtures, name, 'in.html'))
  .filter((file) => existsSync(file));
const kinds = join(root, 'test/conformance/documents');
for (const name of readdirSync(kinds)) documents.push(join(kinds, name));
/** WebAssembly that is loaded on demand, hyphenation, and files that are not part of the document. */
const MIXED = `<html lang=de><style>p{hyphens:auto;width:60px} div{display:flex} b{filter:blur(1px);background:red}</style>
<p>Donaudampfschifffahrtsgesellschaft</p><div><span>a</span></div><p><b>weich</b> שלום 漢字 ∑ 😀</p>
<p style="width:90px">ประเทศไทยมีชื่ออย่างเป็นทางการ ສາທາລະນະລັດປະຊາທິປະໄຕປະຊາຊົນລາວ ព្រះរាជាណាចក្រកម្ពុជា မြန်မာနိုင်ငံသည်</p>
<img src="data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA">`;

/** The even-numbered Node version that is not running now. */
const otherNode = process.versions.node.startsWith('22.') ? '24' : '22';
/** `version`: the version of the package. If it is empty, any version will do, also one from the PATH. */
const RUNTIMES = [
  { name: 'bun', version: '', given: ['run'] },
  { name: 'deno', version: '', given: ['run', '--allow-read', '--allow-env', '--allow-sys'] },
  { name: 'node', version: otherNode, given: [] },
] as const;

const run = (command: string, given: readonly string[], cwd?: string): string =>
  execFileSync(command, given, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const works = (command: string): boolean => {
  try {
    return run(command, ['--version']) !== '';
  } catch {
    return false;
  }
};

/** Returns the command of a runtime, installing it if necessary, or null if it is unavailable. */
function runtime(name: string, version: string): string | null {
  if (version === '' && works(name)) return name;
  const kept = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'pagewright-runtimes');
  const folder = join(kept, `${name}${version}`);
  const command = join(folder, 'node_modules', '.bin', name);
  if (works(command)) return command;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    run('npm', ['install', '--no-audit', '--no-fund', version === '' ? name : `${name}@${version}`], folder);
  } catch {
    return null;
  }
  return works(command) ? command : null;
}

describe('the library in other runtimes', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-runtimes-'));
  const script = join(folder, 'hashes.mjs');
  const mixed = join(folder, 'mixed.html');

  before(() => {
    writeFileSync(mixed, MIXED);
    writeFileSync(
      script,
      `import { createHash } from 'node:crypto';
       import { readFileSync } from 'node:fs';
       import { render } from ${JSON.stringify(join(root, 'dist/engine/index.js'))};
       for (const file of ${JSON.stringify([...documents, mixed])}) {
         const { pdf } = await render(readFileSync(file));
         console.log(createHash('sha256').update(pdf).digest('hex'));
       }`,
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { name, version, given } of RUNTIMES)
    it(`renders in ${`${name} ${version}`.trim()} as in this Node`, async function () {
      const command = runtime(name, version);
      if (command === null) this.skip();
      const expected: string[] = [];
      for (const file of [...documents, mixed]) {
        const { pdf } = await render(readFileSync(file));
        expected.push(createHash('sha256').update(pdf).digest('hex'));
      }
      expect(
        run(command, [...given, script])
          .trim()
          .split('\n'),
      ).to.deep.equal(expected);
    });
});
