/** `pagewright golden` compares documents with their snapshots. `pagewright diff` compares two documents. */
import { basename, dirname, join, resolve } from 'node:path';
import {
  compareDocuments,
  discard,
  DEFAULT_SETTINGS,
  type GoldenMode,
  type GoldenPlace,
  type GoldenSettings,
  type GoldenStatus,
  renderDocument,
  type RenderedDocument,
  readPdf,
} from '../golden/golden-document.ts';
import { inLines } from '../golden/change.ts';
import type { GoldenAnswer, GoldenTask, GoldenWork } from '../golden/golden-worker.ts';
import { serveReport } from '../golden/report-server.ts';
import { writeNamed } from '../written-files.ts';
import { htmlReport, isFailure, junitReport, type Reported } from '../golden/report.ts';
import { checkArguments, type DocumentArguments, documentOptions, readDocument } from './input.ts';
import { type GoneDocument, goneDocuments } from './gone-documents.ts';
import { checkThere, jobsFor } from './inputs.ts';
import { deadlineOf, readNamed } from './named-files.ts';
import { documentCount, ProgressLine, reportFailure, Status, UsageError } from './report.ts';
import { TaskPool, workerCount } from './task-pool.ts';
import { visibleLine, writeErr, writeOut } from '../terminal.ts';

/** Options for comparing pages. */
interface ComparisonArguments extends DocumentArguments {
  readonly dpi?: string;
  readonly threshold?: string;
  readonly ignore: readonly string[];
}

export interface GoldenArguments extends ComparisonArguments {
  /** Default: whether `UPDATE_GOLDEN` is `1`, as in test runners. */
  readonly update?: boolean;
  readonly ci?: boolean;
  readonly workers?: string;
  readonly report: string;
  readonly junit?: string;
  /** Shows the report in a local page, where changes are accepted. */
  readonly serve?: boolean;
  /** The options that the command to accept changes needs too, quoted for a shell. */
  readonly repeated: string;
}

/** Returns the exit status. */
export async function goldenCommand(inputs: readonly string[], given: GoldenArguments): Promise<number> {
  try {
    const start = performance.now();
    const asked = inputs.length === 0 ? ['.'] : inputs;
    const tasks = await tasksFor(asked, given);
    if (given.serve && (given.update || given.ci || process.env.CI))
      throw new UsageError('--serve waits for a person: use it without --update and --ci, and not where CI is set');
    await checkArguments(given);
    const gone = await goneDocuments(asked);
    const answers = await runAll(tasks, given);
    const documents = answers.map(({ reported }) => reported);
    const seconds = (performance.now() - start) / 1000;
    for (const one of documents) writeOut(lineFor(one));
    for (const one of gone) writeOut(leave(one, given));
    const failures = documents.filter(isFailure).length;
    if (given.junit !== undefined) writeNamed(given.junit, junitReport(documents, seconds));
    if (failures > 0) {
      writeNamed(given.report, htmlReport(documents, { options: given.repeated }));
      if (process.env.GITHUB_ACTIONS) for (const one of documents.filter(isFailure)) writeOut(annotation(one));
    }
    writeErr(summary(documents, failures, seconds, given.report));
    if (given.serve) await acceptInBrowser(tasks, answers, documents, given);
    return documents.some(isFailure) ? Status.Failed : Status.Done;
  } catch (error) {
    return reportFailure(error, null);
  }
}

async function tasksFor(inputs: readonly string[], given: GoldenArguments): Promise<GoldenTask[]> {
  const found = await jobsFor(inputs, undefined, '');
  const jobs = found.filter(({ input }) => resolve(input) !== resolve(given.report));
  if (jobs.length === 0) throw new UsageError(`no documents found: ${inputs.join(' ')}`);
  return jobs.map(({ input, root }, index) => {
    if (input === '-') throw new UsageError('golden reads files, not standard input');
    checkThere(input);
    return { index, name: input, input, ...placeOf(input, root), mode: modeOf(given) };
  });
}

/** Returns the snapshot's location. @throws UsageError for a file name that can't name a folder */
function placeOf(input: string, root: string | null): GoldenPlace {
  const name = basename(input).replace(/\.[^.]*$/, '');
  if (/^\.*$/.test(name))
    throw new UsageError(
      `${input} has only an extension. Rename the document, because its name is that of the snapshot`,
    );
  return { folder: join(dirname(input), '__golden__', name), root: root ?? dirname(input) };
}

/** Reports or removes the snapshot of a deleted document. */
function leave({ document, ...place }: GoneDocument, given: GoldenArguments): string {
  if (modeOf(given) !== 'update')
    return `gone       ${document}  (its snapshot is still in ${place.folder}; --update removes it)\n`;
  const rest = discard(place) ? '' : `  (${place.folder} contains other files and was kept)`;
  return `removed    ${document}${rest}\n`;
}

function modeOf({
  update = process.env.UPDATE_GOLDEN === '1',
  ci = Boolean(process.env.CI),
}: GoldenArguments): GoldenMode {
  if (update) return 'update';
  return ci ? 'compare' : 'keep new';
}

function settingsFor({ dpi, threshold, ignore }: ComparisonArguments): GoldenSettings {
  return {
    ...DEFAULT_SETTINGS,
    ignore,
    dpi: inRange('--dpi', dpi, 18, 600) ?? DEFAULT_SETTINGS.dpi,
    threshold: inRange('--threshold', threshold, 0, 1) ?? DEFAULT_SETTINGS.threshold,
  };
}

