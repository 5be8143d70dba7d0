/** Answers of calls with an idempotency key, which a retry gets again. Every method is atomic. */

export interface KeptAnswer {
  /** Identifies the content of the call. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Limits in bytes. Approximate under concurrency. */
export interface AnswerQuota {
  readonly perAccount: number;
  readonly total: number;
}

export interface AnswerStore {
  /** Returns the answer of a named call if it is younger than `since` (ms since the epoch). */
  find(account: string, key: string, since: number): Promise<KeptAnswer | null>;
  /** Keeps an answer, or replaces the one of the same name. Returns false if the quota is used up. */
  keep(account: string, key: string, answer: KeptAnswer, at: number, quota: AnswerQuota): Promise<boolean>;
  /** Removes a batch of answers from before a time. Returns their number. */
  forget(before: number, batch: number): Promise<number>;
}

/** Converts a row of `answers`, from either database. */
export const keptAnswer = (row: Readonly<Record<string, unknown>>): KeptAnswer => ({
  fingerprint: String(row.fingerprint),
  status: Number(row.status),
  headers: JSON.parse(String(row.headers)) as Record<string, string>,
  body: new Uint8Array(row.body as Uint8Array),
});
