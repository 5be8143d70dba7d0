/** `GET /v1/files/{id}?token=`: a result of a job, by a link that needs no key. */
import type { Middleware } from 'koa';
import { resultName } from '../jobs/job.ts';
import type { Contents } from '../library/contents.ts';
import type { FileLinks } from '../library/file-links.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';
import { Problem } from './problems.ts';
import { sendPdfHeaders } from './render.ts';

export interface FileRouteParts {
  readonly windows: CallWindows;
  readonly contents: Contents;
  readonly jobs: JobStore;
  readonly links: FileLinks;
  readonly clock: () => number;
}

export function fileRoute({ windows, contents, jobs, links, clock }: FileRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    await windows.countRead(ctx);
    const { token } = ctx.query;
    const linked = links.resultOf(String(ctx.params.id));
    const job = linked && (await jobs.linkedJob(linked.job, clock()));
    if (!linked || !job || !links.isSigned(linked, job.expiresAt, token)) throw notFound();
    const { account } = job;
    const [result] = await contents.find(account, 'result', [resultName(linked, job.expiresAt)]);
    const body = result && (await contents.open(account, 'result', result));
    if (!body) throw notFound();
    const { filename } = result.facts;
    sendPdfHeaders(ctx, typeof filename === 'string' ? filename : null);
    // The address holds the token.
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.length = result.bytes;
    ctx.body = body;
  };
}

const notFound = (): Problem => new Problem('not_found', 'The file does not exist, or its link has expired.');
