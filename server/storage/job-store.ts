/**
 * The job queue: documents to render in the background, and their results until they expire. Every method is atomic.
 * Times are milliseconds since the epoch, given by the caller.
 */

/** A submitted job. `head`: the shared settings as JSON, opaque to the store. */
export interface NewJob {
  readonly id: string;
  readonly account: string;
  readonly head: string;
  /** Whether a webhook is called at its end. */
  readonly hooked: boolean;
  readonly createdAt: number;
  /** Afterwards the job can't be found any more. */
  readonly expiresAt: number;
  /** An unopened job with the same id from before this time is replaced. */
  readonly staleBefore: number;
}

/** A position in the list of an account's jobs. */
export interface JobPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface JobState {
  readonly id: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** null: unfinished. */
  readonly endedAt: number | null;
  /** Fingerprint of the upload, if the call has an idempotency key. */
  readonly fingerprint: string | null;
}

/** A claimed document. `claim` distinguishes repeated claims. */
export interface ClaimedDocument {
  readonly job: string;
  readonly account: string;
  readonly head: string;
  /** 0-based. */
  readonly index: number;
  readonly body: string;
  /** When the job expires. */
  readonly expiresAt: number;
  /** Number of claims, including this one. */
  readonly attempts: number;
  readonly claim: string;
}

/** `facts`: JSON, opaque to the store. */
export interface JobResultRow {
  readonly index: number;
  readonly ok: boolean;
  readonly facts: string;
}

/** A due notification. */
export interface DueHook {
  readonly job: JobState;
  readonly account: string;
  readonly head: string;
  readonly attempts: number;
}

/** Which jobs to remove: those that have expired, and those whose upload never ended. */
export interface ForgottenJobs {
  readonly now: number;
  readonly unopenedBefore: number;
  /** Number of rows. */
  readonly batch: number;
}

/** The facts of a job on which the links to its results depend. */
export interface LinkedJob {
  readonly account: string;
  readonly expiresAt: number;
}

export interface JobStore {
  /** Creates a job that accepts documents. They aren't rendered before `open`. Returns false if the id exists. */
  begin(job: NewJob): Promise<boolean>;
  /** Adds documents. `bodies`: JSON, opaque to the store, starting with document number `first`. */
  add(job: string, first: number, bodies: readonly string[]): Promise<void>;
  /**
   * Completes a job, so that rendering can start. Returns false if the job was removed. `fingerprint`: of the upload,
   * if the call has an idempotency key.
   */
  open(job: string, total: number, fingerprint: string | null): Promise<boolean>;
  find(account: string, job: string, now: number): Promise<JobState | null>;
  /** Returns what links to the results of a job depend on. null: it doesn't exist or has expired. */
  linkedJob(job: string, now: number): Promise<LinkedJob | null>;
  /** Returns the jobs of an account, newest first, after a position in the list. */
  list(account: string, after: JobPlace | null, limit: number, now: number): Promise<readonly JobState[]>;
  /** Returns a job's shared settings: `{}` once they are no longer needed. null: no such job. */
  headOf(job: string): Promise<string | null>;
  /** Returns the number of an account's stored documents, rendered or not. */
  kept(account: string): Promise<number>;
  /** Returns the bytes that the documents and results of an account take, or those of all accounts if null. */
  bytes(account: string | null): Promise<number>;
  /** Ends and removes a job. Returns false if it doesn't exist. */
  remove(account: string, job: string): Promise<boolean>;

  /** Claims the next document until `until`. Jobs take turns, not documents. */
  claim(now: number, until: number): Promise<ClaimedDocument | null>;
  /** Returns the number of documents to render, including claimed ones. */
  waiting(now: number): Promise<number>;
  /**
   * Stores a result, whose content has `bytes`. Returns false if the claim has expired or the job was removed.
   */
  finish(claimed: ClaimedDocument, ok: boolean, facts: string, bytes: number, now: number): Promise<boolean>;
  /** Releases a document, which is claimable again from `dueAt`. */
  release(claimed: ClaimedDocument, dueAt: number): Promise<void>;

  /** Returns finished documents after number `after`, in order. */
  results(account: string, job: string, after: number, limit: number, now: number): Promise<readonly JobResultRow[]>;

  /** Claims a due notification until `until`, but none of the accounts in `without`. */
  dueHook(now: number, until: number, without: readonly string[]): Promise<DueHook | null>;
  /** Schedules a retry. */
  postponeHook(job: string, dueAt: number): Promise<void>;
  /** Completes a notification that was delivered or dropped. */
  settleHook(job: string): Promise<void>;

  /** Removes a batch of rows. Returns their number. 0: nothing is left. */
  forget(which: ForgottenJobs): Promise<number>;
}

/**
 * Interval between the turns of a job's documents, in milliseconds. It lets later jobs interleave with earlier ones.
 */
export const TURN_MS = 20;
