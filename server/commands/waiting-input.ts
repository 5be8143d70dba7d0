/** Reads standard input and pipes, which may never end, within a time limit. */
import { close, closeSync, constants, open, openSync, read, stat, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { RenderError } from '../../engine/index.ts';
import { readFile } from '../file-system.ts';

const CHUNK_BYTES = 65_536;

/**
 * Reads a file, or standard input for `-`. Waiting for a pipe or standard input takes at most `milliseconds`;
 * null: no limit.
 * @throws RenderError `render_timeout`
 */
export async function readWithin(path: string, milliseconds: number | null): Promise<Uint8Array> {
  if (path === '-') {
    const ended = timeLimit('standard input', milliseconds);
    return ended.orElse(standardInput(), () => process.stdin.destroy());
  }
  if (milliseconds === null || !(await isPipe(path))) return readFile(path);
  const ended = timeLimit(path, milliseconds);
  const stop = (): void => wake(path);
  // The render may end first, for another reason.
  process.once('exit', stop);
  try {
    return await ended.orElse(pipe(path, ended), stop);
  } finally {
    process.off('exit', stop);
  }
}

interface TimeLimit {
  isOver: boolean;
  /** Waits for a result. If the limit comes first, calls `stop` and rejects. */
  orElse<T>(result: Promise<T>, stop: () => void): Promise<T>;
}

function timeLimit(what: string, milliseconds: number | null): TimeLimit {
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
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function isPipe(path: string): Promise<boolean> {
  return (await promisify(stat)(path)).isFIFO();
}

async function pipe(path: string, limit: TimeLimit): Promise<Uint8Array> {
  const file = await promisify(open)(path, constants.O_RDONLY);
  const chunks: Buffer[] = [];
  while (!limit.isOver) {
    const { bytesRead, buffer } = await promisify(read)(file, Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
  }
  await promisify(close)(file);
  return Buffer.concat(chunks);
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
