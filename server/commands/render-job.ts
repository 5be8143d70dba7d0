/** One document of `pagewright render`. */
import { render, type RenderOptions } from '../../engine/index.ts';
import { carriedFiles } from './carried-files.ts';
import { imagesOf, outputIntentOf, viewerOf } from './output-options.ts';
import { encryptionOf } from './passwords.ts';
import { type DocumentArguments, documentOptions, inputName, readDocument } from './input.ts';
import { type Job, writeResult } from './inputs.ts';
import { type OutputFormat, outputFormat, resolutionOf, toStandardOutput } from './output-format.ts';
import { isWarning, ProgressLine, remarkLines, reportFailure, Status, type Talk } from './report.ts';
import { writeErr, writeOut } from '../terminal.ts';

export interface RenderArguments extends DocumentArguments, Talk {
  readonly output?: string;
  readonly format?: OutputFormat;
  /** Of pictures. */
  readonly dpi?: string;
  readonly title?: string;
  readonly profile?: string;
  readonly attach?: readonly string[];
  readonly facturx?: string;
  readonly outputIntent?: string;
  readonly outputCondition?: string;
  readonly viewer?: readonly string[];
  readonly forms?: boolean;
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly deny?: readonly string[];
  readonly compress: boolean;
  readonly hinting: boolean;
  readonly imageResolution?: string;
  readonly imageQuality?: string;
  readonly imageDepth?: string;
  readonly json?: boolean;
  /** Warnings are failures. */
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly open?: boolean;
}

/** Who follows one document. */
export interface Follower {
  /** Told of every file beside the document that is looked for. */
  readonly onRead?: (path: string) => void;
  /** Told of a PDF that is written, before what is to be said of it. */
  readonly onWritten?: (pages: number) => void;
}

/** Renders one document and says what is to be said of it; the status that it alone would give. */
export async function renderJob(
  job: Job,
  given: RenderArguments,
  { onRead, onWritten }: Follower = {},
): Promise<number> {
  const { input, output } = job;
  const json = given.json ? (output === '-' ? writeErr : writeOut) : null;
  const progress = new ProgressLine();
  try {
    const html = await readDocument(input);
    const options: RenderOptions = {
      ...(await documentOptions(input, given, onRead)),
      ...(await carriedFiles(given)),
      profile: given.profile,
      forms: given.forms ?? false,
      ...(await encryptionOf(given)),
      ...(await outputIntentOf(given)),
      ...viewerOf(given.viewer ?? []),
      compress: given.compress,
      hinting: given.hinting,
      ...imagesOf(given),
      title: given.title,
      onProgress: progress.update,
    };
    const { pdf, pages, diagnostics } = await render(html, options);
    progress.clear();
    const made = await write(job, pdf, pages, given);
    onWritten?.(pages);
    if (json) json(`${JSON.stringify({ input, ...made, diagnostics })}\n`);
    else for (const line of remarkLines(inputName(input), diagnostics, given)) writeErr(`${line}\n`);
    return given.strict && diagnostics.some(isWarning) ? Status.Warnings : Status.Done;
  } catch (error) {
    progress.clear();
    return reportFailure(error, json);
  }
}

/** Writes what was asked for; what `--json` says of it. */
async function write(job: Job, pdf: Uint8Array, pages: number, given: RenderArguments): Promise<object> {
  const { output } = job;
  if (outputFormat(given.output, given.format) === 'pdf') {
    if (output === '-') await toStandardOutput(pdf);
    // Synchronous: the thread pool may be busy compiling what this process won't need any more.
    else writeResult(job, pdf);
    return { output, pages, bytes: pdf.length };
  }
  // PDFium is loaded for those who want pictures.
  const { writePictures } = await import('./page-pictures.ts');
  return { outputs: await writePictures(job, pdf, pages, resolutionOf(given.dpi, 'png')), pages };
}
