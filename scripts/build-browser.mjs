// Builds the engine for browsers and workers into dist/browser/: one module with what it loads on demand beside it. Its own files come from its caller.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { noteBuilt } from './bundled-packages.mjs';
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
  lineLimit: 120,
  // Nothing in the engine talks to a network: glue that would read its own bytes through fetch takes them as they are. Files beside a module's own address
  // are none that it reads either, and bundlers would look for them.
  define: { fetch: 'undefined', 'import.meta.url': '"file:///engine/"' },
  plugins: [unusedParts],
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);
