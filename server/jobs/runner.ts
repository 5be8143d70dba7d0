/** Renders the documents of jobs in the background, and stores their results. */
import { assetFiles } from '../library/asset-files.ts';
import type { Contents } from '../library/contents.ts';
import type { Callers } from '../accounts/caller.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { Refusal } from '../refusal.ts';
import { PoolError } from '../rendering/pool.ts';
import type { ClaimedDocument, JobStore } from '../storage/job-store.ts';
import { StoreUnavailable } from '../storage/store.ts';
import {
  callOf,
  type JobDocument,
  type JobFacts,
  type JobHead,
  KEPT_DIAGNOSTICS,
  submissionOf,
  assetsOf,
  resultName,
  UPLOAD_MS,
} from './job.ts';
import type { JobStorageLimits } from './storage-limits.ts';
import type { Webhooks } from './webhooks.ts';
import { WorkLoops } from './work-loops.ts';

/** Polling interval of an empty queue. Other processes add documents, and postponed ones become due. */
const LOOK_EVERY_MS = 1000;
/** Polling interval if the store sends notifications about new jobs. */
const LOOK_EVERY_TOLD_MS = 5000;
/** Webhook calls at the same time. Most of them wait for their receivers. */
const HOOKS_AT_ONCE = 16;
/** Retry delay after a full queue or an unavailable store. */
const AGAIN_MS = 5000;
/** Crashes after which a document has failed. */
const MOST_CRASHES = 3;
/** Time beyond the render limit for which a claim is valid: waiting for a worker, payment, and storing the result. */
const LEASE_GRACE_MS = 60_000;
const FORGET_EVERY_MS = 10 * 60_000;
const FORGET_BATCH = 500;

export interface JobRunnerParts {
  readonly jobs: JobStore;
  readonly contents: Contents;
  readonly storage: JobStorageLimits;
  readonly callers: Callers;
  readonly rendering: MeteredRender;
  readonly webhooks: Webhooks;
  readonly clock: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Concurrent documents. */
  readonly atOnce: number;
  /** Maximum time to wait and render, in milliseconds. */
  readonly longestMs: number;
  /** Subscribes to jobs opened by any process. null: the store sends no notifications. */
  readonly watch: ((heard: () => void) => void) | null;
}

export class JobRunner {
  private readonly parts: JobRunnerParts;
  private readonly documents: WorkLoops;
  /** Receivers of webhooks may be slow or silent, so no document waits for them. */
  private readonly hooks: WorkLoops;
  private forgotAt = 0;
  /** Documents that are being rendered. */
  rendering = 0;

  constructor(parts: JobRunnerParts) {
    this.parts = parts;
    const lookEveryMs = parts.watch ? LOOK_EVERY_TOLD_MS : LOOK_EVERY_MS;
    const failed = (error: unknown): void =>
      parts.log.warn({ error: (error as Error).message }, 'the job queue is paused');
    this.documents = new WorkLoops({
      count: parts.atOnce,
      lookEveryMs,
      work: (stopping) => this.renderNext(stopping),
      failed,
    });
    this.hooks = new WorkLoops({
      count: HOOKS_AT_ONCE,
      lookEveryMs,
      work: (stopping) => this.tellNext(stopping),
      failed,
    });
  }

  start(): void {
    this.parts.watch?.(() => this.nudge());
    this.documents.start();
    this.hooks.start();
  }

  /** Whether all loops wait for the next poll, because nothing is due. */
  get idle(): boolean {
    return this.documents.idle && this.hooks.idle;
  }

  /** Wakes the loops because the queue has new documents. */
  nudge(): void {
    this.documents.wakeAll();
  }

  /** Stops claiming documents, and releases the claimed ones. */
  async stop(): Promise<void> {
    await Promise.all([this.documents.stop(), this.hooks.stop()]);
  }

  private async tellNext(stopping: AbortSignal): Promise<boolean> {
    const told = await this.parts.webhooks.tellNext(stopping, () => this.hooks.wakeOne());
    if (!told) await this.forget();
    return told;
  }

  /** Renders the next document. Returns false if the queue is empty. */
  private async renderNext(stopping: AbortSignal): Promise<boolean> {
    const { jobs, clock, longestMs } = this.parts;
    const now = clock();
    const claimed = await jobs.claim(now, now + longestMs + LEASE_GRACE_MS);
    if (!claimed) return false;
    // The queue may hold more documents, so another loop is woken.
    this.documents.wakeOne();
    const document = JSON.parse(claimed.body) as JobDocument;
    this.rendering++;
    try {
      await this.traced(claimed, () => this.render(claimed, document, stopping));
    } catch (error) {
      await this.failed(claimed, document, error);
    } finally {
      this.rendering--;
    }
    // The job may have ended.
    this.hooks.wakeOne();
    return true;
  }

