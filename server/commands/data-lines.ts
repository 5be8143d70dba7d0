/**
 * The data of `pagewright batch`, one entry per document: lines of JSON (NDJSON), a JSON array, one JSON
 * object, or CSV with a header row.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { jsonMistake } from './json-mistake.ts';
import { UsageError } from './report.ts';

/** The data of one document, or the reason why it can't be read. */
export interface DataEntry {
  /** 1-based: the line of the file, or the index in the array. */
  readonly line: number;
  readonly values: Record<string, unknown> | null;
  readonly error: string | null;
}

/**
 * Yields all entries. Files are streamed, except for arrays and an object on several lines.
 * @throws UsageError for other formats, and Node's error if the file can't be opened
 */
export async function* dataEntries(path: string): AsyncGenerator<DataEntry> {
  const input = path === '-' ? process.stdin.setEncoding('utf8') : await opened(path);
  if (/\.(?:csv|tsv)$/i.test(path)) yield* tableEntries(input, /\.tsv$/i.test(path) ? '\t' : null);
  else yield* jsonEntries(input);
}

/** Opens a file. Rejects at once if it doesn't exist. */
function opened(path: string): Promise<NodeJS.ReadableStream> {
  const stream = createReadStream(path, 'utf8');
  return new Promise((done, failed) => stream.once('error', failed).once('ready', () => done(stream)));
}

async function* jsonEntries(input: NodeJS.ReadableStream): AsyncGenerator<DataEntry> {
  let number = 0;
  /** The lines of an array or of one object, or null if each line is an entry. */
  let whole: Line[] | null = null;
  let isFirst = true;
  for await (const read of createInterface({ input, crlfDelay: Infinity })) {
    number++;
    const text = number === 1 ? read.replace(/^\ufeff/, '') : read;
    if (whole === null && text.trim() === '') continue;
    if (isFirst && (text.trimStart().startsWith('[') || isStartOfObject(text))) whole = [];
    isFirst = false;
    if (whole === null) yield jsonEntry(number, text);
    else whole.push({ number, text });
  }
  if (whole === null) return;
  if (isStartOfObject(whole[0]!.text)) yield* objectEntries(whole);
  else yield* arrayEntries(whole.map(({ text }) => text).join('\n'));
}

interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** Whether a line is the start of an object that continues on the next one. */
const isStartOfObject = (text: string): boolean =>
  text.trimStart().startsWith('{') && !isJson(text) && jsonMistake(text).startsWith('unexpected end');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Yields one object that is written on several lines, or the lines if others are objects by themselves. */
function* objectEntries(lines: readonly Line[]): Generator<DataEntry> {
  const text = lines.map((line) => line.text).join('\n');
  if (isJson(text)) yield jsonEntry(lines[0]!.number, text);
  else if (lines.some((line) => line.text.trimStart().startsWith('{') && isJson(line.text)))
    for (const line of lines.filter((one) => one.text.trim() !== '')) yield jsonEntry(line.number, line.text);
  else
    throw new UsageError(
      `the data is neither one JSON object nor one object per line: ${jsonMistake('\n'.repeat(lines[0]!.number - 1) + text)}`,
    );
}

function jsonEntry(line: number, text: string): DataEntry {
  try {
    return entryOf(line, JSON.parse(text), 'each line of data must be a JSON object');
  } catch {
    // The mistake is in the first line of `text`, which is a line of the file.
    const mistake = jsonMistake(text).replace('line 1', `line ${line}`);
    return { line, values: null, error: `invalid JSON: ${mistake}` };
  }
}

function* arrayEntries(text: string): Generator<DataEntry> {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    throw new UsageError(`the data starts with [ but is not a valid JSON array: ${jsonMistake(text)}`);
  }
  for (const [index, value] of (all as unknown[]).entries())
    yield entryOf(index + 1, value, 'each entry of the JSON array must be an object');
}

function entryOf(line: number, value: unknown, otherwise: string): DataEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, values: null, error: otherwise };
  return { line, values: value as Record<string, unknown>, error: null };
}

/** Yields table rows as objects by column name. `separator` null: detects comma, semicolon or tab from the header. */
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
  /** Line on which the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads CSV (RFC 4180). Quoted values may contain separators, line breaks and doubled quotes. Empty lines are skipped.
 */
async function* tableRows(input: NodeJS.ReadableStream, given: string | null): AsyncGenerator<TableRow> {
  let separator = given;
  let line = 0;
  /** Lines of the current row. A quoted line break continues the row on the next line. */
  let lines: string[] = [];
  let isOpen = false;
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    line++;
    lines.push(line === 1 ? text.replace(/^\ufeff/, '') : text);
    // A quote left open continues on the next line. Doubled quotes count twice and cancel out.
    if (text.split('"').length % 2 === 0) isOpen = !isOpen;
    if (isOpen) continue;
    const row = lines.join('\n');
    separator ??= [',', ';', '\t'].find((one) => row.includes(one)) ?? ',';
    if (row.trim() !== '') yield { line: line - lines.length + 1, cells: cellsOf(row, separator) };
    lines = [];
  }
  if (isOpen)
    throw new UsageError(
      `unclosed quotation mark in the row that starts on line ${line - lines.length + 1} of the data`,
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
