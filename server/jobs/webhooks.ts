/**
 * Telling of a job's end: a POST to an origin that the operator allows, signed so that whoever gets it knows whom it comes from, and repeated until it is
 * taken.
 */
import { createHmac } from 'node:crypto';
import type { Log } from '../observability/log.ts';
import type { DueHook, JobStore } from '../storage/job-store.ts';
import type { JobHead, Webhook } from './job.ts';
import { jobView } from './job-view.ts';

/** How long a receiver may take. */
const ANSWER_MS = 10_000;
/** After these times it is told again, ms; then it is given up. */
const AGAIN_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];

export interface WebhooksParts {
  readonly jobs: JobStore;
  readonly clock: () => number;
  readonly log: Log;
  /** Where webhooks may lead. */
  readonly origins: readonly string[];
  readonly fetch: typeof fetch;
}

export class Webhooks {
  private readonly parts: WebhooksParts;

  constructor(parts: WebhooksParts) {
    this.parts = parts;
  }

  /** May this URL be told? */
  allows(url: string): boolean {
    return URL.canParse(url) && this.parts.origins.includes(new URL(url).origin);
  }

  /** Tells of one end that is due; false: there was none. */
  async tellNext(): Promise<boolean> {
    const { jobs, clock, log } = this.parts;
    const now = clock();
    const hook = await jobs.dueHook(now, now + AGAIN_MS[0]! + ANSWER_MS);
    if (!hook) return false;
    const { webhook } = JSON.parse(hook.head) as JobHead;
    const told = webhook === null || (await this.tell(webhook, hook));
    const wait = AGAIN_MS[hook.attempts - 1];
    if (told || wait === undefined) await jobs.settleHook(hook.job.id);
    else await jobs.postponeHook(hook.job.id, clock() + wait);
    if (!told) log.warn({ job: hook.job.id, attempts: hook.attempts }, 'a webhook was not taken');
    return true;
  }

  private async tell({ url, secret }: Webhook, { job }: DueHook): Promise<boolean> {
    // Allowed when the job came, and still.
    if (!this.allows(url)) return false;
    const body = JSON.stringify({ type: 'job.ended', data: jobView(job) });
    const timestamp = String(Math.floor(this.parts.clock() / 1000));
    try {
      const answer = await this.parts.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': job.id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature(secret, job.id, timestamp, body)}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** HMAC-SHA256 over id, time and body, as the specification of Standard Webhooks has it. */
export function signature(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
}
