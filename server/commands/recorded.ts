/** The record of a PDF's inputs. The file may come from anybody, so nothing in it is trusted. */
import { UsageError } from './report.ts';

/** Names of files with the digests of their contents. */
type Digests = Readonly<Record<string, string>>;

export interface Recorded {
  readonly engine: string;
  readonly inputs: Digests;
  readonly resources: Digests;
  readonly fonts: readonly string[];
  readonly attachments: Digests;
  readonly options: string;
  /**
   * The entries that `render` adds: the files of the document, and its arguments. null: another program made the file.
   */
  readonly command: RecordedCommand | null;
}

export interface RecordedCommand {
  readonly input: string;
  readonly others: readonly string[];
  readonly arguments: Readonly<Record<string, string | boolean | readonly string[]>>;
}

/** Arguments of `render` that aren't single strings. */
const LISTS: ReadonlySet<string> = new Set(['font', 'userStyle', 'attachment', 'redact', 'deny', 'viewer']);
const FLAGS: ReadonlySet<string> = new Set([
  'systemFonts',
  'offline',
  'expandScrollers',
  'forms',
  'compress',
  'hinting',
  'printBackground',
  'provenance',
]);

const BEGIN = '<pagewright:provenance>';

/** Reads the record in the metadata of a file. Returns null if it has none. @throws UsageError if it is broken */
export function recordIn(file: string, bytes: Buffer): Recorded | null {
  const at = bytes.indexOf(BEGIN);
  const end = at === -1 ? -1 : bytes.indexOf('<', at + BEGIN.length);
  if (end === -1) return null;
  const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" };
  const text = bytes.toString('utf8', at + BEGIN.length, end);
  const record = recordOf(parsed(text.replace(/&(quot|amp|lt|gt|apos);/g, (_, name: string) => entities[name]!)));
  if (record === null)
    throw new UsageError(`${file} has a broken record of its inputs. It was changed after rendering`);
  return record;
}

function recordOf(value: unknown): Recorded | null {
  if (!isObject(value)) return null;
  const { engine, inputs, resources, fonts, attachments, options, notes } = value;
  const isWhole = isText(engine) && isDigests(inputs) && isDigests(resources) && isTexts(fonts);
  if (!isWhole || !isDigests(attachments) || !isText(options) || !isObject(notes)) return null;
  const known = { engine, inputs, resources, fonts, attachments, options };
  if (notes.inputs === undefined || notes.arguments === undefined) return { ...known, command: null };
  const command = commandOf(parsed(notes.inputs), parsed(notes.arguments));
  return command && { ...known, command };
}

function commandOf(inputs: unknown, given: unknown): RecordedCommand | null {
  if (!isTexts(inputs) || inputs[0] === undefined || !isObject(given)) return null;
  const isValid = Object.entries(given).every(([name, value]) =>
    LISTS.has(name) ? isTexts(value) : FLAGS.has(name) ? typeof value === 'boolean' : isText(value),
  );
  if (!isValid || !isTexts(given.font) || !isTexts(given.userStyle)) return null;
  return { input: inputs[0], others: inputs.slice(1), arguments: given as RecordedCommand['arguments'] };
}

/** No argument of a command contains a NUL, and the file system can't handle it. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDigests = (value: unknown): value is Digests => isObject(value) && Object.values(value).every(isText);

/** Returns the value of a JSON text; undefined if it isn't one. */
function parsed(json: unknown): unknown {
  try {
    return isText(json) ? JSON.parse(json) : undefined;
  } catch {
    return undefined;
  }
}
