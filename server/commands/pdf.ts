/** `pagewright pdf`: merges, stamps, splits, imposes and checks existing PDF files. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import {
  imposePdf,
  mergePdfs,
  type PdfResult,
  readPdfInfo,
  RenderError,
  splitPdf,
  stampPdf,
  validatePdf,
} from '../../engine/pdf.ts';
import { writeErr, writeOut } from '../terminal.ts';
import { writeNamed } from '../written-files.ts';
import { deadlineOf, readNamed } from './named-files.ts';
import { toStandardOutput } from './output-format.ts';
import { pageCount, reportFailure, Status, UsageError } from './report.ts';

export interface Common {
  readonly deadline?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export interface Written extends Common {
  readonly output: string;
}

type Limits = { readonly limits?: { readonly deadlineMs: number } };

export function limitsOf({ deadline }: Common): Limits {
  if (deadline === undefined) return {};
  return { limits: { deadlineMs: deadlineOf({ deadline }) } };
}

/** Runs a command and returns its exit status. `files`: the names of the files by the library's names for them. */
export async function run(
  options: Common,
  files: Readonly<Record<string, string>>,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    return reportFailure(namingFile(error, files), options.json ? writeOut : null);
  }
}

/** Returns an error that names the file which can't be read. */
function namingFile(error: unknown, files: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof RenderError) || error.code !== 'invalid_options') return error;
  const [issue] = error.issues;
  const file = files[issue?.path ?? ''];
  return file === undefined ? error : new UsageError(`${file} ${issue!.message}`);
}

/** Reads `plan.pdf` or `plan.pdf#2-4`. A file of the whole name takes precedence. */
async function partOf(given: string, options: Common): Promise<{ pdf: Uint8Array; name: string; pages?: string }> {
  const match = /^(.+)#([\d,\s-]+)$/.exec(given);
  if (match === null || existsSync(given)) return { pdf: await readNamed(given, options), name: basename(given) };
  return { pdf: await readNamed(match[1]!, options), name: basename(match[1]!), pages: match[2]! };
}

/** Writes a file and reports what was dropped. */
export async function write(path: string, { pdf, pages, dropped }: PdfResult, { quiet, json }: Common): Promise<void> {
  // On a terminal, the bytes of a PDF could act as control codes.
  if (path === '-' && process.stdout.isTTY)
    throw new UsageError('standard output is a terminal. Choose a file with -o, or redirect the output');
  if (path === '-') await toStandardOutput(pdf);
  else writeNamed(path, pdf);
  if (json) {
    // If the PDF goes to standard output, the report goes to standard error.
    (path === '-' ? writeErr : writeOut)(`${JSON.stringify({ file: path, pages, dropped })}\n`);
    return;
  }
  if (quiet) return;
  for (const { file, what } of dropped) writeErr(`pagewright: not kept from ${file}: ${what}\n`);
  if (path !== '-') writeErr(`${path}: ${pageCount(pages)}\n`);
}

export const mergeCommand = (
  inputs: readonly string[],
  options: Written & { readonly title?: string; readonly bookmarks?: boolean },
): Promise<number> =>
  run(options, Object.fromEntries(inputs.map((input, i) => [`files[${i}].pdf`, input])), async () => {
    const parts = await Promise.all(inputs.map((input) => partOf(input, options)));
    const { title, bookmarks } = options;
    await write(options.output, await mergePdfs(parts, { title, bookmarks, ...limitsOf(options) }), options);
    return Status.Done;
  });

export const stampCommand = (
  input: string,
  stamp: string,
  options: Written & {
    readonly pages?: string;
    readonly under?: boolean;
    readonly fit?: 'contain' | 'fill' | 'none';
    readonly repeat?: 'last' | 'all' | 'none';
  },
): Promise<number> =>
  run(options, { pdf: input, stamp }, async () => {
    const { pages, under, fit, repeat } = options;
    const given = { pages, under, fit, repeat, ...limitsOf(options) };
    await write(
      options.output,
      await stampPdf(await readNamed(input, options), await readNamed(stamp, options), given),
      options,
    );
    return Status.Done;
  });

/** The placeholder for a part's number in its file name. */
const NUMBER = /\{\{\s*number\s*\}\}/g;

export const splitCommand = (
  input: string,
  options: Written & { readonly pages?: readonly string[]; readonly every?: string },
): Promise<number> =>
  run(options, { pdf: input }, async () => {
    const { output, pages = [], every } = options;
    const parts = pages.length === 0 ? undefined : pages;
    const given = { parts, every: every === undefined ? undefined : Number(every), ...limitsOf(options) };
    const made = await splitPdf(await readNamed(input, options), given);
    if (made.length > 1 && output.replace(NUMBER, '') === output)
      throw new UsageError(`--output names one file for ${made.length} parts. Use a pattern: 'part-{{ number }}.pdf'`);
    for (const [i, part] of made.entries()) await write(output.replace(NUMBER, String(i + 1)), part, options);
    return Status.Done;
  });

export const imposeCommand = (
  input: string,
  options: Written & {
    readonly layout?: string;
    readonly sheet?: string;
    readonly gap?: string;
    readonly direction?: 'ltr' | 'rtl';
  },
): Promise<number> =>
  run(options, { pdf: input }, async () => {
    const { layout, sheet, gap, direction } = options;
    const given = { layout, sheet, direction, gap: gap === undefined ? undefined : Number(gap), ...limitsOf(options) };
    await write(options.output, await imposePdf(await readNamed(input, options), given), options);
    return Status.Done;
  });

export const infoCommand = (input: string, options: Common): Promise<number> =>
  run(options, { pdf: input }, async () => {
    const info = await readPdfInfo(await readNamed(input, options), limitsOf(options));
    if (options.json) {
      writeOut(`${JSON.stringify(info)}\n`);
      return Status.Done;
    }
    const { pages, ...others } = info;
    const sizes = new Map<string, number>();
    for (const { width, height } of pages) {
      const size = `${millimetres(width)} × ${millimetres(height)} mm`;
      sizes.set(size, (sizes.get(size) ?? 0) + 1);
    }
    const list = [...sizes].map(([size, count]) => `${pageCount(count)} of ${size}`).join(', ');
    const lines = Object.entries(others).map(([name, value]) => `${labelOf(name)}: ${valueText(value)}`);
    writeOut([`pages: ${list}`, ...lines, ''].join('\n'));
    return Status.Done;
  });

const millimetres = (points: number): string => String(Math.round((points * 254) / 72) / 10);

/** Returns `is tagged` for `isTagged`. */
const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === null ? 'none' : String(value);
}

export const validateCommand = (input: string, options: Common): Promise<number> =>
  run(options, { pdf: input }, async () => {
    const problems = await validatePdf(await readNamed(input, options), limitsOf(options));
    if (options.json) writeOut(`${JSON.stringify({ problems })}\n`);
    else
      for (const { object, message } of problems)
        writeErr(`${input}: ${object === null ? '' : `object ${object}: `}${message}\n`);
    if (!options.quiet && !options.json && problems.length === 0) writeErr(`${input}: no problems\n`);
    return problems.length === 0 ? Status.Done : Status.Failed;
  });
