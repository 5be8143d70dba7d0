// Builds the engine for browsers and workers into dist/browser/: one module, with the files that it loads on demand
// next to it. The caller provides the engine's own files.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { noteBuilt } from './bundled-packages.mjs';
import { packedSheets } from './engine-script/build-script.mjs';
import { fontkitTables } from './engine-script/fontkit-tables.mjs';
import { unusedParts } from './engine-script/unused-parts.mjs';

rmSync('dist/browser', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { index: 'engine/browser.ts' },
  outdir: 'dist/browser',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2024', 'chrome119', 'firefox121', 'safari17.4'],
  chunkNames: 'chunk-[hash]',
  charset: 'ascii',
  legalComments: 'linked',
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  lineLimit: 120,
  // The engine never uses a network: glue that would read its own bytes through fetch takes them directly. It also
  // reads no files relative to a module's address, which bundlers would look for.
  define: { fetch: 'undefined', 'import.meta.url': '"file:///engine/"' },
  plugins: [unusedParts, fontkitTables, packedSheets],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);
