import { spawn } from 'node:child_process';

/** The system's command for opening a file or address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...given: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Milliseconds after which a command that still runs has opened its target: some wait until the viewer closes. */
const OPENED_AFTER_MS = 2000;

/** Opens a file or address in its default program. Rejects if the system has no such program or it fails at once. */
export function openInViewer(target: string): Promise<void> {
  const [command, ...given] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...given, target], { stdio: 'ignore', detached: true });
    const opened = setTimeout(() => {
      child.unref();
      resolve();
    }, OPENED_AFTER_MS);
    child.once('error', (error) => {
      clearTimeout(opened);
      reject(error);
    });
    child.once('exit', (status) => {
      clearTimeout(opened);
      if (status === 0) resolve();
      else reject(new Error(`${command} found no program that opens it`));
    });
  });
}
