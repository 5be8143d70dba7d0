import { spawnSync } from 'node:child_process';

/** Returns whether a program can be started on this machine. */
export const hasProgram = (program: string, argument = '--version'): boolean =>
  spawnSync(program, [argument], { stdio: 'ignore' }).error === undefined;
