import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cyclesOf, importsOf, sources, within } from '../support/imports.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const engine = join(root, 'engine');

/** The stage folders that a stage may import. Everything may import the root modules (units, errors, ...). */
const MAY_IMPORT: Record<string, readonly string[]> = {
  platform: [],
  'pdf-source': ['platform'],
  document: ['platform'],
  css: ['document', 'platform'],
  edits: ['css', 'document', 'platform'],
  fonts: ['css', 'document', 'platform'],
  style: ['css', 'document', 'fonts', 'platform'],
  text: ['style', 'css', 'document', 'fonts', 'boxes', 'platform'],
  images: ['document', 'css', 'pdf-source', 'platform'],
  boxes: ['text', 'images', 'style', 'css', 'document', 'fonts'],
  layout: ['boxes', 'text', 'images', 'css', 'document', 'fonts'],
  pages: ['layout', 'boxes', 'text', 'images', 'style', 'css', 'document', 'fonts'],
  semantics: ['boxes', 'text', 'css', 'document'],
  invoices: ['boxes', 'text', 'document'],
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
  pdf: ['semantics', 'paint', 'text', 'images', 'css', 'fonts', 'pdf-source', 'document', 'platform'],
  'pdf-tools': ['pdf', 'pdf-source', 'platform'],
};
/** Only types may violate the order: text describes items that refer to boxes. */
const TYPES_ONLY: ReadonlySet<string> = new Set(['text -> boxes']);
/** Folders whose modules form layers. */
const CLEARED = [
  'layout',
  'css',
  'text',
  'fonts',
  'pages',
  'semantics',
  'pdf',
  'document',
  'edits',
  'images',
  'pdf-source',
  'pdf-tools',
];
/** Imported by the command line and tests, and allowed to import everything. */
const OBSERVERS = new Set(['debug']);
const ROOT_MODULES = new Set([
  'units',
  'errors',
  'invariant',
  'diagnostics',
  'diagnostic-codes',
  'budget',
  'bounded-cache',
  'bytes-given',
  'lazily',
  'mutable',
  'options',
  'render-options',
  'page-size',
  'similar-names',
  'small-arrays',
  'text-search',
  'profile',
  'page-ranges',
  'css-tree',
  'document-layout',
  'grouped',
  'version',
]);
const FORBIDDEN =
  /^(node:)?(http|https|http2|net|dns|tls|dgram|child_process|cluster|worker_threads|fs|os|process)(\/|$)/;

/** Returns the stage folder of a file; '' for a root module. */
function stageOf(file: string): string {
  const parts = relative(engine, file).split('/');
  return parts.length > 1 ? parts[0]! : '';
}

describe('architecture', () => {
  const files = sources(engine);
  const imports = files.flatMap(importsOf);
  const inside = within(imports);

  it('ARCHITECTURE.md names every stage, and only files that exist', () => {
    const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const paths = files.map((file) => relative(engine, file));
    const named = [...map.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name]) => name!);
    expect(named.length).to.be.greaterThan(50);
    const isThere = (name: string): boolean =>
      existsSync(join(root, name)) || paths.some((path) => path === name || path.endsWith(`/${name}`));
    expect(named.filter((name) => !isThere(name))).to.deep.equal([]);
    for (const stage of Object.keys(MAY_IMPORT)) expect(map).to.include(`| \`${stage}/\``);
    for (const name of ROOT_MODULES) expect(map).to.include(`\`${name}\``);
  });

  it('imports stages in one direction only', () => {
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

  it('has no import cycles of values', () => {
    expect(
      cyclesOf(
        inside.filter(({ typeOnly }) => !typeOnly),
        root,
      ),
    ).to.deep.equal([]);
  });

  it('has no import cycles within the layered folders, not even of types', () => {
    const room = (file: string): string => CLEARED.find((room) => file.startsWith(join(engine, room) + sep)) ?? '';
    const edges = inside.filter(({ from, target }) => room(from) !== '' && room(from) === room(target));
    expect(cyclesOf(edges, root)).to.deep.equal([]);
  });

  it('imports network, process and file modules only in platform/', () => {
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

  it('uses no private members of pdfkit and parse5, except in one module for parse5', () => {
    const importersOf = (name: string): string[] => [
      ...new Set(
        imports.filter(({ to, typeOnly }) => to === name && !typeOnly).map(({ from }) => relative(root, from)),
      ),
    ];
    expect(importersOf('pdfkit')).to.deep.equal(['engine/pdf/kit-document.ts']);
    const adapter = join(engine, 'document', 'html-tokenizer.ts');
    const wrong = files.filter((file) => {
      if (!['pdf', 'document'].includes(stageOf(file)) || file === adapter) return false;
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return /\._\w|\[['"`]_|(?:override|readonly|declare|get|set)\s+_\w|^\s+_\w+[(:]/m.test(code);
    });
    expect(wrong.map((file) => relative(root, file))).to.deep.equal([]);
  });

  it('never reads parents of boxes in layout', () => {
    const layout = files.filter((file) => stageOf(file) === 'layout');
    const wrong = layout.filter((file) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
      return /\.parent\b|\{[^{}]*\bparent\b[^{}]*\}\s*=[^=>]/.test(code);
    });
    expect(wrong.map((file) => relative(root, file))).to.deep.equal([]);
  });

  it('connects formatting contexts only through the contract', () => {
    const contexts = ['block', 'inline', 'table', 'flex', 'grid', 'multicol'];
    const contextOf = (file: string): string => {
      const parts = relative(join(engine, 'layout'), file).split('/');
      return parts.length > 1 && contexts.includes(parts[0]!) ? parts[0]! : '';
    };
    const wrong = inside.filter(({ from, target, typeOnly }) => {
      const [a, b] = [contextOf(from), contextOf(target)];
      // A block container delegates its inline content to inline layout, the only dependency that css-display-3 §2
      // itself defines.
      return a !== '' && b !== '' && a !== b && !typeOnly && !(a === 'block' && b === 'inline');
    });
    expect(wrong.map(({ from, target }) => `${relative(root, from)} -> ${relative(root, target)}`)).to.deep.equal([]);
  });
});
