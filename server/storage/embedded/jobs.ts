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
import type { EmbeddedDatabase } from './database.ts';

/** The job queue in the embedded database. */
export class EmbeddedJobs implements JobStore {
  private readonly db: EmbeddedDatabase;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async begin({ id, account, head, hooked, createdAt, expiresAt, staleBefore }: NewJob): Promise<boolean> {
    this.db.requireRoom();
    return this.db.change(() => {
      const gone = this.db.run(
        'delete from jobs where id = ? and (expires_at <= ? or (total is null and created_at < ?))',
        id,
        createdAt,
        staleBefore,
      );
      if (gone > 0) this.forgetParts(id);
      const begun = this.db.run(
        `insert into jobs (id, account, head, hooked, created_at, expires_at, bytes) values (?, ?, ?, ?, ?, ?, ?)
         on conflict (id) do nothing`,
        id,
        account,
        head,
        hooked ? 1 : 0,
        createdAt,
        expiresAt,
        Buffer.byteLength(head),
      );
      return begun > 0;
    });
  }

  /** Deletes the rows of a job in other tables. */
  private forgetParts(job: string): void {
    this.db.run('delete from job_documents where job = ?', job);
    this.db.run('delete from job_names where job = ?', job);
  }

  async add(job: string, first: number, bodies: readonly string[]): Promise<void> {
    this.db.requireRoom();
    this.db.change(() => {
      bodies.forEach((body, i) =>
        this.db.run(
          `insert into job_documents (job, number, turn, body)
             select id, ?, created_at + ?, ? from jobs where id = ?`,
          first + i,
          (first + i) * TURN_MS,
          body,
          job,
        ),
      );
      const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
      this.db.run(
        'update jobs set bytes = bytes + ?, documents = documents + ? where id = ?',
        bytes,
        bodies.length,
        job,
      );
    });
  }

  async open(job: string, total: number, fingerprint: string | null): Promise<void> {
    this.db.change(() => {
      this.db.run('update jobs set total = ? where id = ?', total, job);
      this.db.run('update job_documents set due_at = 0 where job = ?', job);
      if (fingerprint !== null) this.db.run('insert into job_names (job, fingerprint) values (?, ?)', job, fingerprint);
    });
  }

  async find(account: string, job: string, now: number): Promise<JobState | null> {
    const row = this.db.get(
      `select j.*, n.fingerprint from jobs j left join job_names n on n.job = j.id
       where j.id = ? and j.account = ? and j.total is not null and j.expires_at > ?`,
      job,
      account,
      now,
    );
    return row && jobState(row);
  }

  async ownerOf(job: string, now: number): Promise<string | null> {
    const row = this.db.get('select account from jobs where id = ? and expires_at > ?', job, now);
    return row && String(row.account);
  }

  async list(account: string, after: JobPlace | null, limit: number, now: number): Promise<readonly JobState[]> {
    return this.db
      .all(
        `select * from jobs where account = ? and total is not null and expires_at > ? and (created_at, id) < (?, ?)
         order by created_at desc, id desc limit ?`,
        account,
        now,
        after?.createdAt ?? Number.MAX_SAFE_INTEGER,
        after?.id ?? '',
        limit,
      )
      .map(jobState);
  }

  async headOf(job: string): Promise<string | null> {
    const row = this.db.get('select head from jobs where id = ?', job);
    return row && String(row.head);
  }

  async kept(account: string): Promise<number> {
    const row = this.db.get("select count from totals where kind = 'job' and owner = ?", account);
    return Number(row?.count ?? 0);
  }

  async bytes(account: string | null): Promise<number> {
    const row = this.db.get("select bytes from totals where kind = 'job' and owner = ?", account ?? '*');
    return Number(row?.bytes ?? 0);
  }

  async remove(account: string, job: string): Promise<boolean> {
    return this.db.freeing(() => {
      if (this.db.run('delete from jobs where id = ? and account = ?', job, account) === 0) return false;
      this.forgetParts(job);
      return true;
    });
  }

