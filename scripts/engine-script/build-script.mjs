// Builds the engine as one script in dist/engine/, with the modules that export it.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedParts } from './unused-parts.mjs';

/** The exports of each module; `index` is the library's public interface. */
const FACES = {
  index: {
    source: './engine/index.ts',
    names: ['render', 'renderToStream', 'renderWithLayout', 'layout', 'sign', 'RenderError'],
  },
  puppeteer: { source: './engine/puppeteer.ts', names: ['pdf', 'puppeteerOptions'] },
  inspect: { source: './engine/debug/inspect.ts', names: ['inspect', 'inspectJson'] },
};

/** The error for users who bundle the engine into their own program: `FILES_ARE_ELSEWHERE` in the loading modules. */
const ELSEWHERE =
  "Pagewright's own files don't lie where this bundle runs. Leave the package out of it (esbuild --external:pagewright, `external` of Vite and Rollup, " +
  '`externals` of webpack, `serverExternalPackages` of Next.js) and install it there; or bundle pagewright/browser, which asks you for its files.';
const TOLD = ['Error(FILES_ARE_ELSEWHERE)', () => `Error(${JSON.stringify(ELSEWHERE)})`];

const moduleFace = (names) =>
  `import { engine } from './find-engine.js';\nexport const { ${names.join(', ')} } = engine;\n`;
/** Lists the names explicitly, so that ES modules can also import them. */
const commonJsFace = (names) =>
  `const engine = require('./engine.cjs').engine();\n${names.map((name) => `exports.${name} = engine.${name};\n`).join('')}`;

/** Distinguishes builds of a script in the names of their code caches. */
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** Builds into a folder, `dist/engine`, and returns esbuild's metafile. */
export async function buildEngineScript(folder) {
  const script = join(folder, 'engine.script.cjs');
  const { metafile } = await build({
    stdin: {
      contents: Object.values(FACES)
        .map(({ source, names }) => `export { ${names.join(', ')} } from '${source}';`)
        .join('\n'),
      resolveDir: '.',
    },
    outfile: script,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    charset: 'ascii',
    legalComments: 'external',
    // Shorter code is read faster; names are kept for stack traces in logs.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the source line of an uncaught error.
    lineLimit: 120,
    define: {
      'import.meta.url': 'scriptUrl',
      // The engine never uses a network. Yoga's glue would read its own bytes, which are a data: URL, through fetch.
      // That starts an HTTP client, which takes half a second in a new process.
      fetch: 'undefined',
    },
    banner: {
      js: `(function (exports, require, module, __filename) {const scriptUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
    footer: { js: '})' },
    plugins: [unusedParts],
    metafile: true,
    logLevel: 'warning',
  });
  const hashes = JSON.stringify({ 'engine.script.cjs': hashOf(script) });
  for (const [own, name] of [
    ['load-script.cjs', 'engine.cjs'],
    ['code-cache.cjs', 'code-cache.cjs'],
    ['find-engine.mjs', 'find-engine.js'],
  ]) {
    const source = readFileSync(new URL(own, import.meta.url), 'utf8');
    writeFileSync(
      join(folder, name),
      source.replace(...TOLD).replace('SCRIPT_HASHES[', () => `${hashes}[`),
    );
  }
  for (const [name, { names }] of Object.entries(FACES)) {
    writeFileSync(join(folder, `${name}.js`), moduleFace(names));
    writeFileSync(join(folder, `${name}.cjs`), commonJsFace(names));
  }
  return metafile;
}
