/**
 * Writes files below a folder for the commands, the tools and the service. Documents, data, repositories and the links
 * in their folders are untrusted. No link below the folder is followed, files are replaced atomically, and temporary
 * names are unpredictable.
 * Three other places write. SQLite opens its own files, and Node.js its code cache, both in folders of the service. The
 * scripts of the repository replace files of the build and of the docs, at paths that they contain.
 * Hard links are ordinary files. Replacing one leaves the other names unchanged. A process with write access to the
 * folder can still swap a folder for a link during a write, but it could do the same damage by itself.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { makeFolder } from './made-folder.ts';
import { visibleLine } from './terminal.ts';

/** The path names something that must not be written or removed. */
export class UnwritableFile extends Error {}

/** Flags for a new file. Opening fails if the name is taken, even by a dangling link. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

type Content = string | Uint8Array;

/** Writes and removes files below one folder. The folder itself may be a link: the user named it. */
export class OutputRoot {
  private readonly root: string;
  /** As given by the user, without a trailing slash. */
  private readonly given: string;

  constructor(root: string) {
    this.given = dirname(join(root, 'file'));
    this.root = resolve(root);
  }

  /**
   * Writes a file, or replaces it in one step: readers see the old content or the new. Makes the folders it needs, and
   * keeps the mode of a file it replaces.
   * @throws UnwritableFile, or an error of the file system that names `path`
   */
  write(path: string, content: Content): void {
    const target = this.target(path, true);
    const old = checkIsFile(path, target);
    naming(path, () => {
      // A read-only file isn't replaced, although the permissions of its folder would allow it.
      if (old) accessSync(target, constants.W_OK);
      const { temporary, fd } = openTemporary(target);
      try {
        try {
          if (old) fchmodSync(fd, old.mode & 0o777);
          writeFileSync(fd, content);
        } finally {
          closeSync(fd);
        }
        renameSync(temporary, target);
      } catch (error) {
        unlinkSync(temporary);
        throw error;
      } finally {
        rmdirSync(dirname(temporary));
      }
    });
  }

  /** Writes a file that must not exist. @throws UnwritableFile, or an error of the file system (`EEXIST`) that names `path` */
  create(path: string, content: Content): void {
    const target = this.target(path, true);
    naming(path, () => {
      const fd = openSync(target, NEW_FILE, 0o666);
      try {
        writeFileSync(fd, content);
      } catch (error) {
        unlinkSync(target);
        throw error;
      } finally {
        closeSync(fd);
      }
    });
  }

  /** Starts an empty file to append to. The caller closes the descriptor. @throws as `write` */
  openLog(path: string): number {
    const target = this.target(path, true);
    const old = checkIsFile(path, target);
    return naming(path, () => {
      if (old) accessSync(target, constants.W_OK);
      const { temporary, fd } = openTemporary(target);
      renameSync(temporary, target);
      rmdirSync(dirname(temporary));
      return fd;
    });
  }

  /** Removes a file, if it exists. @throws UnwritableFile for anything but a regular file */
  remove(path: string): void {
    const target = this.target(path, false);
    if (checkIsFile(path, target)) naming(path, () => unlinkSync(target));
  }

  /** Removes a folder below the root if it is empty. Returns whether it is gone. */
  removeEmptyFolder(path: string): boolean {
    const target = this.target(path, false);
    const there = lstatSync(target, { throwIfNoEntry: false });
    if (there === undefined) return true;
    if (!there.isDirectory()) throw notThroughLinks(path, there);
    try {
      rmdirSync(target);
      return true;
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  /**
   * Returns the real path of a file below the root. `make`: creates missing folders. @throws UnwritableFile if the path
   * leaves the root or passes through a link
   */
  private target(path: string, make: boolean): string {
    if (path.includes('\0')) throw new UnwritableFile('A file name may not contain a NUL character.');
    const inside = relative(this.root, resolve(path));
    // Listing such a file could control the terminal.
    if (/\p{Cc}/u.test(inside)) throw new UnwritableFile(`${visibleLine(path)} contains control characters.`);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new UnwritableFile(`${path} is outside ${this.root}.`);
    const names = inside.split(sep);
    const name = names.pop()!;
    if (make) naming(this.given, () => makeFolder(this.root));
    let folder = naming(path, () => realpathSync(this.root));
    for (const part of names) {
      folder = join(folder, part);
      const there = lstatSync(folder, { throwIfNoEntry: false });
      if (there === undefined) {
        if (make) naming(path, () => mkdirSync(folder));
      } else if (!there.isDirectory()) throw notThroughLinks(folder, there);
    }
    return join(folder, name);
  }
}

/**
 * Writes a file of the service that only its owner can read, or replaces it in one step. Nothing waits for the disk.
 * `path`: in a folder of the service. @throws an error of the file system
 */
export async function writePrivate(path: string, content: Uint8Array): Promise<void> {
  const folder = await mkdtemp(`${path}.`);
  try {
    const temporary = join(folder, 'new');
    const file = await open(temporary, NEW_FILE, 0o600);
    try {
      await file.writeFile(content);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes a file of the service, and what processes that died while they wrote it have left. No other file in its folder
 * may have a name that begins with the file's name and a dot. @throws an error of the file system
 */
export async function removePrivate(path: string): Promise<void> {
  await rm(path, { force: true });
  const folder = dirname(path);
  for (const name of await namesIn(folder))
    if (name.startsWith(`${basename(path)}.`)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Returns the names in a folder; none if it doesn't exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Writes a file named by the user: like `OutputRoot.write` in its folder, or into a device or pipe such as /dev/null.
 * @throws UnwritableFile, or an error of the file system that names `path`
 */
export function writeNamed(path: string, content: Content): void {
  if (isDevice(path)) writeFileSync(path, content);
  else new OutputRoot(dirname(path)).write(path, content);
}

/** A file that grows line by line. */
export class NamedLog {
  private readonly fd: number;

  /** Starts the file empty. `path`: as given by the user. @throws as `writeNamed` */
  constructor(path: string) {
    this.fd = isDevice(path) ? openSync(path, 'a') : new OutputRoot(dirname(path)).openLog(path);
  }

  append(text: string): void {
    writeSync(this.fd, text);
  }

  close(): void {
    closeSync(this.fd);
  }
}

function isDevice(path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Returns the stats of a file, or null if it doesn't exist. @throws UnwritableFile for anything but a regular file */
function checkIsFile(path: string, target: string): Stats | null {
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there === undefined) return null;
  if (!there.isFile()) throw notThroughLinks(path, there);
  return there;
}

function notThroughLinks(path: string, there: Stats): UnwritableFile {
  if (there.isSymbolicLink())
    return new UnwritableFile(
      `${path} is a symbolic link. Pagewright doesn't write through links: remove it or choose another name.`,
    );
  const is = there.isDirectory() ? 'a folder' : there.isFile() ? 'a file, not a folder' : 'not a regular file';
  return new UnwritableFile(`${path} is ${is}. Choose another name.`);
}

/**
 * Opens a file in a new folder next to the target. The caller removes both.
 * PERF: the system names the folder at random, and Node's module for that takes 7 ms to load in a new process.
 */
function openTemporary(target: string): { temporary: string; fd: number } {
  const temporary = join(mkdtempSync(join(dirname(target), '.pagewright-')), 'new');
  return { temporary, fd: openSync(temporary, NEW_FILE, 0o666) };
}

/** Replaces the temporary path in errors by the caller's path. */
function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnwritableFile ? error : Object.assign(error as Error, { path });
  }
}
