/** What `npm test` has just built: a process that compiles the sources needs ten times as long before it does anything. */
import { fileURLToPath } from 'node:url';

const built = (path: string): string => fileURLToPath(new URL(`../../dist/server/${path}`, import.meta.url));

export const WORKER_FILE = built('rendering/worker.js');
export const START_FILE = built('start.js');
