/** Finds modules of the service that run in a thread or process: TypeScript sources, compiled, or bundled. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Returns whether a module exists. The library package doesn't include those of the service. */
export const hasOwnModule = (name: string): boolean => placeOf(name) !== undefined;

function placeOf(name: string): string | undefined {
  // The bundler puts this code into a chunk or an entry point, at different depths.
  const places = [`./${name}.ts`, `./${name}.js`, `../server/${name}.js`, `../${name}.js`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/** Returns the file of a module, given its path below `server/` without extension. */
export function ownModule(name: string): string {
  const found = placeOf(name);
  if (found === undefined) throw new Error(`assertion failed: ${name} is missing next to the service`);
  return found;
}

/**
 * Returns the Node arguments for a thread that runs the file. Threads don't inherit the TypeScript loader, and
 * `--import` has no effect in them, so the loader is registered explicitly.
 */
export function threadArguments(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const api = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const script = `import { register } from ${JSON.stringify(api)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}
