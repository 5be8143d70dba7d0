/** What the commands say on a terminal: diagnostics, why there is no output, how far they are; and with which status they end. */
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Diagnostic, RenderError, type RenderOptions } from '../../engine/index.ts';
import { UnwritableFile } from '../written-files.ts';
import { type Print, visibleLine, writeErr } from '../terminal.ts';

/** Exit statuses, as `pagewright --help` lists them. */
export const Status = {
  Done: 0,
  /** A document was refused or failed. */
  Failed: 1,
  /** The command line is wrong, or a file can't be read or written. */
  Usage: 2,
  /** `--strict`: there were warnings. */
  Warnings: 3,
  /** A bug of ours. */
  Internal: 70,
} as const;

/** A wrong command line: its message names the mistake and the next step. */
export class UsageError extends Error {}

/** Milliseconds of silence before a progress line appears. */
const PROGRESS_AFTER_MS = 1000;

/** What there is to say of a document: a diagnostic of the engine's, or of a door before it. */
export type Remark = Omit<Diagnostic, 'code'> & { readonly code: string };

/** How much of it is said: `quiet`, only why there is no output; `verbose`, also what changes nothing for most readers. */
export interface Talk {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** A line for each remark, warnings first; what only informs is counted, unless it is asked for. */
export function remarkLines(name: string, found: readonly Remark[], { quiet, verbose }: Talk): string[] {
  if (quiet) return [];
  const remarks = inReadingOrder(found);
  const notes = remarks.filter((remark) => !isWarning(remark));
  const lines = remarks.filter(isWarning).map((remark) => describe(name, remark));
  if (verbose) return [...lines, ...notes.map((note) => describe(name, note))];
  if (notes.length === 0) return lines;
  return [...lines, `${name}: ${notes.length === 1 ? '1 note' : `${notes.length} notes`}; show with --verbose`];
}

/** As one goes through the texts: the document from its top, other files as they were met first, and last what has no place. */
function inReadingOrder(remarks: readonly Remark[]): readonly Remark[] {
  const texts = new Map<string, number>([['document', 0]]);
  const textOf = ({ source, line }: Remark): number => {
    if (line === null) return Infinity;
    // Style attributes have the document's lines.
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

/** What `--strict` ends with a status of its own for; notes only inform. */
export const isWarning = ({ severity }: Pick<Remark, 'severity'>): boolean => severity !== 'info';

/** `invoice.html:12:3: warning: ... [css/invalid-value] (x4)` */
function describe(name: string, diagnostic: Remark): string {
  const { source, line, column, severity, message, code, count } = diagnostic;
  const place = line === null ? name : `${placeName(name, source)}:${line}:${column}`;
  return visibleLine(`${place}: ${severity}: ${message} [${code}]${count > 1 ? ` (x${count})` : ''}`);
}

/** A file beside the document stands for itself; anything else is a part of the document. */
function placeName(name: string, source: string | null): string {
  if (source === null || source === 'document') return name;
  return /\.css$/i.test(source) ? pathBeside(name, source) : `${name} (${source})`;
}

/** The path of a file that a document calls by its own way to it, or by an address. */
function pathBeside(name: string, source: string): string {
  if (!source.startsWith('file:')) return join(dirname(name), source);
  const path = relative('.', fileURLToPath(source));
  return path.startsWith('..') ? fileURLToPath(source) : path;
}

/** Why something ended without a result, for people and programs. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly urls?: RenderError['urls'];
  readonly breaches?: RenderError['breaches'];
  /** What to do about it; null: it speaks for itself. */
  readonly next: string | null;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof RenderError) {
    const { code, message, urls, breaches } = error;
    const isOurs = code === 'internal_error';
    const isOption = code === 'invalid_options';
    const status = isOption ? Status.Usage : isOurs ? Status.Internal : Status.Failed;
    const said = isOption ? withArgument(message) : message;
    return { status, code, message: said, urls, breaches, next: nextStep(error) };
  }
  if (error instanceof UnwritableFile)
    return { status: Status.Usage, code: 'unwritable_file', message: error.message, next: null };
  if (error instanceof UsageError) return { status: Status.Usage, code: 'usage', message: error.message, next: null };
  const { code, path, message, name } = error as NodeJS.ErrnoException;
  // A wrong setting of the environment: one line for the operator.
  if (name === 'ConfigError') return { status: Status.Failed, code: 'configuration', message, next: null };
  if (code !== undefined && 'syscall' in (error as object)) {
    return { status: Status.Usage, code, message: fileTrouble(code, path ?? '', message), next: null };
  }
  return { status: Status.Internal, code: 'internal_error', message: String(message ?? error), next: REPORT_IT };
}

/** Options of the library that are called something else here. */
const ARGUMENTS = new Map([
  ['pageRanges', 'pages'],
  ['selector', 'select'],
]);

/** The library's message about an option, which names it as the command line does. */
const withArgument = (message: string): string =>
  message.replace(
    /^([a-z]+(?:[A-Z][a-z]+)*): /,
    (_, name: string) => `--${ARGUMENTS.get(name) ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: `,
  );

const REPORT_IT = 'This is a bug in Pagewright. Please report it with the document.';

function nextStep({ code, urls }: RenderError): string | null {
  switch (code) {
    case 'external_resource':
      return urls.some(({ url }) => /^https?:\/\/fonts\.(googleapis|gstatic)\.com\//i.test(url))
        ? 'Download the fonts and load them with @font-face or --font. To render without them, use --external ignore.'
        : 'Save the files next to the document and use relative URLs. To render without them, use --external ignore.';
    case 'page_limit_exceeded':
      return 'Raise the limit with --max-pages.';
    case 'render_timeout':
      return 'Raise the limit with --timeout.';
    case 'internal_error':
      return REPORT_IT;
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

/** A URL where a file was to be named; paths that Node has tidied have lost a slash of it. */
export const isUrl = (path: string): boolean => /^(?:https?|ftp):[\\/]/i.test(path);

/** `path`: as it was given, or as Node writes it, with one slash. */
export const urlTrouble = (path: string): string =>
  `${path.replace(/^(\w+:)[\\/]+/, '$1//')} is a URL. Pagewright loads nothing from the network. Save it as a file first`;

/** What a failure says on a terminal. */
export function failureText({ message, urls = [], next }: Failure): string {
  // The message names the first.
  const list = urls
    .slice(1)
    .map(({ url, where }) => `\n  ${url} (${where})`)
    .join('');
  return `pagewright: ${message}${list}${next === null ? '' : `\n${next}`}\n`;
}

/** Prints why there is no output; the exit status for it. */
export function reportFailure(error: unknown, json: Print | null): number {
  const failure = failureOf(error);
  const { status, code, message, urls = [], breaches = [] } = failure;
  if (json) json(`${JSON.stringify({ error: { code, message, urls, breaches } })}\n`);
  else writeErr(failureText(failure));
  return status;
}

/** `1 document`, `2 documents`. */
export const documentCount = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);

export const pageCount = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/** One line on a terminal that tells how far something long is; nothing elsewhere. */
export class ProgressLine {
  private readonly start = performance.now();
  private shown = false;

  readonly update: NonNullable<RenderOptions['onProgress']> = ({ stage, pages }) =>
    this.show(`${stage}${pages ? ` page ${pages}` : ''} ...`);

  show(text: string): void {
    if (!process.stderr.isTTY || performance.now() - this.start < PROGRESS_AFTER_MS) return;
    this.shown = true;
    process.stderr.write(`\r\x1b[K${visibleLine(text)}`);
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
    this.shown = false;
  }
}
