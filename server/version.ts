import { existsSync, readFileSync } from 'node:fs';

/** Returns the package's version. package.json is one folder above the sources and two above their build output. */
export function packageVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const url = new URL(path, import.meta.url);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
  }
  return '0';
}
