import { writeFileSync } from 'node:fs';
import { render, type RenderOptions } from '../../engine/index.ts';
import { carriedFiles } from './carried-files.ts';
import { encryptionOf } from './passwords.ts';
import { type DocumentArguments, documentOptions, inputName, readDocument } from './input.ts';
import { type Job, jobsFor, makeFolderOf } from './inputs.ts';
import { describe, documentCount, failureOf, ProgressLine, reportFailure, Status, UsageError } from './report.ts';

export interface RenderArguments extends DocumentArguments {
  readonly output?: string;
  readonly title?: string;
  readonly profile?: string;
  readonly attach?: readonly string[];
  readonly facturx?: string;
  readonly forms?: boolean;
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly deny?: readonly string[];
  readonly compress: boolean;
  readonly json?: boolean;
  /** Warnings are failures. */
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly open?: boolean;
}

/** `pagewright render`: the exit status. */
export async function renderCommand(inputs: readonly string[], given: RenderArguments): Promise<number> {
  const json = given.json ? (given.output === '-' ? process.stderr : process.stdout) : null;
  try {
    const jobs = await jobsFor(inputs, given.output, '.pdf');
    refuseTerminal(jobs);
    if (given.watch) {
      const { watchDocuments } = await import('./watch.ts');
      return await watchDocuments(jobs, given);
    }
    const statuses: number[] = [];
    for (const job of jobs) {
      const status = await renderJob(job, given);
      if (isFailure(status) && jobs.length > 1 && !json) process.stderr.write(`nothing was made of ${job.input}\n`);
      statuses.push(status);
    }
    if (given.open) await openResults(jobs);
    if (jobs.length > 1 && !json) process.stderr.write(summary(statuses));
    return Math.max(...statuses);
  } catch (error) {
    return reportFailure(error, json);
  }
}

/** A PDF on a terminal is noise, and may change how the terminal behaves. */
function refuseTerminal(jobs: readonly Job[]): void {
  if (process.stdout.isTTY && jobs.some(({ output }) => output === '-'))
    throw new UsageError('standard output is a terminal: name a file with -o, or redirect it');
}

/** Renders one document and says what is to be said of it; the status that it alone would give. */
export async function renderJob(
  { input, output }: Job,
  given: RenderArguments,
  onRead?: (path: string) => void,
): Promise<number> {
  const json = given.json ? (output === '-' ? process.stderr : process.stdout) : null;
  const progress = new ProgressLine();
  try {
    const html = await readDocument(input);
    const options: RenderOptions = {
      ...(await documentOptions(input, given, onRead)),
      ...(await carriedFiles(given)),
      profile: given.profile,
      forms: given.forms ?? false,
      ...(await encryptionOf(given)),
      compress: given.compress,
      title: given.title,
      onProgress: progress.update,
    };
    const { pdf, pages, diagnostics } = await render(html, options);
    progress.clear();
    await writePdf(output, pdf);
    if (json) json.write(`${JSON.stringify({ input, output, pages, bytes: pdf.length, diagnostics })}\n`);
    else for (const diagnostic of diagnostics) process.stderr.write(`${describe(inputName(input), diagnostic)}\n`);
    const isWarned = diagnostics.some(({ severity }) => severity !== 'info');
    return given.strict && isWarned ? Status.Warnings : Status.Done;
  } catch (error) {
    progress.clear();
    return reportFailure(error, json);
  }
}

async function writePdf(output: string, pdf: Uint8Array): Promise<void> {
  if (output !== '-') {
    makeFolderOf(output);
    // Synchronous: the thread pool may be busy compiling what this process won't need any more.
    return writeFileSync(output, pdf);
  }
  return new Promise((resolve, reject) => process.stdout.write(pdf, (error) => (error ? reject(error) : resolve())));
}

const isFailure = (status: number): boolean => status !== Status.Done && status !== Status.Warnings;

function summary(statuses: readonly number[]): string {
  const failed = statuses.filter(isFailure).length;
  const made = `${documentCount(statuses.length - failed)} rendered`;
  return failed === 0 ? `${made}\n` : `${made}, ${failed} not\n`;
}

async function openResults(jobs: readonly Job[]): Promise<void> {
  const { openInViewer } = await import('./open.ts');
  for (const { output } of jobs) {
    if (output === '-') continue;
    try {
      await openInViewer(output);
    } catch (error) {
      process.stderr.write(`pagewright: ${output} could not be opened: ${failureOf(error).message}\n`);
    }
  }
}
