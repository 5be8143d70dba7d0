/**
 * Node as the engine's host: its files ship with the package, and no other package is looked into: what happens to be installed changes nothing. The
 * engine's code may run as sources, compiled, or installed below node_modules, so nothing here depends on the working directory either: everything is found
 * from this module's own place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Host, installHost } from './host.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** What tells the package's own `assets` folder from another of the same name. */
const ASSETS_MARK = join('assets', 'wasm', 'harfbuzz.wasm');

/** The nearest folder above this module that holds the bundled assets; immutable once found. */
let assetsFolder: string | null = null;

function findAssets(): string {
  if (assetsFolder !== null) return assetsFolder;
  const { root } = parse(here);
  for (let folder = here; folder !== root; folder = dirname(folder)) {
    if (!existsSync(join(folder, ASSETS_MARK))) continue;
    assetsFolder = join(folder, 'assets');
    return assetsFolder;
  }
  throw new Error('The bundled files are missing; `npm run build` puts them into assets/.');
}

/** Where a file of the engine's lies; null: nowhere. Style sheets stand beside the sources, and among the assets of what is built. */
export function placeOf(name: string): string | null {
  const beside = name.startsWith('css/') ? join(here, '..', name) : null;
  const path = beside !== null && existsSync(beside) ? beside : join(findAssets(), name);
  return existsSync(path) ? path : null;
}

/** Compiled once a process; immutable. */
const modules = new Map<string, WebAssembly.Module>();

const nodeHost: Host = {
  read(name) {
    const path = placeOf(name);
    if (path === null) return null;
    // A plain Uint8Array: a Buffer's `slice` would share its memory.
    const { buffer, byteOffset, length } = readFileSync(path);
    return new Uint8Array(buffer, byteOffset, length);
  },
  has: (name) => placeOf(name) !== null,
  module(name) {
    const known = modules.get(name);
    if (known) return known;
    const bytes = nodeHost.read(name);
    if (bytes === null) return null;
    const compiled = new WebAssembly.Module(bytes);
    modules.set(name, compiled);
    return compiled;
  },
  hyphenationPatterns(name) {
    const deflated = nodeHost.read(`hyphenation/${name}.json.z`);
    return deflated === null ? null : (JSON.parse(inflateSync(deflated).toString('utf8')) as unknown);
  },
  inflate(bytes, maxLength) {
    try {
      return inflateSync(bytes, { maxOutputLength: Math.max(1, maxLength) });
    } catch {
      return null;
    }
  },
};

installHost(nodeHost);
