import { expect } from 'chai';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cyclesOf, importsOf, sources, within } from '../../support/imports.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const server = join(root, 'server');
const engine = join(root, 'engine');

/** The other rooms that a room may import. Every room may import root modules that import no room. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  ledger: [],
  observability: ['rendering'],
  rendering: ['engine'],
  signing: ['rendering'],
  storage: ['ledger', 'observability'],
  accounts: ['storage'],
  library: ['accounts', 'engine', 'rendering', 'storage'],
  jobs: ['accounts', 'library', 'metering', 'observability', 'rendering', 'storage'],
  metering: ['accounts', 'engine', 'ledger', 'observability', 'rendering', 'storage'],
  http: ['accounts', 'engine', 'jobs', 'library', 'metering', 'observability', 'rendering', 'storage'],
  agent: ['accounts', 'engine', 'http', 'metering', 'observability', 'rendering'],
  commands: ['accounts', 'agent', 'engine', 'golden', 'http', 'ledger', 'metering', 'rendering', 'signing', 'storage'],
  golden: ['commands', 'engine', 'rendering'],
  // It fills templates by the service's rules.
  editor: ['engine', 'rendering'],
};
/** Modules that may import Koa. */
const DOORS = new Set(['http', 'agent', '']);
/** Modules that turn refusals into problems: the tools on standard input and output answer like those over HTTP. */
const ANSWERING = new Set([...DOORS, 'commands']);
/** Root modules that connect the rooms. */
const ENTRIES = new Set([
  'app',
  'cli',
  'config',
  'connections',
  'files',
  'listen',
  'main',
  'page-thread',
  'services',
  'signing',
  'start',
]);

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

  it('imports folders in one direction only', () => {
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

  it('imports Koa only in its entry points', () => {
    const wrong = imports.filter(({ from, to }) => /^(koa|@koa\/)/.test(to) && !DOORS.has(roomOf(from)));
    expect(wrong.map(({ from, to }) => `${relative(root, from)}: ${to}`)).to.deep.equal([]);
  });

  it('creates HTTP problems only in its entry points', () => {
    const problems = join(server, 'http/problems.ts');
    const wrong = inside.filter(({ from, target }) => target === problems && !ANSWERING.has(roomOf(from)));
    expect(shown(wrong)).to.deep.equal([]);
  });
});
