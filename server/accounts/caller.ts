/** Who is calling: a key's account, or an address without one. */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';
import type { AccountStore, KeyRecord } from '../storage/store.ts';
import { BoundedMap } from '../bounded-map.ts';
import { clientAddress, countedAddress } from './client-address.ts';
import { hashKey, isWellFormedKey } from './keys.ts';
import { LookupAllowance } from './lookup-allowance.ts';
import { ANONYMOUS_TIER, FEATURES, type Feature, type Plan } from './plans.ts';

export interface Caller {
  readonly isKeyed: boolean;
  readonly tier: string;
  /** Counted calls a minute. */
  readonly limit: number;
  readonly features: readonly Feature[];
  /** Whose window and balance it is; never an address, never a key. */
  readonly account: string;
  /** Renders a month: a key's credits, an anonymous client's allowance; null: not counted. */
  readonly monthly: number | null;
  /** Renders at once; more of them wait. */
  readonly rendersAtOnce: number;
  /** For logs: a key's display prefix, or `anonymous`. */
  readonly label: string;
}

/** What the accounts of keys begin with. */
const KEY_ACCOUNT = 'key:';

/** How long a looked up key is believed; a revocation holds everywhere within that. */
const CACHE_MS = 30_000;
const CACHE_SIZE = 10_000;
/** A key's last use is written at most this often. */
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
  /** Keys that don't exist, until when that is believed: apart, so that forged ones displace no others. */
  private readonly unknown = new BoundedMap<string, number>(CACHE_SIZE);
  /** Look-ups that the store hasn't answered: calls that show the same key meanwhile wait for the same answer. */
  private readonly underway = new Map<string, Promise<KeyRecord | null>>();
  /** Of addresses, which are kept nowhere else. */
  private readonly hashes = new BoundedMap<string, string>(CACHE_SIZE);
  private readonly touched = new BoundedMap<string, number>(CACHE_SIZE);

  constructor(accounts: AccountStore, config: CallerConfig, clock: () => number, addressSecret: string) {
    this.accounts = accounts;
    this.config = config;
    this.clock = clock;
    this.addressSecret = addressSecret;
    this.lookups = new LookupAllowance(clock);
  }

  /** The caller of a request. An absent, malformed, unknown or revoked key is anonymous. @throws StoreUnavailable */
  async identify(request: IncomingMessage): Promise<Caller> {
    const key = keyOf(request);
    if (!isWellFormedKey(key)) return this.anonymous(request);
    return this.callerOf(await this.lookUp(hashKey(key), request), request);
  }

  /** The caller as far as this process knows without asking the store; null for a key that it hasn't seen lately. */
  known(request: IncomingMessage): Caller | null {
    const key = keyOf(request);
    if (!isWellFormedKey(key)) return this.anonymous(request);
    const cached = this.cache.get(hashKey(key));
    return cached ? this.callerOf(cached.record, request) : null;
  }

  /** The caller of a key's account when nobody is calling; null when the key is no longer valid. @throws StoreUnavailable */
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
      features: FEATURES,
      account: `address:${this.addressHash(countedAddress(address))}`,
      monthly: this.config.anonymousRendersPerMonth === 0 ? null : this.config.anonymousRendersPerMonth,
      rendersAtOnce: this.config.anonymousRendersAtOnce,
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

  /** The caller with what its plan allows, or with everything where nothing is metered. */
  private metered(caller: Caller): Caller {
    return this.config.metering ? caller : { ...caller, ...UNMETERED, features: FEATURES };
  }

  /** The plan of a key that is valid. */
  private planOf({ tier, revokedAt }: KeyRecord): Plan | undefined {
    return revokedAt === null ? this.config.plans.find((plan) => plan.tier === tier) : undefined;
  }

  /** What is known of a key, or what the store says. A key that has been seen is asked for again when it must be; others only as often as is allowed. */
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

  /** Notes the key's use without making its caller wait, and without failing the call. */
  private touch(hash: string, now: number): void {
    if ((this.touched.get(hash) ?? 0) > now - TOUCH_EVERY_MS) return;
    this.touched.set(hash, now);
    this.accounts.touchKey(hash, now).catch(() => undefined);
  }
}

/** The key of a request, in the header of its own or as a bearer token; '' for none. */
export function keyOf({ headers }: IncomingMessage): string {
  const header = headers['x-api-key'];
  if (typeof header === 'string' && header !== '') return header;
  return /^bearer +(\S{1,200})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** What a caller may do whose calls aren't counted. */
const UNMETERED = { limit: 1_000_000, monthly: null, rendersAtOnce: 1000 } as const;

/** From this machine, and through no proxy that would make every caller look so. */
const isLoopbackCall = ({ headers, socket }: IncomingMessage): boolean =>
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');

function keyed(record: KeyRecord, plan: Plan): Caller {
  return {
    isKeyed: true,
    tier: plan.tier,
    limit: plan.requestsPerMinute,
    features: plan.features,
    account: KEY_ACCOUNT + record.hash,
    monthly: plan.creditsPerMonth,
    rendersAtOnce: plan.rendersAtOnce,
    label: record.prefix,
  };
}
