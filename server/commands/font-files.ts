/** Resolves `--font`: a file, a folder with the folders in it, or a font package installed in the working directory. */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './report.ts';
import { readdir, readFile, stat } from '../file-system.ts';

const FONT_FILE = /\.(ttf|otf|ttc|woff2?)$/i;
const PACKAGE = /^@pagewright\/fonts-[a-z]{1,30}$/;

/**
 * Returns the font files, sorted by path. @throws UsageError if the package isn't installed or the folder has no fonts
 */
export async function fontFiles(named: string): Promise<string[]> {
  const place = PACKAGE.test(named) ? packageFonts(named) : named;
  if (!(await stat(place)).isDirectory()) return [place];
  const files = (await readdir(place, { recursive: true, encoding: 'utf8' }))
    .filter((file) => FONT_FILE.test(file))
    .sort();
  if (files.length === 0) throw new UsageError(`${named} contains no fonts`);
  return files.map((file) => join(place, file));
}

function packageFonts(name: string): string {
  try {
    return join(dirname(createRequire(resolve('package.json')).resolve(`${name}/package.json`)), 'fonts');
  } catch {
    throw new UsageError(`${name} is not installed. Run: npm install ${name}`);
  }
}

/** Reads all given fonts. */
export async function readFonts(named: readonly string[]): Promise<Uint8Array[]> {
  const files = (await Promise.all(named.map(fontFiles))).flat();
  return Promise.all(files.map(async (file) => new Uint8Array(await readFile(file))));
}
