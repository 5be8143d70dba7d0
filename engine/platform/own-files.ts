/** The files that the engine for browsers asks for, as they lie in this installation. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { host } from './host.ts';
import { IN_PACKAGES, placeOf } from './node-host.ts';

const HYPHENATION = /^hyphenation\/([a-z0-9-]{1,40})\.json$/;
const NAME = /^(fonts|css|wasm)\/[A-Za-z0-9-]{1,80}\.(ttf|json|css|wasm)$/;

/** A file's bytes; null: there is none of this name. */
export function readOwnFile(name: string): Uint8Array | null {
  const language = HYPHENATION.exec(name)?.[1];
  if (language !== undefined) {
    const patterns = host().hyphenationPatterns(language);
    return patterns === null ? null : new TextEncoder().encode(JSON.stringify(patterns));
  }
  return NAME.test(name) ? host().read(name) : null;
}

/** The names of all. */
export function ownFileNames(): string[] {
  const fonts = placeOf('fonts/manifest.json');
  const patterns = dirname(createRequire(import.meta.url).resolve('hyphen/patterns/en-us.js'));
  return [
    ...(fonts === null ? [] : readdirSync(dirname(fonts)).map((file) => `fonts/${file}`)),
    'css/user-agent.css',
    'css/quirks.css',
    'wasm/libdeflate.wasm',
    ...IN_PACKAGES.keys(),
    ...readdirSync(patterns).map((file) => `hyphenation/${file.replace(/\.js$/, '.json')}`),
  ].filter((name) => HYPHENATION.test(name) || NAME.test(name));
}
