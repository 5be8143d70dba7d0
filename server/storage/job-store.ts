/**
 * The queue of jobs: documents that are rendered when there is time, and what became of them until it is fetched or expires. As for the rest of the
 * store every method is atomic, and times are milliseconds since the epoch, given by the caller.
 */

/** A job as it is handed in. `head`: what its documents have in common, as JSON that only the service reads. */
export interface NewJob {
  readonly id: string;
  readonly account: string;
  readonly head: string;
  /** Somebody wants to be told of its end. */
  readonly hooked: boolean;
  readonly createdAt: number;
  /** From then on nobody finds it any more. */
  readonly expiresAt: number;
  /** One of the same id that was begun before and never opened is forgotten. */
  readonly staleBefore: number;
}

/** A place in the list of an account's jobs. */
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
  /** null: something is left to do. */
  readonly endedAt: number | null;
  /** Of what was handed in, where its caller has named the call. */
  readonly fingerprint: string | null;
}

/** A document that somebody has taken to render it; `claim` tells this time from others. */
export interface ClaimedDocument {
  readonly job: string;
  readonly account: string;
  readonly head: string;
  /** From 0. */
  readonly index: number;
  readonly body: string;
  /** How often it has been taken, this time among them. */
  readonly attempts: number;
  readonly claim: string;
}

/** `facts`: JSON that only the service reads. */
export interface JobResultRow {
  readonly index: number;
  readonly ok: boolean;
  readonly facts: string;
}

/** An end that is to be told. */
export interface DueHook {
  readonly job: JobState;
  readonly head: string;
  readonly attempts: number;
}

export interface JobStore {
  /** A job that takes documents in; nothing of it is rendered before it is opened. false: there is one of this id. */
  begin(job: NewJob): Promise<boolean>;
  /** `bodies`: documents from number `first` on, as JSON that only the service reads. */
  add(job: string, first: number, bodies: readonly string[]): Promise<void>;
  /** All documents are in: they may be rendered. `fingerprint`: of what was handed in, where its caller has named the call. */
  open(job: string, total: number, fingerprint: string | null): Promise<void>;
  find(account: string, job: string, now: number): Promise<JobState | null>;
  /** The jobs of an account, the newest first, behind a place in this list. */
  list(account: string, after: JobPlace | null, limit: number, now: number): Promise<readonly JobState[]>;
  /** What a job's documents have in common: `{}` as soon as nobody needs it any more; null: no such job. */
  headOf(job: string): Promise<string | null>;
  /** Documents of an account that are kept, rendered or not. */
  kept(account: string): Promise<number>;
  /** Ends a job and forgets it; false when there is none. */
  remove(account: string, job: string): Promise<boolean>;

  /** The next document whose turn it is, taken until `until`: after that others may take it. Jobs take turns, not documents. */
  claim(now: number, until: number): Promise<ClaimedDocument | null>;
  /** Documents that are still to be rendered, those that somebody has taken among them. */
  waiting(now: number): Promise<number>;
  /** What became of a document; false: it was taken by somebody else meanwhile, or its job is gone. */
  finish(claimed: ClaimedDocument, ok: boolean, facts: string, pdf: Uint8Array | null, now: number): Promise<boolean>;
  /** Gives a document back, to be taken again from `dueAt` on. */
  release(claimed: ClaimedDocument, dueAt: number): Promise<void>;

  /** Finished documents behind number `after`, in order. */
  results(account: string, job: string, after: number, limit: number, now: number): Promise<readonly JobResultRow[]>;
  pdf(account: string, job: string, index: number, now: number): Promise<Uint8Array | null>;

  /** An end that is due to be told, put off until `until` for others. */
  dueHook(now: number, until: number): Promise<DueHook | null>;
  /** To be told again then. */
  postponeHook(job: string, dueAt: number): Promise<void>;
  /** Told, or given up. */
  settleHook(job: string): Promise<void>;

  /** Forgets a batch of jobs that have expired, or were never opened; how many rows went. */
  forget(now: number, batch: number): Promise<number>;
}

/** How far apart the turns of a job's documents are, ms: what comes later is not behind all of what came before. */
export const TURN_MS = 20;
