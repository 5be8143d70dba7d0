/** Repeats the first answer to a call with an idempotency key, without rendering again. */
import type { Caller } from '../accounts/caller.ts';
import type { Log } from '../observability/log.ts';
import { Refusal } from '../refusal.ts';
import type { Contents } from '../library/contents.ts';
import type { ContentFacts } from '../storage/content-store.ts';
import { type NamedCall, NAMES_LAST_MS } from '../storage/store.ts';
import type { ServiceContext } from './context.ts';

/** Headers that belong to the document. Others belong to the call. */
const KEPT_HEADERS = ['Content-Type', 'Content-Disposition', 'X-Page-Count', 'X-Render-Warnings'] as const;
const REPLAYED = 'Idempotency-Replayed';
/** Limits on an answer, and on the answers of an account, in bytes. Others are rendered again, at no charge. */
const LARGEST = 16 * 1024 * 1024;
const PER_ACCOUNT = 64 * 1024 * 1024;

interface AnswerFacts {
  /** Identifies the content of the call. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

const answerFacts = ({ facts }: ContentFacts): AnswerFacts => facts as unknown as AnswerFacts;

/** Result of looking for the first answer. `other`: it has another media type, and remains the one to repeat. */
export type Replay = 'replayed' | 'other' | 'none';

export class Replays {
  private readonly contents: Contents;
  private readonly clock: () => number;
  private readonly log: Log;
  private readonly total: number;

  /** `total`: limit in bytes for all answers. */
  constructor(contents: Contents, clock: () => number, log: Log, total: number) {
    this.contents = contents;
    this.clock = clock;
    this.log = log;
    this.total = total;
  }

  /**
   * Answers a call with its first answer if that was kept. Otherwise the call must be rendered.
   * @throws Refusal `idempotency_mismatch`
   */
  async replay(ctx: ServiceContext, { account }: Caller, call: NamedCall, type: string): Promise<Replay> {
    const [kept] = (await this.quietly(this.contents.find(account, 'answer', [call.key]))) ?? [];
    if (!kept) return 'none';
    const { fingerprint, status, headers } = answerFacts(kept);
    if (fingerprint !== call.fingerprint)
      throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for a different document.');
    if (!headers['Content-Type']?.startsWith(type)) return 'other';
    const body = await this.quietly(this.contents.open(account, 'answer', kept));
    if (!body) return 'none';
    ctx.status = status;
    ctx.set(headers);
    ctx.set(REPLAYED, 'true');
    ctx.length = kept.bytes;
    ctx.body = body;
    return 'replayed';
  }

  /** Keeps the first answer of a call. */
  async keep(ctx: ServiceContext, { account }: Caller, call: NamedCall): Promise<void> {
    const body = ctx.body as Buffer;
    if (body.length > LARGEST) return;
    const headers = Object.fromEntries(
      KEPT_HEADERS.flatMap((name) => (ctx.response.get(name) === '' ? [] : [[name, ctx.response.get(name)]])),
    );
    const facts = { fingerprint: call.fingerprint, status: ctx.status, headers } satisfies AnswerFacts;
    const quota = { count: Infinity, bytes: PER_ACCOUNT, total: this.total };
    const expiresAt = this.clock() + NAMES_LAST_MS;
    await this.quietly(this.contents.put(account, 'answer', call.key, body, { facts, expiresAt, quota }));
  }

  /** Returns null if the store fails: a retry is rendered again, at no charge. The document itself is ready or will be. */
  private async quietly<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'answers of named calls are unavailable');
      return null;
    }
  }
}
