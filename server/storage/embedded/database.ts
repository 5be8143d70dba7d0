import Database from 'libsql';
import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../made-folder.ts';
import { OutputRoot } from '../../written-files.ts';
import type { Dialect, Purpose, Queries, Row as SqlRow, SqlDatabase } from '../sql.ts';
import { StoreUnavailable } from '../store.ts';
import { STORE_FILE } from './known-folder.ts';
import { ADDED_COLUMNS, MAKE_TOTALS, MOVE_CONTENTS, SCHEMA } from './schema.ts';

type Row = Record<string, unknown>;

/** How long a writer waits for another process, such as the command line or a second server. */
const BUSY_TIMEOUT_MS = 1000;
/** Free space below which nothing new is stored for jobs, so that they can't take it from the rest of the service. */
const JOB_ROOM_BYTES = 64 * 1024 * 1024;
/**
 * Files that make room on a full disk. The first is removed for changes, such as credits of renders. The second is kept
 * for deleting, because deleting writes, too.
 */
const SPARE_FILE = 'spare';
const RESERVE_FILE = 'reserve';
const RESERVE_BYTES = 4 * 1024 * 1024;

/** The disk is full. */
class DiskFull extends StoreUnavailable {}

/** Creates the file with owner-only permissions. SQLite gives its companion files the same mode. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** An SQLite file with cached statements. Every change runs in an immediate transaction. */
export class EmbeddedDatabase implements SqlDatabase {
  /** Transactions run one after the other, so that no row is ever locked. */
  readonly dialect: Dialect = {
    forUpdate: '',
    unlocked: () => '',
    tellJobs: null,
    batches: null,
    async beginPruning(db) {
      await db.query('insert into pruning (id) values (1)');
      return true;
    },
    async endPruning(db) {
      await db.query('delete from pruning');
    },
  };
  private readonly folder: string;
  private readonly database: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();

  /**
   * Opens or creates the store's file in a folder. WAL and synchronous NORMAL: a killed process loses no committed
   * data.
   */
  constructor(folder: string) {
    this.folder = folder;
    makeFolder(folder, 0o700);
    const file = join(folder, STORE_FILE);
    makePrivate(file);
    this.database = new Database(file);
    this.database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    this.database.exec('pragma journal_mode = wal');
    this.database.exec('pragma synchronous = normal');
    this.database.exec(SCHEMA);
    this.addColumns();
    this.makeTotals();
    this.moveContents();
    this.keepReserves();
  }

  /** Adds columns to tables of earlier versions. */
  private addColumns(): void {
    for (const { table, column, definition } of ADDED_COLUMNS) {
      const known = this.all('select name from pragma_table_info(?)', table);
      if (!known.some(({ name }) => name === column))
        this.database.exec(`alter table ${table} add column ${column} ${definition}`);
    }
  }

  private makeTotals(): void {
    this.change(() => {
      if (!this.hasTable('totals')) this.database.exec(MAKE_TOTALS);
    });
  }

  /** Moves the contents of earlier versions into their common table. */
  private moveContents(): void {
    this.change(() => {
      if (this.hasTable('assets')) this.database.exec(MOVE_CONTENTS);
    });
  }

  private hasTable(name: string): boolean {
    return this.get("select 1 as one from sqlite_master where type = 'table' and name = ?", name) !== null;
  }

  /** Creates the files that make room later, if the disk has twice their size. */
  private keepReserves(): void {
    for (const name of [RESERVE_FILE, SPARE_FILE]) {
      const file = join(this.folder, name);
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === RESERVE_BYTES) continue;
      if (this.freeBytes() < 2 * RESERVE_BYTES) return;
      try {
        new OutputRoot(this.folder).write(file, Buffer.alloc(RESERVE_BYTES));
      } catch {
        rmSync(file, { force: true });
      }
    }
  }

  private freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Whether the disk, or the space of deleted rows, has room for jobs. */
  get hasRoom(): boolean {
    const { bsize, blocks } = statfsSync(this.folder);
    const free = this.freeBytes() + this.pragma('freelist_count') * this.pragma('page_size');
    return free >= Math.min(JOB_ROOM_BYTES, (blocks * bsize) / 2);
  }

  private pragma(name: 'freelist_count' | 'page_size'): number {
    return Number(this.get(`pragma ${name}`)?.[name] ?? 0);
  }

  /** @throws StoreUnavailable without room for jobs */
  private requireRoom(): void {
    if (!this.hasRoom) throw new StoreUnavailable(`the disk has no room for jobs in ${this.folder}`);
  }

  /**
   * Removes a file that makes room, and moves the log to the database, so that its space is used again. Without the
   * file, the database may have no room for the log. The next attempt reports that, or uses another file.
   */
  private makeRoom(file: string): void {
    rmSync(join(this.folder, file), { force: true });
    try {
      translated(() => this.database.exec('pragma wal_checkpoint(restart)'));
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
    }
  }

  /** Makes changes outside of transactions, also on a full disk. */
  private withRoom<T>(work: () => T): T {
    try {
      return translated(work);
    } catch (error) {
      if (!(error instanceof DiskFull) || this.database.inTransaction) throw error;
      this.makeRoom(SPARE_FILE);
      return translated(work);
    }
  }

  private statement(sql: string): Database.Statement {
    let statement = this.statements.get(sql);
    // SQLite numbers its placeholders with question marks.
    if (!statement) this.statements.set(sql, (statement = this.database.prepare(sql.replace(/\$(?=\d)/g, '?'))));
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
  change<T>(work: () => T): T {
    return this.withRoom(() => {
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

  /** Runs a statement of both databases. */
  async query(sql: string, values: readonly unknown[] = []): Promise<SqlRow[]> {
    return this.withRoom(() => {
      const statement = this.statement(sql);
      const given = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
      if (statement.reader) return statement.all(...given) as SqlRow[];
      statement.run(...given);
      return [];
    });
  }

  /** The thread makes one call at a time, so that nothing comes between the statements. */
  async transaction<T>(purpose: Purpose, work: (queries: Queries) => Promise<T>): Promise<T> {
    if (purpose === 'grow') this.requireRoom();
    const files = { grow: [], change: [SPARE_FILE], shrink: [SPARE_FILE, RESERVE_FILE] }[purpose];
    for (let used = 0; ; used++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!(error instanceof DiskFull) || used === files.length) throw error;
        this.makeRoom(files[used]!);
      }
    }
  }

  private async attempt<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    translated(() => this.database.exec('begin immediate'));
    try {
      const result = await work(this);
      translated(() => this.database.exec('commit'));
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Other transactions can't begin before this one has ended. */
  async lock(): Promise<void> {}

  /** Rolls back. Some failures have already ended the transaction, and the first error is the one to report. */
  private rollback(): void {
    try {
      if (this.database.inTransaction) this.database.exec('rollback');
    } catch {
      // The transaction has already ended.
    }
  }

  /** Checks that the database is writable. @throws StoreUnavailable naming the cause */
  async ping(): Promise<void> {
    try {
      this.change(() =>
        this.run(
          'insert into pings (id, at) values (1, ?) on conflict (id) do update set at = excluded.at',
          Date.now(),
        ),
      );
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      throw new StoreUnavailable(`the disk is full: ${this.freeBytes()} bytes are free in ${this.folder}`);
    }
    this.keepReserves();
  }

  async close(): Promise<void> {
    this.database.close();
  }
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === 'SQLITE_FULL') throw new DiskFull((error as Error).message);
    throw isUnavailable(error) ? new StoreUnavailable((error as Error).message) : error;
  }
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === 'string' && /^SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)/.test(code);
}
