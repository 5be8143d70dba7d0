/** Renders one document in a separate process and returns its result, work and peak memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  /** `pdf`, the code of a RenderError, or the message of an unexpected error. */
  readonly answer: string;
  /** The number of times that the clock is read, once for every 512 units of work. */
  readonly looks: number;
  /** How often blocks of the engine's code ran: function bodies, loop bodies and branches. 0: not counted. */
  readonly steps: number;
  /** Peak resident memory. */
  readonly megabytes: number;
}

/** Plain JavaScript that uses the built engine: it starts in a quarter of the time that compiling the sources takes. */
const PROCESS = fileURLToPath(new URL('alone-process.mjs', import.meta.url));

/** Renders a document without a deadline. It is aborted after the clock was read `mostLooks` times. */
export async function renderedAlone(
  html: string,
  { mostLooks, counted = false }: { readonly mostLooks: number; readonly counted?: boolean },
): Promise<Outcome> {
  // The same flags as for the command and the service's processes: see `LASTING_FLAGS`.
  const args = ['--no-allocation-site-pretenuring', PROCESS, JSON.stringify({ mostLooks, counted })];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  // A process that dies before it has read its input reports that in its status.
  child.stdin.on('error', () => {}).end(html);
  const [said, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (status !== 0) throw new Error(`The process ended with ${status}`);
  return JSON.parse(said) as Outcome;
}
