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
import type { PostgresDatabase, Row } from './database.ts';

const FACTS = 'name, bytes, sha256, updated_at';

/** An arbitrary lock number. Uploads of an account serialize on it, so that they can't exceed the quota together. */
const UPLOAD_LOCK = 7_202_613;

/** Assets in PostgreSQL. */
export class PostgresAssets implements AssetStore {
  private readonly db: PostgresDatabase;

  constructor(db: PostgresDatabase) {
    this.db = db;
  }

  async put(account: string, facts: AssetFacts, content: Uint8Array, quota: AssetQuota): Promise<PutOutcome> {
    const { name } = facts;
    return this.db.transaction(async (db) => {
      await db.query('select pg_advisory_xact_lock($1, hashtext($2))', [UPLOAD_LOCK, account]);
      const [others] = await db.query(
        `select count(*) filter (where account = $1) as count, sum(bytes) filter (where account = $1) as bytes,
           sum(bytes) as total
         from assets where not (account = $1 and name = $2)`,
        [account, name],
      );
      const [count, bytes] = [Number(others!.count), Number(others!.bytes ?? 0)];
      const problem = quotaProblem({ count, bytes, total: Number(others!.total ?? 0) }, content.length, quota);
      if (problem !== null) return problem;
      const known = await db.query('select 1 from assets where account = $1 and name = $2', [account, name]);
      await db.query(
        `insert into assets (account, name, bytes, sha256, updated_at, content) values ($1, $2, $3, $4, $5, $6)
         on conflict (account, name) do update set bytes = excluded.bytes, sha256 = excluded.sha256,
           updated_at = excluded.updated_at, content = excluded.content`,
        [
          account,
          name,
          facts.bytes,
          facts.sha256,
          facts.updatedAt,
          Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        ],
      );
      return known.length === 0 ? 'created' : 'replaced';
    });
  }

  async list(account: string, after: string, limit: number): Promise<readonly AssetFacts[]> {
    const rows = await this.db.query(
      `select ${FACTS} from assets where account = $1 and name > $2 order by name limit $3`,
      [account, after, limit],
    );
    return rows.map(assetFacts);
  }

  async find(account: string, names: readonly string[]): Promise<readonly AssetFacts[]> {
    return (await this.named(FACTS, account, names)).map(assetFacts);
  }

  async contents(account: string, names: readonly string[]): Promise<readonly AssetContent[]> {
    return (await this.named('name, content', account, names)).map(assetContent);
  }

  private named(columns: string, account: string, names: readonly string[]): Promise<Row[]> {
    return this.db.query(`select ${columns} from assets where account = $1 and name = any($2)`, [account, names]);
  }

  async remove(account: string, name: string): Promise<boolean> {
    const gone = await this.db.query('delete from assets where account = $1 and name = $2 returning name', [
      account,
      name,
    ]);
    return gone.length > 0;
  }
}
