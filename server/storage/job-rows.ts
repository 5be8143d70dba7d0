/** Converts rows of the job tables, from either database. Attempts include the one that is beginning. */
import type { ClaimedDocument, DueHook, JobResultRow, JobState } from './job-store.ts';

type Row = Readonly<Record<string, unknown>>;

/** Converts a row of `jobs`. */
export function jobState(row: Row): JobState {
  return {
    id: String(row.id),
    total: Number(row.total),
    done: Number(row.done),
    failed: Number(row.failed),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
    fingerprint: typeof row.fingerprint === 'string' ? row.fingerprint : null,
  };
}

export const claimedDocument = (row: Row, claim: string): ClaimedDocument => ({
  job: String(row.job),
  account: String(row.account),
  head: String(row.head),
  index: Number(row.number),
  body: String(row.body),
  expiresAt: Number(row.expires_at),
  attempts: Number(row.attempts),
  claim,
});

export const resultRow = (row: Row): JobResultRow => ({
  index: Number(row.number),
  ok: Boolean(row.ok),
  facts: String(row.facts),
});

export const dueHook = (row: Row): DueHook => ({
  job: jobState(row),
  account: String(row.account),
  head: String(row.head),
  attempts: Number(row.hook_attempts),
});
