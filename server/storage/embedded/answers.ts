import { type AnswerQuota, type AnswerStore, type KeptAnswer, keptAnswer } from '../answer-store.ts';
import type { EmbeddedDatabase } from './database.ts';

/** Answers in the embedded database. */
export class EmbeddedAnswers implements AnswerStore {
  private readonly db: EmbeddedDatabase;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async find(account: string, key: string, since: number): Promise<KeptAnswer | null> {
    const row = this.db.get('select * from answers where account = ? and key = ? and at > ?', account, key, since);
    return row && keptAnswer(row);
  }

  async keep(account: string, key: string, answer: KeptAnswer, at: number, quota: AnswerQuota): Promise<boolean> {
    if (!this.db.hasRoom) return false;
    const { fingerprint, status, headers, body } = answer;
    return this.db.transaction(() => {
      const kept = this.db.get(
        'select sum(bytes) as total, sum(bytes) filter (where account = ?) as own from answers',
        account,
      )!;
      const [total, own] = [Number(kept.total ?? 0), Number(kept.own ?? 0)];
      if (total + body.length > quota.total || own + body.length > quota.perAccount) return false;
      this.db.run(
        `insert into answers (account, key, fingerprint, status, headers, bytes, body, at) values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (account, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
           headers = excluded.headers, bytes = excluded.bytes, body = excluded.body, at = excluded.at`,
        account,
        key,
        fingerprint,
        status,
        JSON.stringify(headers),
        body.length,
        Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        at,
      );
      return true;
    });
  }

  async forget(before: number, batch: number): Promise<number> {
    return this.db.freeing(() =>
      this.db.run(
        'delete from answers where rowid in (select rowid from answers where at <= ? limit ?)',
        before,
        batch,
      ),
    );
  }
}
