// Builds all executable code into dist/. The engine becomes one script, whose compiled code is kept in the user's cache
// folder, so that a new process reads two files instead of about eight hundred. The command, the service and its worker
// share chunks and import the engine's script. Types come from tsc and are combined by roll-up-types.mjs.
import { build } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { forgetBundled, noteBuilt } from './bundled-packages.mjs';
import { shortenPackages } from './shorten-packages.mjs';
import { buildCommandScript, buildEngineScript } from './engine-script/build-script.mjs';

// Packages that only the service loads stay external, as dependencies of @pagewright/server.
const external = Object.keys(JSON.parse(readFileSync('packages/server/package.json', 'utf8')).dependencies);

/** Resolves imports of the engine to its script, by the names in package.json's `imports`. */
const engineScript = {
  name: 'engine-script',
  setup({ onResolve }) {
    onResolve({ filter: /\/engine\/index\.ts$/ }, () => ({ path: '#engine', external: true }));
    onResolve({ filter: /\/(?:barcodes|signing)\.ts$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: `#${basename(path, '.ts')}`, external: true },
    );
    onResolve({ filter: /\/engine\/pdf\.ts$/ }, () => ({ path: '#engine/pdf', external: true }));
    onResolve({ filter: /\/engine\/puppeteer\.ts$/ }, () => ({ path: '#engine/puppeteer', external: true }));
    onResolve({ filter: /\/engine\/debug\/inspect\.ts$/ }, () => ({ path: '#engine/inspect', external: true }));
  },
};

for (const folder of ['chunks', 'engine', 'server']) rmSync(`dist/${folder}`, { recursive: true, force: true });
forgetBundled();
noteBuilt(await buildEngineScript('dist/engine'));
const { metafile } = await build({
  entryPoints: {
    // `dist/server/cli.js` runs it: see `buildCommandScript`.
    'server/all-commands': 'server/cli.ts',
    'server/start': 'server/start.ts',
    'server/rendering/worker': 'server/rendering/worker.ts',
    'server/page-thread': 'server/page-thread.ts',
    'server/rendering/pool': 'server/rendering/pool.ts',
    'server/storage/embedded/thread': 'server/storage/embedded/thread.ts',
    'server/commands/batch-worker': 'server/commands/batch-worker.ts',
    'server/golden/golden-worker': 'server/golden/golden-worker.ts',
    'server/golden/index': 'server/golden/index.ts',
    'server/files': 'server/files.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'linked',
  // Shorter code is read faster, and the package is smaller.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 120,
  external,
  // Some dependencies are CommonJS inside and call `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [engineScript, shortenPackages],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);
noteBuilt(await buildCommandScript('dist/server'));

const commonJs = {
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  legalComments: 'linked',
  lineLimit: 120,
  metafile: true,
  logLevel: 'warning',
};

// The entry points for test runners and programs in CommonJS: jest, and Node before it could `require` ES modules, read
// no others.
const { metafile: required } = await build({
  entryPoints: ['server/golden/index.ts', 'server/files.ts'],
  outbase: '.',
  ...commonJs,
  external,
  define: { 'import.meta.url': 'moduleUrl' },
  // jest's modules cannot import.
  supported: { 'dynamic-import': false },
  // Minified, because it duplicates the content of the ES modules.
  minify: true,
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [engineScript],
});
noteBuilt(required);

// bwip-js is as large as everything else of the command, and pkijs is large, too, so there is one copy of each.
for (const [name, exported] of [
  ['barcodes', 'barcodeSvg, barcodeOfUrl'],
  ['signing', 'keySigner'],
]) {
  const { metafile: large } = await build({
    entryPoints: { [`server/${name}`]: `server/${name}.ts` },
    ...commonJs,
    minify: true,
  });
  noteBuilt(large);
  writeFileSync(
    `dist/server/${name}.js`,
    `import ${name} from './${name}.cjs';\nexport const { ${exported} } = ${name};\n`,
  );
}
