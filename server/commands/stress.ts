/** `pagewright stress`: finds data that breaks the layout of a template, and shrinks it to the smallest record. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { type LayoutProblem, layoutProblems } from '../../engine/debug/inspect.ts';
import { RenderError } from '../../engine/index.ts';
import { writeErr, writeOut } from '../terminal.ts';
import { OutputRoot } from '../written-files.ts';
import { BatchTemplate } from './batch-template.ts';
import { type DocumentArguments, documentOptions, inputName, number, readDocument } from './input.ts';
import { jsonMistake } from './json-mistake.ts';
import { deadlineOf, type Patience, readNamedText } from './named-files.ts';
import { placedLine, reportFailure, Status, UsageError } from './report.ts';
import { recordsOf } from './schema-data.ts';

export interface StressArguments extends DocumentArguments {
  readonly schema: string;
  readonly runs?: string;
  readonly seed?: string;
  readonly maxItems?: string;
  readonly maxLength?: string;
  /** Folder for the records that break the layout. */
  readonly output?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** A problem with the smallest record that was found to cause it. */
interface BreakingRecord extends LayoutProblem {
  readonly record: unknown;
}

/** Maximum number of different problems to find. */
const MAX_PROBLEMS = 20;
/** Maximum number of layouts per search, including those that shrink its record. */
const MAX_SHRINKS = 400;

export async function stressCommand(input: string, given: StressArguments): Promise<number> {
  try {
    const { html } = await readDocument(input, { ...given, data: undefined } as StressArguments);
    const text = typeof html === 'string' ? html : new TextDecoder().decode(html);
    const template = templateOf(inputName(input), text);
    const options = await documentOptions(input, given);
    const limits = {
      maxItems: positive('--max-items', given.maxItems, 60),
      maxLength: positive('--max-length', given.maxLength, 60),
    };
    const records = recordsOf(await schemaIn(given.schema, given), limits);
    const [sample] = fc.sample(records, { numRuns: 1, seed: 1 });
    if (typeof sample !== 'object' || sample === null) throw new UsageError('--schema must describe a JSON object');
    const problemsOf = async (record: unknown): Promise<readonly LayoutProblem[]> => {
      const filled = await template.fillIn(record as object, deadlineOf(given));
      const missing = filled.remarks.map(({ code, message, line }) => ({ code, message, element: null, line }));
      try {
        const { problems } = await layoutProblems(filled.html, options);
        return [...missing, ...problems];
      } catch (error) {
        if (!(error instanceof RenderError)) throw error;
        return [...missing, { code: error.code, message: error.message, element: null, line: null }];
      }
    };
    const search = new Search(
      records,
      problemsOf,
      positive('--runs', given.runs, 100),
      positive('--seed', given.seed, 1),
    );
    const found = await search.run();
    if (given.output !== undefined) save(given.output, found);
    print(input, found, given);
    return found.length === 0 ? Status.Done : Status.Failed;
  } catch (error) {
    return reportFailure(error, given.json ? writeOut : null);
  }
}

/** @throws UsageError with the place of a mistake in the template */
function templateOf(name: string, text: string): BatchTemplate {
  try {
    return new BatchTemplate(name, text);
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]);
  }
}

/** Searches for one problem after another. Problems are the same if their kinds and elements are. */
class Search {
  private readonly records: fc.Arbitrary<unknown>;
  private readonly problemsOf: (record: unknown) => Promise<readonly LayoutProblem[]>;
  private readonly runs: number;
  private readonly seed: number;
  private readonly known = new Set<string>();

  constructor(
    records: fc.Arbitrary<unknown>,
    problemsOf: (record: unknown) => Promise<readonly LayoutProblem[]>,
    runs: number,
    seed: number,
  ) {
    this.records = records;
    this.problemsOf = problemsOf;
    this.runs = runs;
    this.seed = seed;
  }

  async run(): Promise<BreakingRecord[]> {
    const found: BreakingRecord[] = [];
    while (found.length < MAX_PROBLEMS) {
      const next = await this.findOne();
      if (next === null) break;
      found.push(next);
      this.known.add(keyOf(next));
    }
    return found;
  }

  /** Returns a new problem with the smallest record that has it, or null. */
  private async findOne(): Promise<BreakingRecord | null> {
    let key: string | null = null;
    let best: BreakingRecord | null = null;
    let shrinks = 0;
    let failure: unknown = null;
    const property = fc.asyncProperty(this.records, async (record) => {
      if (failure !== null || (key !== null && ++shrinks > MAX_SHRINKS)) return true;
      try {
        const problems = await this.problemsOf(record);
        const problem = problems.find((one) => (key === null ? !this.known.has(keyOf(one)) : keyOf(one) === key));
        if (problem === undefined) return true;
        key = keyOf(problem);
        best = { ...problem, record };
        return false;
      } catch (error) {
        failure = error;
        return true;
      }
    });
    await fc.check(property, { numRuns: this.runs, seed: this.seed });
    if (failure !== null) throw failure as Error;
    return best;
  }
}

const keyOf = ({ code, element }: LayoutProblem): string => `${code} ${element ?? ''}`;

async function schemaIn(path: string, given: Patience): Promise<unknown> {
  const text = await readNamedText(path, given);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${path} is not valid JSON: ${jsonMistake(text)}`);
  }
}

function positive(name: string, given: string | undefined, otherwise: number): number {
  const value = number(name, given) ?? otherwise;
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`${name} must be a whole number of at least 1`);
  return value;
}

function save(folder: string, found: readonly BreakingRecord[]): void {
  const root = new OutputRoot(folder);
  for (const [i, { record }] of found.entries())
    root.write(join(folder, `problem-${i + 1}.json`), `${JSON.stringify(record, null, 2)}\n`);
}

function print(input: string, found: readonly BreakingRecord[], { json, quiet }: StressArguments): void {
  if (json) {
    writeOut(`${JSON.stringify({ problems: found }, null, 2)}\n`);
    return;
  }
  for (const { code, message, element, line, record } of found) {
    const place = { source: null, line, column: line === null ? null : 1 };
    writeOut(
      `${placedLine(inputName(input), place, `${element === null ? '' : `${element}: `}${message} [${code}]`)}\n`,
    );
    writeOut(`  smallest record: ${JSON.stringify(record)}\n`);
  }
  if (!quiet)
    writeErr(found.length === 0 ? 'no problems\n' : found.length === 1 ? '1 problem\n' : `${found.length} problems\n`);
}
