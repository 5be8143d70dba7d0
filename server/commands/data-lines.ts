/** The data of `pagewright batch`, an entry for each document: lines of JSON (NDJSON), a JSON array, or a table (CSV) whose first row names the columns. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { UsageError } from './report.ts';

/** One document's data, or why they can't be read. */
export interface DataEntry {
  /** From 1: of the file, or of the array's entries. */
  readonly line: number;
  readonly values: Record<string, unknown> | null;
  readonly error: string | null;
}

/**
 * All entries, however long the file is; only an array is read as a whole.
 * @throws UsageError for a file that is neither, and what Node throws where there is none
 */
export async function* dataEntries(path: string): AsyncGenerator<DataEntry> {
  const input = path === '-' ? process.stdin.setEncoding('utf8') : await opened(path);
  if (/\.(?:csv|tsv)$/i.test(path)) yield* tableEntries(input, /\.tsv$/i.test(path) ? '\t' : null);
  else yield* jsonEntries(input);
}

/** Fails at once where there is no such file. */
function opened(path: string): Promise<NodeJS.ReadableStream> {
  const stream = createReadStream(path, 'utf8');
  return new Promise((done, failed) => stream.once('error', failed).once('ready', () => done(stream)));
}

async function* jsonEntries(input: NodeJS.ReadableStream): AsyncGenerator<DataEntry> {
  let line = 0;
  /** The lines of an array; null: they are entries. */
  let array: string[] | null = null;
  let isFirst = true;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    const entry = line === 1 ? text.replace(/^\ufeff/, '') : text;
    if (array === null && entry.trim() === '') continue;
    if (isFirst && entry.trimStart().startsWith('[')) array = [];
    isFirst = false;
    if (array === null) yield jsonEntry(line, entry);
    else array.push(entry);
  }
  if (array !== null) yield* arrayEntries(array.join('\n'));
}

function jsonEntry(line: number, text: string): DataEntry {
  try {
    return entryOf(line, JSON.parse(text), 'each line of data must be a JSON object');
  } catch (error) {
    return { line, values: null, error: (error as Error).message };
  }
}

function* arrayEntries(text: string): Generator<DataEntry> {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the data start with [ but are not a valid JSON array: ${(error as Error).message}`);
  }
  for (const [index, value] of (all as unknown[]).entries())
    yield entryOf(index + 1, value, 'each entry of the JSON array must be an object');
}

function entryOf(line: number, value: unknown, otherwise: string): DataEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, values: null, error: otherwise };
  return { line, values: value as Record<string, unknown>, error: null };
}

/** Rows by the names of their columns. `separator` null: the first of comma, semicolon and tab that parts the names. */
async function* tableEntries(input: NodeJS.ReadableStream, separator: string | null): AsyncGenerator<DataEntry> {
  let names: readonly string[] | null = null;
  for await (const { line, cells } of tableRows(input, separator)) {
    if (names === null) {
      names = columnNames(cells);
    } else if (cells.length > names.length) {
      yield {
        line,
        values: null,
        error: `the row has ${cells.length} values, but the header has ${names.length} columns`,
      };
    } else {
      const entries = cells.map((cell, index) => [names?.[index] ?? '', cell] as const);
      yield { line, values: Object.fromEntries(entries), error: null };
    }
  }
}

function columnNames(cells: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const cell of cells) {
    const name = cell.trim();
    if (names.has(name)) throw new UsageError(`duplicate column name: "${name}"`);
    names.add(name);
  }
  return [...names];
}

interface TableRow {
  /** Where it begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** RFC 4180: values in double quotes may hold separators, line ends and doubled quotes. Empty lines are left out. */
async function* tableRows(input: NodeJS.ReadableStream, given: string | null): AsyncGenerator<TableRow> {
  let separator = given;
  let line = 0;
  /** Lines of a row, which goes on behind line ends in quotes. */
  let lines: string[] = [];
  let isOpen = false;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    lines.push(line === 1 ? text.replace(/^\ufeff/, '') : text);
    // A quote that is open at the end of the line goes on in the next; doubled ones are two.
    if (text.split('"').length % 2 === 0) isOpen = !isOpen;
    if (isOpen) continue;
    const row = lines.join('\n');
    separator ??= [',', ';', '\t'].find((one) => row.includes(one)) ?? ',';
    if (row.trim() !== '') yield { line: line - lines.length + 1, cells: cellsOf(row, separator) };
    lines = [];
  }
  if (isOpen)
    throw new UsageError(
      `unclosed quotation mark in the row that starts in line ${line - lines.length + 1} of the data`,
    );
}

function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < row.length; i++) {
    const character = row[i]!;
    if (character === '"' && isQuoted && row[i + 1] === '"') cell += row[i++];
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
