/** Renders one document of `pagewright render`. */
import { dirname, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isWarning } from '../../engine/diagnostics.ts';
import { type DocumentGiven, type DocumentPart, render, type RenderOptions } from '../../engine/index.ts';
import { carriedFiles } from './carried-files.ts';
import type { Placing } from '../rendering/templates.ts';
import { type DocumentArguments, documentOptions, inputName, type ReadDocument, readDocument } from './input.ts';
import { type Job, writeResult } from './inputs.ts';
import { type PdfArguments, pdfOptions } from './pdf-options.ts';
import { deadlineOf, readNamedText } from './named-files.ts';
import { type OutputFormat, outputFormat, resolutionOf, toStandardOutput } from './output-format.ts';
import {
  inPlace,
  ProgressLine,
  type Remark,
  remarkLines,
  reportFailure,
  Status,
  type Talk,
  UsageError,
} from './report.ts';
import { writeErr, writeOut } from '../terminal.ts';

export interface RenderArguments extends DocumentArguments, PdfArguments, Talk {
  readonly output?: string;
  readonly format?: OutputFormat;
  /** For images. */
  readonly dpi?: string;
  /** The layout of an earlier edition. */
  readonly keepPages?: string;
  /** Store digests of the file's inputs. */
  readonly provenance?: boolean;
  readonly json?: boolean;
  /** Treat warnings as failures. */
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly open?: boolean;
}

/** Callbacks of the watcher. */
export interface Follower {
  /** Called for every requested file, found or not. */
  readonly onRead?: (path: string) => void;
  /** Called after the PDF is written and before its diagnostics are printed. */
  readonly onWritten?: (pages: number) => void;
}

/** Renders one document and prints its diagnostics. Returns the exit status for this document. */
export async function renderJob(
  job: Job,
  given: RenderArguments,
  { onRead, onWritten }: Follower = {},
): Promise<number> {
  const { input, output } = job;
  const json = given.json ? (output === '-' ? writeErr : writeOut) : null;
  const progress = new ProgressLine();
  let place: Placing | undefined;
  try {
    const { html, remarks, placed, options } = await preparedJob(job, given, onRead, progress.update);
    place = placed;
    const { pdf, pages, diagnostics: found } = await render(html, options);
    const diagnostics = [...remarks, ...(placed?.(found) ?? found)];
    progress.clear();
    const made = await write(job, pdf, pages, given);
    onWritten?.(pages);
    if (json) json(`${JSON.stringify({ input, ...made, diagnostics })}\n`);
    else for (const line of remarkLines(inputName(input), diagnostics, given)) writeErr(`${line}\n`);
    return given.strict && diagnostics.some(isWarning) ? Status.Warnings : Status.Done;
  } catch (error) {
    progress.clear();
    return reportFailure(inPlace(error, place), json);
  }
}

/** Reads the layout of an earlier edition. */
async function keptPagesOf(given: RenderArguments): Promise<Pick<RenderOptions, 'keepPages'>> {
  const { keepPages } = given;
  if (keepPages === undefined) return {};
  const text = await readNamedText(keepPages, given);
  try {
    return { keepPages: JSON.parse(text) as RenderOptions['keepPages'] };
  } catch {
    const made = 'Make it with `pagewright inspect earlier.html --stage=fragments --json`';
    throw new UsageError(`--keep-pages: ${keepPages} is not a layout in JSON. ${made}`);
  }
}

/** A document as the library takes it. */
interface PreparedJob {
  readonly html: DocumentGiven;
  readonly remarks: readonly Remark[];
  readonly placed?: ReadDocument['placed'];
  readonly options: RenderOptions;
}

/** Reads everything that a job names. */
export async function preparedJob(
  job: Job,
  given: RenderArguments,
  onRead?: (path: string) => void,
  onProgress?: RenderOptions['onProgress'],
): Promise<PreparedJob> {
  const { html, remarks, placed } = await readFiles(job, given, onRead);
  const options: RenderOptions = {
    ...(await documentOptions(job.input, { ...given, root: given.root ?? commonFolder(job) }, onRead)),
    ...(await carriedFiles(given)),
    ...(await pdfOptions(given)),
    ...(await keptPagesOf(given)),
    onProgress,
  };
  if (!given.provenance) return { html, remarks, placed, options };
  // Renders without provenance don't load modules that only provenance needs.
  const { provenanceOf } = await import('./provenance.ts');
  return { html, remarks, placed, options: { ...options, provenance: await provenanceOf(job, given) } };
}

/** Reads the files of a job. Several form one document, whose links between files keep working. */
async function readFiles(
  { input, others }: Job,
  given: RenderArguments,
  onRead?: (path: string) => void,
): Promise<Omit<PreparedJob, 'options'>> {
  if (others === undefined) return readDocument(input, given, onRead);
  if (given.data === '-') throw new UsageError('--data: standard input can fill only one document');
  const parts: DocumentPart[] = [];
  const remarks: Remark[] = [];
  const placings = new Map<string, Placing>();
  const urlOf = (path: string): string => pathToFileURL(path === '-' ? 'standard-input.html' : path).href;
  for (const path of [input, ...others]) {
    if (path !== input) onRead?.(path);
    const read = await readDocument(path, given, onRead);
    const url = urlOf(path);
    parts.push({ html: read.html, url });
    const source = sourceOf(url, urlOf(input));
    remarks.push(...read.remarks.map((remark) => (remark.source === 'document' ? { ...remark, source } : remark)));
    if (read.placed) placings.set(source, read.placed);
  }
  return { html: parts, remarks, placed: placings.size === 0 ? undefined : placingOf(placings) };
}

/** Returns the name of a part in the positions of diagnostics. */
function sourceOf(url: string, first: string): string {
  if (url === first) return 'document';
  const folder = new URL('.', first).href;
  return url.startsWith(folder) ? url.slice(folder.length) : url;
}

/** Returns the function that moves the positions of each part to its template. */
const placingOf =
  (placings: ReadonlyMap<string, Placing>): Placing =>
  (list) =>
    list.map((one) => {
      const placed = placings.get(one.source ?? '');
      if (placed === undefined) return placings.get('document')?.([one])[0] ?? one;
      // The function of a part knows its text as the document.
      const [moved] = placed([{ ...one, source: 'document' }]);
      return { ...moved!, source: one.source };
    });

/** Returns the folder that contains all files of a job; undefined for a single file. */
function commonFolder({ input, others }: Job): string | undefined {
  if (others === undefined) return undefined;
  const folders = [input, ...others].map((path) => dirname(resolve(path)));
  return folders.reduce((common, folder) => {
    let around = common;
    while (folder !== around && !folder.startsWith(around.endsWith(sep) ? around : around + sep))
      around = dirname(around);
    return around;
  });
}

/** Writes the output and returns its description for `--json`. */
async function write(job: Job, pdf: Uint8Array, pages: number, given: RenderArguments): Promise<object> {
  const { output } = job;
  if (outputFormat(given.output, given.format) === 'pdf') {
    if (output === '-') await toStandardOutput(pdf);
    // Synchronous, because the thread pool may still be compiling code that this process no longer needs.
    else writeResult(job, pdf);
    return { output, pages, bytes: pdf.length };
  }
  // Loads PDFium only for images.
  const { writePictures } = await import('./page-pictures.ts');
  return { outputs: await writePictures(job, pdf, pages, resolutionOf(given.dpi, 'png'), deadlineOf(given)), pages };
}
