import type {
  ContentFacts,
  ContentKind,
  ContentQuota,
  ContentRef,
  ContentStore,
  NewContent,
  PutOutcome,
} from './content-store.ts';
import { ALL_OWNERS, placeholders, type Queries, type Row, type SqlDatabase } from './sql.ts';

const FACTS = 'name, bytes, sha256, facts, updated_at, expires_at, object';

/** Contents in a database. */
export class SqlContents implements ContentStore {
  private readonly db: SqlDatabase;

  constructor(db: SqlDatabase) {
    this.db = db;
  }

  async put(account: string, kind: ContentKind, content: NewContent, quota: ContentQuota | null): Promise<PutOutcome> {
    return this.db.transaction('grow', async (db) => {
      const { name, bytes, sha256, facts, updatedAt, expiresAt, object, body } = content;
      await this.db.lock(db, `${kind}:${account}`);
      const [before] = await db.query(
        'select object, bytes from contents where kind = $1 and account = $2 and name = $3',
        [kind, account, name],
      );
      const added = { count: before ? 0 : 1, bytes: bytes - Number(before?.bytes ?? 0) };
      const problem = quota && (await exceeded(db, account, kind, added, quota));
      if (problem) return problem;
      await db.query(
        `insert into contents (kind, account, name, bytes, sha256, facts, updated_at, expires_at, object, body)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (kind, account, name) do update set bytes = excluded.bytes, sha256 = excluded.sha256,
           facts = excluded.facts, updated_at = excluded.updated_at, expires_at = excluded.expires_at,
           object = excluded.object, body = excluded.body`,
        [
          kind,
          account,
          name,
          bytes,
          sha256,
          JSON.stringify(facts),
          updatedAt,
          expiresAt,
          object,
          body && Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        ],
      );
      if (object !== null) await db.query('delete from unused_objects where key = $1', [object]);
      if (before) await retire(db, [before], updatedAt);
      return before ? 'replaced' : 'created';
    });
  }

  async find(
    account: string,
    kind: ContentKind,
    names: readonly string[],
    now: number,
  ): Promise<readonly ContentFacts[]> {
    if (names.length === 0) return [];
    const rows = await this.db.query(
      `select ${FACTS} from contents where kind = $1 and account = $2 and (expires_at is null or expires_at > $3)
         and name in (${placeholders(4, names.length)})`,
      [kind, account, now, ...names],
    );
    return rows.map(contentFacts);
  }

  async list(account: string, kind: ContentKind, after: string, limit: number): Promise<readonly ContentFacts[]> {
    const rows = await this.db.query(
      `select ${FACTS} from contents where kind = $1 and account = $2 and name > $3 order by name limit $4`,
      [kind, account, after, limit],
    );
    return rows.map(contentFacts);
  }

  async part({ account, kind, name }: ContentRef, start: number, length: number): Promise<Uint8Array | null> {
    const [row] = await this.db.query(
      `select substr(body, cast($1 as integer), cast($2 as integer)) as part from contents
       where kind = $3 and account = $4 and name = $5 and body is not null`,
      [start + 1, length, kind, account, name],
    );
    return row ? new Uint8Array(row.part as Uint8Array) : null;
  }

  async remove(
    account: string,
    kind: ContentKind,
    which: { readonly name: string } | { readonly prefix: string },
    now: number,
  ): Promise<number> {
    // The character after the last one of a prefix ends the range of names that begin with it.
    const [from, to] = 'name' in which ? [which.name, which.name] : [which.prefix, `${which.prefix}\u{10ffff}`];
    return this.db.transaction('shrink', async (db) => {
      const gone = await db.query(
        'delete from contents where kind = $1 and account = $2 and name >= $3 and name <= $4 returning object',
        [kind, account, from, to],
      );
      await retire(db, gone, now);
      return gone.length;
    });
  }

  async forget(now: number, batch: number): Promise<number> {
    return this.db.transaction('shrink', async (db) => {
      const gone = await db.query(
        `delete from contents where (kind, account, name) in (
           select kind, account, name from contents where expires_at <= $1 limit $2) returning object`,
        [now, batch],
      );
      await retire(db, gone, now);
      return gone.length;
    });
  }

  async announceObject(key: string, dueAt: number): Promise<void> {
    await this.db.transaction('grow', (db) =>
      db.query('insert into unused_objects (key, due_at) values ($1, $2)', [key, dueAt]),
    );
  }

  async unusedObjects(now: number, limit: number): Promise<readonly string[]> {
    const rows = await this.db.query('select key from unused_objects where due_at <= $1 order by due_at limit $2', [
      now,
      limit,
    ]);
    return rows.map(({ key }) => String(key));
  }

  async dropObjects(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.db.transaction('shrink', (db) =>
      db.query(`delete from unused_objects where key in (${placeholders(1, keys.length)})`, keys),
    );
  }
}

/** Returns why a content can't be stored, or null. `added`: the change of the account's storage. */
async function exceeded(
  db: Queries,
  account: string,
  kind: ContentKind,
  added: { readonly count: number; readonly bytes: number },
  quota: ContentQuota,
): Promise<'full' | 'crowded' | null> {
  const rows = await db.query(
    `select owner, count, bytes from totals where kind = $1 and (owner = $2 or owner ${ALL_OWNERS})`,
    [kind, account],
  );
  const own = rows.find(({ owner }) => owner === account);
  const total = rows.reduce((sum, row) => (row === own ? sum : sum + Number(row.bytes)), 0);
  const exceeds = (most: number, kept: unknown, more: number): boolean => more > 0 && Number(kept ?? 0) + more > most;
  if (exceeds(quota.count, own?.count, added.count) || exceeds(quota.bytes, own?.bytes, added.bytes)) return 'full';
  return exceeds(quota.total, total, added.bytes) ? 'crowded' : null;
}

/** Records the objects of removed rows as unused. */
async function retire(db: Queries, rows: readonly Row[], now: number): Promise<void> {
  for (const { object } of rows)
    if (object !== null)
      await db.query('insert into unused_objects (key, due_at) values ($1, $2) on conflict (key) do nothing', [
        object,
        now,
      ]);
}

const contentFacts = (row: Row): ContentFacts => ({
  name: String(row.name),
  bytes: Number(row.bytes),
  sha256: String(row.sha256),
  facts: JSON.parse(String(row.facts)) as ContentFacts['facts'],
  updatedAt: Number(row.updated_at),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  object: row.object === null ? null : String(row.object),
});
