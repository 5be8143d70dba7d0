import { randomUUID } from 'node:crypto';
import { claimedDocument, dueHook, jobState, resultRow } from '../job-rows.ts';
import {
  type ClaimedDocument,
  type DueHook,
  type JobPlace,
  type JobResultRow,
  type JobState,
  type JobStore,
  type NewJob,
  TURN_MS,
} from '../job-store.ts';
import { ALL_OWNERS } from '../sql.ts';
import type { PostgresDatabase } from './database.ts';
import { TELL } from './job-news.ts';

/** The job queue in PostgreSQL. Claims skip rows that other transactions have locked. */
export class PostgresJobs implements JobStore {
  private readonly db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
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
    await this.db.query(
      `with counted as (update jobs set bytes = bytes + $5, documents = documents + cardinality($4::text[]) where id = $1)
       insert into job_documents (job, number, turn, body)
         select j.id, $2 + b.place - 1, j.created_at + ($2 + b.place - 1) * $3, b.body
         from jobs j, unnest($4::text[]) with ordinality as b(body, place) where j.id = $1`,
      [job, first, TURN_MS, bodies, bytes],
    );
  }

  async open(job: string, total: number, fingerprint: string | null): Promise<void> {
    await this.db.transaction('grow', async (db) => {
      await db.query('update jobs set total = $2 where id = $1', [job, total]);
      await db.query('update job_documents set due_at = 0 where job = $1', [job]);
      if (fingerprint !== null)
        await db.query('insert into job_names (job, fingerprint) values ($1, $2)', [job, fingerprint]);
      await db.query(TELL);
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

  async ownerOf(job: string, now: number): Promise<string | null> {
    const [row] = await this.db.query('select account from jobs where id = $1 and expires_at > $2', [job, now]);
    return row ? String(row.account) : null;
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
    const gone = await this.db.query('delete from jobs where id = $1 and account = $2 returning id', [job, account]);
    return gone.length > 0;
  }

  async claim(now: number, until: number): Promise<ClaimedDocument | null> {
    const claim = randomUUID();
    const [row] = await this.db.query(
      `with next as (
         select d.job, d.number, j.account, j.head, j.expires_at, d.attempts from job_documents d join jobs j on j.id = d.job
         where d.ok is null and d.due_at <= $1 and j.expires_at > $1 order by d.turn limit 1 for update of d skip locked)
       update job_documents d set due_at = $2, claim = $3, attempts = d.attempts + 1 from next
       where d.job = next.job and d.number = next.number
       returning d.job, d.number, d.body, next.attempts, next.account, next.head, next.expires_at`,
      [now, until, claim],
    );
    return row ? claimedDocument(row, claim) : null;
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
    { job, index, claim }: ClaimedDocument,
    ok: boolean,
    facts: string,
    resultBytes: number,
    now: number,
  ): Promise<boolean> {
    return this.db.transaction('grow', async (db) => {
      // Locks the job's row first, like every transaction that finishes one of its documents.
      await db.query('select 1 from jobs where id = $1 for update', [job]);
      const [before] = await db.query(
        'select octet_length(body) as bytes from job_documents where job = $1 and number = $2',
        [job, index],
      );
      const finished = await db.query(
        `update job_documents set ok = $1, facts = $2, body = '', claim = null
         where job = $3 and number = $4 and claim = $5 and ok is null returning number`,
        [ok, facts, job, index, claim],
      );
      if (finished.length === 0) return false;
      const grown = Buffer.byteLength(facts) + resultBytes - Number(before?.bytes ?? 0);
      const counted = ok ? 'done = done' : 'failed = failed';
      await db.query(`update jobs set ${counted} + 1, bytes = bytes + $2 where id = $1`, [job, grown]);
      await db.query(
        `update jobs set ended_at = $2::bigint, hook_due_at = case when hooked then $2::bigint end,
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

  async dueHook(now: number, until: number): Promise<DueHook | null> {
    const [row] = await this.db.query(
      `with next as (
         select id from jobs where hook_due_at <= $1 and expires_at > $1 order by hook_due_at limit 1 for update skip locked)
       update jobs j set hook_due_at = $2, hook_attempts = j.hook_attempts + 1 from next where j.id = next.id
       returning j.*, j.hook_attempts - 1 as hook_attempts`,
      [now, until],
    );
    return row ? dueHook(row) : null;
  }

  async postponeHook(job: string, dueAt: number): Promise<void> {
    await this.db.query('update jobs set hook_due_at = $2 where id = $1', [job, dueAt]);
  }

  async settleHook(job: string): Promise<void> {
    await this.db.query("update jobs set hook_due_at = null, head = '{}' where id = $1", [job]);
  }

  async forget(now: number, batch: number): Promise<number> {
    const gone = await this.db.query(
      'delete from jobs where id = any(array(select id from jobs where expires_at <= $1 limit $2)) returning id',
      [now, batch],
    );
    return gone.length;
  }
}
