/** Terminal output of the commands: diagnostics, failures, progress and exit statuses. */
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWarning } from '../../engine/diagnostics.ts';
import { issueText } from '../../engine/errors.ts';
import { type Diagnostic, RenderError, type RenderIssue, type RenderOptions } from '../../engine/index.ts';
import type { Placing } from '../rendering/templates.ts';
import { UnwritableFile } from '../written-files.ts';
import { type Print, visibleLine, writeErr } from '../terminal.ts';
import { packageVersion } from '../version.ts';

/** Exit statuses, as listed by `pagewright --help`. */
export const Status = {
  Done: 0,
  /** A document was refused or failed. */
  Failed: 1,
  /** The command line is wrong, or a file can't be read, written or opened. */
  Usage: 2,
  /** `--strict`: there were warnings. */
  Warnings: 3,
  /** A bug in Pagewright. */
  Internal: 70,
} as const;

/** An invalid command line. The message names the mistake and the next step. */
export class UsageError extends Error {}

/** Milliseconds without output before a progress line appears. */
const PROGRESS_AFTER_MS = 1000;

/** A diagnostic of the engine or of the command itself. */
export type Remark = Omit<Diagnostic, 'code'> & { readonly code: string };

/** Verbosity. `quiet` prints only failures, `verbose` also informational diagnostics. */
export interface Talk {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** Returns one line per remark, warnings first. Informational remarks are counted unless `verbose` is set. */
export function remarkLines(name: string, found: readonly Remark[], { quiet, verbose }: Talk): string[] {
  if (quiet) return [];
  const remarks = inReadingOrder(found);
  const notes = remarks.filter((remark) => !isWarning(remark));
  const lines = remarks.filter(isWarning).map((remark) => describe(name, remark));
  if (verbose) return [...lines, ...notes.map((note) => describe(name, note))];
  if (notes.length === 0) return lines;
  return [...lines, `${name}: ${notes.length === 1 ? '1 note' : `${notes.length} notes`}; show with --verbose`];
}

/**
 * Sorts remarks by position: the document first, then other files in order of appearance, then those without a
 * position.
 */
function inReadingOrder(remarks: readonly Remark[]): readonly Remark[] {
  const texts = new Map<string, number>([['document', 0]]);
  const textOf = ({ source, line }: Remark): number => {
    if (line === null) return Infinity;
    // Style attributes use the document's lines.
    const text = source === null || source === 'style attribute' ? 'document' : source;
    if (!texts.has(text)) texts.set(text, texts.size);
    return texts.get(text)!;
  };
  const placed = remarks.map((remark) => ({ remark, text: textOf(remark) }));
  placed.sort((a, b) => {
    if (a.text !== b.text) return a.text < b.text ? -1 : 1;
    return (a.remark.line ?? 0) - (b.remark.line ?? 0) || (a.remark.column ?? 0) - (b.remark.column ?? 0);
  });
  return placed.map(({ remark }) => remark);
}

/** Formats a remark: `invoice.html:12:3: warning: ... [css/invalid-value] (x4)` */
function describe(name: string, diagnostic: Remark): string {
  const { severity, message, code, count } = diagnostic;
  return placedLine(name, diagnostic, `${severity}: ${message} [${code}]${count > 1 ? ` (x${count})` : ''}`);
}

/** Formats a line about a place of a document: `invoice.html:12:3: ...` */
export function placedLine(
  name: string,
  { source, line, column }: Pick<Remark, 'source' | 'line' | 'column'>,
  text: string,
): string {
  const place = line === null ? name : `${placeName(name, source)}:${line}:${column}`;
  return visibleLine(`${place}: ${text}`);
}

/** Returns the file of a remark, or the document and the part in question. */
function placeName(name: string, source: string | null): string {
  if (source === null || source === 'document') return name;
  return /\.(?:css|x?html?)$/i.test(source) ? pathBeside(name, source) : `${name} (${source})`;
}

/** Returns the path of a file referenced by a relative path or a `file:` URL. */
function pathBeside(name: string, source: string): string {
  if (!source.startsWith('file:')) return join(dirname(name), source);
  const path = relative('.', fileURLToPath(source));
  return path.startsWith('..') ? fileURLToPath(source) : path;
}

/** The reason for a missing result, for people and programs. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly urls?: RenderError['urls'];
  readonly issues?: RenderError['issues'];
  /** What to do next. null: the message is enough. */
  readonly next: string | null;
}

/** Returns an error of a render whose issues have positions in the template. Returns other errors unchanged. */
export function inPlace(error: unknown, placed: Placing | undefined): unknown {
  if (!(error instanceof RenderError) || placed === undefined || error.issues.length === 0) return error;
  const { code, message, urls, stage, cause } = error;
  return new RenderError(code, message, { issues: placed(error.issues), urls, stage, cause });
}

