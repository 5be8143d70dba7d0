/** One document in a process of its own: what comes of it, how long it takes, and the most memory that it holds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  /** `pdf`, a RenderError's code, or the words of what should never have been thrown. */
  readonly answer: string;
  readonly milliseconds: number;
  /** Milliseconds of the processor between two looks at the clock: how far past a deadline it may get, wherever that falls. */
  readonly longestUnseen: number;
  /** Resident at most. */
  readonly megabytes: number;
}

/** Plain JavaScript over the built engine: a process is there in a quarter of the time that compiling the sources takes. */
const PROCESS = fileURLToPath(new URL('alone-process.mjs', import.meta.url));

export async function renderedAlone(html: string, deadlineMs: number): Promise<Outcome> {
  // As the command and the service's processes are started: see `renderingFlags`.
  const args = ['--no-allocation-site-pretenuring', PROCESS, String(deadlineMs)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // Whoever dies before all is read has its say in the status.
  child.stdin.on('error', () => {}).end(html);
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (status !== 0) throw new Error(`The process ended with ${status}`);
  return JSON.parse(said) as Outcome;
}
