import { type Job, jobsFor } from './inputs.ts';
import { type RenderArguments, renderJob } from './render-job.ts';
import { documentCount, failureOf, reportFailure, Status, UsageError } from './report.ts';

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
