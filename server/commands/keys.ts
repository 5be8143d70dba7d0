/** `pagewright keys`: works directly on the configured store, also while servers run. */
import { createKey, hashKey, keyPrefix } from '../accounts/keys.ts';
import { type Config, ConfigError, isSet, loadConfig } from '../config.ts';
import { hasControlCharacter } from '../http/filename.ts';
import { periodAt } from '../metering/credits.ts';
import { findStoreFolder } from '../storage/embedded/known-folder.ts';
import { openStore } from '../storage/open-store.ts';
import type { KeyRecord, Store } from '../storage/store.ts';
import { writeErr, writeOut } from '../terminal.ts';

export interface KeysOptions {
  readonly json?: boolean;
}

/** Whether a command may create a missing store. */
type WhereNone = 'make' | 'refuse';

/** Runs a subcommand and returns the exit status. Results go to standard output, everything else to standard error. */
async function withStore(whereNone: WhereNone, work: (store: Store, config: Config) => Promise<void>): Promise<number> {
  let store: Store | null = null;
  try {
    const config = loadConfig(process.env);
    const dataDir = config.databaseUrl === null ? storeFolder(config.dataDir, whereNone) : config.dataDir;
    store = await openStore({ ...config, dataDir, redisUrl: null });
    await work(store, config);
    return 0;
  } catch (error) {
    writeErr(`pagewright: ${(error as Error).message}\n`);
    return error instanceof ConfigError ? 2 : 1;
  } finally {
    await store?.close();
  }
}

/**
 * Returns the folder of the embedded store and prints it if it isn't obvious. @throws ConfigError if it is missing and
 * may not be created
 */
function storeFolder(configured: string, whereNone: WhereNone): string {
  const { path, found } = findStoreFolder(configured, isSet('DATA_DIR', process.env), process.env);
  if (found === 'service') writeErr(`Using the store of this machine's service: ${path}\n`);
  if (found === 'database') {
    throw new ConfigError(
      'the service last started on this machine uses PostgreSQL. Set the same DATABASE_URL, or PAGEWRIGHT_DATA_DIR for an embedded store',
    );
  }
  if (found !== 'none') return path;
  if (whereNone === 'refuse') {
    throw new ConfigError(
      `store not found: ${path}. Start the service or run \`pagewright keys create\` to create it, or set PAGEWRIGHT_DATA_DIR or DATABASE_URL`,
    );
  }
  writeErr(`Created a store: ${path}. Start the service with PAGEWRIGHT_DATA_DIR=${path}, or in this folder.\n`);
  return path;
}

function print(value: unknown): void {
  writeOut(`${JSON.stringify(value)}\n`);
}

function shown(record: KeyRecord) {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  return {
    prefix: record.prefix,
    plan: record.tier,
    name: record.name,
    created: time(record.createdAt),
    last_used: time(record.lastUsedAt),
    revoked: time(record.revokedAt),
  };
}

export function keysCreate(options: KeysOptions & { plan: string; name?: string; test?: boolean }): Promise<number> {
  return withStore('make', async ({ accounts }, config) => {
    if (!config.plans.some(({ tier }) => tier === options.plan)) {
      throw new ConfigError(`unknown plan: ${options.plan}. Use ${config.plans.map(({ tier }) => tier).join(', ')}`);
    }
    if (hasControlCharacter(options.name ?? '')) throw new ConfigError('--name must not contain control characters');
    const key = createKey(options.test);
    const record: KeyRecord = {
      hash: hashKey(key),
      prefix: keyPrefix(key),
      tier: options.plan,
      name: options.name ?? null,
      createdAt: Date.now(),
      lastUsedAt: null,
      revokedAt: null,
    };
    await accounts.createKey(record);
    if (options.json) print({ key, ...shown(record) });
    else {
      writeOut(`${key}\n`);
      writeErr('Store this key now. It is not shown again.\n');
    }
  });
}

export function keysList(options: KeysOptions): Promise<number> {
  return withStore('refuse', async ({ accounts }) => {
    const keys = (await accounts.listKeys()).map(shown);
    if (options.json) return print(keys);
    for (const key of keys) {
      writeOut(
        `${[key.prefix, key.plan, key.name ?? '-', key.created, key.last_used ?? 'never used', key.revoked ? `revoked ${key.revoked}` : ''].join('\t').trimEnd()}\n`,
      );
    }
  });
}

export function keysRevoke(prefix: string, options: KeysOptions): Promise<number> {
  return withStore('refuse', async ({ accounts }) => {
    const revoked = await accounts.revokeKeys(prefix, Date.now());
    if (options.json) print({ prefix, revoked });
    if (revoked === 0) throw new Error(`key not found: ${prefix}`);
    if (!options.json) writeErr(`${revoked} revoked\n`);
  });
}

export function keysCredit(prefix: string, amount: string, options: KeysOptions): Promise<number> {
  return withStore('refuse', async ({ accounts }, config) => {
    if (!/^[+-]?\d{1,9}$/.test(amount))
      throw new ConfigError(`invalid amount: ${amount}. Use a number such as +500 or -500`);
    const keys = (await accounts.listKeys()).filter((key) => key.prefix === prefix && key.revokedAt === null);
    if (keys.length !== 1)
      throw new Error(
        keys.length === 0 ? `key not found: ${prefix}` : `${prefix} matches ${keys.length} keys. Use a longer prefix`,
      );
    const plan = config.plans.find(({ tier }) => tier === keys[0]!.tier);
    if (!plan || plan.creditsPerMonth === null) throw new Error(`the plan ${keys[0]!.tier} has no credits`);
    const now = Date.now();
    const account = `key:${keys[0]!.hash}`;
    const period = periodAt(now, plan.creditsPerMonth);
    const before = await accounts.balance(account, period, now);
    const { balance, granted } = await accounts.addCredits(account, Number(amount), period, now);
    if (options.json) print({ prefix, balance, granted });
    else writeOut(`${balance}\n`);
    // Concurrent renders take from the balance, too.
    const taken = Math.min(before.balance - balance, -Number(amount));
    if (taken < -Number(amount)) throw new Error(tookLess(taken, granted));
  });
}

const tookLess = (taken: number, granted: number): string =>
  `${taken <= 0 ? 'no credits were' : `only ${taken} credits were`} removed. You can remove credits added by hand, but not the ${granted} that the plan grants each month. To disable a key, use \`keys revoke\``;

/** `pagewright migrate`: opening the store applies pending migrations. */
export function migrate(): Promise<number> {
  return withStore('make', async (_store, config) => {
    writeErr(`${config.databaseUrl === null ? 'the embedded store' : 'PostgreSQL'} is up to date.\n`);
  });
}
