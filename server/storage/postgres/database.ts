import pg from 'pg';
import { StoreUnavailable } from '../store.ts';
import { MIGRATIONS } from './schema.ts';

/** Any number will do; replicas that start together take turns on it. */
const MIGRATION_LOCK = 7_202_611;
/** How much longer than a statement may take its answer, or a connection, is waited for: the server tells first. */
const GRACE_MS = 1000;

export type Row = Record<string, unknown>;

/** What a unit of work asks the database with. */
export interface Queries {
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** A pool of connections. Errors of connection become StoreUnavailable, and the pool connects anew by itself. */
export class PostgresDatabase implements Queries {
  private readonly pool: pg.Pool;

  /** `timeoutMs`: how long a statement may take before the database counts as away. `connections`: at most. `onFault`: told of one that died while idle. */
  constructor(url: string, timeoutMs: number, connections: number, onFault: (cause: string) => void = () => undefined) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: timeoutMs + GRACE_MS,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + GRACE_MS,
    });
    // A connection that dies while idle is replaced; without a listener it would end the process.
    this.pool.on('error', (error) => onFault(error.message));
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.pool.query(sql, [...values])).rows as Row[];
    } catch (error) {
      throw translate(error);
    }
  }

  /** All or nothing, at READ COMMITTED: units of work lock the rows that they change. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      throw translate(error);
    }
    let broken: Error | undefined;
    // The pool listens to idle connections only: one that dies between two statements would end the process.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      await client.query('begin');
      const result = await work({
        query: async (sql, values = []) => (await client.query(sql, [...values])).rows as Row[],
      });
      await client.query('commit');
      return result;
    } catch (error) {
      const translated = translate(error);
      // A connection that is lost, or hangs, is thrown away: the server rolls back by itself.
      if (translated instanceof StoreUnavailable) broken = translated;
      else await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw translated;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  /** Applies what is missing under an advisory lock; the number of migrations applied. */
  async migrate(): Promise<number> {
    return this.transaction(async (db) => {
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

  /** A standby answers questions, too: only a write tells that work can be taken. */
  async ping(): Promise<void> {
    await this.query('update pings set at = now()');
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Class 08: connection, 28: authorisation, 3D000: no such database, 53: resources, 57P: shutdown, 25006: a standby, 57014: time-out. */
const UNAVAILABLE = /^(08|28|3D000|53|57P|25006|57014)/;

/** Errors that say that the database can't be used now become StoreUnavailable, and so does what never reached it. */
export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  const down =
    error instanceof pg.DatabaseError
      ? UNAVAILABLE.test(code)
      : /^E[A-Z_]+$/.test(code) || /timeout|terminated|Connection|ended/i.test(error.message);
  return down ? new StoreUnavailable(error.message) : error;
}
