/** The thread that renders. Loading this module warms the engine, so that a thread which is ready answers its first caller fast. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { render, RenderError } from '../../engine/index.ts';
import { CONTROL, type Job, type JobDone, type JobResult, type Report } from './job.ts';

const NO_BYTES = new Uint8Array(0);
/** Touches what nearly every document uses: text in the three families, a table, flex, lists, margin boxes. */
const WARM_UP = `<!DOCTYPE html><style>@page{size:A4;margin:20mm;@bottom-right{content:counter(page)}}div{display:flex}</style>
<h1>Warm</h1><p style="font-family:Arial">up <b>the</b> <code>engine</code></p><ul><li>a</li></ul><table border><tr><td>1</td></tr></table><div><p>x</p></div>`;

for (let i = 0; i < 3; i++) await render(WARM_UP);

export default async function run(job: Job): Promise<JobResult> {
  report(job, 'begun');
  try {
    const { pdf, pages, diagnostics } = await render(job.html, {
      limits: { deadlineMs: job.deadlineMs, maxPages: job.maxPages },
      signal: {
        get aborted(): boolean {
          return Atomics.load(job.control, 0) === CONTROL.cancelled;
        },
      },
      onProgress: ({ stage }) => {
        if (stage === 'style') holdIfAsked(job);
      },
    });
    return job.kind === 'check' ? done(NO_BYTES, pages, diagnostics) : transferred(done(pdf, pages, diagnostics));
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    return { ok: false, code: error.code, message: error.message, urls: error.urls };
  }
}

function report(job: Job, step: Report['step']): void {
  parentPort?.postMessage({ job: job.id, step } satisfies Report);
}

/** Style comes after the look at external references: nothing is laid out before the render is paid for. */
function holdIfAsked(job: Job): void {
  if (Atomics.load(job.control, 0) !== CONTROL.hold) return;
  report(job, 'holding');
  Atomics.wait(job.control, 0, CONTROL.hold, job.deadlineMs);
}

function done(pdf: Uint8Array, pages: number, diagnostics: JobDone['diagnostics']): JobDone {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return { ok: true, pdf, pages, diagnostics, workerMb: (used_heap_size + external_memory) / 1048576 };
}

/** An answer whose PDF moves to the main thread instead of being copied. Bytes that share a larger buffer are cut out first. */
class Transferred {
  private readonly answer: JobDone;

  constructor(answer: JobDone) {
    const { pdf } = answer;
    this.answer = { ...answer, pdf: pdf.byteLength === pdf.buffer.byteLength ? pdf : pdf.slice() };
  }

  get [transferableSymbol](): object {
    return [this.answer.pdf.buffer];
  }

  get [valueSymbol](): object {
    return this.answer;
  }
}

function transferred(answer: JobDone): JobResult {
  return move(new Transferred(answer)) as unknown as JobResult;
}
