/** The caller of a request: a key's account, or an address without one. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import type { AccountStore, KeyRecord } from '../storage/store.ts';
import { BoundedMap } from '../bounded-map.ts';
import { clientAddress, countedAddress } from './client-address.ts';
import { hashKey, isTestKey, isWellFormedKey } from './keys.ts';
import { LookupAllowance } from './lookup-allowance.ts';
import {
  ANONYMOUS_TIER,
  type AssetAllowance,
  BASIC_FEATURES,
  FEATURES,
  type Feature,
  NO_ASSETS,
  type Plan,
} from './plans.ts';

export interface Caller {
  readonly isKeyed: boolean;
  readonly tier: string;
  /** Counted calls per minute. */
  readonly limit: number;
  readonly features: readonly Feature[];
  /** Identifies the window and balance to count against. Never an address or a key. */
  readonly account: string;
  /** Renders per month: a key's credits or an anonymous client's allowance. null: not counted. */
  readonly monthly: number | null;
  /** Concurrent renders. Further ones wait. */
  readonly rendersAtOnce: number;
  /** The limits on the caller's stored files. */
  readonly assets: AssetAllowance;
  /** Whether the caller uses a test key: renders cost nothing, and every page is marked. */
  readonly isTest: boolean;
  /** For logs: a key's display prefix, or `anonymous`. */
  readonly label: string;
}

/** Prefix of the accounts of keys. */
const KEY_ACCOUNT = 'key:';

/** How long a looked-up key is cached. A revocation takes effect everywhere within this time. */
const CACHE_MS = 30_000;
const CACHE_SIZE = 10_000;
/** Minimum interval between two writes of a key's last use. */
const TOUCH_EVERY_MS = 60_000;

type CallerConfig = Pick<
  Config,
  | 'plans'
  | 'proxies'
  | 'anonymousRequestsPerMinute'
  | 'anonymousRendersPerMonth'
  | 'anonymousRendersAtOnce'
  | 'unmeteredLoopback'
  | 'metering'
  | 'signing'
>;

interface CachedKey {
  readonly record: KeyRecord;
  readonly until: number;
}

export class Callers {
  private readonly accounts: AccountStore;
  private readonly config: CallerConfig;
  private readonly clock: () => number;
  private readonly addressSecret: string;
  private readonly lookups: LookupAllowance;
  private readonly cache = new BoundedMap<string, CachedKey>(CACHE_SIZE);
  /** Unknown keys and when to look them up again. A separate map, so that forged keys evict no valid ones. */
  private readonly unknown = new BoundedMap<string, number>(CACHE_SIZE);
  /** Look-ups in progress. Concurrent calls with the same key share one. */
  private readonly underway = new Map<string, Promise<KeyRecord | null>>();
  /** Hashes of addresses. They are kept only in memory. */
  private readonly hashes = new BoundedMap<string, string>(CACHE_SIZE);
  private readonly touched = new BoundedMap<string, number>(CACHE_SIZE);

  constructor(accounts: AccountStore, config: CallerConfig, clock: () => number, addressSecret: string) {
    this.accounts = accounts;
    this.config = config;
    this.clock = clock;
    this.addressSecret = addressSecret;
    this.lookups = new LookupAllowance(clock);
  }

  /**
   * Returns the caller of a request. An absent, malformed, unknown or revoked key is anonymous. @throws
   * StoreUnavailable
   */
  async identify(request: IncomingMessage): Promise<Caller> {
    const key = keyOf(request);
    if (!isWellFormedKey(key)) return this.anonymous(request);
    return this.callerOf(await this.lookUp(hashKey(key), request), request);
  }

  /** Returns the caller without asking the store. null: the key isn't cached. */
  known(request: IncomingMessage): Caller | null {
    const key = keyOf(request);
    if (!isWellFormedKey(key)) return this.anonymous(request);
    const cached = this.cache.get(hashKey(key));
    return cached ? this.callerOf(cached.record, request) : null;
  }

  /**
   * Returns the caller of a key's account outside a request, or null if the key is no longer valid. @throws
   * StoreUnavailable
   */
  async ofAccount(account: string): Promise<Caller | null> {
    const record = await this.accounts.findKey(account.slice(KEY_ACCOUNT.length));
    const plan = record && this.planOf(record);
    return record && plan ? this.metered(keyed(record, plan)) : null;
  }

  anonymous(request: IncomingMessage): Caller {
    const caller = this.metered(this.anonymousAt(request));
    return this.config.unmeteredLoopback && isLoopbackCall(request) ? { ...caller, ...UNMETERED } : caller;
  }

