/** The record of a PDF's inputs, which `render --provenance` stores. */
import { isAbsolute, relative, resolve } from 'node:path';
import type { RenderOptions } from '../../engine/index.ts';
import { readRegular } from './named-files.ts';
import type { Job } from './inputs.ts';
import type { RenderArguments } from './render-job.ts';
import { UsageError } from './report.ts';

/** Arguments that don't change the file, or can't be stored. */
const NOT_STORED: ReadonlySet<string> = new Set([
  'output',
  'json',
  'quiet',
  'verbose',
  'strict',
  'watch',
  'open',
  'format',
  'dpi',
  'userPassword',
  'ownerPassword',
]);

/** Returns the option of the library for a job, with the arguments that render it again. */
export async function provenanceOf(
  job: Job,
  given: RenderArguments,
): Promise<NonNullable<RenderOptions['provenance']>> {
  if (given.userPassword !== undefined || given.ownerPassword !== undefined)
    throw new UsageError("--provenance can't be combined with passwords, which can't be stored");
  const files = [job.input, ...(job.others ?? []), ...(given.data === undefined ? [] : [given.data])];
  if (files.includes('-')) throw new UsageError('--provenance needs files: standard input has no name');
  const inputs: Record<string, Uint8Array> = {};
  // The content of a pipe is gone once the document is read.
  for (const file of files) inputs[portable(file)] = new Uint8Array(await readRegular(file));
  const options = Object.fromEntries(Object.entries(given).filter(([name]) => !NOT_STORED.has(name)));
  const notes = {
    inputs: JSON.stringify([job.input, ...(job.others ?? [])].map(portable)),
    arguments: JSON.stringify(options, (_, value: unknown) =>
      typeof value === 'string' ? portableArgument(value) : value,
    ),
  };
  return { inputs, notes };
}

/** Returns a path relative to the current folder, with slashes. */
const portable = (path: string): string => relative('.', resolve(path)).replaceAll('\\', '/');

/** Absolute paths would differ on other machines. */
function portableArgument(value: string): string {
  const [sign, path] = value.startsWith('@') ? ['@', value.slice(1)] : ['', value];
  return isAbsolute(path) ? sign + portable(path) : value;
}
