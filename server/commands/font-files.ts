/** Resolves `--font`: a file, a folder with the folders in it, or a font package installed in the working directory. */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './report.ts';
import { readdir, stat } from '../file-system.ts';
import { type Patience, readNamed, readRegular } from './named-files.ts';

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

/** Reads all given fonts. A font that the user names may be a pipe, a file of a folder may not. */
export async function readFonts(named: readonly string[], given: Patience): Promise<Uint8Array[]> {
  const found = await Promise.all(
    named.map(async (name) =>
      (await fontFiles(name)).map((file) => (file === name ? readNamed(file, given) : readRegular(file))),
    ),
  );
  return Promise.all(found.flat().map(async (bytes) => new Uint8Array(await bytes)));
}
