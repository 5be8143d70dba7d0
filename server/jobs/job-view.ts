/** Jobs as shown to callers. */
import type { FileLinks } from '../library/file-links.ts';
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

/** Results stored by earlier versions have no diagnostics. */
type KeptFacts = Omit<JobFacts, 'diagnostics'> & Partial<Pick<JobFacts, 'diagnostics'>>;

export function resultView(job: JobState, { index, ok, facts }: JobResultRow, links: FileLinks) {
  const { problem, diagnostics = [], ...rest } = JSON.parse(facts) as KeptFacts;
  return {
    index,
    status: ok ? ('done' as const) : ('failed' as const),
    ...rest,
    diagnostics,
    pdf: ok ? `/v1/jobs/${job.id}/results/${index}` : null,
    link: ok ? links.linkTo({ job: job.id, index }, job.expiresAt) : null,
    problem,
  };
}
