import {
  type AssetContent,
  assetContent,
  type AssetFacts,
  assetFacts,
  type AssetQuota,
  type AssetStore,
  type PutOutcome,
  quotaProblem,
} from '../asset-store.ts';
import type { EmbeddedDatabase } from './database.ts';

const FACTS = 'name, bytes, sha256, updated_at';

/** Assets in the embedded database. */
export class EmbeddedAssets implements AssetStore {
  private readonly db: EmbeddedDatabase;

  constructor(db: EmbeddedDatabase) {
    this.db = db;
  }

  async put(account: string, facts: AssetFacts, content: Uint8Array, quota: AssetQuota): Promise<PutOutcome> {
    this.db.requireRoom();
    return this.db.transaction(() => {
      const { name } = facts;
      const others = this.db.get(
        `select count(*) filter (where account = ?) as count, sum(bytes) filter (where account = ?) as bytes, sum(bytes) as total
         from assets where not (account = ? and name = ?)`,
        account,
        account,
        account,
        name,
      )!;
      const [count, bytes, total] = [Number(others.count), Number(others.bytes ?? 0), Number(others.total ?? 0)];
      const problem = quotaProblem({ count, bytes, total }, content.length, quota);
      if (problem !== null) return problem;
      const isNew = this.db.get('select 1 as one from assets where account = ? and name = ?', account, name) === null;
      this.db.run(
        `insert into assets (account, name, bytes, sha256, updated_at, content) values (?, ?, ?, ?, ?, ?)
         on conflict (account, name) do update set bytes = excluded.bytes, sha256 = excluded.sha256,
           updated_at = excluded.updated_at, content = excluded.content`,
        account,
        name,
        facts.bytes,
        facts.sha256,
        facts.updatedAt,
        Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      );
      return isNew ? 'created' : 'replaced';
    });
  }

  async list(account: string, after: string, limit: number): Promise<readonly AssetFacts[]> {
    return this.db
      .all(`select ${FACTS} from assets where account = ? and name > ? order by name limit ?`, account, after, limit)
      .map(assetFacts);
  }

  async find(account: string, names: readonly string[]): Promise<readonly AssetFacts[]> {
    return this.named(FACTS, account, names).map(assetFacts);
  }

  async contents(account: string, names: readonly string[]): Promise<readonly AssetContent[]> {
    return this.named('name, content', account, names).map(assetContent);
  }

  private named(columns: string, account: string, names: readonly string[]): Record<string, unknown>[] {
    return this.db.all(
      `select ${columns} from assets where account = ? and name in (select value from json_each(?))`,
      account,
      JSON.stringify(names),
    );
  }

  async remove(account: string, name: string): Promise<boolean> {
    return this.db.freeing(() => this.db.run('delete from assets where account = ? and name = ?', account, name) > 0);
  }
}
