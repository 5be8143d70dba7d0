// Divides the engine's script. What few documents need is in scripts of their own, which load when one of their functions
// is called: a process reads, compiles and evaluates less before its first page. The sources don't know about parts.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/**
 * The parts, and the modules whose functions load them. A part contains these modules and all others that only they
 * reach. Other modules may import only functions from them: esbuild reports everything else as a missing export.
 */
const PARTS = {
  columns: ['layout/multicol/multicol-layout.ts'],
  edits: [
    'edits/book-outline.ts',
    'edits/edit-document.ts',
    'edits/epub.ts',
    'edits/join.ts',
    'edits/redaction.ts',
    'invoices/page-invoice.ts',
  ],
  files: [
    'debug/describe-layout.ts',
    'debug/inspect.ts',
    'debug/proof.ts',
    'pdf-source/open-pdf.ts',
    'pdf-source/page-form.ts',
    'pdf.ts',
    'pdf/signature.ts',
    'pdf/validation-data.ts',
    'puppeteer.ts',
  ],
  filters: ['paint/filters/filtered.ts', 'paint/projected.ts', 'pdf/opaque-output.ts'],
  flex: ['layout/flex/flex-intrinsic.ts', 'layout/flex/flex-layout.ts', 'layout/flex/solve-flex-lines.ts'],
  forms: ['boxes/form-controls.ts', 'boxes/select-boxes.ts', 'paint/control.ts'],
  grid: ['layout/grid/grid-intrinsic.ts', 'layout/grid/grid-layout.ts'],
  images: [
    'images/bmp.ts',
    'images/gif.ts',
    'images/ico.ts',
    'images/jpeg-decoder.ts',
    'images/jpeg-encoder.ts',
    'images/tiff.ts',
    'images/wasm-decoder.ts',
  ],
  inks: ['pdf/converted-images.ts', 'pdf/ink-conversion.ts'],
  math: ['layout/math/ink.ts', 'layout/math/math-layout.ts'],
  phrases: ['text/phrases.ts'],
  svg: ['paint/svg/svg-image.ts'],
  woff: ['fonts/woff.ts'],
};

/** The part of each module, by paths from the project's root as esbuild reports them. */
const DOORS = new Map(
  Object.entries(PARTS).flatMap(([part, modules]) => modules.map((module) => [`engine/${module}`, part])),
);

/** The name of a part's script. */
const scriptOf = (part) => `engine-${part}.script.cjs`;

const pathOf = (file) => relative('.', file).replaceAll('\\', '/');

/** Returns all modules that some modules reach without entering a part other than `part`. */
function reachedFrom(starts, inputs, part) {
  const reached = new Set(starts);
  for (const file of reached)
    for (const { path, external } of inputs[file].imports)
      if (!external && (DOORS.get(path) ?? part) === part) reached.add(path);
  return reached;
}

/** Returns the part of each module that isn't in the main script, from the metafile of the whole engine. */
function modulesOfParts({ inputs }, entry) {
  const main = reachedFrom([entry], inputs, null);
  const parts = new Map();
  for (const part of Object.keys(PARTS)) {
    const doors = [...DOORS].filter(([, own]) => own === part).map(([file]) => file);
    for (const file of reachedFrom(doors, inputs, part)) {
      if (main.has(file)) continue;
      // Several parts share one copy, in the main script.
      if (parts.has(file)) main.add(file);
      parts.set(file, part);
    }
  }
  for (const file of main) parts.delete(file);
  return parts;
}

/** Returns the names of the functions that a module exports. Only functions and types may pass through it. */
function functionsOf(file) {
  const source = readFileSync(file, 'utf8');
  const own = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  const passed = [...source.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, names]) => names.split(','));
  return [...own, ...passed.map((name) => name.trim()).filter((name) => /^[a-z]\w*$/.test(name))];
}

/** The entry point of a part's script, which exports the functions that load it. */
const entryOf = (part) => ({
  stdin: {
    contents: PARTS[part]
      .map((file) => `export { ${functionsOf(`engine/${file}`)} } from './engine/${file}';\n`)
      .join(''),
    resolveDir: '.',
  },
});

