// Builds the editor's page and its worker into dist/editor/.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
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
