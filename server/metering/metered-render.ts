/**
 * Renders at an account's expense: reserves a credit, renders once, and commits or refunds. Of several refusals, those by
 * external references come before those by credits, and the queue comes last.
 */
import type { Activity } from '../activity.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Diagnostic } from '../../engine/index.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { Refusal } from '../refusal.ts';
import { type Customer, PoolError, type Rendered, type RenderPool } from '../rendering/pool.ts';
import type { JobDone } from '../rendering/job.ts';
import { OVERLOADED_RETRY_S, refusalOfDocument, refusalOfPool } from '../rendering/refused.ts';
import { signatureIn, type Submission, submitted } from '../rendering/submitted-document.ts';
import { CHECK, PDF, REFERENCES, type Work } from '../rendering/work.ts';
import { type NamedCall, StoreUnavailable } from '../storage/store.ts';
import type { WorkerTime } from './worker-time.ts';
import { type Credits, periodEnd, type ReservedCredit } from './credits.ts';

const STORE_RETRY_S = 5;
/** Retry delay while a call with the same name is running, in seconds. */
const UNDERWAY_RETRY_S = 2;

/** The document to render, and its call. */
export interface RenderOrder {
  /** Default: the PDF. */
  readonly work?: Work;
  /** Returns whether the memory budget has room for a result of that size. */
  readonly holds: (bytes: number) => boolean;
  /** The name of the call, which is paid for once. */
  readonly call?: NamedCall | null;
}

export interface RenderedDocument {
  /** The PDF, or another requested result. */
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly queueMs: number;
  readonly renderMs: number;
  /** Heap of the worker afterwards, in MB. */
  readonly workerMb: number;
}

export interface MeteredRenderParts {
  readonly pool: RenderPool;
  readonly credits: Credits;
  readonly workerTime: WorkerTime;
  readonly clock: () => number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly activity: Activity;
  readonly storeFailure: 'closed' | 'open';
  /** Whether the operator has configured a signing key. */
  readonly canSign: boolean;
}

export class MeteredRender {
  private readonly parts: MeteredRenderParts;

  constructor(parts: MeteredRenderParts) {
    this.parts = parts;
  }

  /** `path`: the field that requests a signature. @throws Refusal if documents of the caller can't be signed */
  checkSigning({ tier, isKeyed, features }: Caller, path: string | null): void {
    if (path === null) return;
    if (!this.parts.canSign) {
      const message = 'is not available: the operator must set PAGEWRIGHT_SIGNING_KEY';
      throw new Refusal('validation_error', `${path}: ${message}`, {
        errors: [{ field: path, code: 'value', message }],
      });
    }
    if (features.includes('sign')) return;
    throw new Refusal(
      'plan_forbids',
      isKeyed ? `The plan ${tier} does not include signatures.` : 'Signatures need an API key.',
    );
  }

  /** Performs free work. Default: pages and diagnostics without a PDF. @throws Refusal */
  async check(
    caller: Caller,
    submission: Submission,
    signal: AbortSignal,
    work: Work = CHECK,
  ): Promise<RenderedDocument> {
    return this.finished(await this.run(work, caller, submission, signal));
  }

  /**
   * Renders at the caller's expense. A reserved credit is always settled.
   * @throws Refusal; PoolError `aborted` if the caller disconnected
   */
  async render(
    caller: Caller,
    submission: Submission,
    signal: AbortSignal,
    order: RenderOrder,
  ): Promise<RenderedDocument> {
    const ended = this.parts.activity.begin();
    try {
      return await this.charged(caller, submission, signal, order);
    } finally {
      ended();
    }
  }

  private async charged(
    caller: Caller,
    submission: Submission,
    signal: AbortSignal,
    { work = PDF, holds, call = null }: RenderOrder,
  ): Promise<RenderedDocument> {
    let reserved: ReservedCredit | null = null;
    try {
      reserved = await this.reserveFor(caller, submission, signal, call);
      const document = this.finished(await this.run(work, caller, submission, signal));
      if (!holds(document.bytes.length))
        throw new Refusal('overloaded', 'Too many responses are waiting to be read. Retry later.', {
          retryAfter: OVERLOADED_RETRY_S,
        });
      await this.commit(reserved, caller, call);
      this.parts.metrics.renders.inc({ outcome: 'done' });
      return document;
    } catch (error) {
      await this.giveBack(reserved);
      this.parts.metrics.renders.inc({ outcome: error instanceof Refusal ? error.code : 'failed' });
      throw error;
    }
  }

