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

const { metafile } = await build({
  entryPoints: ['server/editor/main.ts', 'server/editor/worker.ts'],
  outdir: 'dist/editor',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['chrome123', 'firefox122', 'safari17.5'],
  chunkNames: 'chunk-[hash]',
  charset: 'ascii',
  legalComments: 'linked',
  minify: true,
  tsconfig: 'server/editor/tsconfig.json',
  plugins: [engine],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);

// The gallery: the fixtures, with the pictures of their first pages that the golden tests keep.
const KINDS = {
  Business: ['invoice', 'invoice-arabic', 'letter', 'contract', 'utility-bill', 'receipt', 'timetable'],
  Reports: ['report', 'annual-report', 'dashboard', 'diagrams', 'slides'],
  'Books and magazines': ['folio', 'article', 'newsletter', 'catalogue', 'menu'],
  'Labels and tickets': ['labels', 'shipping-label', 'ticket', 'flyer-japanese', 'resume'],
};
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
    const title = /<title>([^<]*)/.exec(readFileSync(document, 'utf8'))?.[1]?.trim();
    return [{ name: title || file, kind: kindOf(file), file }];
  });
const order = [...Object.keys(KINDS), 'More'];
examples.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
writeFileSync('dist/editor/examples/list.json', JSON.stringify(examples));
