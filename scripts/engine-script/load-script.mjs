// Loads the engine's script together with the code that V8 made of it when the package was built, which is most of what a fresh process would wait
// for. It stands beside the script in dist/engine/.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const folder = dirname(fileURLToPath(import.meta.url));
const filename = join(folder, 'engine.script.cjs');
/** Compiled code is good for the very V8 that made it, which checks this as well. */
export const codeCacheFile = join(folder, `engine.script.${process.versions.v8}-${process.arch}.cache`);

function readCodeCache() {
  try {
    return readFileSync(codeCacheFile);
  } catch {
    return undefined;
  }
}

/** `useCache` false is for making the cache. */
export function compileScript(useCache) {
  // The script is ASCII.
  return new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: useCache ? readCodeCache() : undefined,
  });
}

/** A script that comes from the cache has no `import()` of its own. */
const importModule = (specifier) => import(specifier);

/** What the script exports. */
export function runScript(script) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, importModule);
  return module.exports;
}

let loaded = null;

/** What the engine's script exports; the library and the dumps share one. */
export const engine = () => (loaded ??= runScript(compileScript(true)));
