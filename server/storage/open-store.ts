import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openEmbeddedStore } from './embedded/open.ts';
import { FolderObjects } from './objects/folder-objects.ts';
import type { Store } from './store.ts';

/** Called if an idle connection fails. `store`: `PostgreSQL` or `Redis`. */
type ConnectionFault = (store: string, cause: string) => void;

/** Opens the configured store and applies its migrations. Loads only the modules it needs. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseConnections' | 'redisUrl' | 'storeTimeoutMs'>,
  onFault: ConnectionFault = () => undefined,
): Promise<Store> {
  const base =
    config.databaseUrl === null
      ? await openEmbeddedStore(config.dataDir, new FolderObjects(join(config.dataDir, 'objects')))
      : await openPostgres(config.databaseUrl, config.storeTimeoutMs, config.databaseConnections, onFault);
  if (config.redisUrl === null) return base;
  const { RedisWindows } = await import('./redis/windows.ts');
  const windows = new RedisWindows(config.redisUrl, config.storeTimeoutMs, (cause) => onFault('Redis', cause));
  await windows.connect();
  return {
    accounts: base.accounts,
    windows,
    jobs: base.jobs,
    contents: base.contents,
    objects: base.objects,
    ...(base.watchJobs && { watchJobs: (heard) => base.watchJobs?.(heard) }),
    async close() {
      await windows.close();
      await base.close();
    },
  };
}

async function openPostgres(
  url: string,
  timeoutMs: number,
  connections: number,
  onFault: ConnectionFault,
): Promise<Store> {
  const [
    { PostgresDatabase },
    { PostgresAccounts },
    { PostgresWindows },
    { PostgresJobs },
    { SqlContents },
    { JobNews },
  ] = await Promise.all([
    import('./postgres/database.ts'),
    import('./postgres/accounts.ts'),
    import('./postgres/windows.ts'),
    import('./postgres/jobs.ts'),
    import('./sql-contents.ts'),
    import('./postgres/job-news.ts'),
  ]);
  const database = new PostgresDatabase(url, timeoutMs, connections, (cause) => onFault('PostgreSQL', cause));
  await database.migrate();
  const accounts = new PostgresAccounts(database);
  const news: { close(): Promise<void> }[] = [];
  return {
    accounts,
    windows: new PostgresWindows(database),
    jobs: new PostgresJobs(database),
    contents: new SqlContents(database),
    objects: null,
    watchJobs: (heard) => void news.push(new JobNews(url, heard)),
    async close() {
      await Promise.all(news.map((one) => one.close()));
      await accounts.close();
    },
  };
}