  async claim(now: number, until: number): Promise<ClaimedDocument | null> {
    // Results wait for room, and the rest of the service keeps working.
    if (!this.db.hasRoom) return null;
    return this.db.change(() => {
      const row = this.db.get(
        `select d.job, d.number, d.body, d.attempts, j.account, j.head, j.expires_at from job_documents d join jobs j on j.id = d.job
         where d.ok is null and d.due_at <= ? and j.expires_at > ? order by d.turn limit 1`,
        now,
        now,
      );
      if (!row) return null;
      const claim = randomUUID();
      this.db.run(
        'update job_documents set due_at = ?, claim = ?, attempts = attempts + 1 where job = ? and number = ?',
        until,
        claim,
        row.job,
        row.number,
      );
      return claimedDocument(row, claim);
    });
  }

  async waiting(now: number): Promise<number> {
    const row = this.db.get(
      `select sum(total - done - failed) as waiting from jobs
       where ended_at is null and total is not null and expires_at > ?`,
      now,
    );
    return Number(row?.waiting ?? 0);
  }

  async finish(
    { job, index, claim }: ClaimedDocument,
    ok: boolean,
    facts: string,
    resultBytes: number,
    now: number,
  ): Promise<boolean> {
    return this.db.change(() => {
      const before = this.db.get(
        'select length(cast(body as blob)) as bytes from job_documents where job = ? and number = ?',
        job,
        index,
      );
      const finished = this.db.run(
        `update job_documents set ok = ?, facts = ?, body = '', claim = null
         where job = ? and number = ? and claim = ? and ok is null`,
        ok ? 1 : 0,
        facts,
        job,
        index,
        claim,
      );
      if (finished === 0) return false;
      const grown = Buffer.byteLength(facts) + resultBytes - Number(before?.bytes ?? 0);
      const counted = ok ? 'done = done' : 'failed = failed';
      this.db.run(`update jobs set ${counted} + 1, bytes = bytes + ? where id = ?`, grown, job);
      this.db.run(
        `update jobs set ended_at = ?, hook_due_at = iif(hooked = 1, ?, null), head = iif(hooked = 1, head, '{}')
         where id = ? and done + failed = total and ended_at is null`,
        now,
        now,
        job,
      );
      return true;
    });
  }

  async release({ job, index, claim }: ClaimedDocument, dueAt: number): Promise<void> {
    this.db.change(() =>
      this.db.run(
        'update job_documents set due_at = ?, claim = null where job = ? and number = ? and claim = ? and ok is null',
        dueAt,
        job,
        index,
        claim,
      ),
    );
  }

  async results(
    account: string,
    job: string,
    after: number,
    limit: number,
    now: number,
  ): Promise<readonly JobResultRow[]> {
    return this.db
      .all(
        `select d.number, d.ok, d.facts from job_documents d join jobs j on j.id = d.job
         where j.id = ? and j.account = ? and j.expires_at > ? and d.ok is not null and d.number > ?
         order by d.number limit ?`,
        job,
        account,
        now,
        after,
        limit,
      )
      .map(resultRow);
  }

  async dueHook(now: number, until: number): Promise<DueHook | null> {
    return this.db.change(() => {
      const row = this.db.get(
        'select * from jobs where hook_due_at <= ? and expires_at > ? order by hook_due_at limit 1',
        now,
        now,
      );
      if (!row) return null;
      this.db.run('update jobs set hook_due_at = ?, hook_attempts = hook_attempts + 1 where id = ?', until, row.id);
      return dueHook(row);
    });
  }

  async postponeHook(job: string, dueAt: number): Promise<void> {
    this.db.change(() => this.db.run('update jobs set hook_due_at = ? where id = ?', dueAt, job));
  }

  async settleHook(job: string): Promise<void> {
    this.db.change(() => this.db.run("update jobs set hook_due_at = null, head = '{}' where id = ?", job));
  }

  async forget(now: number, batch: number): Promise<number> {
    return this.db.freeing(() => {
      let gone = this.db.run(
        'delete from jobs where id in (select id from jobs where expires_at <= ? limit ?)',
        now,
        batch,
      );
      gone += this.db.run(
        'delete from job_documents where rowid in (select rowid from job_documents where job not in (select id from jobs) limit ?)',
        batch,
      );
      gone += this.db.run(
        'delete from job_names where rowid in (select rowid from job_names where job not in (select id from jobs) limit ?)',
        batch,
      );
      return gone;
    });
  }
}
