// Builds what runs into dist/: the engine as one script with V8's compiled code beside it (a fresh process then reads two files instead of some
// eight hundred), and the command, the service and its worker, which share chunks and import the engine's script. Types come from tsc
// and are put together by roll-up-types.mjs.
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
import { forgetBundled, noteBuilt } from './bundled-packages.mjs';
import { buildEngineScript } from './engine-script/build-script.mjs';

// What only the service loads stays packages of their own, those of @pagewright/server.
const external = Object.keys(JSON.parse(readFileSync('packages/server/package.json', 'utf8')).dependencies);

/** Imports of the engine lead to its script, by the names that package.json's `imports` give it. */
const engineScript = {
  name: 'engine-script',
  setup({ onResolve }) {
    onResolve({ filter: /\/engine\/index\.ts$/ }, () => ({ path: '#engine', external: true }));
    onResolve({ filter: /\/engine\/puppeteer\.ts$/ }, () => ({ path: '#engine/puppeteer', external: true }));
    onResolve({ filter: /\/engine\/debug\/inspect\.ts$/ }, () => ({ path: '#engine/inspect', external: true }));
  },
};

for (const folder of ['chunks', 'engine', 'server']) rmSync(`dist/${folder}`, { recursive: true, force: true });
forgetBundled();
noteBuilt(await buildEngineScript('dist/engine'));
const { metafile } = await build({
  entryPoints: [
    'server/cli.ts',
    'server/start.ts',
    'server/rendering/worker.ts',
    'server/rendering/pool.ts',
    'server/storage/embedded/thread.ts',
    'server/commands/batch-worker.ts',
    'server/golden/golden-worker.ts',
    'server/golden/index.ts',
    'server/files.ts',
  ],
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'linked',
  external,
  // Some dependencies are CommonJS inside and ask for `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [engineScript],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);

// The doors that test runners and programs in CommonJS open: jest, and Node before it knew `require` of ES modules, read no other.
const { metafile: required } = await build({
  entryPoints: ['server/golden/index.ts', 'server/files.ts'],
  outbase: '.',
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  legalComments: 'linked',
  external,
  define: { 'import.meta.url': 'moduleUrl' },
  // jest's modules can't import.
  supported: { 'dynamic-import': false },
  // Small: what the ES modules hold stands here a second time.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 120,
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [engineScript],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(required);
