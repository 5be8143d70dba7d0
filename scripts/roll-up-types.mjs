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

/** Returns the declarations of a module after those that it needs, without import and export statements. */
function declarationsOf(file, done) {
  if (done.has(file)) return '';
  done.add(file);
  const text = readFileSync(file, 'utf8');
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
 * Matches one declaration with the comment before it, up to the brace or semicolon that ends it at the start or end of
 * a line.
 */
const DECLARATION =
  /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)*declare (?:abstract )?(?:class|const|function) (\w+)(?:[^\n]*;\n|[\s\S]*?\n\}\n)/gm;

/** Removes values that are not exported, because modules that publish a type contain more than that. */
const withoutPrivateValues = (text, names) =>
  text.replace(DECLARATION, (declaration, name) => (names.includes(name) ? declaration : ''));

for (const module of PUBLIC) {
  const file = join(EMITTED, `${module}.d.ts`);
  const names = exportsOf(file);
  const text = `${withoutPrivateValues(declarationsOf(file, new Set()), names)}export { ${names.join(', ')} };\n`;
  for (const extension of ['d.ts', 'd.cts']) writeFileSync(`dist/${module}.${extension}`, text);
}
rmSync(EMITTED, { recursive: true });
