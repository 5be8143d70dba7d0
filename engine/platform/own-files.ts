/** Serves the files of this installation that the browser engine requests. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { host } from './host.ts';
import { placeOf } from './node-host.ts';

const HYPHENATION = /^hyphenation\/([a-z0-9-]{1,40})\.json$/;
const NAME = /^(fonts|fonts-[a-z]{1,20}|css|wasm|dictionaries)\/[A-Za-z0-9-]{1,80}\.(ttf|json|css|wasm|words)$/;

/** PDFium, which renders PDF pages to images. The engine itself never uses it. */
const PDFIUM = 'wasm/pdfium.wasm';

/** Returns a file's bytes, or null if there is none of this name. */
export function readOwnFile(name: string): Uint8Array | null {
  const language = HYPHENATION.exec(name)?.[1];
  if (language !== undefined) {
    const patterns = host().hyphenationPatterns(language);
    return patterns === null ? null : new TextEncoder().encode(JSON.stringify(patterns));
  }
  return NAME.test(name) ? host().read(name) : null;
}

/** Returns PDFium's WebAssembly. */
export function pdfiumBinary(): Uint8Array {
  const bytes = host().read(PDFIUM);
  if (bytes === null) throw new Error(`${PDFIUM} is missing. Run \`npm run build\`.`);
  return bytes;
}

/** Returns the names of all files. */
export function ownFileNames(): string[] {
  const manifest = placeOf('fonts/manifest.json');
  if (manifest === null) return [];
  const assets = join(dirname(manifest), '..');
  return readdirSync(assets)
    .flatMap((folder) => readdirSync(join(assets, folder)).map((file) => `${folder}/${file.replace(/\.z$/, '')}`))
    .filter((name) => HYPHENATION.test(name) || (NAME.test(name) && name !== PDFIUM));
}
