/**
 * Reading what ships with the package. The engine's code may run as sources, compiled, or installed below node_modules, so nothing
 * here depends on the working directory: everything is found from this module's own place.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const requirePackage = createRequire(import.meta.url);
const resolvePackage = requirePackage.resolve;

/** What tells the package's own `assets` folder from another of the same name. */
const ASSETS_MARK = join('assets', 'fonts', 'manifest.json');

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

/** A plain Uint8Array: a Buffer's `slice` would share its memory. */
function readBytes(path: string): Uint8Array {
  const { buffer, byteOffset, length } = readFileSync(path);
  return new Uint8Array(buffer, byteOffset, length);
}

/** Bytes of a bundled asset, such as `fonts/Tinos-Regular.ttf`. */
export function readAsset(path: string): Uint8Array {
  return readBytes(join(findAssets(), path));
}

/** Text of a bundled asset. */
export function readAssetText(path: string): string {
  return readFileSync(join(findAssets(), path), 'utf8');
}

/** Text of a file that stands beside the engine's code, such as `css/user-agent.css`; the bundled code has it among the assets. */
export function readEngineText(path: string): string {
  const beside = join(here, '..', path);
  return existsSync(beside) ? readFileSync(beside, 'utf8') : readAssetText(path);
}

/** What a CommonJS module of an installed package exports, such as `hyphen/patterns/en-us.js`; null when it isn't installed. */
export function loadPackage(specifier: string): unknown {
  try {
    return requirePackage(specifier) as unknown;
  } catch {
    return null;
  }
}

/** Bytes of a file of an installed package, such as `harfbuzzjs/dist/harfbuzz.wasm`; null when it isn't installed. */
export function readPackageFile(specifier: string): Uint8Array | null {
  try {
    return readBytes(resolvePackage(specifier));
  } catch {
    return null;
  }
}

/** Whether a file of a package is installed; reads nothing of it. */
export function hasPackageFile(specifier: string): boolean {
  try {
    return existsSync(resolvePackage(specifier));
  } catch {
    return false;
  }
}
