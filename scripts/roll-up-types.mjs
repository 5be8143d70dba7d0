// Combines the declarations of a public module and everything that it references into one file. Checking a program
// therefore does not read the engine's own types or those of its dependencies. Reads tsc's output in dist/types/.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const EMITTED = 'dist/types';
/** Public modules; their declarations are written once for ES modules and once for CommonJS. */
const PUBLIC = [
  'engine/index',
  'engine/pdf',
  'engine/puppeteer',
  'engine/browser',
  'server/golden/index',
  'server/barcodes',
  'server/files',
  'server/signing',
];

const FROM = /^(import|export) (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"];\n/gm;

/** Removes the comment about a module, which would document its first declaration. */
function withoutHeader(file, text) {
  const source = readFileSync(file.replace(`${EMITTED}/`, '').replace(/\.d\.ts$/, '.ts'), 'utf8');
  const header = /^\/\*\*[\s\S]*?\*\/\n(?=\n|import |export (?:type )?\{)/.exec(source)?.[0] ?? '';
  return text.startsWith(header) ? text.slice(header.length) : text;
}

/** Returns the declarations of a module after those that it needs, without import and export statements. */
function declarationsOf(file, done) {
  if (done.has(file)) return '';
  done.add(file);
  const text = withoutHeader(file, readFileSync(file, 'utf8'));
  let needed = '';
  for (const [, , , specifier] of text.matchAll(FROM)) {
    if (!specifier.startsWith('.'))
      throw new Error(`${file} names the types of ${specifier}: public types stand alone`);
    needed += declarationsOf(join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')), done);
  }
  const own = text
    .replace(FROM, '')
    // Imported for its side effects.
    .replace(/^import '[^']+';\n/gm, '')
    .replace(/^export \{\};\n/gm, '');
  if (/^import /m.test(own)) throw new Error(`${file} imports in a way that can't be rolled up`);
  return needed + own.replace(/^export (?=declare |interface |type )/gm, '');
}

/** Returns the names that a public module exports, with types marked. */
function exportsOf(file) {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/^export (?:declare )?(function|const|class|interface|type) (\w+)/gm)].map(
    ([, kind, name]) => (kind === 'interface' || kind === 'type' ? `type ${name}` : name),
  );
  for (const [statement, word, list] of text.matchAll(FROM)) {
    if (word === 'import') continue;
    const prefix = statement.startsWith('export type') ? 'type ' : '';
    for (const name of list.split(',')) if (name.trim() !== '') names.push(prefix + name.trim());
  }
  return names;
}

/**
 * Matches one declaration with the comments before it, up to the brace or semicolon that ends it at the start or end of
 * a line.
 */
const DECLARATION =
  /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)*(?:declare (?:abstract )?(?:class|const|function)|interface|type) (\w+)(?:[^\n]*;\n|[\s\S]*?\n\};?\n)/gm;

/** Returns the declarations of the exported names, and those that they refer to. */
function onlyReachable(text, exported) {
  const declarations = new Map([...text.matchAll(DECLARATION)].map(([declaration, name]) => [name, declaration]));
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name) || !declarations.has(name)) return;
    reached.add(name);
    const code = declarations.get(name).replace(/\/\*\*[\s\S]*?\*\//g, '');
    for (const [word] of code.matchAll(/\w+/g)) reach(word);
  };
  for (const name of exported) reach(name.replace('type ', ''));
  return text.replace(DECLARATION, (declaration, name) => (reached.has(name) ? declaration : ''));
}

for (const module of PUBLIC) {
  const file = join(EMITTED, `${module}.d.ts`);
  const names = exportsOf(file);
  const text = `${onlyReachable(declarationsOf(file, new Set()), names)}export { ${names.join(', ')} };\n`;
  for (const extension of ['d.ts', 'd.cts']) writeFileSync(`dist/${module}.${extension}`, text);
}
rmSync(EMITTED, { recursive: true });
