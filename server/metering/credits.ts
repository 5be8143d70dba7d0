/** Reserve -> render -> commit, or refund: the one way in which a render costs something. */
import type { AccountStore, Balance, Period } from '../storage/store.ts';

/** How much longer than a render may take a reservation lives before whoever sees it gives it back. */
export const RESERVATION_GRACE_MS = 60_000;

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

  async commit(): Promise<void> {
    if (this.settled) return;
    await this.accounts.commit(this.id, this.clock());
    this.settled = true;
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

  balance(account: string, grant: number): Promise<Balance> {
    const now = this.clock();
    return this.accounts.balance(account, periodAt(now, grant), now);
  }
}
