import { checkKeepsInputs, type Job, jobsFor } from './inputs.ts';
import { type RenderArguments, renderJob } from './render-job.ts';
import { outputFormat, pictureName, resolutionOf } from './output-format.ts';
import { documentCount, failureOf, pageCount, reportFailure, Status, UsageError } from './report.ts';
import { writeErr, writeOut } from '../terminal.ts';

/** `pagewright render`: returns the exit status. */
export async function renderCommand(inputs: readonly string[], given: RenderArguments): Promise<number> {
  const json = given.json ? (given.output === '-' ? writeErr : writeOut) : null;
  try {
    const format = outputFormat(given.output, given.format);
    resolutionOf(given.dpi, format);
    const jobs = await jobsFor(inputs, given.output, `.${format}`);
    checkKeepsInputs(jobs);
    refuseTerminal(jobs);
    if (given.watch) {
      if (given.open && format === 'png') throw new UsageError('--watch --open works only with PDFs');
      const { watchDocuments } = await import('./watch.ts');
      return await watchDocuments(jobs, given);
    }
    const statuses: number[] = [];
    const made: Made[] = [];
    for (const job of jobs) {
      const onWritten = (pages: number): void => {
        const [path, last] = [1, pages].map((page) =>
          format === 'png' ? pictureName(job.output, page, pages) : job.output,
        ) as [string, string];
        made.push({ pages, path, names: path === last ? path : `${path} to ${last}` });
      };
      const status = await renderJob(job, given, { onWritten });
      if (isFailure(status) && jobs.length > 1 && !json) writeErr(`failed     ${job.input}\n`);
      statuses.push(status);
    }
    if (jobs.length === 1) sayWhereItIs(made, given);
    if (jobs.length > 1 && !json && !(given.quiet && !statuses.some(isFailure))) writeErr(summary(statuses));
    if (given.open) statuses.push(await openResults(made));
    return Math.max(...statuses);
  } catch (error) {
    return reportFailure(error, json);
  }
}

/** Refuses to write a PDF to a terminal, where its bytes could act as control codes. */
function refuseTerminal(jobs: readonly Job[]): void {
  if (jobs.some(({ output }) => output === '-') && process.stdout.isTTY)
    throw new UsageError('standard output is a terminal. Choose a file with -o, or redirect the output');
}

/** A rendered document. */
interface Made {
  /** The PDF, or the image of its first page. */
  readonly path: string;
  /** All files, for a message. */
  readonly names: string;
  readonly pages: number;
}

/** Names the output. Several documents are counted instead. */
function sayWhereItIs(made: readonly Made[], { quiet, json }: RenderArguments): void {
  if (quiet || json) return;
  for (const { path, names, pages } of made) if (path !== '-') writeErr(`${names}: ${pageCount(pages)}\n`);
}

const isFailure = (status: number): boolean => status !== Status.Done && status !== Status.Warnings;

function summary(statuses: readonly number[]): string {
  const failed = statuses.filter(isFailure).length;
  const made = `${documentCount(statuses.length - failed)} rendered`;
  return failed === 0 ? `${made}\n` : `${made}, ${failed} failed\n`;
}

/** Opens the files. Returns the exit status: it is a failure if no program opens them. */
async function openResults(made: readonly Made[]): Promise<number> {
  const { openInViewer } = await import('./open.ts');
  let status: number = Status.Done;
  for (const { path } of made) {
    if (path === '-') continue;
    try {
      await openInViewer(path);
    } catch (error) {
      writeErr(`pagewright: ${path} can't be opened: ${failureOf(error).message}\n`);
      status = Status.Usage;
    }
  }
  return status;
}
