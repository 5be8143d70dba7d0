/**
 * How many bytes of requests and answers the process holds at once: bodies being read, documents that wait for a worker, PDFs that wait for their
 * callers to read them.
 */
import type { ServiceContext } from './context.ts';

/** No caller has more than one part in so many of it. */
const SHARES = 2;

export class BodyBudget {
  private readonly total: number;
  private readonly share: number;
  private readonly held = new Map<string, number>();
  private taken = 0;

  /** `largest`: a single body of this size always fits into a caller's share. */
  constructor(total: number, largest: number) {
    this.total = Math.max(total, largest);
    this.share = Math.max(Math.floor(total / SHARES), largest);
  }

  get used(): number {
    return this.taken;
  }

  /** A lease for one request of an account; it must be released. */
  open(account: string): BodyLease {
    return new BodyLease((bytes) => this.take(account, bytes));
  }

  /** Takes bytes if they are there; gives them back where they are negative. */
  private take(account: string, bytes: number): boolean {
    const own = (this.held.get(account) ?? 0) + bytes;
    if (bytes > 0 && (this.taken + bytes > this.total || own > this.share)) return false;
    this.taken += bytes;
    if (own > 0) this.held.set(account, own);
    else this.held.delete(account);
    return true;
  }
}

/** What one request holds of the budget. */
export class BodyLease {
  private readonly take: (bytes: number) => boolean;
  private bytes = 0;
  private released = false;

  constructor(take: (bytes: number) => boolean) {
    this.take = take;
  }

  /** Changes what is held; false when there is not enough left, and then nothing changes. */
  resize(bytes: number): boolean {
    if (this.released || !this.take(bytes - this.bytes)) return false;
    this.bytes = bytes;
    return true;
  }

  release(): void {
    if (this.released) return;
    this.resize(0);
    this.released = true;
  }
}

/** The request's lease, which ends with its answer. */
export function openLease(ctx: ServiceContext, budget: BodyBudget, account: string): BodyLease {
  const lease = budget.open(account);
  ctx.state.lease = lease;
  ctx.res.once('close', () => lease.release());
  return lease;
}
