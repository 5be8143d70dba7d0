// Which packages' code is in what the build has made: each step of the build notes what its bundler has read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const LIST = 'dist/bundled-packages.json';

/** Up to the last folder of packages: a package may lie in another's. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Paths of the packages in the lock file. */
export function bundledPackages() {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
}

/** Begins a new list. */
export function forgetBundled() {
  mkdirSync('dist', { recursive: true });
  writeFileSync(LIST, '[]');
}

/** What a bundler has put into its output, by esbuild's metafile. */
export function noteBuilt({ outputs }) {
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  noteBundled(parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file));
}

/** `files`: paths from the root of the project. */
export function noteBundled(files) {
  const found = files.map((file) => PACKAGE.exec(file)?.[0]).filter((path) => path !== undefined);
  writeFileSync(LIST, JSON.stringify([...new Set([...bundledPackages(), ...found])].sort()));
}
