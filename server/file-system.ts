/**
 * File operations as promises, for code that runs in every `render`. Node's own `node:fs/promises` loads a line reader,
 * which takes 4 ms in a new process.
 */
import {
  access as accessWith,
  readdir as readdirWith,
  readFile as readFileWith,
  realpath as realpathWith,
  stat as statWith,
} from 'node:fs';
import { promisify } from 'node:util';

export const access = promisify(accessWith);
export const readdir = promisify(readdirWith);
export const readFile = promisify(readFileWith);
export const realpath = promisify(realpathWith.native);
export const stat = promisify(statWith);
