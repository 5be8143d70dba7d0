/** The SQL that both databases understand, so that a part of the store is written once. */
export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /** Runs a statement with the placeholders `$1`, `$2`, … Returns its rows, also those of `returning`. */
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * The effect of a transaction on the size of the database. With little disk space, `grow` is refused, and `change` is
 * still allowed. `shrink` works even if nothing else does.
 */
export type Purpose = 'grow' | 'change' | 'shrink';

/** Statements whose parameters are arrays, with an element for each credit. */
export interface BatchStatements {
  readonly reserve: string;
  readonly commit: string;
}

/** Where the databases differ. */
export interface Dialect {
  /** Ends a query whose rows are locked until the end of the transaction. */
  readonly forUpdate: string;
  /** Ends a query that locks the rows of a table, named by its alias, and leaves out those that are locked. */
  unlocked(alias: string): string;
  /** Tells all processes that a job was opened. null: there are no others. */
  readonly tellJobs: string | null;
  /** Reserves and commits the credits of several calls in one statement. null: transactions do. */
  readonly batches: BatchStatements | null;
  /** Lets the transaction delete from the ledger, which is append-only. Returns false while another one does. */
  beginPruning(db: Queries): Promise<boolean>;
  endPruning(db: Queries): Promise<void>;
}

export interface SqlDatabase extends Queries {
  readonly dialect: Dialect;
  /** Whether there is room for new jobs and results. */
  readonly hasRoom: boolean;
  /** @throws StoreUnavailable if the database can't be used */
  transaction<T>(purpose: Purpose, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Checks that the database is writable. @throws StoreUnavailable naming the cause */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Makes other transactions with the same lock wait for the end of this one. */
  lock(queries: Queries, name: string): Promise<void>;
}

/** Returns the placeholders of a list of values: `$3, $4, $5`. */
export const placeholders = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');

/** Matches the owners of the rows that together hold the total of all accounts. */
export const ALL_OWNERS = "between '*' and '*~'";
