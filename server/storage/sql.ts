/** The SQL that both databases understand, so that a part of the store is written once. */
export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /** Runs a statement with the placeholders `$1`, `$2`, … Returns its rows, also those of `returning`. */
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** What a transaction does to the size of the database. A full disk refuses `grow`, but never `shrink`. */
export type Purpose = 'grow' | 'shrink';

export interface SqlDatabase extends Queries {
  /** @throws StoreUnavailable if the database can't be used */
  transaction<T>(purpose: Purpose, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Makes other transactions with the same lock wait for the end of this one. */
  lock(queries: Queries, name: string): Promise<void>;
}

/** Returns the placeholders of a list of values: `$3, $4, $5`. */
export const placeholders = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');

/** The owners of the totals of all accounts together. Their sum counts. */
export const ALL_OWNERS = "between '*' and '*~'";
