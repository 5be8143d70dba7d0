import { spawn } from 'node:child_process';

/** The system's command for opening a file or address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...given: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file or address in its default program. Rejects if nothing could be started. */
export function openInViewer(target: string): Promise<void> {
  const [command, ...given] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...given, target], { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
