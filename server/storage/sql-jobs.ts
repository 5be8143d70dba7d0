import { randomUUID } from 'node:crypto';
import { claimedDocument, dueHook, jobState, resultRow } from './job-rows.ts';
import {
  type ClaimedDocument,
  type DueHook,
  type ForgottenJobs,
  type JobPlace,
  type JobResultRow,
  type JobState,
  type JobStore,
  type LinkedJob,
  type NewJob,
  TURN_MS,
} from './job-store.ts';
import { ALL_OWNERS, placeholders, type SqlDatabase } from './sql.ts';

/** Documents that one statement inserts. */
const INSERTED_AT_ONCE = 100;

/** The job queue in a database. Deleting a job deletes its documents and its name. */
export class SqlJobs implements JobStore {
  private readonly db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.db = db;
  }

  async begin({ id, account, head, hooked, createdAt, expiresAt, staleBefore }: NewJob): Promise<boolean> {
    return this.db.transaction('grow', async (db) => {
      await db.query('delete from jobs where id = $1 and (expires_at <= $2 or (total is null and created_at < $3))', [
        id,
        createdAt,
        staleBefore,
      ]);
      const begun = await db.query(
        `insert into jobs (id, account, head, hooked, created_at, expires_at, bytes) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do nothing returning id`,
        [id, account, head, hooked, createdAt, expiresAt, Buffer.byteLength(head)],
      );
      return begun.length > 0;
    });
  }

  async add(job: string, first: number, bodies: readonly string[]): Promise<void> {
    const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    await this.db.transaction('grow', async (db) => {
      await db.query('update jobs set bytes = bytes + $2, documents = documents + $3 where id = $1', [
        job,
        bytes,
        bodies.length,
      ]);
      for (let start = 0; start < bodies.length; start += INSERTED_AT_ONCE) {
        const some = bodies.slice(start, start + INSERTED_AT_ONCE);
        const rows = some.map((_, i) => `(cast($${2 * i + 2} as bigint), cast($${2 * i + 3} as text))`);
        await db.query(
          `insert into job_documents (job, number, turn, body)
             select j.id, v.column1, j.created_at + v.column1 * ${TURN_MS}, v.column2
             from jobs j, (values ${rows.join(', ')}) as v where j.id = $1`,
          [job, ...some.flatMap((body, i) => [first + start + i, body])],
        );
      }
    });
  }

  async open(job: string, total: number, fingerprint: string | null): Promise<boolean> {
    return this.db.transaction('change', async (db) => {
      const opened = await db.query('update jobs set total = $2 where id = $1 returning id', [job, total]);
      if (opened.length === 0) return false;
      await db.query('update job_documents set due_at = 0 where job = $1', [job]);
      if (fingerprint !== null)
        await db.query('insert into job_names (job, fingerprint) values ($1, $2)', [job, fingerprint]);
      const { tellJobs } = this.db.dialect;
      if (tellJobs !== null) await db.query(tellJobs);
      return true;
    });
  }

  async find(account: string, job: string, now: number): Promise<JobState | null> {
    const [row] = await this.db.query(
      `select j.*, n.fingerprint from jobs j left join job_names n on n.job = j.id
       where j.id = $1 and j.account = $2 and j.total is not null and j.expires_at > $3`,
      [job, account, now],
    );
    return row ? jobState(row) : null;
  }

  async linkedJob(job: string, now: number): Promise<LinkedJob | null> {
    const [row] = await this.db.query('select account, expires_at from jobs where id = $1 and expires_at > $2', [
      job,
      now,
    ]);
    return row ? { account: String(row.account), expiresAt: Number(row.expires_at) } : null;
  }

  async list(account: string, after: JobPlace | null, limit: number, now: number): Promise<readonly JobState[]> {
    const rows = await this.db.query(
      `select * from jobs where account = $1 and total is not null and expires_at > $2 and (created_at, id) < ($3, $4)
       order by created_at desc, id desc limit $5`,
      [account, now, after?.createdAt ?? Number.MAX_SAFE_INTEGER, after?.id ?? '', limit],
    );
    return rows.map(jobState);
  }

  async headOf(job: string): Promise<string | null> {
    const [row] = await this.db.query('select head from jobs where id = $1', [job]);
    return row ? String(row.head) : null;
  }

  async kept(account: string): Promise<number> {
    const [row] = await this.db.query("select count from totals where kind = 'job' and owner = $1", [account]);
    return Number(row?.count ?? 0);
  }

  async bytes(account: string | null): Promise<number> {
    const [row] = await this.db.query(
      `select sum(bytes) as bytes from totals where kind = 'job' and owner ${account === null ? ALL_OWNERS : '= $1'}`,
      account === null ? [] : [account],
    );
    return Number(row!.bytes ?? 0);
  }

  async remove(account: string, job: string): Promise<boolean> {
    return this.db.transaction('shrink', async (db) => {
      const gone = await db.query('delete from jobs where id = $1 and account = $2 returning id', [job, account]);
      return gone.length > 0;
    });
  }

  async claim(now: number, until: number): Promise<ClaimedDocument | null> {
    // Results wait for room, and the rest of the service keeps working.
    if (!this.db.hasRoom) return null;
    const claim = randomUUID();
    const [row] = await this.db.query(
      `update job_documents set due_at = $2, claim = $3, attempts = attempts + 1 where (job, number) = (
         select d.job, d.number from job_documents d join jobs j on j.id = d.job
         where d.ok is null and d.due_at <= $1 and j.expires_at > $1 order by d.turn limit 1 ${this.db.dialect.unlocked('d')})
       returning job, number, body, attempts, (select account from jobs where id = job) as account,
         (select head from jobs where id = job) as head, (select expires_at from jobs where id = job) as expires_at`,
      [now, until, claim],
    );
    // The job may have been removed in the meantime.
    return row && row.account !== null ? claimedDocument(row, claim) : null;
  }

  async waiting(now: number): Promise<number> {
    const [row] = await this.db.query(
      `select sum(total - done - failed) as waiting from jobs
       where ended_at is null and total is not null and expires_at > $1`,
      [now],
    );
    return Number(row!.waiting ?? 0);
  }

  async finish(
    { job, index, claim, body }: ClaimedDocument,
    ok: boolean,
    facts: string,
    resultBytes: number,
    now: number,
  ): Promise<boolean> {
    return this.db.transaction('change', async (db) => {
      // Locks the job's row first, like every transaction that finishes one of its documents.
      await db.query(`select 1 as one from jobs where id = $1 ${this.db.dialect.forUpdate}`, [job]);
      const finished = await db.query(
        `update job_documents set ok = $1, facts = $2, body = '', claim = null
         where job = $3 and number = $4 and claim = $5 and ok is null returning number`,
        [ok, facts, job, index, claim],
      );
      if (finished.length === 0) return false;
      const grown = Buffer.byteLength(facts) + resultBytes - Buffer.byteLength(body);
      const counted = ok ? 'done = done' : 'failed = failed';
      await db.query(`update jobs set ${counted} + 1, bytes = bytes + $2 where id = $1`, [job, grown]);
      await db.query(
        `update jobs set ended_at = cast($2 as bigint), hook_due_at = case when hooked then cast($2 as bigint) end,
           head = case when hooked then head else '{}' end
         where id = $1 and done + failed = total and ended_at is null`,
        [job, now],
      );
      return true;
    });
  }

  async release({ job, index, claim }: ClaimedDocument, dueAt: number): Promise<void> {
    await this.db.query(
      'update job_documents set due_at = $1, claim = null where job = $2 and number = $3 and claim = $4 and ok is null',
      [dueAt, job, index, claim],
    );
  }

  async results(
    account: string,
    job: string,
    after: number,
    limit: number,
    now: number,
  ): Promise<readonly JobResultRow[]> {
    const rows = await this.db.query(
      `select d.number, d.ok, d.facts from job_documents d join jobs j on j.id = d.job
       where j.id = $1 and j.account = $2 and j.expires_at > $3 and d.ok is not null and d.number > $4
       order by d.number limit $5`,
      [job, account, now, after, limit],
    );
    return rows.map(resultRow);
  }

  async dueHook(now: number, until: number, without: readonly string[]): Promise<DueHook | null> {
    const others = without.length === 0 ? '' : `and j.account not in (${placeholders(3, without.length)})`;
    const [row] = await this.db.query(
      `update jobs set hook_due_at = $2, hook_attempts = hook_attempts + 1 where id = (
         select j.id from jobs j where j.hook_due_at <= $1 and j.expires_at > $1 ${others}
         order by j.hook_due_at limit 1 ${this.db.dialect.unlocked('j')})
       returning *`,
      [now, until, ...without],
    );
    return row ? dueHook(row) : null;
  }

  async postponeHook(job: string, dueAt: number): Promise<void> {
    await this.db.query('update jobs set hook_due_at = $2 where id = $1', [job, dueAt]);
  }

  async settleHook(job: string): Promise<void> {
    await this.db.query("update jobs set hook_due_at = null, head = '{}' where id = $1", [job]);
  }

  async forget({ now, unopenedBefore, batch }: ForgottenJobs): Promise<number> {
    return this.db.transaction('shrink', async (db) => {
      const isGone = '(j.expires_at <= $1 or (j.total is null and j.created_at < $2))';
      // A job may have thousands of documents, so they go first, in separate batches.
      const documents = await db.query(
        `delete from job_documents where (job, number) in (
           select d.job, d.number from job_documents d join jobs j on j.id = d.job where ${isGone} limit $3) returning number`,
        [now, unopenedBefore, batch],
      );
      if (documents.length > 0) return documents.length;
      const jobs = await db.query(
        `delete from jobs where id in (select j.id from jobs j where ${isGone} limit $3) returning id`,
        [now, unopenedBefore, batch],
      );
      return jobs.length;
    });
  }
}
