/** Jobs as callers see them. */
import type { JobResultRow, JobState } from '../storage/job-store.ts';
import type { JobFacts } from './job.ts';

const isoTime = (time: number): string => new Date(time).toISOString();

export function jobView({ id, total, done, failed, createdAt, expiresAt, endedAt }: JobState) {
  const state: 'ended' | 'running' | 'queued' = endedAt !== null ? 'ended' : done + failed > 0 ? 'running' : 'queued';
  return {
    id,
    state,
    total,
    done,
    failed,
    created_at: isoTime(createdAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
    expires_at: isoTime(expiresAt),
  };
}

export function resultView(job: string, { index, ok, facts }: JobResultRow) {
  const { problem, ...rest } = JSON.parse(facts) as JobFacts;
  return {
    index,
    status: ok ? ('done' as const) : ('failed' as const),
    ...rest,
    pdf: ok ? `/v1/jobs/${job}/results/${index}` : null,
    problem,
  };
}
