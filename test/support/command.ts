/** The `pagewright` command as a person types it, in a folder of the test's own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `npm test` has just built: from sources each call would take a second. */
export const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  /** Below the workplace. */
  readonly folder?: string;
}

/** A command that goes on. */
export class Running {
  private readonly child: ChildProcessWithoutNullStreams;
  private said = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  /** Waits until a text has come on standard error. */
  says(text: string): Promise<void> {
    return this.saysWhat(text, () => this.said.includes(text));
  }

  saysLike(pattern: RegExp): Promise<void> {
    return this.saysWhat(String(pattern), () => pattern.test(this.said));
  }

  private async saysWhat(text: string, isSaid: () => boolean): Promise<void> {
    while (!isSaid()) {
      if (this.child.exitCode !== null) throw new Error(`ended without ${text}: ${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Interrupts it; its exit status. */
  stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return new Promise((resolve) => this.child.on('close', resolve));
  }
}

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'pagewright-command-'));

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      const path = this.path(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs the command to its end; `input` goes to its standard input. */
  run(given: readonly string[], input: string | Uint8Array = '', around: Surroundings = {}): Promise<Finished> {
    const child = this.spawn(given, around);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('latin1').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // Who refuses its arguments doesn't read.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
  }

  /** Runs the command before a reader who has gone after the first bytes. */
  runUnread(given: readonly string[]): Promise<Finished> {
    const child = this.spawn(given, {});
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end();
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout: '', stderr })));
  }

  /** Starts a command that runs until it is stopped. */
  start(given: readonly string[]): Running {
    return new Running(this.spawn(given, {}));
  }

  private spawn(given: readonly string[], { env = {}, folder = '.' }: Surroundings): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [CLI, ...given], {
      cwd: this.path(folder),
      env: { ...process.env, ...env },
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
