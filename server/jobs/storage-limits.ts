/** Limits on the storage of jobs, for a key and for all keys. */
import { Refusal } from '../refusal.ts';
import type { JobStore } from '../storage/job-store.ts';
import { MOST_KEPT } from './job.ts';

/** Retry delays while a limit is reached, in seconds. */
const OWN_RETRY_S = 60;
const SHARED_RETRY_S = 300;

const MB = 1024 * 1024;

export class JobStorageLimits {
  private readonly jobs: JobStore;
  private readonly perKey: number;
  private readonly total: number;

  /** The limits are in bytes. */
  constructor(jobs: JobStore, perKey: number, total: number) {
    this.jobs = jobs;
    this.perKey = perKey;
    this.total = total;
  }

  /** Checks whether an account may begin a job. @throws Refusal `rate_limited` or `overloaded` */
  async checkJob(account: string): Promise<void> {
    if ((await this.jobs.kept(account)) >= MOST_KEPT) throw ownLimit(`${MOST_KEPT} job documents`);
    await this.checkBytes(account);
  }

  /**
   * Checks whether `more` bytes may be stored for an account. A result may exceed the limit by itself, because its size
   * isn't known before it is rendered. @throws Refusal `rate_limited`, or `overloaded` while other keys hold the storage
   */
  async checkBytes(account: string, more = 0): Promise<void> {
    if ((await this.jobs.bytes(account)) + more >= this.perKey)
      throw ownLimit(`${Math.floor(this.perKey / MB)} MB of jobs`);
    if ((await this.jobs.bytes(null)) + more >= this.total)
      throw new Refusal('overloaded', 'The storage for jobs is full. Retry later.', { retryAfter: SHARED_RETRY_S });
  }
}

const ownLimit = (what: string): Refusal =>
  new Refusal('rate_limited', `A key may store at most ${what}. Fetch results and delete jobs.`, {
    retryAfter: OWN_RETRY_S,
  });