  /** Reserves a credit. If that is refused, problems of the document take precedence. */
  private async reserveFor(
    caller: Caller,
    submission: Submission,
    signal: AbortSignal,
    call: NamedCall | null,
  ): Promise<ReservedCredit | null> {
    try {
      return await this.reserve(caller, call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      try {
        this.finished(await this.run(REFERENCES, caller, submission, signal));
      } catch (reason) {
        if (!(reason instanceof Refusal) || reason.code !== 'overloaded') throw reason;
      }
      throw error;
    }
  }

  /**
   * Reserves a credit. null: nothing to settle, because the caller is unmetered, has already paid, or the operator
   * allows renders without a store.
   */
  private async reserve(caller: Caller, call: NamedCall | null = null): Promise<ReservedCredit | null> {
    const { monthly, account } = caller;
    if (monthly === null) return null;
    try {
      const { credits } = this.parts;
      const answer = call
        ? await credits.reserveNamed(account, monthly, call)
        : ((await credits.reserve(account, monthly)) ?? 'none');
      if (typeof answer !== 'string') return answer;
      if (answer === 'paid') return null;
      throw answer === 'none' ? this.nothingLeft(caller) : misnamed(answer);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return this.withoutStore(error);
    }
  }

  private nothingLeft(caller: Caller): Refusal {
    if (caller.isKeyed)
      return new Refusal(
        'credits_exhausted',
        'This key has no credits left in the current period. Wait until period_end or upgrade.',
      );
    const now = this.parts.clock();
    return new Refusal(
      'allowance_exhausted',
      `The ${caller.monthly} renders per month without a key are used up. Use an API key.`,
      {
        retryAfter: Math.max(1, Math.ceil((periodEnd(now) - now) / 1000)),
      },
    );
  }

  private withoutStore(error: StoreUnavailable): null {
    if (this.parts.storeFailure === 'closed') {
      throw new Refusal('store_unavailable', 'The account store is unavailable. Retry later.', {
        retryAfter: STORE_RETRY_S,
      });
    }
    this.parts.log.warn({ error: error.message }, 'rendering unmetered: accounts are unavailable');
    return null;
  }

  /** Commits before the PDF is sent. If a long render let the reservation expire, a new credit is taken. */
  private async commit(credit: ReservedCredit | null, caller: Caller, call: NamedCall | null): Promise<void> {
    if (!credit) return;
    try {
      if (!(await credit.commit())) {
        const again = await this.reserve(caller, call);
        if (again && !(await again.commit())) throw new Error('assertion failed: a new reservation can be committed');
      }
      this.parts.metrics.credits.inc({ movement: 'committed' });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.withoutStore(error);
    }
  }

  /** Refunds a credit. If that fails, the reservation is refunded when it expires. */
  private async giveBack(credit: ReservedCredit | null): Promise<void> {
    if (!credit) return;
    try {
      await credit.refund();
      this.parts.metrics.credits.inc({ movement: 'refunded' });
    } catch (error) {
      this.parts.log.warn({ error: (error as Error).message }, 'a refund is delayed until its reservation expires');
    }
  }

  private async run(work: Work, caller: Caller, submission: Submission, signal: AbortSignal): Promise<Rendered> {
    const { options, steps = [] } = submitted(submission);
    this.checkSigning(caller, signatureIn(options, steps));
    const marked = caller.isTest ? { ...submitted(submission), isTest: true } : submission;
    try {
      const rendered = await this.parts.pool.run(work, marked, signal, this.customer(caller));
      this.parts.metrics.observe(rendered, work.make === 'pdf');
      this.trace(rendered, work);
      return rendered;
    } catch (error) {
      throw error instanceof PoolError ? refusalOfPool(error) : error;
    }
  }

  /** Records how long the document waited, and the stages of its render, one after the other. */
  private trace({ result, queueMs, renderMs }: Rendered, { make }: Work): void {
    const { tracing } = this.parts;
    if (tracing.current() === null) return;
    const ended = Date.now();
    const begun = ended - renderMs;
    tracing.past('queue', begun - queueMs, begun);
    tracing.past('render', begun, ended, {
      'pagewright.work': make,
      ...(result.ok && { 'pagewright.pages': result.pages }),
    });
    let at = begun;
    for (const [stage, ms] of Object.entries(result.ok ? (result.stages ?? {}) : {}))
      tracing.past(`render ${stage}`, at, (at += ms));
  }

  private customer(caller: Caller): Customer {
    const { workerTime } = this.parts;
    const { account, rendersAtOnce, isKeyed } = caller;
    const worked = (ms: number): void => workerTime.charge(caller, ms);
    return { account, atOnce: rendersAtOnce, isKeyed, usedMs: workerTime.used(caller), worked };
  }

  private finished({ result, queueMs, renderMs }: Rendered): RenderedDocument {
    if (!result.ok) throw refusalOfDocument(result);
    const { bytes, pages, diagnostics, workerMb } = result satisfies JobDone;
    return { bytes, pages, diagnostics, queueMs, renderMs, workerMb };
  }
}

/** Returns the refusal for a name that another call uses. */
const misnamed = (reason: 'underway' | 'other'): Refusal =>
  reason === 'underway'
    ? new Refusal('idempotency_conflict', 'A call with this Idempotency-Key is still in progress. Retry later.', {
        retryAfter: UNDERWAY_RETRY_S,
      })
    : new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for a different document.');
