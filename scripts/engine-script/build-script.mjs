// Makes the engine one script in dist/engine/, with the modules through which it is imported.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unusedParts } from './unused-parts.mjs';

/** What is exported by which module; `index` is the library's public face. */
const FACES = {
  index: {
    source: './engine/index.ts',
    names: ['render', 'renderToStream', 'renderWithLayout', 'layout', 'sign', 'RenderError'],
  },
  puppeteer: { source: './engine/puppeteer.ts', names: ['pdf', 'puppeteerOptions'] },
  inspect: { source: './engine/debug/inspect.ts', names: ['inspect', 'inspectJson'] },
};

/** For whoever bundles the engine with a program of their own: `FILES_ARE_ELSEWHERE` in the modules that load it. */
const ELSEWHERE =
  "Pagewright's own files don't lie where this bundle runs. Leave the package out of it (esbuild --external:pagewright, `external` of Vite and Rollup, " +
  '`externals` of webpack, `serverExternalPackages` of Next.js) and install it there; or bundle pagewright/browser, which asks you for its files.';
const TOLD = ['Error(FILES_ARE_ELSEWHERE)', () => `Error(${JSON.stringify(ELSEWHERE)})`];

const moduleFace = (names) =>
  `import { engine } from './find-engine.js';\nexport const { ${names.join(', ')} } = engine;\n`;
/** Spelled out, so that ES modules can import its names too. */
const commonJsFace = (names) =>
  `const engine = require('./engine.cjs').engine();\n${names.map((name) => `exports.${name} = engine.${name};\n`).join('')}`;

/** Tells builds of a script apart in the names of their code caches. */
const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** Builds into a folder, `dist/engine`. esbuild's metafile. */
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
    // Shorter code is read faster; names stay, for stacks in logs.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node shows the line that threw what nobody caught.
    lineLimit: 120,
    define: {
      'import.meta.url': 'scriptUrl',
      // Nothing in the engine talks to a network. Yoga's glue would read its own bytes, which are a data: URL, through fetch, and that starts an HTTP
      // client: half a second for a fresh process.
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
