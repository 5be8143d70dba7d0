/**
 * Node as the engine's host: files ship with the package or with those that it depends on. The engine's code may run as sources, compiled, or installed below
 * node_modules, so nothing here depends on the working directory: everything is found from this module's own place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { type Host, installHost } from './host.ts';

const here = dirname(fileURLToPath(import.meta.url));
const requirePackage = createRequire(import.meta.url);

/** What tells the package's own `assets` folder from another of the same name. */
const ASSETS_MARK = join('assets', 'fonts', 'manifest.json');

/** Files that lie in packages. */
export const IN_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['wasm/harfbuzz.wasm', 'harfbuzzjs/dist/harfbuzz.wasm'],
  ['wasm/harfbuzz-subset.wasm', 'harfbuzzjs/dist/harfbuzz-subset.wasm'],
  ['wasm/resvg.wasm', '@resvg/resvg-wasm/index_bg.wasm'],
  ['wasm/webp.wasm', '@jsquash/webp/codec/dec/webp_dec.wasm'],
  ['wasm/avif.wasm', '@jsquash/avif/codec/dec/avif_dec.wasm'],
]);

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
  throw new Error('The bundled fonts are missing; `npm run build` puts them into assets/.');
}

/** Where a file of the engine's lies; null: nowhere. Style sheets stand beside the sources, and among the assets of what is built. */
export function placeOf(name: string): string | null {
  const specifier = IN_PACKAGES.get(name) ?? (name.startsWith('@') ? name : null);
  if (specifier !== null) return resolved(specifier);
  const beside = name.startsWith('css/') ? join(here, '..', name) : null;
  const path = beside !== null && existsSync(beside) ? beside : join(findAssets(), name);
  return existsSync(path) ? path : null;
}

function resolved(specifier: string): string | null {
  try {
    return requirePackage.resolve(specifier);
  } catch {
    return null;
  }
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
    try {
      return requirePackage(`hyphen/patterns/${name}.js`) as unknown;
    } catch {
      return null;
    }
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
