// Records which packages' code is in the build's output: each build step records what its bundler has read.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const LIST = 'dist/bundled-packages.json';

/** Matches up to the last folder of packages, because a package can be inside another. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the paths of the packages in the lock file. */
export function bundledPackages() {
  return existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
}

/** Starts a new list. */
export function forgetBundled() {
  mkdirSync('dist', { recursive: true });
  writeFileSync(LIST, '[]');
}

/** Records what a bundler put into its output, according to esbuild's metafile. */
export function noteBuilt({ outputs }) {
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  noteBundled(parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file));
}

/** Records packages. `files`: paths from the root of the project. */
export function noteBundled(files) {
  const found = files.map((file) => PACKAGE.exec(file)?.[0]).filter((path) => path !== undefined);
  writeFileSync(LIST, JSON.stringify([...new Set([...bundledPackages(), ...found])].sort()));
}
