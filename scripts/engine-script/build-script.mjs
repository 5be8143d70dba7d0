// Builds the engine as one script, and what the command needs to render as another, with the modules that load them.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontkitTables } from './fontkit-tables.mjs';
import { divide } from './parts.mjs';
import { shortenPackages } from '../shorten-packages.mjs';
import { unusedParts } from './unused-parts.mjs';

/** The exports of each module; `index` is the library's public interface. */
const FACES = {
  index: {
    source: './engine/index.ts',
    names: [
      'render',
      'renderToStream',
      'renderWithLayout',
      'layout',
      'proof',
      'sign',
      'addValidationData',
      'RenderError',
    ],
  },
  pdf: {
    source: './engine/pdf.ts',
    names: [
      'mergePdfs',
      'stampPdf',
      'splitPdf',
      'imposePdf',
      'encryptPdf',
      'readPdfInfo',
      'validatePdf',
      'RenderError',
    ],
  },
  puppeteer: { source: './engine/puppeteer.ts', names: ['pdf', 'puppeteerOptions'] },
  inspect: {
    source: './engine/debug/inspect.ts',
    names: ['inspect', 'inspectJson', 'whyHere', 'whyHereText', 'layoutProblems'],
  },
};

/**
 * The error for programs that bundle the engine. It replaces `FILES_ARE_ELSEWHERE` in the modules that load the engine.
 */
const ELSEWHERE =
  "Pagewright's files are missing next to this bundle. Leave the package out of it (esbuild --external:pagewright, `external` of Vite and Rollup, " +
  '`externals` of webpack, `serverExternalPackages` of Next.js) and install it there; or bundle pagewright/browser, which asks you for its files.';
const TOLD = ['Error(FILES_ARE_ELSEWHERE)', () => `Error(${JSON.stringify(ELSEWHERE)})`];

const moduleFace = (names) =>
  `import { engine } from './find-engine.js';\nexport const { ${names.join(', ')} } = engine;\n`;
/** Lists the names explicitly, so that ES modules can also import them. */
const commonJsFace = (names) =>
  `const engine = require('./engine.cjs').engine();\n${names.map((name) => `exports.${name} = engine.${name};\n`).join('')}`;

/** A function around a script: `load-script.cjs` calls it. */
const banner = {
  js: `(function (exports, require, module, __filename, given) {const scriptUrl = require('node:url').pathToFileURL(__filename).href;`,
};

/** The options of esbuild for every script. */
const OPTIONS = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  define: { 'import.meta.url': 'scriptUrl' },
  // `vm.Script` can't import.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
};

/**
 * Bundles an entry point into a script that ends with its hash, which distinguishes the compiled code of different
 * builds. Returns the metafile of esbuild.
 */
async function buildScript(outfile, { plugins, ...options }) {
  const { metafile } = await build({
    ...OPTIONS,
    ...options,
    outfile,
    format: 'cjs',
    legalComments: 'external',
    // Shorter code is read faster; names are kept for stack traces in logs.
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the source line of an uncaught error.
    lineLimit: 120,
    banner,
    footer: { js: '})' },
    plugins: [...plugins, shortenPackages],
    metafile: true,
  });
  // `load-script.cjs` reads a byte per character. esbuild leaves those of regular expressions unescaped.
  const script = readFileSync(outfile, 'utf8').replace(/[^\0-\x7f]/g, escaped);
  const hash = createHash('sha256').update(script, 'latin1').digest('hex').slice(0, 16);
  writeFileSync(outfile, `${script}//${hash}`, 'latin1');
  return metafile;
}

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Replaces `engine/css/packed-sheets.ts` by the packed sheets. */
export const packedSheets = {
  name: 'packed-sheets',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]css[\\/]packed-sheets\.ts$/ }, () => {
      const script = fileURLToPath(new URL('pack-sheets.ts', import.meta.url));
      return { contents: execFileSync(process.execPath, ['--import=tsx', script], { encoding: 'utf8' }) };
    });
  },
};

