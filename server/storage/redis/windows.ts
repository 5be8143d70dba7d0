import { Redis } from 'ioredis';
import { StoreUnavailable, type WindowHit, type WindowState, type WindowStore } from '../store.ts';

/**
 * Counts one call unless the limit is reached. The key's expiry is the end of the window: a key with 0 ms left still
 * exists, but its window has ended. Returns {allowed, used, ms left}.
 */
const HIT = `
local used = tonumber(redis.call('get', KEYS[1]) or '0')
if used == 0 or redis.call('pttl', KEYS[1]) == 0 then
  redis.call('set', KEYS[1], 1, 'px', ARGV[2])
  return {1, 1, tonumber(ARGV[2])}
end
local left = redis.call('pttl', KEYS[1])
if used >= tonumber(ARGV[1]) then return {0, used, left} end
return {1, redis.call('incr', KEYS[1]), left}
`;

/** Adds to the window. Returns {used, ms left}. */
const CHARGE = `
local left = redis.call('pttl', KEYS[1])
if left <= 0 then
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  return {tonumber(ARGV[1]), tonumber(ARGV[2])}
end
return {redis.call('incrby', KEYS[1], ARGV[1]), left}
`;

const KEY_PREFIX = 'pagewright:window:';

interface WithCommands extends Redis {
  hitWindow(key: string, limit: number, lengthMs: number): Promise<[number, number, number]>;
  chargeWindow(key: string, amount: number, lengthMs: number): Promise<[number, number]>;
}

/** Request windows in Redis, measured by its clock. */
export class RedisWindows implements WindowStore {
  private readonly redis: WithCommands;

  /**
   * `timeoutMs`: time limit of a command, after which Redis is treated as unavailable. `onFault`: called once when the
   * connection is lost.
   */
  constructor(url: string, timeoutMs: number, onFault: (cause: string) => void = () => undefined) {
    const redis = new Redis(url, {
      // While Redis is unavailable, calls fail at once instead of piling up. The client keeps reconnecting.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: timeoutMs,
      connectTimeout: timeoutMs,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
      lazyConnect: true,
    });
    // Only the first failed attempt is reported.
    let isLost = false;
    redis.on('ready', () => (isLost = false));
    redis.on('error', (error: Error) => {
      if (!isLost) onFault(error.message);
      isLost = true;
    });
    redis.defineCommand('hitWindow', { numberOfKeys: 1, lua: HIT });
    redis.defineCommand('chargeWindow', { numberOfKeys: 1, lua: CHARGE });
    this.redis = redis as WithCommands;
  }

  /** Waits for the first connection attempt. The service starts even if Redis is unavailable. */
  async connect(): Promise<void> {
    await this.redis.connect().catch(() => undefined);
  }

  async hit(caller: string, limit: number, lengthMs: number): Promise<WindowHit> {
    const [allowed, used, left] = await this.ask(() => this.redis.hitWindow(KEY_PREFIX + caller, limit, lengthMs));
    return { allowed: allowed === 1, used, resetMs: Math.max(0, left) };
  }

  async charge(caller: string, amount: number, lengthMs: number): Promise<WindowState> {
    const [used, left] = await this.ask(() => this.redis.chargeWindow(KEY_PREFIX + caller, amount, lengthMs));
    return { used, resetMs: Math.max(0, left) };
  }

  async peek(caller: string, lengthMs: number): Promise<WindowState> {
    const answers = await this.ask(() =>
      this.redis
        .multi()
        .get(KEY_PREFIX + caller)
        .pttl(KEY_PREFIX + caller)
        .exec(),
    );
    const used = Number(answers?.[0]?.[1] ?? 0);
    const left = Number(answers?.[1]?.[1] ?? -1);
    return used > 0 && left > 0 ? { used, resetMs: left } : { used: 0, resetMs: lengthMs };
  }

  async ping(): Promise<void> {
    await this.ask(() => this.redis.ping());
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }

  private async ask<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (error) {
      throw new StoreUnavailable((error as Error).message);
    }
  }
}
