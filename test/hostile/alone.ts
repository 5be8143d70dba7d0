/** One document in a process of its own: what comes of it, how long it takes, and the most memory that it holds. This module is that process when it is run itself. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { render, RenderError } from '../../engine/index.ts';
import { BOUNDED_DOCUMENTS } from './bounds.ts';

export interface Outcome {
  /** `pdf`, a RenderError's code, or the words of what should never have been thrown. */
  readonly answer: string;
  readonly milliseconds: number;
  /** Resident at most. */
  readonly megabytes: number;
}

const own = fileURLToPath(import.meta.url);

/** Renders a document of `BOUNDED_DOCUMENTS`. */
export async function renderedAlone(name: string, deadlineMs: number): Promise<Outcome> {
  // As the command and the service's processes are started: see `keepHeapYoung`.
  const args = ['--no-allocation-site-pretenuring', '--import=tsx', own, name, String(deadlineMs)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Outcome;
}

async function outcome(html: string, deadlineMs: number): Promise<Outcome> {
  // What a process takes before it has seen anything isn't the document's.
  await render('<p>a');
  const begun = performance.now();
  const answer = await render(html, { limits: { deadlineMs } }).then(
    () => 'pdf',
    (error: unknown) => (error instanceof RenderError ? error.code : String(error)),
  );
  const milliseconds = performance.now() - begun;
  return { answer, milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 };
}

if (process.argv[1] === own) {
  const [name, deadlineMs] = process.argv.slice(2);
  const found = BOUNDED_DOCUMENTS.find((one) => one.name === name);
  if (found) process.stdout.write(JSON.stringify(await outcome(found.make(), Number(deadlineMs))));
}
