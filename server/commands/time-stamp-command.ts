/** Requests time stamps with a command of the user, because Pagewright has no network code. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { TimeStamper } from '../signing.ts';
import { deadlineOf, type Patience } from './named-files.ts';
import { UsageError } from './report.ts';

/** Far more than a response with its certificates. */
const MAX_RESPONSE = 1_000_000;

/**
 * Returns a function that runs a shell command for each request. The command reads the request from its standard input
 * and writes the response to its standard output. It takes at most `--deadline`.
 */
export const timeStampCommand =
  (command: string, given: Patience): TimeStamper =>
  (request) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
      const chunks: Buffer[] = [];
      let size = 0;
      const give = (reason: string): void => {
        clearTimeout(timer);
        end(child);
        reject(new UsageError(`--time-stamp: the command ${reason}`));
      };
      const timer = setTimeout(() => give('took too long'), deadlineOf(given));
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_RESPONSE) give('wrote too much');
        else chunks.push(chunk);
      });
      // Writing fails if the command ignores its input. Its exit status decides whether that is an error.
      child.stdin.on('error', () => {});
      child.on('error', (error) => give(`can't be run: ${error.message}`));
      child.on('close', (status) => {
        if (status !== 0) return give(`ended with ${status}`);
        clearTimeout(timer);
        resolve(new Uint8Array(Buffer.concat(chunks)));
      });
      child.stdin.end(request);
    });

/** Ends a command with the programs that its shell has started. */
function end(child: ChildProcess): void {
  child.stdout?.destroy();
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
