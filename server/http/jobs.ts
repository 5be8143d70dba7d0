/** `/v1/jobs`: documents that are rendered when there is time, fetched one by one afterwards. Keys only. */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Caller } from '../accounts/caller.ts';
import { type JobHead, MOST_KEPT } from '../jobs/job.ts';
import { jobView, resultView } from '../jobs/job-view.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { Webhooks } from '../jobs/webhooks.ts';
import type { JobState, JobStore } from '../storage/job-store.ts';
import { type BodyBudget, openLease } from './body-budget.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { readJob } from './job-request.ts';
import { Problem } from './problems.ts';
import { requireCaller, sendPdf } from './render.ts';

/** How long a job and its results are kept. */
export const JOB_LIFE_MS = 24 * 60 * 60 * 1000;
const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 1000;
/** When there may be room for more documents. */
const KEPT_RETRY_S = 60;

export interface JobRoutesParts {
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly jobs: JobStore;
  readonly runner: JobRunner;
  readonly webhooks: Webhooks;
  readonly clock: () => number;
  readonly maxHtmlBytes: number;
}

/** @throws Problem `plan_forbids` without a key */
function keyedCaller(ctx: ServiceContext): Caller {
  const caller = requireCaller(ctx, 'rest');
  if (!caller.isKeyed) throw new Problem('plan_forbids', 'Jobs need a key.');
  return caller;
}

/** `POST /v1/jobs` */
export function createJobRoute(parts: JobRoutesParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    if (ctx.state.caller) await parts.windows.count(ctx);
    const { account } = keyedCaller(ctx);
    if ((await parts.jobs.kept(account)) >= MOST_KEPT)
      throw new Problem('rate_limited', `At most ${MOST_KEPT} documents of jobs are kept: fetch and delete some.`, {
        retryAfter: KEPT_RETRY_S,
      });
    const job = await takeIn(ctx, parts, account);
    parts.runner.nudge();
    ctx.status = 202;
    ctx.set('Location', `/v1/jobs/${job.id}`);
    ctx.body = jobView(job);
  };
}

/** Keeps a job as it comes; of one that doesn't come whole nothing stays. */
async function takeIn(ctx: ServiceContext, parts: JobRoutesParts, account: string): Promise<JobState> {
  const { jobs, clock, maxHtmlBytes, webhooks } = parts;
  const id = randomUUID();
  const createdAt = clock();
  const expiresAt = createdAt + JOB_LIFE_MS;
  let taken = 0;
  try {
    const total = await readJob(
      ctx.req,
      {
        maxHtmlBytes,
        lease: openLease(ctx, parts.bodies, account),
        allowsWebhook: (url) => webhooks.allows(url),
      },
      {
        head: (head: JobHead) =>
          jobs.begin({ id, account, head: JSON.stringify(head), hooked: head.webhook !== null, createdAt, expiresAt }),
        documents: async (documents) => {
          await jobs.add(
            id,
            taken,
            documents.map((document) => JSON.stringify(document)),
          );
          taken += documents.length;
        },
      },
    );
    await jobs.open(id, total);
    return { id, total, done: 0, failed: 0, createdAt, expiresAt, endedAt: null };
  } catch (error) {
    ctx.req.resume();
    await jobs.remove(account, id).catch(() => undefined);
    throw error;
  }
}

/** The job that the path names. @throws Problem `not_found` */
async function jobOf(ctx: ServiceContext, { jobs, clock }: JobRoutesParts): Promise<{ job: JobState; caller: Caller }> {
  const caller = keyedCaller(ctx);
  const job = await jobs.find(caller.account, String(ctx.params.id), clock());
  if (!job) throw notFound();
  return { job, caller };
}

const notFound = (): Problem => new Problem('not_found', 'There is no such job, or it has expired.');

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
    if (!(await parts.jobs.remove(keyedCaller(ctx).account, String(ctx.params.id)))) throw notFound();
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
      items: rows.map((row) => resultView(job.id, row)),
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
    const pdf = row?.index === index ? await parts.jobs.pdf(caller.account, job.id, index, parts.clock()) : null;
    if (!pdf) throw new Problem('not_found', 'There is no PDF of this document, or not yet.');
    sendPdf(ctx, pdf, resultView(job.id, row!).filename);
  };
}

/** The number of the last document that the caller has seen. @throws Problem */
function cursorOf({ query: { cursor } }: ServiceContext): number {
  if (cursor === undefined) return -1;
  if (typeof cursor !== 'string' || !/^\d{1,9}$/.test(cursor)) throw wrong('cursor', 'is none of this list');
  return Number(cursor);
}

/** @throws Problem */
function limitOf({ query: { limit } }: ServiceContext): number {
  if (limit === undefined) return DEFAULT_PAGE;
  const number = typeof limit === 'string' && /^\d{1,9}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > LARGEST_PAGE) throw wrong('limit', `must be 1 to ${LARGEST_PAGE}`);
  return number;
}

const wrong = (field: string, message: string): Problem =>
  new Problem('validation_error', `${field} ${message}.`, { errors: [{ field, code: 'value', message }] });
