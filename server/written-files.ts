/**
 * Every file that the commands and tools write below a folder. Documents, data and repositories come from strangers, and so do the links in
 * their folders: no link below the folder is followed, a file is replaced in one step, and temporary files have names that nobody can guess.
 *
 * Hard links are ordinary files. Replacing one gives its name a new file and leaves the other names as they were.
 * Another process that may write in the same folder can still exchange a folder for a link while a file is written: it needs no help of ours.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  mkdirSync,
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
import { randomUUID } from 'node:crypto';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path that isn't written or removed, because of what it names. */
export class UnwritableFile extends Error {}

/** A new file; the open fails where the name is taken, even by a link that leads nowhere. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

type Content = string | Uint8Array;

/** Writes and removes files below one folder. The folder itself may be a link: the user named it. */
export class OutputRoot {
  private readonly root: string;
  /** As the user named it, without a slash at its end. */
  private readonly given: string;

  constructor(root: string) {
    this.given = dirname(join(root, 'file'));
    this.root = resolve(root);
  }

  /**
   * Writes a file, or replaces it in one step: readers see the old content or the new. Makes the folders it needs, and keeps the mode of a file it replaces.
   * @throws UnwritableFile, or an error of the file system that names `path`
   */
  write(path: string, content: Content): void {
    const target = this.target(path, true);
    const old = checkIsFile(path, target);
    naming(path, () => {
      // A file that was made read-only is kept, although its folder would let it be replaced.
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

  /** Starts a file that grows, empty. Its caller closes the descriptor. @throws as `write` */
  openLog(path: string): number {
    const target = this.target(path, true);
    const old = checkIsFile(path, target);
    return naming(path, () => {
      if (old) accessSync(target, constants.W_OK);
      const { temporary, fd } = openTemporary(target);
      renameSync(temporary, target);
      return fd;
    });
  }

  /** Removes a file; one that doesn't exist is no error. @throws UnwritableFile for anything but a regular file */
  remove(path: string): void {
    const target = this.target(path, false);
    if (checkIsFile(path, target)) naming(path, () => unlinkSync(target));
  }

  /** Removes a folder below the root if it is empty; returns whether it is gone. */
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

  /** The real path of a file below the root. `make`: missing folders are made. @throws UnwritableFile where the path leaves the root or a link is in its way */
  private target(path: string, make: boolean): string {
    if (path.includes('\0')) throw new UnwritableFile('A file name may not contain a NUL character.');
    const inside = relative(this.root, resolve(path));
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new UnwritableFile(`${path} is outside ${this.root}.`);
    const names = inside.split(sep);
    const name = names.pop()!;
    if (make) naming(this.given, () => mkdirSync(this.root, { recursive: true }));
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
 * Writes a file that the user named: as `OutputRoot.write` in its folder, or into a device or pipe such as /dev/null.
 * @throws UnwritableFile, or an error of the file system that names `path`
 */
export function writeNamed(path: string, content: Content): void {
  if (isDevice(path)) writeFileSync(path, content);
  else new OutputRoot(dirname(path)).write(path, content);
}

/** A file that grows line by line. */
export class NamedLog {
  private readonly fd: number;

  /** Starts the file empty. `path`: as the user named it. @throws as `writeNamed` */
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

/** What a path names; null: nothing. @throws UnwritableFile for anything but a regular file */
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

function openTemporary(target: string): { temporary: string; fd: number } {
  const temporary = join(dirname(target), `.pagewright-${randomUUID()}.tmp`);
  return { temporary, fd: openSync(temporary, NEW_FILE, 0o666) };
}

/** Errors name the path that the caller knows, not a temporary one. */
function naming<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnwritableFile ? error : Object.assign(error as Error, { path });
  }
}
