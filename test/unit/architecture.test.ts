import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const engine = join(root, 'engine');

/** Which other stages a stage's folder may import; everything may import the root modules (units, errors, ...). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  document: ['platform'],
  css: ['document', 'platform'],
  fonts: ['css', 'document', 'platform'],
  style: ['css', 'document', 'fonts', 'platform'],
  text: ['style', 'css', 'document', 'fonts', 'boxes', 'platform'],
  images: ['document', 'css', 'platform'],
  boxes: ['text', 'images', 'style', 'css', 'document', 'fonts'],
  layout: ['boxes', 'text', 'images', 'css', 'document', 'fonts'],
  pages: ['layout', 'boxes', 'text', 'images', 'style', 'css', 'document', 'fonts'],
  semantics: ['boxes', 'text', 'css', 'document'],
  raster: ['images', 'platform'],
  paint: [
    'semantics',
    'raster',
    'platform',
    'pages',
    'layout',
    'boxes',
    'text',
    'images',
    'style',
    'css',
    'document',
    'fonts',
  ],
  pdf: ['semantics', 'paint', 'text', 'images', 'css', 'fonts', 'platform'],
};
/** Only types may go against the order: text describes items that point to boxes. */
const TYPES_ONLY: ReadonlySet<string> = new Set(['text -> boxes']);
/** Folders whose modules form layers. */
const CLEARED = ['layout/inline', 'layout/flex', 'text', 'fonts', 'pages', 'semantics', 'pdf', 'document', 'images'];
/** Imported by the command line and tests, and allowed to look at everything. */
const OBSERVERS = new Set(['debug']);
const ROOT_MODULES = new Set([
  'units',
  'errors',
  'invariant',
  'diagnostics',
  'budget',
  'bounded-cache',
  'options',
  'render-options',
  'page-size',
  'small-arrays',
  'profile',
  'page-ranges',
  'css-tree',
]);
const FORBIDDEN =
  /^(node:)?(http|https|http2|net|dns|tls|dgram|child_process|cluster|worker_threads|fs|os|process)(\/|$)/;

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

const IMPORT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)(\.[A-Z])?/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const match of text.matchAll(IMPORT)) {
    const names = match[3] ?? '';
    const allTypes =
      /\{[^}]*\}/.test(names) &&
      !/^\s*\w/.test(names) &&
      (names.match(/\{([^}]*)\}/)?.[1] ?? '').split(',').every((name) => !name.trim() || /^\s*type\s/.test(name));
    found.push({ from: file, to: match[4] ?? match[5], typeOnly: Boolean(match[2]) || allTypes || Boolean(match[6]) });
  }
  return found;
}

/** The stage folder that a file lies in; '' for a root module. */
function stageOf(file: string): string {
  const parts = relative(engine, file).split('/');
  return parts.length > 1 ? parts[0] : '';
}

describe('architecture', () => {
  const files = sources(engine);
  const imports = files.flatMap(importsOf);
  const inside = imports
    .filter((i) => i.to.startsWith('.'))
    .map((i) => ({ ...i, target: resolve(dirname(i.from), i.to) }));

  it('stages import one way', () => {
    const wrong = inside.filter(({ from, target, typeOnly }) => {
      const [a, b] = [stageOf(from), stageOf(target)];
      if (a === b || OBSERVERS.has(a)) return false;
      if (a === '') return ROOT_MODULES.has(relative(engine, from).replace(/\.ts$/, '')) && b !== '';
      if (b === '') return !ROOT_MODULES.has(relative(engine, target).replace(/\.ts$/, ''));
      if (typeOnly && TYPES_ONLY.has(`${a} -> ${b}`)) return false;
      return !MAY_IMPORT[a]?.includes(b) || TYPES_ONLY.has(`${a} -> ${b}`);
    });
    expect(wrong.map(({ from, target }) => `${relative(root, from)} -> ${relative(root, target)}`)).to.deep.equal([]);
  });

  it('has no cycles of values', () => {
    expect(cyclesOf(inside.filter(({ typeOnly }) => !typeOnly))).to.deep.equal([]);
  });

  it('has no cycles, even of types, within the rooms that have been cleared of them', () => {
    const within = (file: string): string => CLEARED.find((room) => file.startsWith(join(engine, room) + sep)) ?? '';
    const edges = inside.filter(({ from, target }) => within(from) !== '' && within(from) === within(target));
    expect(cyclesOf(edges)).to.deep.equal([]);
  });

  function cyclesOf(edges: readonly { readonly from: string; readonly target: string }[]): string[] {
    const graph = new Map<string, string[]>();
    for (const { from, target } of edges) graph.set(from, [...(graph.get(from) ?? []), target]);
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path.slice(path.indexOf(file)), file].map((f) => relative(root, f)).join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    return cycles;
  }

  it('keeps network, process and file modules out of the engine, but for platform/', () => {
    const wrong = imports.filter(
      ({ from, to }) => (FORBIDDEN.test(to) || to.startsWith('node:')) && stageOf(from) !== 'platform',
    );
    expect(wrong.map(({ from, to }) => `${relative(root, from)}: ${to}`)).to.deep.equal([]);
    const network = imports.filter(({ to }) =>
      /^(node:)?(http|https|http2|net|dns|tls|dgram|child_process)(\/|$)/.test(to),
    );
    expect(network.map(({ from, to }) => `${relative(root, from)}: ${to}`)).to.deep.equal([]);
    const fetching = files.filter((file) =>
      /\bfetch\s*\(/.test(readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')),
    );
    expect(fetching.map((file) => relative(root, file))).to.deep.equal([]);
  });

  it('formatting contexts meet only through the contract', () => {
    const contexts = ['block', 'inline', 'table', 'flex', 'grid', 'multicol'];
    const contextOf = (file: string): string => {
      const parts = relative(join(engine, 'layout'), file).split('/');
      return parts.length > 1 && contexts.includes(parts[0]) ? parts[0] : '';
    };
    const wrong = inside.filter(({ from, target, typeOnly }) => {
      const [a, b] = [contextOf(from), contextOf(target)];
      // A block container hands its inline content to inline layout: the one edge that css-display-3 §2 itself draws.
      return a !== '' && b !== '' && a !== b && !typeOnly && !(a === 'block' && b === 'inline');
    });
    expect(wrong.map(({ from, target }) => `${relative(root, from)} -> ${relative(root, target)}`)).to.deep.equal([]);
  });
});
