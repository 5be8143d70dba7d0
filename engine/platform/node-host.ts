/**
 * Node as the engine's host. Its files ship with the package. Other installed packages are never used, so that they
 * can't affect the output. The code may run from sources, compiled, or installed below node_modules. So files are found
 * relative to this module, never to the working directory.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Host, installHost } from './host.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Identifies the package's own `assets` folder among others of that name. */
const ASSETS_MARK = join('assets', 'wasm', 'harfbuzz.wasm');

/** The nearest folder above this module with the bundled assets; immutable once found. */
let assetsFolder: string | null = null;

function findAssets(): string {
  if (assetsFolder !== null) return assetsFolder;
  const { root } = parse(here);
  for (let folder = here; folder !== root; folder = dirname(folder)) {
    if (!existsSync(join(folder, ASSETS_MARK))) continue;
    assetsFolder = join(folder, 'assets');
    return assetsFolder;
  }
  throw new Error('The bundled files in assets/ are missing. Run `npm run build`.');
}

/**
 * Returns the path of one of the engine's files, or null. Style sheets are next to the sources, and among the assets in
 * a build.
 */
export function placeOf(name: string): string | null {
  const beside = name.startsWith('css/') ? join(here, '..', name) : null;
  const path = beside !== null && existsSync(beside) ? beside : join(findAssets(), name);
  return existsSync(path) ? path : null;
}

/** The end of the names of deflated files. */
const DEFLATED = '.z';

/** Compiled once per process; immutable. */
const modules = new Map<string, WebAssembly.Module>();

const nodeHost: Host = {
  read(name) {
    const path = placeOf(name);
    const deflated = path === null ? placeOf(`${name}${DEFLATED}`) : null;
    if (path === null && deflated === null) return null;
    // A plain Uint8Array: a Buffer's `slice` would share its memory.
    const { buffer, byteOffset, length } = path === null ? inflateSync(readFileSync(deflated!)) : readFileSync(path);
    return new Uint8Array(buffer, byteOffset, length);
  },
  has: (name) => placeOf(name) !== null || placeOf(`${name}${DEFLATED}`) !== null,
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
    const json = nodeHost.read(`hyphenation/${name}.json`);
    return json === null ? null : (JSON.parse(new TextDecoder().decode(json)) as unknown);
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
