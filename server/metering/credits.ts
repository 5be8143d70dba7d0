/** Reserve, render, then commit or refund: the only way in which a render costs credits. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type AccountStore,
  type Balance,
  type NamedCall,
  type NamedReservation,
  type Period,
  StoreUnavailable,
} from '../storage/store.ts';

/** Lifetime of a reservation beyond the render limit. Afterwards it is treated as expired and is refunded. */
export const RESERVATION_GRACE_MS = 60_000;
/**
 * When reservations without an answer are refunded. The first call may overtake the lost one, and the store may be down.
 */
const REFUND_AFTER_MS = [0, 5000, 15_000];
/** Limit on reservations that wait for a refund. Others expire, so that no flood of refunds follows an outage. */
const MOST_LOST = 100;
/** Total time and first delay of commit retries while the store is unavailable. */
const COMMIT_WITHIN_MS = 4000;
const COMMIT_RETRY_MS = 100;

/** Returns the UTC calendar month of a time, with its grant. */
export function periodAt(now: number, grant: number): Period {
  return { name: new Date(now).toISOString().slice(0, 7), grant };
}

/** Returns the start of the next UTC month. */
export function periodEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Formats a date: `2026-12-01` */
export function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A credit reserved for one render. It must be settled exactly once: committed, or refunded on every failure. */
export class ReservedCredit {
  private readonly accounts: AccountStore;
  private readonly id: string;
  private readonly clock: () => number;
  private settled = false;

  constructor(accounts: AccountStore, id: string, clock: () => number) {
    this.accounts = accounts;
    this.id = id;
    this.clock = clock;
  }

  /**
   * Commits the credit. Returns false if it has expired and was refunded. Commits are idempotent, so a lost response is
   * retried. After an unexpected error it is retried once, because the commit may have happened.
   * @throws StoreUnavailable if the store doesn't answer in time
   */
  async commit(): Promise<boolean> {
    if (this.settled) return true;
    const end = performance.now() + COMMIT_WITHIN_MS;
    let hasFailed = false;
    for (let wait = COMMIT_RETRY_MS; ; wait *= 2) {
      try {
        const spent = await this.accounts.commit(this.id, this.clock());
        this.settled = true;
        return spent;
      } catch (error) {
        const isUnforeseen = !(error instanceof StoreUnavailable);
        if ((isUnforeseen && hasFailed) || performance.now() + wait > end) throw error;
        hasFailed ||= isUnforeseen;
        await setTimeout(wait);
      }
    }
  }

  async refund(): Promise<void> {
    if (this.settled) return;
    await this.accounts.refund(this.id, this.clock());
    this.settled = true;
  }
}

/** The credits of accounts: unmetered (null grant), or a monthly grant. */
export class Credits {
  private readonly accounts: AccountStore;
  private readonly clock: () => number;
  private readonly lifetimeMs: number;
  /** The number of reservations that are being refunded because their answer was lost. */
  private lost = 0;

  constructor(accounts: AccountStore, clock: () => number, longestRenderMs: number) {
    this.accounts = accounts;
    this.clock = clock;
    this.lifetimeMs = longestRenderMs + RESERVATION_GRACE_MS;
  }

  /** Reserves a credit, or returns null if none is left. */
  async reserve(account: string, grant: number): Promise<ReservedCredit | null> {
    const now = this.clock();
    const id = randomUUID();
    const reservation = await this.orRefunded(
      id,
      this.accounts.reserve(account, periodAt(now, grant), now + this.lifetimeMs, now, id),
    );
    return reservation && new ReservedCredit(this.accounts, reservation.id, this.clock);
  }

  /** Reserves a credit for a named call. `paid`: no credit is needed. */
  async reserveNamed(
    account: string,
    grant: number,
    call: NamedCall,
  ): Promise<ReservedCredit | Exclude<NamedReservation['outcome'], 'reserved'>> {
    const now = this.clock();
    const id = randomUUID();
    const named = { ...call, reservation: id };
    const answer = await this.orRefunded(
      id,
      this.accounts.reserveNamed(account, named, periodAt(now, grant), now + this.lifetimeMs, now),
    );
    return answer.outcome === 'reserved' ? new ReservedCredit(this.accounts, answer.id, this.clock) : answer.outcome;
  }

  /** Waits for a reservation. If its answer is lost, the credit is refunded in the background. */
  private async orRefunded<T>(id: string, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (this.lost < MOST_LOST) void this.refundLost(id);
      throw error;
    }
  }

  private async refundLost(id: string): Promise<void> {
    this.lost++;
    try {
      for (const wait of REFUND_AFTER_MS) {
        if (wait > 0) await setTimeout(wait, undefined, { ref: false });
        // Without the store, the next call or the expiry refunds it.
        await this.accounts.refund(id, this.clock()).catch(() => undefined);
      }
    } finally {
      this.lost--;
    }
  }

  balance(account: string, grant: number): Promise<Balance> {
    const now = this.clock();
    return this.accounts.balance(account, periodAt(now, grant), now);
  }
}
