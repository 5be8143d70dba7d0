import type { Config } from '../config.ts';
import type { Store } from './store.ts';

/** The store that the configuration names; its modules are loaded only when they are used. Migrations have run when this returns. */
export async function openStore(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'redisUrl'>): Promise<Store> {
  const base =
    config.databaseUrl === null ? await openEmbedded(config.dataDir) : await openPostgres(config.databaseUrl);
  if (config.redisUrl === null) return base;
  const { RedisWindows } = await import('./redis/windows.ts');
  const windows = new RedisWindows(config.redisUrl);
  await windows.connect();
  return {
    accounts: base.accounts,
    windows,
    async close() {
      await windows.close();
      await base.close();
    },
  };
}

async function openEmbedded(folder: string): Promise<Store> {
  const [{ EmbeddedDatabase }, { EmbeddedAccounts }, { EmbeddedWindows }] = await Promise.all([
    import('./embedded/database.ts'),
    import('./embedded/accounts.ts'),
    import('./embedded/windows.ts'),
  ]);
  const database = new EmbeddedDatabase(folder);
  const accounts = new EmbeddedAccounts(database);
  return { accounts, windows: new EmbeddedWindows(database), close: () => accounts.close() };
}

async function openPostgres(url: string): Promise<Store> {
  const [{ PostgresDatabase }, { PostgresAccounts }, { PostgresWindows }] = await Promise.all([
    import('./postgres/database.ts'),
    import('./postgres/accounts.ts'),
    import('./postgres/windows.ts'),
  ]);
  const database = new PostgresDatabase(url);
  await database.migrate();
  const accounts = new PostgresAccounts(database);
  return { accounts, windows: new PostgresWindows(database), close: () => accounts.close() };
}
