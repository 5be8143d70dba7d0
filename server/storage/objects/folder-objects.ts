import { open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../../made-folder.ts';
import { removePrivate, writePrivate } from '../../written-files.ts';
import { StoreUnavailable } from '../store.ts';
import type { ObjectStore } from './object-store.ts';

/** Free space below which nothing new is stored, so that objects can't take it from the rest of the service. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Objects as files of a folder, which several processes may share. */
export class FolderObjects implements ObjectStore {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Spreads the files over 256 folders. */
  private file(key: string): string {
    return join(this.folder, key.slice(0, 2), key);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const file = this.file(key);
    try {
      makeFolder(dirname(file), 0o700);
      await this.requireRoom(bytes.length);
      // A reader never sees a part of a file.
      await writePrivate(file, bytes);
    } catch (error) {
      throw unavailable(error);
    }
  }

  private async requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize, blocks } = await statfs(this.folder);
    if (bavail * bsize - bytes < Math.min(ROOM_BYTES, (blocks * bsize) / 2))
      throw new StoreUnavailable(`the disk has no room for files in ${this.folder}`);
  }

  async read(key: string): Promise<Readable | null> {
    try {
      return (await open(this.file(key))).createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw unavailable(error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await removePrivate(this.file(key));
    } catch (error) {
      throw unavailable(error);
    }
  }
}

const unavailable = (error: unknown): StoreUnavailable =>
  error instanceof StoreUnavailable ? error : new StoreUnavailable((error as Error).message);
