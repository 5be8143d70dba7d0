/** Where this machine's service keeps its accounts, for commands that are called elsewhere: the service notes it when it starts. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeNamed } from '../../written-files.ts';

/** The file of a store in its folder. */
export const STORE_FILE = 'pagewright.db';

/** Which store a command works on. */
export interface StoreFolder {
  readonly path: string;
  /**
   * `environment`: DATA_DIR names it; `here`: it lies in the working directory; `service`: the service has used it; `database`: the service used PostgreSQL last;
   * `none`: there is none yet.
   */
  readonly found: 'environment' | 'here' | 'service' | 'database' | 'none';
}

const hasStore = (folder: string): boolean => existsSync(join(folder, STORE_FILE));

function noteFile(env: NodeJS.ProcessEnv): string {
  const state = env.XDG_STATE_HOME ?? env.LOCALAPPDATA ?? join(homedir(), '.local', 'state');
  return join(state, 'pagewright', 'data-dir');
}

/** What is noted instead of a folder. */
const IN_DATABASE = 'PostgreSQL';

/** Notes where the service keeps its store; null: in PostgreSQL, whose address is a secret. Where it may not, commands have to be told. */
export function rememberStore(folder: string | null, env: NodeJS.ProcessEnv): void {
  try {
    writeNamed(noteFile(env), `${folder === null ? IN_DATABASE : resolve(folder)}\n`);
  } catch {
    // A service may run where nothing can be written but its store.
  }
}

/** `configured`: what the configuration says, its default included. */
export function findStoreFolder(configured: string, env: NodeJS.ProcessEnv): StoreFolder {
  const path = resolve(configured);
  if (env.DATA_DIR !== undefined && env.DATA_DIR !== '') return { path, found: 'environment' };
  if (hasStore(path)) return { path, found: 'here' };
  const noted = notedFolder(env);
  if (noted === IN_DATABASE) return { path, found: 'database' };
  return noted !== null && hasStore(noted) ? { path: noted, found: 'service' } : { path, found: 'none' };
}

function notedFolder(env: NodeJS.ProcessEnv): string | null {
  try {
    return readFileSync(noteFile(env), 'utf8').trim() || null;
  } catch {
    return null;
  }
}
