/** Reads files whose names come from documents: a pipe or a device would never end, and a thread would wait for it. */
import { constants } from 'node:fs';

/** `maxBytes`: larger files are refused. */
export interface ReadLimits {
  readonly maxBytes?: number;
}

/** A file that isn't read, because it isn't a regular file or is too large. */
export class UnreadableFile extends Error {}

/** Returns the bytes of a regular file. @throws UnreadableFile, or an error of the file system */
export async function readRegularFile(path: string, { maxBytes = Infinity }: ReadLimits = {}): Promise<Uint8Array> {
  // PERF: few documents have files, and this module takes 4 ms to load in a new process.
  const { open } = await import('node:fs/promises');
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const there = await file.stat();
    if (there.isDirectory()) throw new UnreadableFile('it is a folder');
    if (!there.isFile()) throw new UnreadableFile('it is not a regular file');
    if (there.size > maxBytes) throw new UnreadableFile(`it has ${there.size} bytes, more than ${maxBytes}`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
