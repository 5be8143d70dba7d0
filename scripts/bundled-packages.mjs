// Records which packages' code is in the build's output: each build step records what its bundler has read.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const LIST = 'dist/bundled-packages.json';
/** The list of a running build. Until the build ends, `LIST` keeps the packages of the previous one. */
const DRAFT = 'dist/bundled-packages.draft.json';

/** Matches up to the last folder of packages, because a package can be inside another. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the paths of the packages in the lock file. */
export const bundledPackages = () => read(LIST);

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);

/** Starts a new list. */
export function forgetBundled() {
  mkdirSync('dist', { recursive: true });
  writeFileSync(DRAFT, '[]');
}

/** Ends the list, when all bundlers have run. */
export function completeBundled() {
  if (existsSync(DRAFT)) renameSync(DRAFT, LIST);
}

/** Records what a bundler put into its output, according to esbuild's metafile. */
export function noteBuilt({ outputs }) {
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  noteBundled(parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file));
}

/** Records packages. `files`: paths from the root of the project. */
export function noteBundled(files) {
  const found = files.map((file) => PACKAGE.exec(file)?.[0]).filter((path) => path !== undefined);
  writeFileSync(DRAFT, JSON.stringify([...new Set([...read(DRAFT), ...found])].sort()));
}
