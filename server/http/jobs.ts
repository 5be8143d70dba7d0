/** `/v1/jobs`: renders documents in the background. Results are fetched one by one. Requires a key. */
import { createHash, randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Caller } from '../accounts/caller.ts';
import { type JobHead, namedJobId, resultName, resultPrefix, UPLOAD_MS } from '../jobs/job.ts';
import { jobView, resultView } from '../jobs/job-view.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { JobStorageLimits } from '../jobs/storage-limits.ts';
import type { Webhooks } from '../jobs/webhooks.ts';
import { findAssets } from '../library/asset-files.ts';
import type { Contents } from '../library/contents.ts';
import type { FileLinks } from '../library/file-links.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import type { Tracing } from '../observability/tracing.ts';
import { Refusal } from '../refusal.ts';
import { TEMPLATE } from '../rendering/work.ts';
import type { JobPlace, JobState, JobStore } from '../storage/job-store.ts';
import { type BodyBudget, openLease } from './body-budget.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { jobLines, readJob } from './job-request.ts';
import { limitOf, wrongQuery } from './list-query.ts';
import { namedCall } from './named-call.ts';
import { Problem } from './problems.ts';
import { requireCaller, sendPdfHeaders } from './render.ts';

/** How long a job and its results are kept. */
const JOB_LIFE_MS = 24 * 60 * 60 * 1000;
/** Retry delay while a call with the same name is running, in seconds. */
const UNDERWAY_RETRY_S = 2;

export interface JobRoutesParts {
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly jobs: JobStore;
  readonly contents: Contents;
  readonly links: FileLinks;
  readonly storage: JobStorageLimits;
  readonly runner: JobRunner;
  readonly webhooks: Webhooks;
  readonly rendering: MeteredRender;
  readonly tracing: Tracing;
  readonly clock: () => number;
  readonly maxHtmlBytes: number;
}

/** @throws Problem `plan_forbids` without a key */
function keyedCaller(ctx: ServiceContext): Caller {
  const caller = requireCaller(ctx, 'rest');
  if (!caller.isKeyed) throw new Problem('plan_forbids', 'Jobs need an API key.');
  return caller;
}

/** Counts a read, and returns its caller. @throws Problem */
async function countedReader(ctx: ServiceContext, { windows }: JobRoutesParts): Promise<Caller> {
  const caller = keyedCaller(ctx);
  await windows.countRead(ctx);
  return caller;
}

/** `POST /v1/jobs` */
export function createJobRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    if (ctx.state.caller) await parts.windows.count(ctx);
    const caller = keyedCaller(ctx);
    const job = await takeIn(ctx, parts, caller);
    parts.runner.nudge();
    ctx.status = 202;
    ctx.set('Location', `/v1/jobs/${job.id}`);
    ctx.body = jobView(job);
  };
}

/** Stores the job of a call, or returns the earlier job with the same name. @throws Problem */
async function takeIn(ctx: ServiceContext, parts: JobRoutesParts, caller: Caller): Promise<JobState> {
  const { account } = caller;
  const name = namedCall(ctx.get('Idempotency-Key'), [])?.key ?? null;
  const id = name === null ? randomUUID() : namedJobId(account, name);
  const there = name === null ? null : await parts.jobs.find(account, id, parts.clock());
  if (there) return sameAgain(ctx, parts, there);
  await refusalsAsProblems(() => parts.storage.checkJob(account));
  return keep(ctx, parts, caller, { id, isNamed: name !== null });
}

/** @throws Problem instead of a refusal, so that its line can be named */
async function refusalsAsProblems<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw error instanceof Refusal ? Problem.of(error) : error;
  }
}

/** Verifies that a repeated upload equals the first. @throws Problem `idempotency_mismatch` */
async function sameAgain(ctx: ServiceContext, parts: JobRoutesParts, job: JobState): Promise<JobState> {
  const print = new Fingerprint();
  const lease = openLease(ctx, parts.bodies, requireCaller(ctx, 'rest').account);
  try {
    for await (const line of jobLines(ctx.req, { maxHtmlBytes: parts.maxHtmlBytes, lease })) print.add(line);
  } catch (error) {
    ctx.req.resume();
    throw error;
  }
  if (print.value() === job.fingerprint) return job;
  throw new Problem('idempotency_mismatch', 'This Idempotency-Key was used for a different job.');
}