export function failureOf(error: unknown): Failure {
  if (error instanceof RenderError) {
    const { code, urls, issues } = error;
    const isOurs = code === 'internal_error';
    const isOption = code === 'invalid_options';
    const status = isOption ? Status.Usage : isOurs ? Status.Internal : Status.Failed;
    const message = isOption ? issues.map((issue) => issueText(issue, argumentOf(issue))).join('; ') : error.message;
    return { status, code, message, urls, issues, next: nextStep(error) };
  }
  if (error instanceof UnwritableFile)
    return { status: Status.Usage, code: 'unwritable_file', message: error.message, next: null };
  if (error instanceof UsageError) return { status: Status.Usage, code: 'usage', message: error.message, next: null };
  const { code, path, message, name } = error as NodeJS.ErrnoException;
  // A wrong environment setting: one line for the operator.
  if (name === 'ConfigError') return { status: Status.Failed, code: 'configuration', message, next: null };
  if (code !== undefined && 'syscall' in (error as object)) {
    return { status: Status.Usage, code, message: fileTrouble(code, path ?? '', message), next: null };
  }
  return { status: Status.Internal, code: 'internal_error', message: String(message ?? error), next: reportIt(error) };
}

/** Library options with another name on the command line. */
const ARGUMENTS = new Map([
  ['attachments', 'attachment'],
  ['fonts', 'font'],
  ['selector', 'select'],
  ['userStyles', 'user-style'],
]);

/** Returns the name of an issue's option on the command line. */
function argumentOf({ path }: RenderIssue): string | null {
  if (path === null) return null;
  const [option = '', ...inside] = path.split('.');
  if (option === 'document') return option;
  const name = ARGUMENTS.get(option) ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return ['--' + name, ...inside].join('.');
}

/** Returns the details for a report of an internal error: the versions, the system and where it happened. */
function reportIt(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const { stack = '' } = (cause ?? error) as Error;
  return [
    'This is a bug in Pagewright. Please report it with the document and these lines:',
    `  pagewright ${packageVersion()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`,
    ...stack.split('\n').map((line) => `  ${line.trim()}`),
  ].join('\n');
}

const FONT_SERVICE = /^https?:\/\/fonts\.(?:googleapis|gstatic)\.com\//i;

function externalAdvice(urls: RenderError['urls']): string {
  const fonts = urls.filter(({ url }) => FONT_SERVICE.test(url)).length;
  return [
    ...(fonts < urls.length ? ['Save the files next to the document and use relative URLs.'] : []),
    ...(fonts > 0 ? ['Download the fonts and load them with @font-face or --font.'] : []),
    'To render without them, use --external-resources ignore.',
  ].join(' ');
}

function nextStep(error: RenderError): string | null {
  const { code, urls } = error;
  switch (code) {
    case 'external_resource':
      return externalAdvice(urls);
    case 'page_limit_exceeded':
      return 'Raise the limit with --max-pages.';
    case 'render_timeout':
      return 'Raise the limit with --deadline.';
    case 'internal_error':
      return reportIt(error);
    default:
      return null;
  }
}

function fileTrouble(code: string, path: string, message: string): string {
  if (code === 'ENOENT') return isUrl(path) ? urlTrouble(path) : `file not found: ${path}`;
  if (code === 'EISDIR') return `${path === '' ? 'the path' : path} is a folder, not a file`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${path} is a file, not a folder`;
  if (code === 'EACCES' || code === 'EPERM') return `permission denied: ${path}`;
  return message;
}

/** Returns whether a path is a URL. Node's path functions collapse its slashes. */
export const isUrl = (path: string): boolean => /^(?:https?|ftp):[\\/]/i.test(path);

/** Describes a URL in place of a path. The path may have lost a slash to Node's normalization. */
export const urlTrouble = (path: string): string =>
  `${path.replace(/^(\w+:)[\\/]+/, '$1//')} is a URL. Pagewright loads nothing from the network. Save it as a file first`;

/** Formats a failure for the terminal. */
export function failureText({ code, message, issues = [], next }: Failure): string {
  const advice = next === null ? '' : `\n${next}`;
  if (code !== 'external_resource') return `pagewright: ${message}${advice}\n`;
  // One line per resource, instead of a message that names only the first.
  const list = issues.map((issue) => visibleLine(`  ${issuePlace(issue)}${issue.message}`));
  return `pagewright: the document refers to http(s) resources, which Pagewright never loads:\n${list.join('\n')}${advice}\n`;
}

/** Returns `line 3, column 7: ` with the name of the source unless it is the document, or '' without a position. */
function issuePlace({ source, line, column }: RenderIssue): string {
  if (line === null) return '';
  return `${source === null || source === 'document' ? '' : `${source}, `}line ${line}, column ${column}: `;
}

/** Prints a failure and returns its exit status. */
export function reportFailure(error: unknown, json: Print | null): number {
  const failure = failureOf(error);
  const { status, code, message, urls = [], issues = [] } = failure;
  if (json) json(`${JSON.stringify({ error: { code, message, urls, issues } })}\n`);
  else writeErr(failureText(failure));
  return status;
}

/** Formats a count: `1 document`, `2 documents`. */
export const documentCount = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

export const pageCount = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/** A progress line on terminals. Other outputs get none. */
export class ProgressLine {
  private readonly start = Date.now();
  private shown = false;

  readonly update: NonNullable<RenderOptions['onProgress']> = ({ stage, pages }) =>
    this.show(`${stage}${pages ? ` page ${pages}` : ''} ...`);

  show(text: string): void {
    if (Date.now() - this.start < PROGRESS_AFTER_MS || !process.stderr.isTTY) return;
    this.shown = true;
    process.stderr.write(`\r\x1b[K${visibleLine(text)}`);
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
    this.shown = false;
  }
}
