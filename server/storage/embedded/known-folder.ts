/** Remembers where the service on this machine keeps its accounts, for commands run from other folders. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeNamed } from '../../written-files.ts';

/** Name of the store's file. */
export const STORE_FILE = 'pagewright.db';

/** The store that a command works on. */
export interface StoreFolder {
  readonly path: string;
  /**
   * `environment`: PAGEWRIGHT_DATA_DIR names it. `here`: it is in the working directory. `service`: the service has
   * used it. `database`: the service last used PostgreSQL. `none`: it doesn't exist yet.
   */
  readonly found: 'environment' | 'here' | 'service' | 'database' | 'none';
}

const hasStore = (folder: string): boolean => existsSync(join(folder, STORE_FILE));

function noteFile(env: NodeJS.ProcessEnv): string {
  const state = env.XDG_STATE_HOME ?? env.LOCALAPPDATA ?? join(homedir(), '.local', 'state');
  return join(state, 'pagewright', 'data-dir');
}

/** Recorded instead of a folder. */
const IN_DATABASE = 'PostgreSQL';

/** Records the store's folder. null: PostgreSQL, whose URL is a secret and isn't recorded. */
export function rememberStore(folder: string | null, env: NodeJS.ProcessEnv): void {
  try {
    writeNamed(noteFile(env), `${folder === null ? IN_DATABASE : resolve(folder)}\n`);
  } catch {
    // The service may be unable to write anywhere but to its store.
  }
}

/** `configured`: the folder, or its default. `isNamed`: whether a variable names it. */
export function findStoreFolder(configured: string, isNamed: boolean, env: NodeJS.ProcessEnv): StoreFolder {
  const path = resolve(configured);
  if (isNamed) return { path, found: 'environment' };
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
