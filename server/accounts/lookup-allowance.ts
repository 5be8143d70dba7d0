/**
 * Limits look-ups of unseen keys, per address and in total. Forged keys can pass the checksum and would each cost a
 * query.
 */
import { BoundedMap } from '../bounded-map.ts';

/** Burst size and refill rate of look-ups. */
const ADDRESS = { burst: 100, perSecond: 20 } as const;
const ALL = { burst: 2000, perSecond: 500 } as const;
const ADDRESSES = 10_000;

interface Bucket {
  left: number;
  at: number;
}

export class LookupAllowance {
  private readonly clock: () => number;
  private readonly addresses = new BoundedMap<string, Bucket>(ADDRESSES);
  private readonly all: Bucket = { left: ALL.burst, at: 0 };

  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** Takes one look-up. Returns false if the allowance is used up. */
  take(address: string): boolean {
    let own = this.addresses.get(address);
    if (!own) this.addresses.set(address, (own = { left: ADDRESS.burst, at: this.clock() }));
    return this.spend(own, ADDRESS) && this.spend(this.all, ALL);
  }

  private spend(bucket: Bucket, { burst, perSecond }: typeof ADDRESS | typeof ALL): boolean {
    const now = this.clock();
    bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }
}