  private anonymousAt(request: IncomingMessage): Caller {
    const forwarded = request.headers['x-forwarded-for'];
    const address = clientAddress(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      this.config.proxies,
    );
    return {
      isKeyed: false,
      tier: ANONYMOUS_TIER,
      limit: this.config.anonymousRequestsPerMinute,
      features: BASIC_FEATURES,
      account: `address:${this.addressHash(countedAddress(address))}`,
      monthly: this.config.anonymousRendersPerMonth === 0 ? null : this.config.anonymousRendersPerMonth,
      rendersAtOnce: this.config.anonymousRendersAtOnce,
      assets: NO_ASSETS,
      isTest: false,
      label: ANONYMOUS_TIER,
    };
  }

  private addressHash(address: string): string {
    let hash = this.hashes.get(address);
    if (hash === undefined) {
      hash = createHmac('sha256', this.addressSecret).update(address).digest('base64url').slice(0, 32);
      this.hashes.set(address, hash);
    }
    return hash;
  }

  private callerOf(record: KeyRecord | null, request: IncomingMessage): Caller {
    const plan = record && this.planOf(record);
    return record && plan ? this.metered(keyed(record, plan)) : this.anonymous(request);
  }

  /** Applies the plan's limits, or lifts all limits if metering is off. */
  private metered(caller: Caller): Caller {
    const { metering, signing } = this.config;
    // Everybody can call a service without metering, but a signature always needs a key.
    return metering
      ? caller
      : { ...caller, ...UNMETERED, features: caller.isKeyed && signing !== null ? FEATURES : BASIC_FEATURES };
  }

  /** Returns the plan of a valid key. */
  private planOf({ tier, revokedAt }: KeyRecord): Plan | undefined {
    return revokedAt === null ? this.config.plans.find((plan) => plan.tier === tier) : undefined;
  }

  /**
   * Returns the cached record of a key, or looks it up. Known keys are always refreshed. Look-ups of unseen keys are
   * rate limited.
   */
  private async lookUp(hash: string, request: IncomingMessage): Promise<KeyRecord | null> {
    const now = this.clock();
    const cached = this.cache.get(hash);
    if (cached && cached.until > now) return cached.record;
    if (!cached && (this.unknown.get(hash) ?? 0) > now) return null;
    const underway = this.underway.get(hash);
    if (underway) return underway;
    if (!cached && !this.lookups.take(this.anonymous(request).account)) return null;
    const answer = this.ask(hash, now).finally(() => this.underway.delete(hash));
    this.underway.set(hash, answer);
    return answer;
  }

  private async ask(hash: string, now: number): Promise<KeyRecord | null> {
    const record = await this.accounts.findKey(hash);
    if (record) {
      this.cache.set(hash, { record, until: now + CACHE_MS });
      this.touch(hash, now);
    } else {
      this.cache.delete(hash);
      this.unknown.set(hash, now + CACHE_MS);
    }
    return record;
  }

  /** Records the key's use without delaying or failing the call. */
  private touch(hash: string, now: number): void {
    if ((this.touched.get(hash) ?? 0) > now - TOUCH_EVERY_MS) return;
    this.touched.set(hash, now);
    this.accounts.touchKey(hash, now).catch(() => undefined);
  }
}

/** Returns the key of a request, from `X-API-Key` or a bearer token, or '' without one. */
export function keyOf({ headers }: IncomingMessage): string {
  const header = headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  return /^bearer +(\S{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Limits of callers whose calls aren't counted. */
const UNMETERED = { limit: 1_000_000, monthly: null, rendersAtOnce: 1000 } as const;

/**
 * Returns whether a request comes from this machine. Behind a proxy every call would look local, so `X-Forwarded-For`
 * rules it out.
 */
export const isLoopbackCall = ({ headers, socket }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');

/** The tier of callers with a test key, and its maximum limits, regardless of the key's plan. */
const TEST_TIER = 'test';
const TEST_LIMIT = 30;
const TEST_ASSETS = { count: 50, bytes: 20 * 1024 * 1024 };

function keyed(record: KeyRecord, plan: Plan): Caller {
  const caller: Caller = {
    isKeyed: true,
    tier: plan.tier,
    limit: plan.requestsPerMinute,
    features: plan.features,
    account: KEY_ACCOUNT + record.hash,
    monthly: plan.creditsPerMonth,
    rendersAtOnce: plan.rendersAtOnce,
    assets: plan.assets,
    isTest: isTestKey(record.prefix),
    label: record.prefix,
  };
  return caller.isTest ? restricted(caller) : caller;
}

const restricted = ({ limit, assets, ...caller }: Caller): Caller => ({
  ...caller,
  tier: TEST_TIER,
  limit: Math.min(limit, TEST_LIMIT),
  monthly: null,
  rendersAtOnce: 1,
  assets: { count: Math.min(assets.count, TEST_ASSETS.count), bytes: Math.min(assets.bytes, TEST_ASSETS.bytes) },
});
