// Builds the scripts of the documentation site into dist/docs/.
import { build } from 'esbuild';
import { noteBuilt } from './bundled-packages.mjs';

// A script and not a module: browsers don't load modules from a folder on disk.
const { metafile } = await build({
  entryPoints: ['scripts/docs/client/site.ts', 'scripts/docs/client/api-console.ts'],
  outdir: 'dist/docs',
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: ['chrome123', 'firefox122', 'safari17.5'],
  charset: 'ascii',
  minify: true,
  tsconfig: 'server/editor/tsconfig.json',
  metafile: true,
  logLevel: 'warning',
});
noteBuilt(metafile);