/** Resolves imports of modules outside a part by `found`, which takes their paths. */
const outside = (part, modules, found) => ({
  name: 'outside',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /.*/ }, async ({ path, kind, pluginData, ...from }) => {
      if (pluginData === 'asked' || kind !== 'import-statement') return undefined;
      const { errors, ...target } = await resolve(path, { ...from, kind, pluginData: 'asked' });
      const file = pathOf(target.path);
      if (errors.length > 0 || target.external || target.namespace !== 'file' || modules.get(file) === part)
        return target;
      return found(file);
    });
  },
});

/** Returns the names that a part imports from each module outside: pairs of a path and a name. */
async function importsOf(part, modules, options) {
  const { outputFiles } = await build({
    ...options,
    ...entryOf(part),
    write: false,
    format: 'esm',
    plugins: [outside(part, modules, (file) => ({ path: `outside:${file}`, external: true })), ...options.plugins],
  });
  const statements = outputFiles[0].text.matchAll(/^import (?:(\w+)|\{([^}]*)\}) from "outside:([^"]*)";$/gm);
  const imports = [...statements].flatMap(([, byDefault, names, file]) =>
    (byDefault ? ['default'] : names.split(',')).map((name) => `${file} ${name.trim().split(' as ')[0]}`),
  );
  return [...new Set(imports)].map((value) => value.split(' '));
}

/** Takes the values of modules outside from the variable `given`. The main script passes them by number. */
function givenValues(part, modules, imports) {
  const contentsOf = (file) =>
    imports
      .map(([from, name], i) =>
        from !== file ? '' : name === 'default' ? `export default given[${i}];` : `export const ${name} = given[${i}];`,
      )
      .join('\n');
  const { setup } = outside(part, modules, (path) => ({ path, namespace: 'given' }));
  return {
    name: 'given-values',
    setup(context) {
      setup(context);
      context.onLoad({ filter: /.*/, namespace: 'given' }, ({ path }) => ({ contents: contentsOf(path) }));
    },
  };
}

/** Replaces the modules that load parts, in the main script. */
const standIns = {
  name: 'stand-ins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
      const part = DOORS.get(pathOf(resolve(resolveDir, path)));
      return part && { path: part, namespace: 'part' };
    });
    onResolve({ filter: /^givers$/ }, () => ({ path: 'givers', namespace: 'part' }));
    onResolve({ filter: /^\.\/engine\.cjs$/, namespace: 'part' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /.*/, namespace: 'part' }, ({ path: part }) => ({
      contents: part === 'givers' ? 'export const givers = {};' : standInOf(part),
      resolveDir: '.',
    }));
  },
};

const standInOf = (part) => `
  import { dirname, join } from 'node:path';
  import { givers } from 'givers';
  let loaded = null;
  const part = () =>
    (loaded ??= require('./engine.cjs').runScript(join(dirname(__filename), '${scriptOf(part)}'), givers.${part}()));
  ${PARTS[part]
    .flatMap((file) => functionsOf(`engine/${file}`))
    .map((name) => `export const ${name} = (...given) => part().${name}(...given);`)
    .join('\n')}`;

/** Returns source text that passes to a part the values that it imports. A function, because few processes need them. */
const giverOf = (part, imports) => `
  ${imports.map(([file, name], i) => `import { ${name} as ${part}${i} } from './${file}';`).join('\n')}
  givers.${part} = () => [${imports.map((_, i) => `${part}${i}`).join(', ')}];`;

/**
 * Divides the engine. `options` are those of esbuild for a single script, `name`. Returns the options for the main script
 * and all parts, by the names of the scripts.
 */
export async function divide(name, options) {
  const { metafile } = await build({ ...options, write: false, metafile: true });
  const modules = modulesOfParts(metafile, '<stdin>');
  const { stdin, plugins } = options;
  const contents = [stdin.contents, `import { givers } from 'givers';`];
  const scripts = new Map();
  for (const part of Object.keys(PARTS)) {
    const imports = await importsOf(part, modules, options);
    contents.push(giverOf(part, imports));
    const given = givenValues(part, modules, imports);
    scripts.set(scriptOf(part), { ...options, ...entryOf(part), plugins: [given, ...plugins] });
  }
  const main = { ...stdin, contents: contents.join('\n') };
  return scripts.set(name, { ...options, stdin: main, plugins: [standIns, ...plugins] });
}
