/* global FILES_ARE_ELSEWHERE */
// Loads the engine's script together with the code that V8 made of it when the package was built, which is most of what a fresh process would wait
// for. It stands beside the script in dist/engine/, as CommonJS: ES modules and `require` share one engine.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const SCRIPT = 'engine.script.cjs';

/** The script's folder: this module's own, or that of the package in node_modules where a bundle runs that has taken this module in. */
function scriptFolder() {
  if (existsSync(join(__dirname, SCRIPT))) return __dirname;
  try {
    return dirname(createRequire(join(__dirname, 'bundle.cjs')).resolve('pagewright'));
  } catch {
    throw new Error(FILES_ARE_ELSEWHERE);
  }
}

const folder = scriptFolder();
const filename = join(folder, SCRIPT);
/** Compiled code is good for the very V8 that made it, which checks this as well. */
const codeCacheFile = join(folder, `engine.script.${process.versions.v8}-${process.arch}.cache`);

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