function inRange(option: string, text: string | undefined, low: number, high: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '' || !(number >= low && number <= high))
    throw new UsageError(`invalid value for ${option}: ${text}. Use a number from ${low} to ${high}`);
  return number;
}

/** Shows the differences in a local page until they are accepted, or the command is interrupted. */
async function acceptInBrowser(
  tasks: readonly GoldenTask[],
  answers: GoldenAnswer[],
  documents: Reported[],
  given: GoldenArguments,
): Promise<void> {
  if (!documents.some(({ result }) => result?.status === 'different')) return;
  const server = await serveReport(documents, async (index, page) => {
    const { sha256 } = answers[index]!;
    const task = { ...tasks[index]!, index: 0, mode: 'compare' as const, accepted: { sha256: sha256 ?? '', page } };
    const [answer] = await runAll([task], given);
    answers[index] = answer!;
    return { reported: answer!.reported, isAccepted: answer!.sha256 === sha256 };
  });
  process.once('SIGINT', server.close).once('SIGTERM', server.close);
  writeErr(`accept changes at ${server.url}; press Ctrl+C to stop\n`);
  await server.finished;
}

/** Runs all tasks. The results are in the order of the tasks. */
async function runAll(tasks: readonly GoldenTask[], given: GoldenArguments): Promise<GoldenAnswer[]> {
  const answers = new Array<GoldenAnswer>(tasks.length);
  const progress = new ProgressLine();
  let done = 0;
  const work: GoldenWork = { settings: settingsFor(given), arguments: given };
  const count = Math.min(tasks.length, workerCount(given.workers));
  const pool = new TaskPool<GoldenTask, GoldenAnswer>('golden/golden-worker', work, count, (answer) => {
    answers[answer.index] = answer;
    progress.show(`${++done} of ${tasks.length} documents`);
  });
  try {
    for (const task of tasks) await pool.take(task);
    await pool.finish();
  } finally {
    await pool.close();
    progress.clear();
  }
  return answers;
}

function lineFor({ name, result, error }: Reported): string {
  if (result === null) return `failed     ${visibleLine(name)}\n             ${error}\n`;
  if (result.status === 'same') return '';
  const pages = result.pages.filter(({ same }) => !same).map(({ number }) => number);
  const where = pages.length === 0 ? '' : `  (page ${pages.join(', ')})`;
  return [
    `${result.status.padEnd(10)} ${visibleLine(name)}${where}`,
    ...result.changes.flatMap(inLines).map((line) => `             ${visibleLine(line)}`),
    '',
  ].join('\n');
}

/** Formats a GitHub workflow annotation, with its special characters escaped. */
function annotation({ name, result, error }: Reported): string {
  const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const file = escaped(name).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::error file=${file}::${escaped(error ?? result?.changes.flatMap(inLines).join('\n') ?? '')}\n`;
}

function summary(documents: readonly Reported[], failures: number, seconds: number, report: string): string {
  const all = `${documentCount(documents.length)} in ${seconds.toFixed(1)} s`;
  if (failures === 0) return `${all}: ${outcome(documents)}\n`;
  const failed = documents.filter(({ result }) => result === null).length;
  const differing = failures - failed;
  const counts = [
    differing > 0 ? `${differing} ${differing === 1 ? 'differs' : 'differ'}` : '',
    failed > 0 ? `${failed} failed` : '',
  ];
  const next = differing > 0 ? '. To accept the changes, add --update to this command' : '';
  return `${all}: ${counts.filter(Boolean).join(', ')}; see ${report}${next}\n`;
}

/** Summarizes the run: `2 new and kept, 1 updated, the others look as they did`. */
function outcome(documents: readonly Reported[]): string {
  const count = (status: GoldenStatus): number => documents.filter(({ result }) => result?.status === status).length;
  const [added, updated] = [count('new'), count('updated')];
  const kept = [added > 0 ? `${added} new, kept in __golden__` : '', updated > 0 ? `${updated} updated` : ''];
  const rest = documents.length - added - updated;
  const others = rest === documents.length ? 'all match' : rest === 0 ? '' : `${rest} unchanged`;
  return [...kept, others].filter(Boolean).join(', ');
}

export interface DiffArguments extends ComparisonArguments {
  readonly report?: string;
}

/** `pagewright diff`: returns 0 if the documents look the same. */
export async function diffCommand(before: string, after: string, given: DiffArguments): Promise<number> {
  try {
    const settings = settingsFor(given);
    const [a, b] = [await documentAt(before, given, settings), await documentAt(after, given, settings)];
    const result = await compareDocuments(a, b, settings);
    for (const line of result.changes.flatMap(inLines)) writeOut(`${visibleLine(line)}\n`);
    if (given.report !== undefined)
      writeNamed(given.report, htmlReport([{ name: `${before} and ${after}`, result, error: null }]));
    return result.status === 'same' ? Status.Done : Status.Failed;
  } catch (error) {
    return reportFailure(error, null);
  }
}

async function documentAt(input: string, given: DiffArguments, { ignore }: GoldenSettings): Promise<RenderedDocument> {
  if (/\.pdf$/i.test(input)) return readPdf(Buffer.from(await readNamed(input, given)), deadlineOf(given));
  const { html } = await readDocument(input, given);
  return renderDocument(html, await documentOptions(input, given), ignore);
}
