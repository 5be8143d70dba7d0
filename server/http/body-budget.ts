/** Limits the bytes that the process holds at once: request bodies, queued documents, and PDFs being sent. */
import type { ServiceContext } from './context.ts';

/** A caller may hold at most this fraction (1/n) of the budget. */
const SHARES = 2;

export class BodyBudget {
  private readonly total: number;
  private readonly share: number;
  private readonly held = new Map<string, number>();
  private taken = 0;

  /** `largest`: size of a single body that must always fit into a caller's share. */
  constructor(total: number, largest: number) {
    this.total = Math.max(total, largest);
    this.share = Math.max(Math.floor(total / SHARES), largest);
  }

  get used(): number {
    return this.taken;
  }

  /** Opens a lease for one request. It must be released. */
  open(account: string): BodyLease {
    return new BodyLease((bytes) => this.take(account, bytes));
  }

  /** Takes bytes if available. Negative bytes are given back. */
  private take(account: string, bytes: number): boolean {
    const own = (this.held.get(account) ?? 0) + bytes;
    if (bytes > 0 && (this.taken + bytes > this.total || own > this.share)) return false;
    this.taken += bytes;
    if (own > 0) this.held.set(account, own);
    else this.held.delete(account);
    return true;
  }
}

/** The bytes that one request holds. */
export class BodyLease {
  private readonly take: (bytes: number) => boolean;
  private bytes = 0;
  private released = false;

  constructor(take: (bytes: number) => boolean) {
    this.take = take;
  }

  /** Changes the held bytes. Returns false, without a change, if the budget doesn't allow it. */
  resize(bytes: number): boolean {
    if (this.released || !this.take(bytes - this.bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  /** Holds more bytes. Returns false, without a change, if the budget doesn't allow it. */
  grow(bytes: number): boolean {
    return this.resize(this.bytes + bytes);
  }

  release(): void {
    if (this.released) return;
    this.resize(0);
    this.released = true;
  }
}

/** Opens the request's lease, which ends with the response. */
export function openLease(ctx: ServiceContext, budget: BodyBudget, account: string): BodyLease {
  const lease = budget.open(account);
  ctx.state.lease = lease;
  ctx.res.once('close', () => lease.release());
  return lease;
}