/** Hashes a body line by line, to compare uploads. */
class Fingerprint {
  private readonly hash = createHash('sha256');

  add(line: Buffer): void {
    this.hash.update(`${line.length}:`).update(line);
  }

  value(): string {
    return this.hash.digest('base64url');
  }
}

/** Stores a job while it arrives. An incomplete upload is removed. */
async function keep(
  ctx: ServiceContext,
  parts: JobRoutesParts,
  caller: Caller,
  { id, isNamed }: { readonly id: string; readonly isNamed: boolean },
): Promise<JobState> {
  const { jobs, clock, maxHtmlBytes, rendering, webhooks } = parts;
  const { account } = caller;
  const createdAt = clock();
  const expiresAt = createdAt + JOB_LIFE_MS;
  const print = new Fingerprint();
  let taken = 0;
  // The name may belong to another call until the store says otherwise.
  let isOurs = !isNamed;
  try {
    const total = await readJob(
      ctx.req,
      {
        maxHtmlBytes,
        lease: openLease(ctx, parts.bodies, account),
        checkAssets: async (names) => void (await refusalsAsProblems(() => findAssets(parts.contents, caller, names))),
        allowsWebhook: (url) => webhooks.allows(url),
        checkSigning: (path) => refusalsAsProblems(() => rendering.checkSigning(caller, path)),
        checkTemplate: (template) => checkTemplate(ctx, parts, caller, template),
      },
      {
        line: (line) => print.add(line),
        head: async (head: JobHead) => {
          const hooked = head.webhook !== null;
          const staleBefore = createdAt - UPLOAD_MS;
          const stored = webhooks.kept(head, id, parts.tracing.current() ?? sentTraceparent(ctx));
          await refusalsAsProblems(() => parts.storage.checkBytes(account, Buffer.byteLength(stored)));
          const job = { id, account, head: stored, hooked, createdAt, expiresAt, staleBefore };
          if (!(await jobs.begin(job)))
            throw new Problem(
              'idempotency_conflict',
              'A call with this Idempotency-Key is still in progress. Retry later.',
              {
                retryAfter: UNDERWAY_RETRY_S,
              },
            );
          isOurs = true;
        },
        documents: async (documents) => {
          const bodies = documents.map((document) => JSON.stringify(document));
          const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
          await refusalsAsProblems(() => parts.storage.checkBytes(account, bytes));
          await jobs.add(id, taken, bodies);
          taken += documents.length;
        },
      },
    );
    const fingerprint = isNamed ? print.value() : null;
    const opened = { id, total, done: 0, failed: 0, createdAt, expiresAt, endedAt: null, fingerprint };
    return await open(parts, account, opened);
  } catch (error) {
    ctx.req.resume();
    if (isOurs) await jobs.remove(account, id).catch(() => undefined);
    throw error;
  }
}

/**
 * Opens a stored job. If only the store's answer is lost, the job is open and its documents may already be rendered and
 * paid for, so the call succeeds. @throws Problem `not_found` if the job was deleted meanwhile
 */
async function open({ jobs, clock }: JobRoutesParts, account: string, job: JobState): Promise<JobState> {
  try {
    if (await jobs.open(job.id, job.total, job.fingerprint)) return job;
  } catch (error) {
    const opened = await jobs.find(account, job.id, clock()).catch(() => null);
    if (opened) return opened;
    throw error;
  }
  throw new Problem('not_found', 'The job was deleted while its documents arrived.');
}

/** Returns the trace of the caller, which jobs pass on also if this service doesn't record traces. */
function sentTraceparent(ctx: ServiceContext): string | null {
  const given = ctx.get('traceparent');
  return /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : null;
}

/** Checks a template in a worker. If none is free, errors appear in the documents' results. @throws Problem */
async function checkTemplate(
  ctx: ServiceContext,
  { rendering }: JobRoutesParts,
  caller: Caller,
  template: string,
): Promise<void> {
  try {
    await rendering.check(caller, { html: template }, ctx.state.signal, TEMPLATE);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'overloaded') throw Problem.of(error);
  }
}

