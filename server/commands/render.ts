import { writeFileSync } from 'node:fs';
import { type Diagnostic, render, RenderError, type RenderOptions } from '../../engine/index.ts';
import { type DocumentArguments, documentOptions, inputName, readDocument } from './input.ts';

export interface RenderArguments extends DocumentArguments {
  readonly output?: string;
  readonly title?: string;
  readonly compress: boolean;
  readonly json?: boolean;
}

/** Milliseconds of silence before a progress line appears. */
const PROGRESS_AFTER_MS = 1000;

/** `pagewright render`: the exit status. 0: written; 1: refused or failed; 2: the input can't be read. */
export async function renderCommand(input: string, given: RenderArguments): Promise<number> {
  const output = given.output ?? (input === '-' ? '-' : input.replace(/\.[^./\\]*$/, '') + '.pdf');
  const report = output === '-' ? process.stderr : process.stdout;
  const progress = progressLine();
  try {
    const html = await readDocument(input);
    const options: RenderOptions = {
      ...(await documentOptions(given)),
      compress: given.compress,
      onProgress: progress.update,
    };
    if (given.title !== undefined) options.title = given.title;
    const { pdf, pages, diagnostics } = await render(html, options);
    progress.clear();
    await writePdf(output, pdf);
    if (given.json) report.write(`${JSON.stringify({ output, pages, bytes: pdf.length, diagnostics })}\n`);
    else for (const diagnostic of diagnostics) process.stderr.write(`${describe(inputName(input), diagnostic)}\n`);
    return 0;
  } catch (error) {
    progress.clear();
    return reportFailure(error, given.json ? report : null);
  }
}

async function writePdf(output: string, pdf: Uint8Array): Promise<void> {
  // Synchronous: the thread pool may be busy compiling what this process won't need any more.
  if (output !== '-') return writeFileSync(output, pdf);
  return new Promise((resolve, reject) => process.stdout.write(pdf, (error) => (error ? reject(error) : resolve())));
}

/** `invoice.html:12:3: warning: ... [css/invalid-value] (x4)` */
export function describe(name: string, diagnostic: Diagnostic): string {
  const { source, line, column, severity, message, code, count } = diagnostic;
  const place =
    line === null
      ? name
      : `${source === null || source === 'document' ? name : `${name} (${source})`}:${line}:${column}`;
  return `${place}: ${severity}: ${message} [${code}]${count > 1 ? ` (x${count})` : ''}`;
}

/** Prints why there is no output; the exit status for it. */
export function reportFailure(error: unknown, json: NodeJS.WriteStream | null): number {
  const unreadable = error instanceof Error && 'code' in error && 'syscall' in error;
  if (!(error instanceof RenderError) && !unreadable) throw error;
  const { code, message } = error as Error & { code: string };
  const urls = error instanceof RenderError ? error.urls : [];
  if (json) json.write(`${JSON.stringify({ error: { code, message, urls } })}\n`);
  else
    process.stderr.write(`pagewright: ${message}${urls.map(({ url, where }) => `\n  ${url} (${where})`).join('')}\n`);
  return unreadable ? 2 : 1;
}

/** One line on a terminal that tells how far a long render is; nothing elsewhere. */
function progressLine(): { update: NonNullable<RenderOptions['onProgress']>; clear: () => void } {
  const start = performance.now();
  let shown = false;
  return {
    update({ stage, pages }) {
      if (!process.stderr.isTTY || performance.now() - start < PROGRESS_AFTER_MS) return;
      shown = true;
      process.stderr.write(`\r\x1b[K${stage}${pages ? ` page ${pages}` : ''} ...`);
    },
    clear() {
      if (shown) process.stderr.write('\r\x1b[K');
    },
  };
}
