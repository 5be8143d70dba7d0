/** Resolves `--font`: a file, a folder with the folders in it, or a font package installed in the working directory. */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './report.ts';
import { readdir, stat } from '../file-system.ts';
import { type Patience, readNamed, readRegular } from './named-files.ts';

const FONT_FILE = /\.(ttf|otf|ttc|woff2?)$/i;
/** Limit on the files and folders that are looked at. A PDF given to `verify` may name any folder. */
const MOST_ENTRIES = 20_000;
const PACKAGE = /^@pagewright\/fonts-[a-z]{1,30}$/;

/**
 * Returns the font files, sorted by path. @throws UsageError if the package isn't installed or the folder has no fonts
 */
export async function fontFiles(named: string): Promise<string[]> {
  const place = PACKAGE.test(named) ? packageFonts(named) : named;
  if (!(await stat(place)).isDirectory()) return [place];
  const files = await filesBelow(place, named);
  if (files.length === 0) throw new UsageError(`${named} contains no fonts`);
  return files;
}

/** Returns the font files of a folder and the folders in it. @throws UsageError if it has too many files to look at */
async function filesBelow(place: string, named: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [place];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true });
    seen += entries.length;
    if (seen > MOST_ENTRIES)
      throw new UsageError(`${named} contains more than ${MOST_ENTRIES} files. Name a folder that contains only fonts`);
    for (const entry of entries)
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (FONT_FILE.test(entry.name)) files.push(join(folder, entry.name));
  }
  return files.sort();
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
