/** Expands a command's arguments into documents and output files. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { OutputRoot, writeNamed } from '../written-files.ts';
import { checkIsHtml } from './input.ts';
import { isUrl, urlTrouble, UsageError } from './report.ts';

/** A document and its output file. */
export interface Job {
  /** A path, or `-` for standard input. */
  readonly input: string;
  /** Further files that continue the document. */
  readonly others?: readonly string[];
  /** A path, or `-` for standard output. */
  readonly output: string;
  /** The folder that results may not leave, including through links. null: the user named `output` itself. */
  readonly root: string | null;
}

interface Found {
  readonly path: string;
  /** Path relative to `base`, kept below an output folder. */
  readonly inside: string;
  /** The matched folder, or the fixed part of the pattern. */
  readonly base: string;
}

/** Default report of `golden`. It is never treated as a document. */
export const GOLDEN_REPORT = 'golden-report.html';

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Returns the documents of the arguments: files, `-`, folders (every .html, .htm and .xhtml below them) and patterns.
 * `output` is a file, in which several documents become one, or a folder (`out/` or an existing one). Without it, each
 * result is next to its document.
 * @throws UsageError if nothing is found or several documents share an output file
 */
export async function jobsFor(
  inputs: readonly string[],
  output: string | undefined,
  extension: string,
): Promise<Job[]> {
  const found = (await Promise.all(inputs.map(documentsAt))).flat();
  const first = found[0];
  if (first === undefined) throw new UsageError(`no documents found: ${inputs.join(' ')}`);
  const intoFolder = output !== undefined && output !== '-' && (/[\\/]$/.test(output) || isFolder(output));
  if (output !== undefined && !intoFolder) {
    const others = found.slice(1).map(({ path }) => path);
    return [{ input: first.path, ...(others.length === 0 ? {} : { others }), output, root: null }];
  }
  const jobs = found.map(({ path, inside, base }) => ({
    input: path,
    output: intoFolder ? join(output, withExtension(inside, extension)) : besideInput(path, extension),
    root: intoFolder ? output : base,
  }));
  checkDistinct(jobs);
  return jobs;
}

async function documentsAt(input: string): Promise<Found[]> {
  if (input === '-') return [{ path: '-', inside: 'document', base: '.' }];
  if (isUrl(input)) throw new UsageError(urlTrouble(input));
  if (isFolder(input)) return matching('**/*.{html,htm,xhtml}', input);
  // An existing file may have a name that looks like a pattern.
  if (isThere(input)) return [{ path: input, inside: basename(input), base: dirname(input) }];
  // PERF: loaded for patterns only, because a new process needs 6 ms to do so.
  const { isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(input)) return [{ path: input, inside: basename(input), base: dirname(input) }];
  return matching(input.replaceAll('\\', '/'), '.');
}

/** @throws UsageError if the file doesn't exist */
export function checkThere(path: string): void {
  if (!isThere(path)) throw new UsageError(`file not found: ${path}`);
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

async function matching(pattern: string, folder: string): Promise<Found[]> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  const ignore = ['**/node_modules/**', '**/__golden__/**', `**/${GOLDEN_REPORT}`];
  const paths = await glob(pattern, { cwd: folder, onlyFiles: true, ignore });
  const base = folder === '.' ? staticPart(pattern, isDynamicPattern) : '.';
  return paths
    .sort()
    .map((path) => ({ path: join(folder, path), inside: relative(base, path), base: join(folder, base) }));
}

/** Returns the folders before the first wildcard. */
function staticPart(pattern: string, isDynamicPattern: (part: string) => boolean): string {
  const parts = pattern.split('/');
  const dynamic = parts.findIndex((part) => isDynamicPattern(part));
  return parts.slice(0, dynamic).join('/') || '.';
}

const withExtension = (path: string, extension: string): string => path.replace(/\.[^./\\]*$/, '') + extension;

const besideInput = (path: string, extension: string): string => (path === '-' ? '-' : withExtension(path, extension));

function checkDistinct(jobs: readonly Job[]): void {
  const inputs = new Map<string, string>();
  for (const { input, output } of jobs) {
    const other = inputs.get(output);
    if (other !== undefined) throw new UsageError(`${other} and ${input} would both be written to ${output}`);
    inputs.set(output, input);
  }
}

/** @throws UsageError if an output would overwrite a document */
export function checkKeepsInputs(jobs: readonly Job[]): void {
  const inputs = new Set(jobs.flatMap(({ input, others = [] }) => [input, ...others]).map((path) => resolve(path)));
  for (const { input, output } of jobs)
    if (output !== '-' && inputs.has(resolve(output))) {
      if (isFile(input)) checkIsHtml(input, readFileSync(input));
      // `render in.html out.pdf`, as with other programs.
      if (/\.(?:pdf|png)$/i.test(input))
        throw new UsageError(`${input} is the name of a result, not of a document. To write it, use -o ${input}`);
      throw new UsageError(`${input} would overwrite the document ${output}. Choose another file with -o`);
    }
}

/** Writes a result. @throws UnwritableFile, or an error of the file system */
export function writeResult({ output, root }: Pick<Job, 'output' | 'root'>, content: Uint8Array): void {
  if (root === null) writeNamed(output, content);
  else new OutputRoot(root).write(output, content);
}
