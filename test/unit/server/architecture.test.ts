import { expect } from 'chai';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cyclesOf, importsOf, sources, within } from '../../support/imports.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const server = join(root, 'server');
const engine = join(root, 'engine');

/** Which other rooms a room may import; every one of them may import the root modules that know none. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ledger: [],
  observability: ['rendering'],
  rendering: ['engine'],
  storage: ['ledger', 'observability'],
  accounts: ['storage'],
  jobs: ['accounts', 'metering', 'observability', 'rendering', 'storage'],
  metering: ['accounts', 'engine', 'ledger', 'observability', 'rendering', 'storage'],
  http: ['accounts', 'engine', 'jobs', 'metering', 'observability', 'rendering', 'storage'],
  agent: ['accounts', 'engine', 'http', 'metering', 'observability', 'rendering'],
  commands: ['accounts', 'agent', 'engine', 'golden', 'http', 'ledger', 'metering', 'rendering', 'storage'],
  golden: ['commands', 'engine', 'rendering'],
  editor: ['engine'],
};
/** What Koa is known by. */
const DOORS = new Set(['http', 'agent', '']);
/** Where refusals become problems: the tools on standard input and output answer them as those over HTTP do. */
const ANSWERING = new Set([...DOORS, 'commands']);
/** Modules at the root that put the rooms together. */
const ENTRIES = new Set(['app', 'cli', 'config', 'connections', 'files', 'listen', 'main', 'services', 'start']);

function roomOf(file: string): string {
  if (file.startsWith(engine)) return 'engine';
  const parts = relative(server, file).split('/');
  return parts.length > 1 ? parts[0]! : '';
}

const isEntry = (file: string): boolean => ENTRIES.has(relative(server, file).replace(/\.ts$/, ''));

describe('architecture of the service', () => {
  const imports = sources(server).flatMap(importsOf);
  const inside = within(imports);
  const shown = (found: readonly { readonly from: string; readonly target: string }[]): string[] =>
    found.map(({ from, target }) => `${relative(root, from)} -> ${relative(root, target)}`);

  it('rooms import one way', () => {
    const wrong = inside.filter(({ from, target, typeOnly }) => {
      const [a, b] = [roomOf(from), roomOf(target)];
      if (a === b || (a === '' && isEntry(from))) return false;
      if (b === '') return isEntry(target) && !typeOnly && a !== 'commands';
      return !MAY_IMPORT[a]?.includes(b);
    });
    expect(shown(wrong)).to.deep.equal([]);
  });

  it('has no cycles of values', () => {
    expect(
      cyclesOf(
        inside.filter(({ typeOnly }) => !typeOnly),
        root,
      ),
    ).to.deep.equal([]);
  });

  it('knows Koa at its doors only', () => {
    const wrong = imports.filter(({ from, to }) => /^(koa|@koa\/)/.test(to) && !DOORS.has(roomOf(from)));
    expect(wrong.map(({ from, to }) => `${relative(root, from)}: ${to}`)).to.deep.equal([]);
  });

  it('refuses by problems of HTTP at its doors only', () => {
    const problems = join(server, 'http/problems.ts');
    const wrong = inside.filter(({ from, target }) => target === problems && !ANSWERING.has(roomOf(from)));
    expect(shown(wrong)).to.deep.equal([]);
  });
});
