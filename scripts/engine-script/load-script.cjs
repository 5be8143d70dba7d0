/* global FILES_ARE_ELSEWHERE */
// Loads the engine's script with the code that V8 compiled in an earlier process. Built into dist/engine/ next to the
// script, as CommonJS, so that ES modules and `require` share one engine.
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

const folder = scriptFolder();
const filename = join(folder, SCRIPT);

/** Returns what the script exports. */
function loadScript() {
  // The script is ASCII.
  const source = readFileSync(filename, 'latin1');
  const script = compileWithCache(filename, (cachedData) => new Script(source, { filename, cachedData }));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename);
  return module.exports;
}

let loaded = null;

/** Returns the exports of the engine's script, which the library and the dumps share. */
const engine = () => (loaded ??= loadScript());

module.exports = { engine };
