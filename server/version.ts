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
 * Returns the dependency that a new project needs if the command runs from a clone: `file:/path`. Returns null if it runs
 * from an installed package, because npm scripts below its folder find the command.
 */
export function cloneDependency(): string | null {
  const file = packageFile();
  return file === undefined || file.includes(`${sep}node_modules${sep}`) ? null : `file:${dirname(file)}`;
}
