import pg from 'pg';
import type { Dialect, Purpose, Queries, Row, SqlDatabase } from '../sql.ts';
import { StoreUnavailable } from '../store.ts';
import { COMMIT, RESERVE } from './batch-statements.ts';
import { TELL } from './job-news.ts';
import { MIGRATIONS } from './schema.ts';

/** An arbitrary lock number. Replicas that start together serialize on it. */
const MIGRATION_LOCK = 7_202_611;
/** An arbitrary lock number. Only one of several replicas prunes at a time. */
const PRUNE_LOCK = 7_202_612;
/** An arbitrary lock number, for locks with names. */
const NAMED_LOCK = 7_202_613;
/** Client timeout beyond the server's statement timeout, so that the server reports first. */
const GRACE_MS = 1000;
/** The error of poolers for startup parameters that they don't know. */
const PROTOCOL_VIOLATION = '08P01';

/** A pool of connections, which reconnects by itself. Connection errors become StoreUnavailable. */
export class PostgresDatabase implements SqlDatabase {
  readonly dialect: Dialect = {
    forUpdate: 'for update',
    unlocked: (alias) => `for update of ${alias} skip locked`,
    tellJobs: TELL,
    batches: { reserve: RESERVE, commit: COMMIT },
    async beginPruning(db) {
      const [lock] = await db.query('select pg_try_advisory_xact_lock($1) as mine', [PRUNE_LOCK]);
      if (lock?.mine !== true) return false;
      await db.query("set local pagewright.pruning = 'on'");
      return true;
    },
    // The setting ends with the transaction.
    async endPruning() {},
  };
  readonly hasRoom = true;
  private pool: pg.Pool;
  private readonly settings: pg.PoolConfig;
  private readonly timeoutMs: number;
  private readonly onFault: (cause: string) => void;
  /** Starts a transaction. */
  private begin = 'begin';

  /**
   * `timeoutMs`: time limit of a statement, after which the database is treated as unavailable. `connections`: pool
   * size. `onFault`: called when an idle connection fails.
   */
  constructor(url: string, timeoutMs: number, connections: number, onFault: (cause: string) => void = () => undefined) {
    this.timeoutMs = timeoutMs;
    this.onFault = onFault;
    this.settings = {
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: timeoutMs + GRACE_MS,
      query_timeout: timeoutMs + GRACE_MS,
    };
    this.pool = this.opened({ ...this.settings, statement_timeout: timeoutMs });
  }

  private opened(settings: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool(settings);
    // The pool replaces a failed idle connection. Without a listener the error would end the process.
    pool.on('error', (error) => this.onFault(error.message));
    return pool;
  }

  /**
   * Adapts to a pooler that refuses the startup parameter, such as PgBouncer: then transactions set the time limit, and
   * the client ends single statements.
   */
  private async adaptToPooler(): Promise<void> {
    try {
      await this.pool.query('select 1');
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      if (code !== PROTOCOL_VIOLATION || !message.includes('statement_timeout')) throw translate(error);
      await this.pool.end();
      this.pool = this.opened(this.settings);
      this.begin = `begin; set local statement_timeout = ${this.timeoutMs}`;
    }
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.pool.query(sql, [...values])).rows as Row[];
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs a transaction at READ COMMITTED. Transactions lock the rows that they change. */
  async transaction<T>(_purpose: Purpose, work: (queries: Queries) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw translate(error);
    }
    let broken: Error | undefined;
    // The pool only listens to idle connections. Without this listener, a failure between two statements would end the
    // process.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      await client.query(this.begin);
      const result = await work({
        query: async (sql, values = []) => (await client.query(sql, [...values])).rows as Row[],
      });
      await client.query('commit');
      return result;
    } catch (error) {
      const translated = translate(error);
      // A broken connection is discarded, and the server rolls back by itself.
      if (translated instanceof StoreUnavailable) broken = translated;
      else await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw translated;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async lock(queries: Queries, name: string): Promise<void> {
    await queries.query('select pg_advisory_xact_lock($1, hashtext($2))', [NAMED_LOCK, name]);
  }

  /** Applies pending migrations under an advisory lock. Returns their number. */
  async migrate(): Promise<number> {
    await this.adaptToPooler();
    return this.transaction('grow', async (db) => {
      await db.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await db.query('create table if not exists migrations (number integer primary key)');
      const [row] = await db.query('select coalesce(max(number), 0) as applied from migrations');
      const applied = Number(row!.applied);
      for (let number = applied + 1; number <= MIGRATIONS.length; number++) {
        await db.query(MIGRATIONS[number - 1]!);
        await db.query('insert into migrations (number) values ($1)', [number]);
      }
      return MIGRATIONS.length - applied;
    });
  }

  /** Checks that the database is writable. A standby would answer queries, too. */
  async ping(): Promise<void> {
    await this.query('update pings set at = now()');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/**
 * Class 08: connection, 28: authorization, 3D000: no such database, 53: resources, 57P: shutdown, 25006: a standby,
 * 57014: timeout.
 */
const UNAVAILABLE = /^(08|28|3D000|53|57P|25006|57014)/;

/** Converts errors that mean an unusable or unreachable database to StoreUnavailable. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  const down =
    error instanceof pg.DatabaseError
      ? UNAVAILABLE.test(code)
      : /^E[A-Z_]+$/.test(code) || /timeout|terminated|Connection|ended/i.test(error.message);
  return down ? new StoreUnavailable(error.message) : error;
}
