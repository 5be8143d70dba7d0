// Builds the editor's page and its worker into dist/editor/.
import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteBuilt } from './bundled-packages.mjs';

rmSync('dist/editor', { recursive: true, force: true });
/** The engine is served unchanged from dist/browser/. */
const engine = {
  name: 'engine',
  setup({ onResolve }) {
    onResolve({ filter: /^pagewright\/browser$/ }, () => ({ path: './engine/index.js', external: true }));
  },
};

/** Supplies the properties of the CSS reference and their keywords, for suggestions. */
const keywords = {
  name: 'css-keywords',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^css-keywords$/ }, ({ path }) => ({ path, namespace: 'css-keywords' }));
    onLoad({ filter: /.*/, namespace: 'css-keywords' }, () => {
      const rows = readFileSync('docs/css-properties.md', 'utf8').matchAll(/^\| `([a-z-]+)` \| ([^|]*) \|/gm);
      const known = [...rows].map(([, name, values]) => [
        name,
        [...values.matchAll(/`([a-z][a-z-]*)`/g)].map(([, value]) => value).filter((value) => !value.includes(':')),
      ]);
      return { contents: `export const KEYWORDS = ${JSON.stringify(Object.fromEntries(known))};` };
    });
  },
};

const common = {
  outdir: 'dist/editor',
  bundle: true,
  platform: 'browser',
  target: ['chrome123', 'firefox122', 'safari17.5'],
  chunkNames: 'chunk-[hash]',
  charset: 'ascii',
  legalComments: 'linked',
  minify: true,
  tsconfig: 'server/editor/tsconfig.json',
  metafile: true,
  logLevel: 'warning',
};
const { metafile } = await build({
  ...common,
  entryPoints: ['server/editor/main.ts', 'server/editor/worker.ts'],
  splitting: true,
  format: 'esm',
  plugins: [engine, keywords],
});
noteBuilt(metafile);
// Scripts: not all browsers have service workers that are modules, and the start must not wait for the page.
await build({
  ...common,
  entryPoints: ['server/editor/service-worker.ts', 'server/editor/start.ts'],
  format: 'iife',
});

// The gallery: the fixtures, with the pictures of their first pages that the golden tests keep. The documentation's build
// adds the recipes.
const KINDS = {
  Business: ['invoice', 'invoice-arabic', 'letter', 'contract', 'utility-bill', 'receipt', 'folio', 'timetable'],
  Reports: ['report', 'annual-report', 'dashboard', 'diagrams', 'slides'],
  'Books and magazines': ['book', 'article', 'newsletter', 'catalogue', 'menu'],
  'Labels and tickets': ['labels', 'shipping-label', 'ticket', 'flyer-japanese', 'resume'],
};
const inOrder = Object.values(KINDS).flat();
const kindOf = (name) => Object.keys(KINDS).find((kind) => KINDS[kind].includes(name)) ?? 'More';
mkdirSync('dist/editor/examples');
const examples = readdirSync('fixtures')
  .sort()
  .flatMap((file) => {
    const picture = join('fixtures', file, '__golden__/in/page-1.png');
    const document = join('fixtures', file, 'in.html');
    if (!existsSync(document) || !existsSync(picture)) return [];
    copyFileSync(document, `dist/editor/examples/${file}.html`);
    copyFileSync(picture, `dist/editor/examples/${file}.png`);
    const title = /<title>([^<]*)/i.exec(readFileSync(document, 'utf8'))?.[1]?.trim();
    return [{ name: title || file, kind: kindOf(file), file }];
  });
// The kinds determine the order. Documents of no kind come last.
const placeOf = ({ file }) => (inOrder.includes(file) ? inOrder.indexOf(file) : inOrder.length);
examples.sort((a, b) => placeOf(a) - placeOf(b));
writeFileSync('dist/editor/examples/list.json', JSON.stringify(examples));
