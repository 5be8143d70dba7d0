/* global FILES_ARE_ELSEWHERE */
// Runs the scripts of the engine and the command with the code that V8 compiled in an earlier process. Built into
// dist/engine/ as CommonJS, so that ES modules and `require` share one engine.
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');
const { compileWithCache } = require('./code-cache.cjs');

const SCRIPT = 'engine.script.cjs';

/**
 * Returns the script's folder: that of this module, or that of the package in node_modules if a bundle contains this
 * module.
 */
function scriptFolder() {
  if (existsSync(join(__dirname, SCRIPT))) return __dirname;
  try {
    return dirname(createRequire(join(__dirname, 'bundle.cjs')).resolve('pagewright'));
  } catch {
    throw new Error(FILES_ARE_ELSEWHERE);
  }
}

/** The number of hexadecimal digits of the hash at a script's end. */
const HASH_LENGTH = 16;

/** Runs a script that `build-script.mjs` made, and returns its exports. `given` is what a part imports. */
function runScript(filename, given) {
  // Scripts are ASCII.
  const source = readFileSync(filename, 'latin1');
  const hash = source.slice(-HASH_LENGTH);
  const script = compileWithCache({ filename, hash }, (cachedData) => new Script(source, { filename, cachedData }));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, given);
  return module.exports;
}

let loaded = null;

/** Returns the exports of the engine's script, which the library and the dumps share. */
const engine = () => (loaded ??= runScript(join(scriptFolder(), SCRIPT)));

module.exports = { engine, runScript };
