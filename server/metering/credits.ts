/** Reserve -> render -> commit, or refund: the one way in which a render costs something. */
import { setTimeout } from 'node:timers/promises';
import {
  type AccountStore,
  type Balance,
  type NamedCall,
  type NamedReservation,
  type Period,
  StoreUnavailable,
} from '../storage/store.ts';

/** How much longer than a render may take a reservation lives before whoever sees it gives it back. */
export const RESERVATION_GRACE_MS = 60_000;
/** How long a commit is repeated while the store doesn't answer, and when first. */
const COMMIT_WITHIN_MS = 4000;
const COMMIT_RETRY_MS = 100;

/** The UTC calendar month of a time, with the grant that it brings. */
export function periodAt(now: number, grant: number): Period {
  return { name: new Date(now).toISOString().slice(0, 7), grant };
}

/** The first moment of the next UTC month. */
export function periodEnd(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** `2026-12-01` */
export function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** One credit set aside for one render. It must be settled exactly once: committed, or refunded on every other end. */
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
   * Spends it; false when it had been given back meanwhile. A commit whose answer is lost is repeated, which the store takes for the same one; one that
   * fails in a way that nobody foresaw is repeated once, for it may have been made before that.
   * @throws StoreUnavailable when no answer comes in time
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

/** What an account may spend: nothing to count (null grant), or a grant a month. */
export class Credits {
  private readonly accounts: AccountStore;
  private readonly clock: () => number;
  private readonly lifetimeMs: number;

  constructor(accounts: AccountStore, clock: () => number, longestRenderMs: number) {
    this.accounts = accounts;
    this.clock = clock;
    this.lifetimeMs = longestRenderMs + RESERVATION_GRACE_MS;
  }

  /** A reserved credit, or null when there is none left. */
  async reserve(account: string, grant: number): Promise<ReservedCredit | null> {
    const now = this.clock();
    const reservation = await this.accounts.reserve(account, periodAt(now, grant), now + this.lifetimeMs, now);
    return reservation && new ReservedCredit(this.accounts, reservation.id, this.clock);
  }

  /** The same for a call that has a name; `paid` needs no credit any more. */
  async reserveNamed(
    account: string,
    grant: number,
    call: NamedCall,
  ): Promise<ReservedCredit | Exclude<NamedReservation['outcome'], 'reserved'>> {
    const now = this.clock();
    const answer = await this.accounts.reserveNamed(account, call, periodAt(now, grant), now + this.lifetimeMs, now);
    return answer.outcome === 'reserved' ? new ReservedCredit(this.accounts, answer.id, this.clock) : answer.outcome;
  }

  balance(account: string, grant: number): Promise<Balance> {
    const now = this.clock();
    return this.accounts.balance(account, periodAt(now, grant), now);
  }
}
