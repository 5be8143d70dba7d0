/** The output of the build in `npm test`: a process that compiles the sources takes ten times as long to start. */
import { fileURLToPath } from 'node:url';

const built = (path: string): string => fileURLToPath(new URL(`../../dist/server/${path}`, import.meta.url));

export const WORKER_FILE = built('rendering/worker.js');
export const START_FILE = built('start.js');
