import { type AnswerQuota, type AnswerStore, type KeptAnswer, keptAnswer } from '../answer-store.ts';
import type { PostgresDatabase } from './database.ts';

/** Answers in PostgreSQL. */
export class PostgresAnswers implements AnswerStore {
  private readonly db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.db = db;
  }

  async find(account: string, key: string, since: number): Promise<KeptAnswer | null> {
    const [row] = await this.db.query('select * from answers where account = $1 and key = $2 and at > $3', [
      account,
      key,
      since,
    ]);
    return row ? keptAnswer(row) : null;
  }

  async keep(account: string, key: string, answer: KeptAnswer, at: number, quota: AnswerQuota): Promise<boolean> {
    const { fingerprint, status, headers, body } = answer;
    const kept = await this.db.query(
      `with known as (
         select coalesce(sum(bytes), 0) as total, coalesce(sum(bytes) filter (where account = $1), 0) as own from answers)
       insert into answers (account, key, fingerprint, status, headers, bytes, body, at)
       select $1, $2, $3, $4, $5, $6::bigint, $7, $8 from known
         where total + $6::bigint <= $9::bigint and own + $6::bigint <= $10::bigint
       on conflict (account, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
         headers = excluded.headers, bytes = excluded.bytes, body = excluded.body, at = excluded.at
       returning key`,
      [
        account,
        key,
        fingerprint,
        status,
        JSON.stringify(headers),
        body.length,
        Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        at,
        quota.total,
        quota.perAccount,
      ],
    );
    return kept.length > 0;
  }

  async forget(before: number, batch: number): Promise<number> {
    const gone = await this.db.query(
      `delete from answers where ctid = any(array(
         select ctid from answers where at <= $1 limit $2 for update skip locked)) returning key`,
      [before, batch],
    );
    return gone.length;
  }
}
