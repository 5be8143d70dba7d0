import Database from 'libsql';
import { closeSync, mkdirSync, openSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailable } from '../store.ts';
import { STORE_FILE } from './known-folder.ts';
import { SCHEMA } from './schema.ts';

type Row = Record<string, unknown>;

/** How long a writer waits for another process, such as the command line or a second server. */
const BUSY_TIMEOUT_MS = 1000;
/** The disk counts as full below this amount of free space. */
const MIN_FREE_BYTES = 4 * 1024 * 1024;

/** Creates the file with owner-only permissions. SQLite gives its companion files the same mode. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** An SQLite file with cached statements. Every change runs in an immediate transaction. */
export class EmbeddedDatabase {
  private readonly folder: string;
  private readonly database: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();

  /**
   * Opens or creates the store's file in a folder. WAL and synchronous NORMAL: a killed process loses no committed
   * data.
   */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, STORE_FILE);
    makePrivate(file);
    this.database = new Database(file);
    this.database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.database.exec('pragma journal_mode = wal');
    this.database.exec('pragma synchronous = normal');
    this.database.exec(SCHEMA);
  }

  private statement(sql: string): Database.Statement {
    let statement = this.statements.get(sql);
    if (!statement) this.statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }

  get(sql: string, ...values: unknown[]): Row | null {
    return translated(() => (this.statement(sql).get(...values) as Row | undefined) ?? null);
  }

  all(sql: string, ...values: unknown[]): Row[] {
    return translated(() => this.statement(sql).all(...values) as Row[]);
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: unknown[]): number {
    return this.statement(sql).run(...values).changes;
  }

  /** Runs a transaction. It takes the write lock at once, so that data read can't change before it is written. */
  transaction<T>(work: () => T): T {
    return translated(() => {
      this.database.exec('begin immediate');
      try {
        const result = work();
        this.database.exec('commit');
        return result;
      } catch (error) {
        this.rollback();
        throw error;
      }
    });
  }

  /** Rolls back. Some failures have already ended the transaction, and the first error is the one to report. */
  private rollback(): void {
    try {
      if (this.database.inTransaction) this.database.exec('rollback');
    } catch {
      // The transaction has already ended.
    }
  }

  /** Checks that the database is writable. @throws StoreUnavailable naming the cause */
  ping(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize < MIN_FREE_BYTES)
      throw new StoreUnavailable(`the disk is full: ${bavail * bsize} bytes are free in ${this.folder}`);
    this.transaction(() =>
      this.run('insert into pings (id, at) values (1, ?) on conflict (id) do update set at = excluded.at', Date.now()),
    );
  }

  close(): void {
    this.database.close();
  }
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isUnavailable(error) ? new StoreUnavailable((error as Error).message) : error;
  }
}

function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY)/.test(code);
}
