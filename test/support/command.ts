/** Runs the `pagewright` command as a user types it, in a folder of the test. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output of the build in `npm test`, because each call from sources would take a second. */
export const CLI = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a command. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  /** Relative to the workplace. */
  readonly folder?: string;
}

/** A command that continues until it is stopped. */
export class Running {
  private readonly child: ChildProcessWithoutNullStreams;
  private said = '';

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  /** Waits until a text appears on standard error. */
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

  /** Returns the first group of a pattern that matches standard error. */
  async saysAt(pattern: RegExp): Promise<string> {
    await this.saysLike(pattern);
    return pattern.exec(this.said)![1]!;
  }

  /** Interrupts the command and returns its exit status. */
  stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    return this.ended();
  }

  /** Waits until the command ends and returns its exit status. */
  ended(): Promise<number | null> {
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

  /** Runs the command to its end, with `input` on its standard input. */
  run(given: readonly string[], input: string | Uint8Array = '', around: Surroundings = {}): Promise<Finished> {
    const child = this.spawn(given, around);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('latin1').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // A command that refuses its arguments does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
  }

  /** Runs the command with a reader that closes after the first bytes. */
  runUnread(given: readonly string[]): Promise<Finished> {
    const child = this.spawn(given, {});
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end();
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout: '', stderr })));
  }

  /** Starts a command that runs until it is stopped. */
  start(given: readonly string[], around: Surroundings = {}): Running {
    return new Running(this.spawn(given, around));
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
