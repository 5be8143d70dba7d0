/** Reads the files that the user names, which may be pipes and devices: these may never end. */
import { close, closeSync, constants, open, openSync, read, stat, type Stats, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { DEFAULT_LIMITS } from '../../engine/budget.ts';
import { RenderError } from '../../engine/index.ts';
import { readFile } from '../file-system.ts';
import { readRegularFile, UnreadableFile } from '../read-files.ts';
import { UsageError } from './report.ts';

const CHUNK_BYTES = 65_536;
/** The most bytes of a pipe or device. Larger files don't fit into any document. */
const MAX_STREAM_BYTES = 512_000_000;
/** How long to wait before asking a device again. */
const DEVICE_PAUSE_MS = 20;

/** The arguments that limit how long the user's files are awaited. */
export interface Patience {
  /** Seconds. */
  readonly deadline?: string;
}

/**
 * Reads a file that the user names, or standard input for `-`. Waiting for a pipe, a device or standard input takes at
 * most `--deadline`. Without it, there is no limit: the program that writes may take its time.
 * @throws RenderError `render_timeout`, UsageError for endless input, and Node's error if the file can't be read
 */
export async function readNamed(path: string, given: Patience): Promise<Uint8Array> {
  const limit = timeLimit(path === '-' ? 'standard input' : path, given);
  if (path === '-') return limit.orElse(standardInput(), () => process.stdin.destroy());
  const there = await promisify(stat)(path);
  // Node refuses folders.
  if (there.isFile() || there.isDirectory()) return readFile(path);
  if (!there.isFIFO()) return limit.orElse(stream(path, limit, there), () => undefined);
  const stop = (): void => wake(path);
  // The render may end first, for another reason.
  process.once('exit', stop);
  try {
    return await limit.orElse(stream(path, limit, there), stop);
  } finally {
    process.off('exit', stop);
  }
}

/** Like `readNamed`, for text in UTF-8. */
export const readNamedText = async (path: string, given: Patience): Promise<string> =>
  Buffer.from(await readNamed(path, given)).toString('utf8');

/** Reads a file that may not be a pipe or device. @throws UsageError, and Node's error if the file can't be read */
export async function readRegular(path: string): Promise<Uint8Array> {
  try {
    return await readRegularFile(path);
  } catch (error) {
    throw error instanceof UnreadableFile ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/** Returns the milliseconds of `--deadline`, or its default. */
export function deadlineOf({ deadline }: Patience): number {
  if (deadline === undefined) return DEFAULT_LIMITS.deadlineMs;
  return secondsOf(deadline) * 1000;
}

function secondsOf(deadline: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(deadline))
    throw new UsageError(`invalid value for --deadline: ${deadline}. Use a number of seconds`);
  return Number(deadline);
}

interface TimeLimit {
  isOver: boolean;
  /** Waits for a result. If the limit comes first, calls `stop` and rejects. */
  orElse<T>(result: Promise<T>, stop: () => void): Promise<T>;
}

function timeLimit(what: string, given: Patience): TimeLimit {
  const milliseconds = given.deadline === undefined ? null : deadlineOf(given);
  const limit: TimeLimit = {
    isOver: false,
    async orElse(result, stop) {
      if (milliseconds === null) return result;
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<never>((_, fail) => {
        timer = setTimeout(() => {
          limit.isOver = true;
          stop();
          const message = `Reading ${what} took longer than ${milliseconds} ms (limits.deadlineMs).`;
          fail(new RenderError('render_timeout', message));
        }, milliseconds);
      });
      result.catch(() => undefined);
      try {
        return await Promise.race([result, over]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
  return limit;
}

async function standardInput(): Promise<Uint8Array> {
  const chunks = new Chunks('standard input');
  for await (const chunk of process.stdin) chunks.add(chunk as Buffer);
  return chunks.joined();
}

/** Reads a pipe or a device to its end. */
async function stream(path: string, limit: TimeLimit, there: Stats): Promise<Uint8Array> {
  // Without O_NONBLOCK, a thread would wait for a terminal, and the process couldn't exit. A pipe without a writer
  // would seem to be at its end with it.
  const waits = there.isFIFO() ? 0 : (constants.O_NONBLOCK ?? 0);
  const file = await promisify(open)(path, constants.O_RDONLY | waits);
  const chunks = new Chunks(path);
  try {
    while (!limit.isOver) {
      const chunk = await nextChunk(file);
      if (chunk === null) await new Promise((resolve) => setTimeout(resolve, DEVICE_PAUSE_MS));
      else if (chunk.length === 0) break;
      else chunks.add(chunk);
    }
  } finally {
    await promisify(close)(file);
  }
  return chunks.joined();
}

/** Returns what can be read; nothing at the end, and null if a device has nothing yet. */
async function nextChunk(file: number): Promise<Buffer | null> {
  try {
    const { bytesRead, buffer } = await promisify(read)(file, Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null;
    throw error;
  }
}

class Chunks {
  private readonly what: string;
  private readonly list: Buffer[] = [];
  private bytes = 0;

  constructor(what: string) {
    this.what = what;
  }

  /** @throws UsageError for endless input */
  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_STREAM_BYTES) throw new UsageError(`${this.what} has more than ${MAX_STREAM_BYTES} bytes`);
    this.list.push(chunk);
  }

  joined(): Uint8Array {
    return Buffer.concat(this.list);
  }
}

/** Ends a call that waits for a pipe immediately, because the process can't exit before the call ends. */
function wake(path: string): void {
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(file, ' ');
    closeSync(file);
  } catch {
    // Nobody waits any more, or the pipe can't be written to.
  }
}
