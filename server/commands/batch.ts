/**
 * `pagewright batch`: renders a template once per data entry, in several threads. Entries are streamed, so their number
 * is unlimited.
 */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { isWarning } from '../../engine/diagnostics.ts';
import { BatchTemplate } from './batch-template.ts';
import type { BatchAnswer, BatchTask, BatchWork } from './batch-worker.ts';
import { type DataEntry, dataEntries } from './data-lines.ts';
import { checkIsHtml, checkArguments, type DocumentArguments, inputName } from './input.ts';
import { readNamed } from './named-files.ts';
import { outputFormat } from './output-format.ts';
import { hasTags, PathPattern } from './path-pattern.ts';
import { type PdfArguments, pdfOptions } from './pdf-options.ts';
import { RecordFiles } from './record-files.ts';
import {
  documentCount,
  ProgressLine,
  type Remark,
  remarkLines,
  reportFailure,
  Status,
  type Talk,
  UsageError,
} from './report.ts';
import { NamedLog } from '../written-files.ts';
import { TaskPool, workerCount } from './task-pool.ts';
import { writeErr } from '../terminal.ts';

export interface BatchArguments extends DocumentArguments, PdfArguments, Talk {
  readonly output: string;
  readonly workers?: string;
  readonly resume?: boolean;
  readonly errors?: string;
  /** Treat warnings as failures. */
  readonly strict?: boolean;
}

/** Limit on distinct remarks. Remarks that quote data may differ in every document. */
const MAX_REMARKS = 200;

interface Counts {
  rendered: number;
  left: number;
  failed: number;
  /** Documents rendered with warnings. */
  warned: number;
}

/** Returns the exit status. */
export async function batchCommand(template: string, data: string, given: BatchArguments): Promise<number> {
  try {
    const batch = new Batch(template, await readNamed(template, given), given);
    await checkArguments(given, await pdfOptions(given));
    await new RecordFiles(given).check();
    const counts = await batch.run(data);
    const left = counts.left === 0 ? '' : `, ${counts.left} already existed`;
    const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`;
    const warned = counts.warned === 0 ? '' : `, ${counts.warned} with warnings`;
    writeErr(`${documentCount(counts.rendered)} rendered${warned}${left}${failed}\n`);
    if (counts.failed > 0) return Status.Failed;
    return given.strict && counts.warned > 0 ? Status.Warnings : Status.Done;
  } catch (error) {
    return reportFailure(error, null);
  }
}

class Batch {
  private readonly given: BatchArguments;
  private readonly work: BatchWork;
  private readonly names: OutputNames;
  /** Receives the failed lines. null: standard error does. */
  private readonly errors: NamedLog | null;
  private readonly progress = new ProgressLine();
  private readonly counts: Counts = { rendered: 0, left: 0, failed: 0, warned: 0 };
  /** Each distinct remark, with the number of affected documents. */
  private readonly remarks = new Map<string, { readonly remark: Remark; line: number; documents: number }>();
  /** Documents with remarks beyond the limit. */
  private unsaid = 0;

  constructor(template: string, bytes: Uint8Array, given: BatchArguments) {
    this.given = given;
    checkIsHtml(template, bytes);
    this.names = new OutputNames(given.output);
    this.work = { template, html: Buffer.from(bytes).toString('utf8'), root: this.names.folder, arguments: given };
    // A template that doesn't parse fails once, not once per line.
    checkTemplate(template, this.work.html);
    this.errors = given.errors === undefined ? null : new NamedLog(given.errors);
  }

  async run(data: string): Promise<Counts> {
    const pool = new TaskPool<BatchTask, BatchAnswer>(
      'commands/batch-worker',
      this.work,
      workerCount(this.given.workers),
      (answer) => this.note(answer),
    );
    try {
      for await (const entry of dataEntries(data)) {
        const task = this.taskFor(entry);
        if (task !== null) await pool.take(task);
      }
      await pool.finish();
    } finally {
      await pool.close();
      this.errors?.close();
      this.progress.clear();
    }
    this.sayRemarks();
    return this.counts;
  }

  private sayRemarks(): void {
    const said = [...this.remarks.values()].map(({ remark, line, documents }): Remark => {
      const where = documents === 1 ? `line ${line} of the data` : `${documents} documents, first on line ${line}`;
      return { ...remark, count: 1, message: `${remark.message} (${where})` };
    });
    // Documents finish in any order.
    said.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    for (const line of remarkLines(inputName(this.work.template), said, this.given)) writeErr(`${line}\n`);
    if (this.unsaid > 0 && !this.given.quiet)
      writeErr(`further diagnostics in ${documentCount(this.unsaid)} were not printed\n`);
  }

  private taskFor({ line, values, error }: DataEntry): BatchTask | null {
    try {
      if (values === null) throw new UsageError(error ?? '');
      const output = this.names.next(values);
      if (this.given.resume && existsSync(output)) {
        this.counts.left++;
        return null;
      }
      return { line, output, values };
    } catch (problem) {
      this.note({ line, output: null, error: { code: 'data', message: (problem as Error).message }, remarks: [] });
      return null;
    }
  }

  private note({ line, output, error, remarks }: BatchAnswer): void {
    if (error === null) {
      this.counts.rendered++;
      if (remarks.some(isWarning)) this.counts.warned++;
      // A loop reports the same missing value many times.
      const once = new Map(remarks.map((remark) => [`${remark.code}\n${remark.message}`, remark]));
      const noted = [...once].map(([key, remark]) => this.noteRemark(key, remark, line));
      if (noted.includes(false)) this.unsaid++;
    } else {
      this.counts.failed++;
      const entry = `${JSON.stringify({ line, output, ...error })}\n`;
      if (this.errors === null) writeErr(entry);
      else this.errors.append(entry);
    }
    this.progress.show(`${this.counts.rendered + this.counts.failed} documents`);
  }

  /** Counts a remark. Returns false if the limit keeps it out of the report. */
  private noteRemark(key: string, remark: Remark, line: number): boolean {
    const known = this.remarks.get(key);
    if (known !== undefined) {
      known.documents++;
      known.line = Math.min(known.line, line);
      return true;
    }
    if (this.remarks.size >= MAX_REMARKS) return false;
    this.remarks.set(key, { remark, line, documents: 1 });
    return true;
  }
}

function checkTemplate(name: string, text: string): void {
  try {
    void new BatchTemplate(name, text);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Generates the names of results from the caller's pattern. */
class OutputNames {
  private readonly pattern: PathPattern;
  private readonly taken = new Set<string>();

  constructor(pattern: string) {
    if (outputFormat(pattern, undefined) !== 'pdf')
      throw new UsageError(`${pattern}: batch writes only PDFs. Use \`pagewright render --format png\` for PNGs`);
    if (!hasTags(pattern))
      throw new UsageError(
        `${pattern} names the same file for every document. Use data in the name: out/{{ number }}.pdf. For a single document, use \`pagewright render --data\``,
      );
    this.pattern = new PathPattern('--output', pattern);
  }

  get folder(): string {
    return this.pattern.folder;
  }

  /** @throws Error if the name leads out of the folder or is already taken */
  next(values: object): string {
    const path = this.pattern.fill(values);
    if (this.taken.has(path)) throw new Error(`an earlier line already wrote ${relative('.', path)}`);
    this.taken.add(path);
    return path;
  }
}
