/** Worker thread of `pagewright batch`: fills in the template and renders it, one task after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { render, type RenderOptions } from '../../engine/index.ts';
import { OutputRoot } from '../written-files.ts';
import { BatchTemplate } from './batch-template.ts';
import { type DocumentArguments, documentOptions } from './input.ts';
import { deadlineOf } from './named-files.ts';
import { type PdfArguments, pdfOptions } from './pdf-options.ts';
import { RecordFiles } from './record-files.ts';
import { failureOf, type Remark } from './report.ts';

/** Settings shared by all tasks. */
export interface BatchWork {
  /** Path and text of the template. */
  readonly template: string;
  readonly html: string;
  /** The folder of all results. */
  readonly root: string;
  readonly arguments: DocumentArguments & PdfArguments;
}

export interface BatchTask {
  /** 1-based. */
  readonly line: number;
  readonly output: string;
  readonly values: Record<string, unknown>;
}

export interface BatchAnswer {
  readonly line: number;
  readonly output: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Everything ignored, replaced or left empty in a rendered document. */
  readonly remarks: readonly Remark[];
}

const { template, html, root, arguments: given } = workerData as BatchWork;
const parsed = new BatchTemplate(template, html);
const options = Promise.all([documentOptions(template, given), pdfOptions(given)]);
const files = new RecordFiles(given);
const results = new OutputRoot(root);

async function optionsFor(values: object): Promise<RenderOptions> {
  const [layout, pdf] = await options;
  return { ...layout, ...pdf, ...(await files.read(values)) };
}

async function perform({ line, output, values }: BatchTask): Promise<BatchAnswer> {
  const failed = (error: BatchAnswer['error']): BatchAnswer => ({ line, output, error, remarks: [] });
  let filled: Awaited<ReturnType<BatchTemplate['fillIn']>>;
  try {
    filled = await parsed.fillIn(values, deadlineOf(given));
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n');
    return failed({ code: 'template', message });
  }
  try {
    const { pdf, diagnostics } = await render(filled.html, await optionsFor(values));
    // A result is written completely or not at all, because `--resume` trusts existing files.
    results.write(output, pdf);
    return { line, output, error: null, remarks: [...filled.remarks, ...filled.placed(diagnostics)] };
  } catch (error) {
    const { code, message } = failureOf(error);
    return failed({ code, message });
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (task: BatchTask) => {
  last = last.then(async () => parentPort?.postMessage(await perform(task)));
});
