/** Notifies receivers of a job's end: a signed POST to an allowed origin, retried until it succeeds. */
import { createHmac } from 'node:crypto';
import type { Log } from '../observability/log.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { DueHook, JobStore } from '../storage/job-store.ts';
import type { JobHead, KeptWebhook, Webhook } from './job.ts';
import { jobView } from './job-view.ts';
import { postTo } from './receiver-call.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

/** Response time limit of a receiver. */
export const ANSWER_MS = 10_000;
/** Delays between attempts, in milliseconds. Afterwards the notification is dropped. */
export const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000];

/** Calls at once for one account, so that silent receivers delay nobody else's notifications. */
const CALLS_PER_ACCOUNT = 4;

/** How a notification is sent. */
interface Telling {
  /** The trace of the call that submitted the job. */
  readonly traceparent: string | null;
  readonly stopping: AbortSignal;
}

export interface WebhooksParts {
  readonly jobs: JobStore;
  readonly clock: () => number;
  readonly log: Log;
  readonly tracing: Tracing;
  /** Allowed origins of webhooks. */
  readonly origins: readonly string[];
  readonly secrets: SealedSecrets;
  /** Whether names of receivers may lead to private addresses. */
  readonly mayBePrivate: boolean;
}

export class Webhooks {
  private readonly parts: WebhooksParts;
  /** The number of calls that wait for the receivers of each account. */
  private readonly underway = new Map<string, number>();

  constructor(parts: WebhooksParts) {
    this.parts = parts;
  }

  /** Returns whether a URL is allowed. */
  allows(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, origin, username, password } = new URL(url);
    // A blob: URL has the origin of the URL inside it.
    return /^https?:$/.test(protocol) && this.parts.origins.includes(origin) && username + password === '';
  }

  /** Returns the head of a job as stored, with its secret sealed. */
  kept(head: JobHead, job: string, traceparent: string | null): string {
    const { webhook } = head;
    const sealed = webhook && this.parts.secrets.seal(webhook.secret, job);
    return JSON.stringify({
      ...head,
      ...(sealed && { webhook: { url: webhook.url, sealed } satisfies KeptWebhook }),
      ...(traceparent !== null && { traceparent }),
    });
  }

  private secretOf({ secret, sealed }: KeptWebhook, job: string): string | null {
    return sealed === undefined ? (secret ?? null) : this.parts.secrets.open(sealed, job);
  }

  /**
   * Sends one due notification. Calls `begun` before it waits for the receiver. Returns false if none is due.
   * `stopping` ends the call.
   */
  async tellNext(stopping: AbortSignal, begun: () => void): Promise<boolean> {
    const { jobs, clock } = this.parts;
    const now = clock();
    const hook = await jobs.dueHook(now, now + RETRY_DELAYS_MS[0]! + ANSWER_MS, this.busyAccounts());
    if (!hook) return false;
    const { account } = hook;
    this.underway.set(account, (this.underway.get(account) ?? 0) + 1);
    try {
      begun();
      await this.tellDue(hook, stopping);
    } finally {
      const left = this.underway.get(account)! - 1;
      if (left > 0) this.underway.set(account, left);
      else this.underway.delete(account);
    }
    return true;
  }

  /** Returns the accounts that have reached the limit on concurrent calls. */
  private busyAccounts(): string[] {
    return [...this.underway].filter(([, calls]) => calls >= CALLS_PER_ACCOUNT).map(([account]) => account);
  }

  private async tellDue(hook: DueHook, stopping: AbortSignal): Promise<void> {
    const { jobs, clock, log } = this.parts;
    const { webhook, traceparent } = JSON.parse(hook.head) as {
      readonly webhook?: KeptWebhook | null;
      readonly traceparent?: string;
    };
    const cause = webhook
      ? await this.traced(traceparent ?? null, () =>
          this.tellOf(webhook, hook, { traceparent: traceparent ?? null, stopping }),
        )
      : null;
    const told = cause === null;
    const wait = RETRY_DELAYS_MS[hook.attempts - 1];
    if (told || wait === undefined) await jobs.settleHook(hook.job.id);
    else await jobs.postponeHook(hook.job.id, clock() + wait);
    if (!told) log.warn({ job: hook.job.id, attempts: hook.attempts, cause }, 'a webhook call failed');
  }

  /** Makes the call a part of the trace of the call that submitted the job. */
  private traced(parent: string | null, tell: () => Promise<string | null>): Promise<string | null> {
    return this.parts.tracing.span('webhook', { kind: 'client', parent }, async (span) => {
      const cause = await tell();
      if (cause !== null) span.fail(cause);
      return cause;
    });
  }

  /** Sends a notification. Returns the reason for a failure, or null. */
  private async tellOf(webhook: KeptWebhook, hook: DueHook, telling: Telling): Promise<string | null> {
    const secret = this.secretOf(webhook, hook.job.id);
    // The next start may bring the key back.
    if (secret === null) return 'its secret was sealed with another PAGEWRIGHT_WEBHOOK_SECRET_KEY';
    return this.tell({ url: webhook.url, secret }, hook, telling);
  }

  private async tell(
    { url, secret }: Webhook,
    { job }: DueHook,
    { traceparent: given, stopping }: Telling,
  ): Promise<string | null> {
    // The origin may have been removed since the job was submitted.
    if (!this.allows(url)) return 'its origin is no longer in PAGEWRIGHT_WEBHOOK_ORIGINS';
    const body = JSON.stringify({ type: 'job.ended', data: jobView(job) });
    const traceparent = this.parts.tracing.current() ?? given;
    const late = AbortSignal.timeout(ANSWER_MS);
    const timestamp = String(Math.floor(this.parts.clock() / 1000));
    try {
      const status = await postTo(url, {
        headers: {
          'content-type': 'application/json',
          'webhook-id': job.id,
          'webhook-timestamp': timestamp,
          ...(traceparent !== null && { traceparent }),
          'webhook-signature': `v1,${signature(secret, job.id, timestamp, body)}`,
        },
        body,
        signal: AbortSignal.any([late, stopping]),
        mayBePrivate: this.parts.mayBePrivate,
      });
      return status >= 200 && status < 300 ? null : `the response status is ${status}`;
    } catch (error) {
      if (late.aborted) return `no response within ${ANSWER_MS / 1000} s`;
      return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    }
  }
}

/** Prefix of secrets that are bytes, as base64. */
const BYTES_SECRET = 'whsec_';

/** Returns the key of a secret: the bytes after `whsec_`, or the characters themselves. null: invalid base64. */
export function secretKey(secret: string): Buffer | null {
  if (!secret.startsWith(BYTES_SECRET)) return Buffer.from(secret);
  const text = secret.slice(BYTES_SECRET.length);
  const key = Buffer.from(text, 'base64');
  return key.toString('base64').replaceAll('=', '') === text.replaceAll('=', '') && key.length >= 16 ? key : null;
}

/** Returns the HMAC-SHA256 over id, time and body, as specified by Standard Webhooks. */
export function signature(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', secretKey(secret) ?? secret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
}
