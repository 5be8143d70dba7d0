/** `pagewright verify`: renders a file again from the inputs that it names, and compares the bytes. */
import { readFileSync } from 'node:fs';
import { render } from '../../engine/index.ts';
import { writeErr, writeOut } from '../terminal.ts';
import { checkFolder } from './input.ts';
import { preparedJob, type RenderArguments } from './render-job.ts';
import { reportFailure, Status, UsageError } from './report.ts';

/** The record of its inputs that a file contains. */
interface Provenance {
  readonly engine: string;
  readonly document: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly resources: Readonly<Record<string, string>>;
  readonly fonts: readonly string[];
  readonly attachments: Readonly<Record<string, string>>;
  readonly options: string;
  readonly notes: { readonly inputs?: string; readonly arguments?: string };
}

export interface VerifyArguments {
  /** The folder in which the command ran. */
  readonly from: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `pagewright verify`: renders a file again, compares the bytes, and returns the exit status. */
export async function verifyCommand(file: string, given: VerifyArguments): Promise<number> {
  try {
    await checkFolder(given.from);
    const bytes = readFileSync(file);
    const recorded = recordIn(bytes);
    if (recorded === null)
      throw new UsageError(`${file} doesn't say what it was made from. Render it with --provenance`);
    const differences = await differencesOf(bytes, recorded, given.from);
    if (given.json)
      writeOut(
        `${JSON.stringify({ verified: differences.length === 0, engine: recorded.engine, differences }, null, 2)}\n`,
      );
    else {
      for (const difference of differences) writeOut(`${file}: ${difference}\n`);
      if (differences.length === 0 && !given.quiet) writeErr(`${file}: verified, made by ${recorded.engine}\n`);
    }
    return differences.length === 0 ? Status.Done : Status.Failed;
  } catch (error) {
    return reportFailure(error, given.json ? writeOut : null);
  }
}

/** Reads the record in the metadata of a file. Returns null if the file has no record. */
function recordIn(bytes: Buffer): Provenance | null {
  const text = /<pagewright:provenance>([^<]*)</.exec(bytes.toString('utf8'))?.[1];
  if (text === undefined) return null;
  const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
  return JSON.parse(text.replace(/&(quot|amp|lt|gt|apos);/g, (_, name: string) => entities[name]!)) as Provenance;
}

async function differencesOf(bytes: Buffer, recorded: Provenance, folder: string): Promise<string[]> {
  const { inputs, arguments: given } = recorded.notes;
  if (inputs === undefined || given === undefined)
    throw new UsageError('the file was made by a program, not by `pagewright render`: compare its digests there');
  const [input = '', ...others] = JSON.parse(inputs) as string[];
  const before = process.cwd();
  process.chdir(folder);
  try {
    const job = { input, ...(others.length === 0 ? {} : { others }), output: '-', root: null };
    const { html, options } = await preparedJob(job, { ...(JSON.parse(given) as RenderArguments), provenance: true });
    const { pdf } = await render(html, options);
    const again = Buffer.from(pdf);
    return again.equals(bytes) ? [] : changes(recorded, recordIn(again)!);
  } finally {
    process.chdir(before);
  }
}

/** Names what differs between the record of a file and that of its new render. */
function changes(then: Provenance, now: Provenance): string[] {
  const found: string[] = [];
  if (then.engine !== now.engine) found.push(`made by ${then.engine}, but this is ${now.engine}`);
  for (const kind of ['inputs', 'resources', 'attachments'] as const)
    for (const name of new Set([...Object.keys(then[kind]), ...Object.keys(now[kind])]))
      if (then[kind][name] !== now[kind][name]) found.push(`${name} ${wordFor(then[kind][name], now[kind][name])}`);
  if (then.fonts.join() !== now.fonts.join()) found.push('the files of --font have changed');
  if (then.options !== now.options) found.push('a file that an option names has changed');
  return found.length > 0
    ? found
    : ['its inputs are the same, but its bytes are not: the file was changed after it was made'];
}

function wordFor(then: string | undefined, now: string | undefined): string {
  if (then === undefined) return 'is new';
  return now === undefined ? 'is missing' : 'has changed';
}
