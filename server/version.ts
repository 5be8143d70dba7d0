import { existsSync, readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of package.json: one folder above the sources and two above their build output. */
function packageFile(): string | undefined {
  return ['../package.json', '../../package.json']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((file) => existsSync(file));
}

/** Returns the package's version. */
export function packageVersion(): string {
  const file = packageFile();
  return file === undefined ? '0' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * Returns how another project depends on a clone: `file:/path`. null for an installed package: npm doesn't have it, and
 * scripts in a folder below find its command.
 */
export function cloneDependency(): string | null {
  const file = packageFile();
  return file === undefined || file.includes(`${sep}node_modules${sep}`) ? null : `file:${dirname(file)}`;
}
