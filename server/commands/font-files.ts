/** What `--font` names: a file, a folder of files, or a package of fonts that is installed where the command runs. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from './report.ts';

const FONT_FILE = /\.(ttf|otf|ttc|woff2?)$/i;
const PACKAGE = /^@pagewright\/fonts-[a-z]{1,30}$/;

/** The files, by their names' order in a folder. @throws UsageError for a package that isn't installed, or a folder without fonts */
export async function fontFiles(named: string): Promise<string[]> {
  const place = PACKAGE.test(named) ? packageFonts(named) : named;
  if (!(await stat(place)).isDirectory()) return [place];
  const files = (await readdir(place)).filter((file) => FONT_FILE.test(file)).sort();
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

/** The bytes of all fonts that are named. */
export async function readFonts(named: readonly string[]): Promise<Uint8Array[]> {
  const files = (await Promise.all(named.map(fontFiles))).flat();
  return Promise.all(files.map(async (file) => new Uint8Array(await readFile(file))));
}
