import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FontFinder, layout, type RenderOptions } from '../../engine/index.ts';
import { readFonts } from './font-files.ts';
import { localFiles } from './local-files.ts';
import { otherFormat } from './other-formats.ts';
import { isUrl, type Remark, urlTrouble, UsageError } from './report.ts';
import { deadlineOf, type Patience, readNamed, readNamedText } from './named-files.ts';
import { access, stat } from '../file-system.ts';
import type { Placing } from '../rendering/templates.ts';

/** Options shared by all commands that lay out documents. */
export interface DocumentArguments {
  /** The JSON file that fills the document's Liquid tags. */
  readonly data?: string;
  readonly pageSize: string;
  readonly paper?: string;
  readonly margin: string | undefined;
  readonly namedDestinations: 'linked' | 'all';
  readonly expandScrollers?: boolean;
  readonly mediaType: 'print' | 'screen';
  readonly pageRanges?: string;
  readonly scale?: string;
  readonly printBackground?: boolean;
  /** HTML, or `@` and a file name. */
  readonly header?: string;
  readonly footer?: string;
  readonly date?: string;
  readonly font: readonly string[];
  /** Use the fonts installed on the machine. */
  readonly systemFonts?: boolean;
  readonly userStyle: readonly string[];
  readonly externalResources: 'refuse' | 'ignore';
  readonly root?: string;
  /** Don't read files next to the document. */
  readonly offline?: boolean;
  /** Seconds. */
  readonly deadline?: string;
  readonly maxPages?: string;
}

/** A document, and the diagnostics of filling it with data. */
export interface ReadDocument {
  readonly html: string | Uint8Array;
  readonly remarks: readonly Remark[];
  /** Moves the positions of diagnostics and issues to the template. Absent if the document is not one. */
  readonly placed?: Placing;
}

/**
 * Reads a file, or standard input for `-`, and fills it with the data of `--data`. `onRead` is called for the data.
 * @throws UsageError if the content clearly isn't HTML, or can't be filled
 */
export async function readDocument(
  input: string,
  given: DocumentArguments,
  onRead?: (path: string) => void,
): Promise<ReadDocument> {
  const { data } = given;
  if (input === '-' && data === '-') throw new UsageError('--data: standard input already provides the document');
  const bytes = await readNamed(input, given);
  checkIsHtml(input, bytes);
  if (data === undefined) return { html: bytes, remarks: [] };
  onRead?.(data);
  // Most documents aren't templates: the language is loaded only for those that are.
  const { fillDocument } = await import('./filled-document.ts');
  return fillDocument(inputName(input), bytes, inputName(data), await readNamed(data, given), deadlineOf(given));
}

/** @throws UsageError if the content clearly isn't HTML */
export function checkIsHtml(input: string, bytes: Uint8Array): void {
  const format = otherFormat(bytes);
  // The engine reports what an EPUB lacks. Some EPUB files don't begin with their media type.
  if (format === null || /\.epub$/i.test(input)) return;
  const next =
    format === 'JSON'
      ? '. To fill a template with data, use `pagewright render template.html --data data.json`, or `batch` for many records'
      : '';
  throw new UsageError(`${inputName(input)} is ${format}, not HTML${next}`);
}

/** Returns the engine's options. `onRead` is called for each file requested by the document, found or not. */
export async function documentOptions(
  input: string,
  given: DocumentArguments,
  onRead?: (path: string) => void,
): Promise<RenderOptions> {
  const { pageSize, paper, margin, mediaType, pageRanges, scale, date, externalResources } = given;
  const { font, systemFonts, namedDestinations, expandScrollers, printBackground } = given;
  const [header, footer] = await Promise.all([
    htmlOf('--header', given.header, given),
    htmlOf('--footer', given.footer, given),
  ]);
  return {
    pageSize,
    paper,
    margin,
    mediaType,
    pageRanges,
    scale: number('--scale', scale),
    printBackground,
    header,
    footer,
    date: date === undefined ? undefined : dateOf(date),
    externalResources,
    namedDestinations,
    overflow: expandScrollers === true ? 'expand' : 'clip',
    fonts: await readFonts(font, given),
    ...(systemFonts === true && { findFonts: await systemFontFinder() }),
    limits: limitsOf(given),
    ...(await filesFor(input, given, onRead)),
  };
}

/** Most documents use no system fonts, so their reader is only loaded for those that do. */
async function systemFontFinder(): Promise<FontFinder> {
  const { systemFontFolders, SystemFonts } = await import('./system-fonts.ts');
  const fonts = new SystemFonts(systemFontFolders());
  return (request) => fonts.find(request);
}

/** Returns the caller's style sheets and the loader for files next to the document. */
async function filesFor(
  input: string,
  given: DocumentArguments,
  onRead?: (path: string) => void,
): Promise<Pick<RenderOptions, 'userStyles' | 'loadResource' | 'baseUrl'>> {
  const { userStyle, offline, root } = given;
  const read = (path: string): Promise<Uint8Array> => readNamed(path, given);
  if (root !== undefined) await checkFolder(root);
  if (offline) {
    const sheets = await Promise.all(userStyle.map(read));
    return { userStyles: sheets.map((bytes) => Buffer.from(bytes).toString('utf8')) };
  }
  await Promise.all(userStyle.map(checkSheet));
  const userStyles = userStyle.map((file) => ({ url: pathToFileURL(resolve(file)).href }));
  return { userStyles, ...localFiles({ input, root, named: userStyle, readNamed: read, onRead }) };
}

const PAPER = /^(?:[abc]\d{1,2}|letter|legal|tabloid|ledger)$/i;

/** Other programs have `-s A4` for the page size. @throws an error unless the file can be read */
async function checkSheet(file: string): Promise<void> {
  await access(file).catch((error: unknown) => {
    if (!PAPER.test(file)) throw error;
    throw new UsageError(`file not found: ${file}. -s names a style sheet; for the page size, use --page-size ${file}`);
  });
}

/** @throws UsageError if the path isn't a folder */
export async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UsageError(isUrl(path) ? urlTrouble(path) : `folder not found: ${path}`);
  if (!found.isDirectory()) throw new UsageError(`${path} is not a folder`);
}

/**
 * Tries the arguments on an empty document, so that an invalid argument is reported once, not once per document.
 * @throws UsageError, and RenderError like rendering a document
 */
export async function checkArguments(given: DocumentArguments, more: RenderOptions = {}): Promise<void> {
  const { pageRanges: _, ...options } = await documentOptions('-', given);
  await layout('', { ...options, ...more });
}

function limitsOf(given: DocumentArguments): NonNullable<RenderOptions['limits']> {
  const pages = number('--max-pages', given.maxPages);
  return { deadlineMs: deadlineOf(given), ...(pages === undefined ? {} : { maxPages: pages }) };
}

/** @throws UsageError if the option is a file name without the @ */
async function htmlOf(option: string, given: string | undefined, patience: Patience): Promise<string | undefined> {
  if (given?.startsWith('@')) return readNamedText(given.slice(1), patience);
  if (given !== undefined && /^[^<\s]+\.x?html?$/i.test(given))
    throw new UsageError(`${option} takes HTML. To read a file, write ${option} @${given}`);
  return given;
}

export function number(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) throw new UsageError(`invalid value for ${option}: ${text}. Use a number`);
  return Number(text);
}

export function dateOf(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new UsageError(`invalid value for --date: ${text}. Use a date such as 2026-03-04`);
  return date;
}

/** Returns the document's name in messages: its path, which terminals can open. */
export const inputName = (input: string): string => (input === '-' ? 'standard input' : input);
