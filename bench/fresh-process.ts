/** The time from a new process to the PDF, which a user waits for after a single command. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { timings } from './timing.ts';

/**
 * Extra certificates that a machine configures for Node are read before anything runs. Their 45 ms are neither ours nor
 * typical.
 */
const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

/** Prints the time next to that of a Node that does nothing, which is the lower bound. */
export async function printFreshProcess(file: string, rounds: number): Promise<void> {
  const cli = resolve('dist/server/cli.js');
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));
  const run =
    (...args: string[]) =>
    async (): Promise<void> => {
      execFileSync(process.execPath, args, { stdio: 'ignore', env });
    };
  try {
    const works = [run(cli, 'render', file, '-o', join(folder, 'out.pdf')), run('--eval', '0')];
    const [ours, node] = (await timings(works, rounds)).map((timing) => timing.warm) as [number, number];
    console.log(
      `${'fresh process, invoice'.padEnd(28)}${ours.toFixed(0)} ms   (a Node that does nothing: ${node.toFixed(0)} ms)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
