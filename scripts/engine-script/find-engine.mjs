/* global FILES_ARE_ELSEWHERE, __filename */
// For ES modules, which share one engine with `require`. A bundle that includes this module has no files next to it, so
// it uses the package in node_modules where it runs.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// A bundle may be CommonJS.
const require = createRequire(import.meta.url ?? __filename);

function loader() {
  for (const find of [() => './engine.cjs', () => join(dirname(require.resolve('pagewright')), 'engine.cjs')]) {
    try {
      return require(find());
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(FILES_ARE_ELSEWHERE);
}

export const engine = loader().engine();
