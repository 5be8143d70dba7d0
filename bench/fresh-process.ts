/** From a fresh process to the PDF: what somebody waits for who calls the command once. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { timings } from './timing.ts';

/** Certificates that a machine gives Node beside its own are read before anything runs: 45 ms that are neither ours nor everybody's. */
const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };

/** Beside a Node that does nothing, which is the floor. */
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