/** `GET /v1/jobs?cursor=` */
export function jobsRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { account } = await countedReader(ctx, parts);
    const limit = limitOf(ctx);
    const jobs = await parts.jobs.list(account, placeOf(ctx), limit, parts.clock());
    const last = jobs.at(-1);
    ctx.body = {
      items: jobs.map(jobView),
      next_cursor: last && jobs.length === limit ? `${last.createdAt}.${last.id}` : null,
    };
  };
}

/** Returns the position after which a page of the list starts. @throws Problem */
function placeOf({ query: { cursor } }: ServiceContext): JobPlace | null {
  if (cursor === undefined) return null;
  const [, createdAt, id] = (typeof cursor === 'string' && /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor)) || [];
  if (createdAt === undefined || id === undefined) throw wrongQuery('cursor', 'is not a cursor of this list');
  return { createdAt: Number(createdAt), id };
}

/** Returns the job named by the path. @throws Problem `not_found` */
async function jobOf(ctx: ServiceContext, parts: JobRoutesParts): Promise<{ job: JobState; caller: Caller }> {
  const caller = await countedReader(ctx, parts);
  const job = await parts.jobs.find(caller.account, String(ctx.params.id), parts.clock());
  if (!job) throw notFound();
  return { job, caller };
}

const notFound = (): Problem => new Problem('not_found', 'Job not found, or expired.');

/** `GET /v1/jobs/{id}` */
export function jobRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    ctx.body = jobView((await jobOf(ctx, parts)).job);
  };
}

/** `DELETE /v1/jobs/{id}` */
export function deleteJobRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { account } = keyedCaller(ctx);
    const id = String(ctx.params.id);
    const isRemoved = await parts.jobs.remove(account, id);
    // Also if the job is gone: an earlier call may have received an error after it removed the job.
    await parts.contents.removeAll(account, 'result', resultPrefix(id));
    if (!isRemoved) throw notFound();
    ctx.status = 204;
  };
}

/** `GET /v1/jobs/{id}/results?cursor=` */
export function jobResultsRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { job, caller } = await jobOf(ctx, parts);
    const after = cursorOf(ctx);
    const limit = limitOf(ctx);
    const rows = await parts.jobs.results(caller.account, job.id, after, limit, parts.clock());
    const last = rows.at(-1);
    ctx.body = {
      items: rows.map((row) => resultView(job, row, parts.links)),
      next_cursor: last && rows.length === limit && last.index + 1 < job.total ? String(last.index) : null,
    };
  };
}

/** `GET /v1/jobs/{id}/results/{index}` */
export function jobPdfRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { job, caller } = await jobOf(ctx, parts);
    const index = /^\d{1,9}$/.test(String(ctx.params.index)) ? Number(ctx.params.index) : -1;
    const [row] = await parts.jobs.results(caller.account, job.id, index - 1, 1, parts.clock());
    if (row?.index !== index) throw noResult(job, index);
    const { filename, problem } = resultView(job, row, parts.links);
    if (problem !== null)
      throw new Problem('document_failed', `Document ${index} failed with ${problem.code}: ${problem.detail}`);
    const { contents } = parts;
    const [result] = await contents.find(caller.account, 'result', [resultName({ job: job.id, index }, job.expiresAt)]);
    const body = result && (await contents.open(caller.account, 'result', result));
    if (!body) throw notFound();
    sendPdfHeaders(ctx, filename);
    ctx.length = result.bytes;
    ctx.body = body;
  };
}

/** Returns the problem for a missing result: the document is pending, or doesn't exist. */
function noResult({ id, total }: JobState, index: number): Problem {
  const detail =
    index >= 0 && index < total
      ? `Document ${index} has not been rendered yet. GET /v1/jobs/${id} reports progress.`
      : `Document indexes of this job range from 0 to ${total - 1}.`;
  return new Problem('not_found', detail);
}

/** Returns the index of the last document that the caller has seen. @throws Problem */
function cursorOf({ query: { cursor } }: ServiceContext): number {
  if (cursor === undefined) return -1;
  if (typeof cursor !== 'string' || !/^\d{1,9}$/.test(cursor))
    throw wrongQuery('cursor', 'is not a cursor of this list');
  return Number(cursor);
}
