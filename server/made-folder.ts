import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own option for that never returns in places such as /proc,
 * where making a folder fails although the one above exists.
 * @throws an error of the file system
 */
export function makeFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !isFolder(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      // Another process may have made it.
      if (!isFolder(folder)) throw error;
    }
  }
}

/** Whether a path leads to a folder. Roots always do. @throws an error of the file system, except for a missing path */
const isFolder = (path: string): boolean =>
  dirname(path) === path || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
