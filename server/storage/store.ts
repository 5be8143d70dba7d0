/**
 * The service's state: accounts and their ledger, request windows, and anonymous allowances. The embedded and the
 * distributed implementations pass the same conformance suite. Every method is atomic. Times are milliseconds since the
 * epoch, given by the caller, so that tests control the clock.
 */
import type { Balance, Entry, Period } from '../ledger/ledger.ts';
import type { ContentStore } from './content-store.ts';
import type { JobStore } from './job-store.ts';
import type { ObjectStore } from './objects/object-store.ts';

export type { Balance, Period };

/** How long the name of a call is remembered. */
export const NAMES_LAST_MS = 24 * 60 * 60 * 1000;

/** The store can't be reached. The caller decides whether to refuse or to continue unmetered. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface KeyRecord {
  readonly hash: string;
  /** For people: the first characters of the key. */
  readonly prefix: string;
  readonly tier: string;
  readonly name: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A caller's window: the counted calls and the time until it ends. `startedAt` null: unused. */
export interface WindowState {
  readonly used: number;
  /** Milliseconds until the window resets. The whole length while unused. */
  readonly resetMs: number;
}

export interface WindowHit extends WindowState {
  /** false: the limit was reached, and the call wasn't counted. */
  readonly allowed: boolean;
}

export interface WindowStore {
  /** Counts one call if the window, `lengthMs` from the caller's first call, has room. Exact under concurrency. */
  hit(caller: string, limit: number, lengthMs: number, now: number): Promise<WindowHit>;
  /** Adds an amount, even beyond the limit. */
  charge(caller: string, amount: number, lengthMs: number, now: number): Promise<WindowState>;
  /** Reads without counting. */
  peek(caller: string, lengthMs: number, now: number): Promise<WindowState>;
  /** Checks the store with a write, because a read-only store is unusable. @throws StoreUnavailable naming the cause */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Reservation {
  readonly id: string;
  readonly balance: number;
}

/** One row of the append-only ledger. */
export interface LedgerEntry extends Entry {
  readonly id: number;
  readonly account: string;
  readonly at: number;
}

/** Credits spent on a day. */
export interface SpentDay {
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly spent: number;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A call with an idempotency key: sending it again isn't a second call. */
export interface NamedCall {
  /** The stored form of the name. */
  readonly key: string;
  /** Identifies the content of the call. */
  readonly fingerprint: string;
  /** The id of the reservation to make. Default: a random one. */
  readonly reservation?: string;
}

/**
 * Result of reserving a credit for a named call. `paid`: the same call was paid before. `underway`: it is still
 * running. `other`: the name belongs to another call. `none`: no credit is left.
 */
export type NamedReservation =
  { readonly outcome: 'reserved'; readonly id: string } | { readonly outcome: 'paid' | 'underway' | 'other' | 'none' };

/** What to remove from the store. */
export interface PruneRule {
  /** Ledger rows older than this (ms since the epoch) are merged into one row per account. */
  readonly ledgerBefore: number;
  /** Anonymous clients last seen before this month (`2026-10`) are removed. Their allowance has expired. */
  readonly anonymousBefore: string;
  /** Names of calls older than this (ms since the epoch) become available again. */
  readonly namesBefore: number;
  /** Number of rows per batch. */
  readonly batch: number;
}

export interface AccountStore {
  createKey(record: KeyRecord): Promise<void>;
  findKey(hash: string): Promise<KeyRecord | null>;
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Revokes every active key with this display prefix. Returns their number. */
  revokeKeys(prefix: string, now: number): Promise<number>;
  touchKey(hash: string, now: number): Promise<void>;

  /**
   * Returns the balance in a period. The first call of a period applies its grant, and the rest of the old one expires.
   */
  balance(account: string, period: Period, now: number): Promise<Balance>;
  /**
   * Reserves a credit, or returns null if none is left. A reservation that isn't settled by `expiresAt` is refunded by
   * a later operation.
   */
  reserve(account: string, period: Period, expiresAt: number, now: number, id?: string): Promise<Reservation | null>;
  /** Reserves a credit for a named call, which is paid for once within `NAMES_LAST_MS`. */
  reserveNamed(
    account: string,
    call: NamedCall,
    period: Period,
    expiresAt: number,
    now: number,
  ): Promise<NamedReservation>;
  /** Commits a reserved credit. true: spent, now or by an earlier commit. false: it had been refunded. */
  commit(reservation: string, now: number): Promise<boolean>;
  refund(reservation: string, now: number): Promise<void>;
  /** Adds credits, which never expire. A negative amount removes them, down to zero. Returns the new balance. */
  addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance>;
  ledger(account: string): Promise<readonly LedgerEntry[]>;
  /** Returns the credits spent on each UTC day from `from` to before `to` (ms), in order. Days without any are left out. */
  spentByDay(account: string, from: number, to: number): Promise<readonly SpentDay[]>;
  /** Removes a batch of outdated rows. Returns the number of removed rows. 0: nothing is left. */
  prune(rule: PruneRule, now: number): Promise<number>;

  /** Returns a stored secret. Stores the candidate if there is none yet. */
  secret(name: string, candidate: string): Promise<string>;
  /** Checks the store with a write, because a read-only store is unusable. @throws StoreUnavailable naming the cause */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** All parts of the store. They may use different servers. */
export interface Store {
  readonly accounts: AccountStore;
  readonly windows: WindowStore;
  readonly jobs: JobStore;
  readonly contents: ContentStore;
  /** The bytes of contents. null: the database has them. */
  readonly objects: ObjectStore | null;
  /**
   * Subscribes to jobs opened by any process. Absent if the store has no notifications. Some notifications may be lost.
   */
  watchJobs?(heard: () => void): void;
  close(): Promise<void>;
}