  /** Continues the trace of the call that submitted the job. */
  private traced(claimed: ClaimedDocument, work: () => Promise<void>): Promise<void> {
    const { traceparent = null } = JSON.parse(claimed.head) as Partial<JobHead>;
    const attributes = { 'pagewright.job': claimed.job, 'pagewright.document': claimed.index };
    return this.parts.tracing.span('job document', { parent: traceparent, attributes }, work);
  }

  private async render(claimed: ClaimedDocument, document: JobDocument, stopping: AbortSignal): Promise<void> {
    const { jobs, callers, rendering, clock } = this.parts;
    const caller = await callers.ofAccount(claimed.account);
    if (!caller) throw new Refusal('plan_forbids', 'The key of this job is no longer valid.');
    await this.parts.storage.checkBytes(claimed.account);
    const head = JSON.parse(claimed.head) as JobHead;
    const assets = await assetFiles(this.parts.contents, caller, assetsOf(head, document));
    const submission = submissionOf(head, document, assets);
    const made = await rendering.render(caller, submission, stopping, {
      holds: () => true,
      call: callOf(claimed),
    });
    const facts = factsOf(document, {
      pages: made.pages,
      bytes: made.bytes.length,
      warnings: made.diagnostics.length,
      diagnostics: made.diagnostics.slice(0, KEPT_DIAGNOSTICS),
    });
    await this.keep(claimed, document, made.bytes);
    if (!(await jobs.finish(claimed, true, JSON.stringify(facts), made.bytes.length, clock())))
      await this.dropOrphan(claimed);
    this.parts.metrics.jobDocuments.inc({ outcome: 'done' });
  }

  private async keep(claimed: ClaimedDocument, { filename }: JobDocument, bytes: Uint8Array): Promise<void> {
    const { account, expiresAt } = claimed;
    const name = resultName(claimed, expiresAt);
    await this.parts.contents.put(account, 'result', name, bytes, { facts: { filename }, expiresAt });
  }

  /** Removes the result of a document whose job was removed while it was rendered. */
  private async dropOrphan(claimed: ClaimedDocument): Promise<void> {
    const { jobs, contents, clock } = this.parts;
    const { account, job, expiresAt } = claimed;
    if ((await jobs.linkedJob(job, clock()))?.expiresAt !== expiresAt)
      await contents.remove(account, 'result', resultName(claimed, expiresAt));
  }

  /** Retries after temporary failures. Any other failure is the document's result. */
  private async failed(claimed: ClaimedDocument, document: JobDocument, error: unknown): Promise<void> {
    const { jobs, clock, log, metrics } = this.parts;
    const again = (dueAt: number): Promise<void> => {
      metrics.jobDocuments.inc({ outcome: 'put off' });
      return jobs.release(claimed, dueAt);
    };
    if (this.documents.isStopping) return again(clock());
    if (isPassing(error)) return again(clock() + AGAIN_MS);
    if (!(error instanceof Refusal)) {
      log.error({ job: claimed.job, document: claimed.index, err: error }, 'a job document failed');
      if (claimed.attempts < MOST_CRASHES) return again(clock() + AGAIN_MS);
    }
    const problem =
      error instanceof Refusal
        ? { code: error.code, detail: error.message, errors: error.details.errors ?? null }
        : {
            code: 'internal_error',
            detail: 'An internal error occurred. It was logged under the request id.',
            errors: null,
          };
    await jobs.finish(claimed, false, JSON.stringify(factsOf(document, { problem })), 0, clock());
    metrics.jobDocuments.inc({ outcome: 'failed' });
  }

  private async forget(): Promise<void> {
    const now = this.parts.clock();
    if (now - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = now;
    const which = { now, unopenedBefore: now - UPLOAD_MS, batch: FORGET_BATCH };
    while ((await this.parts.jobs.forget(which)) > 0);
  }
}

/** Returns whether a failure is temporary and unrelated to the document. */
const isPassing = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (error instanceof Refusal && ['overloaded', 'store_unavailable', 'idempotency_conflict'].includes(error.code)) ||
  (error instanceof PoolError && error.reason === 'aborted');

function factsOf({ reference, filename }: JobDocument, known: Partial<JobFacts>): JobFacts {
  return { reference, filename, pages: null, bytes: null, warnings: null, diagnostics: [], problem: null, ...known };
}
