/** The rendering process. Loading this module warms up the engine, so that the first job is fast. */
import { createHash } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { type Diagnostic, render, RenderError } from '../../engine/index.ts';
import { type FilledTemplate, fillTemplate, TemplateError } from './templates.ts';
import { ControlWord } from './control.ts';
import type { Job, JobDone, JobResult, SignatureAnswer, WorkerMessage } from './job.ts';
import { libraryOptions, type Files } from './submitted-document.ts';
import { StageTimes } from './stage-times.ts';
import { train } from './training.ts';
import { isPdf, noEffectOnPdf } from './steps.ts';
import { type Made, perform, refusedBy } from './work.ts';

const MB = 1048576;
const NO_FILES: Files = new Map();
/** Above this, collects garbage to measure the memory actually retained. Replacing the process would cost more. */
const GARBAGE_MB = 192;
/** Covers features that most documents use: text in three families, a table, flex, lists and margin boxes. */
const WARM_UP = `<!DOCTYPE html><style>@page{size:A4;margin:20mm;@bottom-right{content:counter(page)}}div{display:flex}</style>
<h1>Warm</h1><p style="font-family:Arial">up <b>the</b> <code>engine</code></p><ul><li>a</li></ul><table border><tr><td>1</td></tr></table><div><p>x</p></div>`;

const control = new ControlWord(Number(process.argv[2]));
const trainingMs = Number(process.argv[3]);
/** Number of running jobs. */
let jobs = 0;
/** Whether files of the service are missing, because it was replaced while it ran. Only a new process finds them. */
let isOutdated = false;

// The service decides when its workers end, even if a terminal signals the whole group. Without the service, the worker
// exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

/** Receives the signature that a job waits for. */
const awaited = new Map<number, (signature: SignatureAnswer['signature']) => void>();

process.on('message', (message: Job | SignatureAnswer) => {
  if ('signature' in message) awaited.get(message.job)?.(message.signature);
  else void answer(message);
});
for (let i = 0; i < 3; i++) await render(WARM_UP);
let restingMb = residentMb();
say({ say: 'ready', residentMb: restingMb });
void train(
  trainingMs,
  () => jobs > 0,
  () => {
    if (jobs > 0) return;
    restingMb = residentMb();
    say({ say: 'resting', residentMb: restingMb });
  },
);

async function answer(job: Job): Promise<void> {
  jobs++;
  try {
    const result = await run(job);
    if (residentMb() - restingMb > GARBAGE_MB) collectGarbage();
    say({ say: 'done', job: job.id, result, residentMb: residentMb() });
  } catch (error) {
    const { message } = error as Error;
    // A single huge allocation throws. Gradual heap growth ends the process instead.
    say({ say: 'failed', job: job.id, message, outOfMemory: /allocation failed|out of memory/i.test(message) });
  } finally {
    jobs--;
  }
  if (isOutdated) process.disconnect?.();
}

const MISSING_FILE: readonly unknown[] = ['ENOENT', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'];

/** Returns whether an error comes from a missing file of the service. Documents can't cause it. */
function isMissingFile(error: unknown): boolean {
  const cause = error instanceof RenderError && error.code === 'internal_error' ? error.cause : error;
  return MISSING_FILE.includes((cause as { readonly code?: unknown } | null)?.code);
}

const hasBarcodes = (html: string | Uint8Array): boolean =>
  typeof html === 'string' ? html.includes('barcode:') : Buffer.from(html.buffer).includes('barcode:');

/** Returns a submitted file, or draws a barcode. */
async function fileOf(url: string, files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array | null> {
  if (/^barcode:/i.test(url)) return (await import('../barcodes.ts')).barcodeOfUrl(url);
  return files.get(url) ?? null;
}

/** Asks the service for a signature, because only the service has the key. */
async function signatureOf(job: number, bytes: Uint8Array): Promise<Uint8Array> {
  const answered = new Promise<Uint8Array | null>((resolve) => awaited.set(job, resolve));
  say({ say: 'sign', job, digest: createHash('sha256').update(bytes).digest() });
  const signature = await answered;
  awaited.delete(job);
  if (signature === null) throw new Error('the service could not sign');
  return signature;
}

/** Replaces the signature in a file that isn't returned. */
const PLACEHOLDER = Uint8Array.of(0);

async function run(job: Job): Promise<JobResult> {
  say({ say: 'begun', job: job.id });
  try {
    const { options = {}, files = NO_FILES, steps = [], isTest = false } = job.document;
    const { deadlineMs, maxPages } = job;
    const { html, remarks, placed } = await documentText(job);
    const stages = new StageTimes();
    const made = await perform(
      job.work,
      html,
      {
        ...libraryOptions(options, files),
        ...(files.size === 0 && !hasBarcodes(html) ? {} : { loadResource: (url) => fileOf(url, files) }),
        limits: { deadlineMs, maxPages },
        onProgress: ({ stage }) => stages.enter(stage),
        signal: {
          get aborted(): boolean {
            return control.cancelled;
          },
        },
      },
      {
        steps,
        signature: options.signature,
        signer: (bytes) => (job.work.make === 'pdf' ? signatureOf(job.id, bytes) : PLACEHOLDER),
        files,
        isTest,
        maxPages,
        deadlineMs,
      },
    );
    return {
      ...done({ ...made, diagnostics: [...remarks, ...(placed?.(made.diagnostics) ?? made.diagnostics)] }),
      stages: stages.end(),
    };
  } catch (error) {
    if (error instanceof TemplateError)
      return { ok: false, code: 'template', message: error.message, urls: [], issues: [] };
    isOutdated ||= isMissingFile(error);
    const refused = refusedBy(error);
    if (refused === null || isOutdated) throw error;
    return refused;
  }
}

/** Returns the HTML of a document, rendering templates first. @throws TemplateError; StepError for values of a PDF */
async function documentText({ document: { html, values }, deadlineMs }: Job): Promise<{
  readonly html: string | Uint8Array;
  readonly remarks: readonly Diagnostic[];
  /** Absent if the document is not a template. */
  readonly placed?: FilledTemplate['placed'];
}> {
  if (values === undefined) return { html, remarks: [] };
  if (isPdf(html)) throw noEffectOnPdf(['values']);
  return fillTemplate(typeof html === 'string' ? html : new TextDecoder().decode(html), values, deadlineMs);
}

/** Sends a message. Small ones are written immediately, although the event loop is blocked during a render. */
function say(message: WorkerMessage): void {
  process.send?.(message);
}

/** Available because the service starts its workers with `--expose-gc`. */
function collectGarbage(): void {
  globalThis.gc?.();
}

function residentMb(): number {
  return process.memoryUsage.rss() / MB;
}

function done({ bytes, pages, diagnostics }: Made): JobDone {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return { ok: true, bytes, pages, diagnostics, workerMb: (used_heap_size + external_memory) / MB };
}
