// Bundles what runs into dist/: the library, the command, the service and its worker share chunks. A fresh process then reads a few files instead of some
// eight hundred, which is most of what `pagewright render` would wait for. Types come from tsc.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';

// Native addons, WebAssembly that finds its own files, worker machinery, and what only the service loads stay packages of their own.
const external = [
  '@jsquash/*',
  'harfbuzzjs',
  'harfbuzzjs/*',
  'woff2-encoder',
  'woff2-encoder/*',
  'yoga-layout',
  'yoga-layout/*',
  'libsql',
  'piscina',
  'pg',
  'ioredis',
  'koa',
  '@koa/router',
  '@modelcontextprotocol/sdk/*',
  'pino',
  'prom-client',
  'content-disposition',
];

rmSync('dist/chunks', { recursive: true, force: true });
await build({
  entryPoints: [
    'engine/index.ts',
    'server/cli.ts',
    'server/start.ts',
    'server/rendering/worker.ts',
    'server/rendering/pool.ts',
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
  // Shorter code is read and compiled faster; names stay, for stacks in logs.
  minifySyntax: true,
  minifyWhitespace: true,
  external,
  // Some dependencies are CommonJS inside and ask for `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'warning',
});