/** PERF: fontkit is a script of its own, because most documents bring no fonts. */
const fontkitScript = {
  name: 'fontkit-script',
  setup: ({ onResolve }) => onResolve({ filter: /^fontkit$/ }, () => ({ path: './fontkit.cjs', external: true })),
};

/** Builds the engine into a folder, `dist/engine`. Returns esbuild's metafile. */
export async function buildEngineScript(folder) {
  const seen = new Set();
  const contents = Object.values(FACES)
    .map(({ source, names }) => {
      // Modules may export the same value.
      const added = names.filter((name) => !seen.has(name) && seen.add(name));
      return `export { ${added.join(', ')} } from '${source}';`;
    })
    .join('\n');
  const scripts = await divide('engine.script.cjs', {
    ...OPTIONS,
    stdin: { contents, resolveDir: '.' },
    // The engine never uses a network. Yoga's glue would read its own bytes, which are a data: URL, through fetch.
    // That starts an HTTP client, which takes half a second in a new process.
    define: { ...OPTIONS.define, fetch: 'undefined' },
    plugins: [unusedParts, fontkitScript, packedSheets],
  });
  const fontkit = { contents: "export { create } from 'fontkit';", resolveDir: '.' };
  scripts.set('fontkit.script.cjs', { stdin: fontkit, plugins: [fontkitTables] });
  const built = await Promise.all([...scripts].map(([name, options]) => buildScript(join(folder, name), options)));
  writeFileSync(
    join(folder, 'fontkit.cjs'),
    "module.exports = require('./engine.cjs').runScript(require('node:path').join(__dirname, 'fontkit.script.cjs'));\n",
  );
  for (const [own, name] of [
    ['load-script.cjs', 'engine.cjs'],
    ['code-cache.cjs', 'code-cache.cjs'],
    ['find-engine.mjs', 'find-engine.js'],
  ])
    writeFileSync(join(folder, name), readFileSync(new URL(own, import.meta.url), 'utf8').replace(...TOLD));
  for (const [name, { names }] of Object.entries(FACES)) {
    writeFileSync(join(folder, `${name}.js`), moduleFace(names));
    writeFileSync(join(folder, `${name}.cjs`), commonJsFace(names));
  }
  return { outputs: Object.assign({}, ...built.map(({ outputs }) => outputs)) };
}

/** Commander loads Node's module of processes for subcommands that are programs of their own. Pagewright has none. */
const withoutProcesses = {
  name: 'without-processes',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'none' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: '' }));
  },
};

/**
 * Builds the command into a folder, `dist/server`. A script contains what `render` needs. `cli.cjs` runs it, and leaves
 * every other command to `all-commands.js`. Returns esbuild's metafile.
 */
export async function buildCommandScript(folder) {
  // PERF: a path, because Node loads its resolver of ES modules for a name in package.json's `imports`.
  const engine = {
    name: 'engine',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/(?:engine\/index|barcodes)\.ts$/ }, ({ path }) => ({
        path: path.endsWith('barcodes.ts') ? './barcodes.cjs' : '../engine/index.cjs',
        external: true,
      })),
  };
  const entry = 'server/cli.ts';
  const rest = {
    name: 'rest',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\.ts$/ }, ({ path, importer, kind }) =>
        kind === 'dynamic-import' && basename(importer) === 'cli.ts' && !/\/(render|report)\.ts$/.test(path)
          ? { path, external: true }
          : undefined,
      ),
  };
  const metafile = await buildScript(join(folder, 'cli.script.cjs'), {
    entryPoints: [entry],
    plugins: [rest, withoutProcesses, engine],
  });
  await build({
    entryPoints: [fileURLToPath(new URL('command.mjs', import.meta.url))],
    outfile: join(folder, 'cli.cjs'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['../engine/engine.cjs', './all-commands.js'],
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'cli.js'), "#!/usr/bin/env node\nimport './cli.cjs';\n");
  return metafile;
}
