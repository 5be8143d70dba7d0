/** Where a module of the service lies that runs in a thread or a process of its own: as TypeScript beside this one, compiled, or bundled. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Is there a module of this name? The library comes without the service's. */
export const hasOwnModule = (name: string): boolean => placeOf(name) !== undefined;

function placeOf(name: string): string | undefined {
  // The bundle puts this code into a chunk, or into one of its entry points.
  const places = [`./${name}.ts`, `./${name}.js`, `../server/${name}.js`, `../${name}.js`];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
}

/** The file of a module, named by its path below `server/` without extension. */
export function ownModule(name: string): string {
  const found = placeOf(name);
  if (found === undefined) throw new Error(`assertion failed: ${name} is missing next to the service`);
  return found;
}

/** What Node needs to run such a file in a thread. Threads don't inherit the loader of TypeScript, and its own `--import` does nothing off the main thread: it is registered by hand. */
export function threadArguments(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  const api = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const script = `import { register } from ${JSON.stringify(api)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}
