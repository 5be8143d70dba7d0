/** Reserves and commits the credits of concurrent calls together. */
import { Gathered } from './gathered.ts';
import type { BatchStatements, SqlDatabase } from './sql.ts';
import { type Period, StoreUnavailable } from './store.ts';

/** Size limit of a batch. Its transaction locks the rows of that many accounts. */
const MOST = 64;

/** A credit to reserve. Times are milliseconds since the epoch. */
export interface CreditToReserve {
  readonly id: string;
  readonly account: string;
  readonly period: Period;
  readonly expiresAt: number;
  readonly now: number;
}

/** A reservation to commit. */
interface CreditToCommit {
  readonly id: string;
  readonly now: number;
}

/**
 * The common cases of `reserve` and `commit`, in one statement for all calls that wait. It skips rows that are locked,
 * so that one account never delays the others. All other cases apply the ledger's rules in a transaction.
 */
export class CreditBatches {
  private readonly db: SqlDatabase;
  private readonly statements: BatchStatements;
  private readonly reserving: Gathered<CreditToReserve, number>;
  private readonly committing: Gathered<CreditToCommit, true>;

  constructor(db: SqlDatabase, statements: BatchStatements) {
    this.db = db;
    this.statements = statements;
    this.reserving = new Gathered((credits) => this.reserveAll(credits, false), MOST);
    this.committing = new Gathered((credits) => this.commitAll(credits), MOST);
  }

  /** Returns the balance afterwards, or null if this isn't a common case. @throws StoreUnavailable */
  async reserve(credit: CreditToReserve): Promise<number | null> {
    const balance = await orNull(this.reserving.ask(credit));
    if (balance !== LOCKED) return balance;
    const alone = await this.reserveAll([credit], true);
    return alone.get(credit) ?? null;
  }

  /** Returns whether the credit was committed. Others may have been committed before. @throws StoreUnavailable */
  async commit(credit: CreditToCommit): Promise<boolean> {
    return (await orNull(this.committing.ask(credit))) !== null;
  }

  private async reserveAll(
    credits: readonly CreditToReserve[],
    waits: boolean,
  ): Promise<ReadonlyMap<CreditToReserve, number>> {
    const rows = await this.db.query(this.statements.reserve, [
      credits.map(({ id }) => id),
      credits.map(({ account }) => account),
      credits.map(({ period }) => period.name),
      credits.map(({ period }) => period.grant),
      credits.map(({ expiresAt }) => expiresAt),
      credits.map(({ now }) => now),
      waits,
    ]);
    return new Map(rows.map(({ place, balance }) => [credits[Number(place) - 1]!, Number(balance)]));
  }

  private async commitAll(credits: readonly CreditToCommit[]): Promise<ReadonlyMap<CreditToCommit, true>> {
    const rows = await this.db.query(this.statements.commit, [
      credits.map(({ id }) => id),
      credits.map(({ now }) => now),
    ]);
    return new Map(rows.map(({ place }) => [credits[Number(place) - 1]!, true]));
  }
}

/** What the statement returns instead of a balance for an account whose row is locked. */
const LOCKED = -1;

/** Turns an error that one call caused into null, so that the calls of its batch are tried one by one. */
async function orNull<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return null;
  }
}
