/** `pagewright verify`: renders a file again from the inputs that it names, and compares the bytes. */
import { statSync } from 'node:fs';
import { render } from '../../engine/index.ts';
import { writeErr, writeOut } from '../terminal.ts';
import { checkFolder } from './input.ts';
import { isFolder } from './inputs.ts';
import { deadlineOf, readNamed } from './named-files.ts';
import { type Recorded, type RecordedCommand, recordIn } from './recorded.ts';
import { preparedJob, type RenderArguments } from './render-job.ts';
import { reportFailure, Status, UsageError } from './report.ts';

/** Limit on the inputs of a document, which is that of `render`. */
const MOST_INPUTS = 10_000;

export interface VerifyArguments {
  /** The folder in which the command ran. */
  readonly from: string;
  /** Seconds. */
  readonly deadline?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `pagewright verify`: renders a file again, compares the bytes, and returns the exit status. */
export async function verifyCommand(file: string, given: VerifyArguments): Promise<number> {
  try {
    await checkFolder(given.from);
    const bytes = Buffer.from(await readNamed(file, given));
    const recorded = recordIn(file, bytes);
    if (recorded === null) throw new UsageError(`${file} has no record of its inputs. Render it with --provenance`);
    const differences = await differencesOf({ file, bytes, recorded }, given);
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

async function differencesOf(
  { file, bytes, recorded }: { readonly file: string; readonly bytes: Buffer; readonly recorded: Recorded },
  given: VerifyArguments,
): Promise<string[]> {
  const { command } = recorded;
  if (command === null)
    throw new UsageError(
      'the file was made by a program, not by `pagewright render`. Compare its digests in that program',
    );
  const { input, others } = command;
  if (others.length >= MOST_INPUTS) throw new UsageError(`the file names more than ${MOST_INPUTS} inputs`);
  const before = process.cwd();
  process.chdir(given.from);
  try {
    for (const name of [input, ...others, ...namedFiles(command)]) checkRegular(name);
    for (const name of command.arguments.font as readonly string[]) if (!isFolder(name)) checkRegular(name);
    const job = { input, ...(others.length === 0 ? {} : { others }), output: '-', root: null };
    // The types of the arguments have been checked.
    const args = command.arguments as unknown as RenderArguments;
    const { html, options } = await preparedJob(job, { ...args, provenance: true });
    // The file may request any deadline.
    const { pdf } = await render(html, { ...options, limits: { ...options.limits, deadlineMs: deadlineOf(given) } });
    const again = Buffer.from(pdf);
    return again.equals(bytes) ? [] : changes(recorded, recordIn(file, again)!);
  } finally {
    process.chdir(before);
  }
}

/** Returns the files that recorded arguments name, except fonts. */
function namedFiles({ arguments: given }: RecordedCommand): string[] {
  const { data, userStyle, attachment, facturx, xmp, outputIntent, keepPages } = given;
  const { header, footer, userPassword, ownerPassword } = given;
  const inText = [header, footer, userPassword, ownerPassword].filter(
    (text) => typeof text === 'string' && text.startsWith('@'),
  );
  return [
    ...[data, facturx, xmp, outputIntent, keepPages, userStyle, attachment].flat(),
    ...inText.map((text) => (text as string).slice(1)),
  ].filter((name) => typeof name === 'string');
}

/** @throws UsageError for standard input, a pipe or a device, which may never end */
function checkRegular(name: string): void {
  if (name === '-' || statSync(name, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`${name} is not a regular file`);
}

/** Names the differences between the record of a file and that of its new render. */
function changes(then: Recorded, now: Recorded): string[] {
  const found: string[] = [];
  if (then.engine !== now.engine) found.push(`made by ${then.engine}, but this is ${now.engine}`);
  for (const kind of ['inputs', 'resources', 'attachments'] as const)
    for (const name of new Set([...Object.keys(then[kind]), ...Object.keys(now[kind])]))
      if (then[kind][name] !== now[kind][name]) found.push(`${name} ${wordFor(then[kind][name], now[kind][name])}`);
  if (then.fonts.join() !== now.fonts.join()) found.push('the files of --font have changed');
  if (then.options !== now.options) found.push('a file that an option names has changed');
  return found.length > 0
    ? found
    : ['its inputs are the same, but its bytes are not: the file was changed after rendering'];
}

function wordFor(then: string | undefined, now: string | undefined): string {
  if (then === undefined) return 'is new';
  return now === undefined ? 'is missing' : 'has changed';
}
