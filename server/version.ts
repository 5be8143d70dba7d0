import { existsSync, readFileSync } from 'node:fs';

/** The package's version: package.json is one folder up from the sources, two from what is built of them. */
export function packageVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    const url = new URL(path, import.meta.url);
    if (existsSync(url)) return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
  }
  return '0';
}
