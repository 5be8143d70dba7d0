// Loads the engine's script together with the code that V8 made of it when the package was built, which is most of what a fresh process would wait
// for. It stands beside the script in dist/engine/, as CommonJS: ES modules and `require` share one engine.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'engine.script.cjs');
/** Compiled code is good for the very V8 that made it, which checks this as well. */
const codeCacheFile = join(__dirname, `engine.script.${process.versions.v8}-${process.arch}.cache`);

function readCodeCache() {
  try {
    return readFileSync(codeCacheFile);
  } catch {
    return undefined;
  }
}

/** `useCache` false is for making the cache. */
function compileScript(useCache) {
  // The script is ASCII.
  return new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: useCache ? readCodeCache() : undefined,
  });
}

/** What the script exports. */
function runScript(script) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename);
  return module.exports;
}

let loaded = null;

/** What the engine's script exports; the library and the dumps share one. */
const engine = () => (loaded ??= runScript(compileScript(true)));

module.exports = { codeCacheFile, compileScript, runScript, engine };
