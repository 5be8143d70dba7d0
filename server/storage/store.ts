/**
 * What the service keeps: accounts and their ledger, request windows, anonymous allowances. One interface; the embedded implementation and the
 * distributed ones behind it answer one conformance suite. Every method is atomic. Times are milliseconds since the epoch, given by the caller,
 * so that tests have their own clock.
 */
import type { Balance, Entry, Period } from '../ledger/ledger.ts';
import type { JobStore } from './job-store.ts';

export type { Balance, Period };

/** How long a call's name means that call. */
export const NAMES_LAST_MS = 24 * 60 * 60 * 1000;

/** A store that can't be reached right now. The caller decides whether to refuse or to go on unmetered. */
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

/** A caller's window: `used` calls of it, and when it ends; `startedAt` null: untouched. */
export interface WindowState {
  readonly used: number;
  /** Milliseconds until it refills; the whole length while untouched. */
  readonly resetMs: number;
}

export interface WindowHit extends WindowState {
  /** false: the limit had been reached; nothing was counted. */
  readonly allowed: boolean;
}

export interface WindowStore {
  /** Counts one call if the window of `lengthMs` from the caller's first call has room. Exact under concurrency. */
  hit(caller: string, limit: number, lengthMs: number, now: number): Promise<WindowHit>;
  /** Adds an amount, whatever the window holds already. */
  charge(caller: string, amount: number, lengthMs: number, now: number): Promise<WindowState>;
  /** Reads without counting. */
  peek(caller: string, lengthMs: number, now: number): Promise<WindowState>;
  /** Writes something: a store that can only be read is no use. @throws StoreUnavailable naming the cause */
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

/** A call that its caller has given a name, so that sending it again is no second one. */
export interface NamedCall {
  /** What the name is kept as. */
  readonly key: string;
  /** Says whether it is the same call. */
  readonly fingerprint: string;
}

/**
 * What came of setting a credit aside for a named call: `paid`: the same call was paid before; `underway`: it has not ended yet; `other`: the name was
 * another call's; `none`: no credit is left.
 */
export type NamedReservation =
  { readonly outcome: 'reserved'; readonly id: string } | { readonly outcome: 'paid' | 'underway' | 'other' | 'none' };

/** What is too old to matter. */
export interface PruneRule {
  /** Ledger rows older than this (ms since the epoch) become one row of their sum per account. */
  readonly ledgerBefore: number;
  /** Clients without a key whose last month is earlier (`2026-10`) are forgotten: what they had has lapsed. */
  readonly anonymousBefore: string;
  /** Names of calls that are older (ms since the epoch) are free again. */
  readonly namesBefore: number;
  /** How many rows are looked at in one batch. */
  readonly batch: number;
}

export interface AccountStore {
  createKey(record: KeyRecord): Promise<void>;
  findKey(hash: string): Promise<KeyRecord | null>;
  listKeys(): Promise<readonly KeyRecord[]>;
  /** Revokes every unrevoked key with this display prefix; how many there were. */
  revokeKeys(prefix: string, now: number): Promise<number>;
  touchKey(hash: string, now: number): Promise<void>;

  /** The balance in a period; the grant is set anew when the first call of a period comes, and what is left of the old one lapses. */
  balance(account: string, period: Period, now: number): Promise<Balance>;
  /** Takes one credit aside, or null when there is none. A reservation that isn't settled by `expiresAt` is refunded by whoever sees it. */
  reserve(account: string, period: Period, expiresAt: number, now: number): Promise<Reservation | null>;
  /** The same for a call that has a name: its caller pays for it once, however often it comes within `NAMES_LAST_MS`. */
  reserveNamed(
    account: string,
    call: NamedCall,
    period: Period,
    expiresAt: number,
    now: number,
  ): Promise<NamedReservation>;
  /** Spends a reserved credit. true: it is spent, now or by an earlier commit whose answer was lost; false: it had been given back. */
  commit(reservation: string, now: number): Promise<boolean>;
  refund(reservation: string, now: number): Promise<void>;
  /** Credits added by hand: they last until spent. Negative takes away, at most down to zero. The balance afterwards. */
  addCredits(account: string, amount: number, period: Period, now: number): Promise<Balance>;
  ledger(account: string): Promise<readonly LedgerEntry[]>;
  /** Forgets a batch of what is too old to matter; how many rows went, 0: nothing is left. */
  prune(rule: PruneRule, now: number): Promise<number>;

  /** A secret made once and kept: the candidate becomes it only if there is none yet. */
  secret(name: string, candidate: string): Promise<string>;
  /** Writes something: a store that can only be read is no use. @throws StoreUnavailable naming the cause */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** All of them together; they may live in different places. */
export interface Store {
  readonly accounts: AccountStore;
  readonly windows: WindowStore;
  readonly jobs: JobStore;
  /** From now on calls back when any process has opened a job; absent where the store doesn't tell. Some may go unheard. */
  watchJobs?(heard: () => void): void;
  close(): Promise<void>;
}
