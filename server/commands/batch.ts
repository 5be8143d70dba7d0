/** `pagewright batch`: a template and a line of data for each document, rendered in several threads, however many there are. */
import { appendFileSync, createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Liquid, type Template } from 'liquidjs';
import { batchLiquid } from './batch-template.ts';
import type { BatchAnswer, BatchTask, BatchWork } from './batch-worker.ts';
import type { DocumentArguments } from './input.ts';
import { makeFolderOf } from './inputs.ts';
import { documentCount, ProgressLine, reportFailure, Status, UsageError } from './report.ts';
import { TaskPool, workerCount } from './task-pool.ts';

export interface BatchArguments extends DocumentArguments {
  readonly output: string;
  readonly workers?: string;
  readonly resume?: boolean;
  readonly errors?: string;
}

interface Counts {
  rendered: number;
  left: number;
  failed: number;
}

/** The exit status. */
export async function batchCommand(template: string, data: string, given: BatchArguments): Promise<number> {
  try {
    const counts = await new Batch(template, given).run(data);
    const left = counts.left === 0 ? '' : `, ${counts.left} ${counts.left === 1 ? 'was' : 'were'} there already`;
    const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`;
    process.stderr.write(`${documentCount(counts.rendered)} rendered${left}${failed}\n`);
    return counts.failed === 0 ? Status.Done : Status.Failed;
  } catch (error) {
    return reportFailure(error, null);
  }
}

class Batch {
  private readonly given: BatchArguments;
  private readonly work: BatchWork;
  private readonly names: OutputNames;
  private readonly progress = new ProgressLine();
  private readonly counts: Counts = { rendered: 0, left: 0, failed: 0 };

  constructor(template: string, given: BatchArguments) {
    this.given = given;
    this.work = { template, html: readFileSync(template, 'utf8'), arguments: given };
    this.names = new OutputNames(given.output);
    // A template that doesn't parse fails once, not once a line.
    parseTemplate(template, this.work.html);
    if (given.errors !== undefined) writeFileSync(given.errors, '');
  }

  async run(data: string): Promise<Counts> {
    const pool = new TaskPool<BatchTask, BatchAnswer>(
      'commands/batch-worker',
      this.work,
      workerCount(this.given.workers),
      (answer) => this.note(answer),
    );
    try {
      let line = 0;
      const lines = createInterface({ input: data === '-' ? process.stdin : await opened(data), crlfDelay: Infinity });
      for await (const text of lines) {
        line++;
        if (text.trim() === '') continue;
        const task = this.taskFor(line, text);
        if (task !== null) await pool.take(task);
      }
      await pool.finish();
    } finally {
      await pool.close();
      this.progress.clear();
    }
    return this.counts;
  }

  private taskFor(line: number, text: string): BatchTask | null {
    try {
      const values: unknown = JSON.parse(text);
      if (typeof values !== 'object' || values === null || Array.isArray(values))
        throw new UsageError('a line of data must be a JSON object');
      const output = this.names.next(values);
      if (this.given.resume && existsSync(output)) {
        this.counts.left++;
        return null;
      }
      makeFolderOf(output);
      return { line, output, values: values as Record<string, unknown> };
    } catch (error) {
      this.note({ line, output: null, error: { code: 'data', message: (error as Error).message } });
      return null;
    }
  }

  private note({ line, output, error }: BatchAnswer): void {
    if (error === null) this.counts.rendered++;
    else {
      this.counts.failed++;
      const entry = `${JSON.stringify({ line, output, ...error })}\n`;
      if (this.given.errors === undefined) process.stderr.write(entry);
      else appendFileSync(this.given.errors, entry);
    }
    this.progress.show(`${this.counts.rendered + this.counts.failed} documents`);
  }
}

/** Fails at once where there is no such file. */
function opened(path: string): Promise<NodeJS.ReadableStream> {
  const stream = createReadStream(path, 'utf8');
  return new Promise((done, failed) => stream.once('error', failed).once('ready', () => done(stream)));
}

function parseTemplate(name: string, text: string): void {
  try {
    batchLiquid(name).parse(text, name);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The names of results, by the pattern that the caller gives. */
class OutputNames {
  private readonly liquid = new Liquid({ strictVariables: true, strictFilters: true });
  private readonly pattern: Template[];
  /** Whatever the data say, results lie in the folder that the pattern begins with. */
  private readonly folder: string;
  private readonly taken = new Set<string>();

  constructor(pattern: string) {
    if (!/\{[{%]/.test(pattern))
      throw new UsageError(`${pattern} is one name for all documents; put data into it: out/{{ number }}.pdf`);
    this.pattern = this.liquid.parse(pattern);
    const start = pattern.slice(0, pattern.search(/\{[{%]/));
    this.folder = resolve(start.slice(0, Math.max(start.lastIndexOf('/'), start.lastIndexOf('\\')) + 1) || '.');
  }

  /** @throws Error when the name leads elsewhere or was given before */
  next(values: object): string {
    const output = String(this.liquid.renderSync(this.pattern, values));
    const path = resolve(output);
    const inside = relative(this.folder, path);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new Error(`${output} lies outside of ${this.folder}`);
    if (this.taken.has(path)) throw new Error(`an earlier line became ${output} as well`);
    this.taken.add(path);
    return path;
  }
}
