import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openEmbeddedStore } from './embedded/open.ts';
import { FolderObjects } from './objects/folder-objects.ts';
import type { ObjectStore } from './objects/object-store.ts';
import type { Store } from './store.ts';

/** Called if an idle connection fails. `store`: `PostgreSQL` or `Redis`. */
type ConnectionFault = (store: string, cause: string) => void;

type StoreConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseConnections' | 'redisUrl' | 'objectStore' | 'storeTimeoutMs'
>;

/** Opens the configured store and applies its migrations. Loads only the modules it needs. */
export async function openStore(config: StoreConfig, onFault: ConnectionFault = () => undefined): Promise<Store> {
  const objects = await openObjects(config);
  const base =
    config.databaseUrl === null
      ? await openEmbeddedStore(config.dataDir, objects ?? new FolderObjects(join(config.dataDir, 'objects')))
      : await openPostgres(config.databaseUrl, config, objects, onFault);
  if (config.redisUrl === null) return base;
  const { RedisWindows } = await import('./redis/windows.ts');
  const windows = new RedisWindows(config.redisUrl, config.storeTimeoutMs, (cause) => onFault('Redis', cause));
  await windows.connect();
  return {
    ...base,
    windows,
    async close() {
      await windows.close();
      await base.close();
    },
  };
}

/** Opens the configured object store. null: none is configured. @throws StoreUnavailable if it can't be written */
async function openObjects({ objectStore, storeTimeoutMs }: StoreConfig): Promise<ObjectStore | null> {
  if (objectStore === null) return null;
  const objects =
    'folder' in objectStore
      ? new FolderObjects(objectStore.folder)
      : new (await import('./objects/s3-objects.ts')).S3Objects({ ...objectStore, timeoutMs: storeTimeoutMs });
  const probe = randomUUID();
  await objects.put(probe, new Uint8Array(0), SHA256_OF_NOTHING);
  await objects.remove(probe);
  return objects;
}

const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function openPostgres(
  url: string,
  { storeTimeoutMs, databaseConnections }: StoreConfig,
  objects: ObjectStore | null,
  onFault: ConnectionFault,
): Promise<Store> {
  const [{ PostgresDatabase }, { SqlAccounts }, { SqlWindows }, { SqlJobs }, { SqlContents }, { JobNews }] =
    await Promise.all([
      import('./postgres/database.ts'),
      import('./sql-accounts.ts'),
      import('./sql-windows.ts'),
      import('./sql-jobs.ts'),
      import('./sql-contents.ts'),
      import('./postgres/job-news.ts'),
    ]);
  // A single connection is for queries. Then new jobs are found by polling.
  const listens = databaseConnections > 1;
  const connections = listens ? databaseConnections - 1 : 1;
  const database = new PostgresDatabase(url, storeTimeoutMs, connections, (cause) => onFault('PostgreSQL', cause));
  await database.migrate();
  const accounts = new SqlAccounts(database);
  const news: { close(): Promise<void> }[] = [];
  return {
    accounts,
    windows: new SqlWindows(database),
    jobs: new SqlJobs(database),
    contents: new SqlContents(database),
    objects,
    ...(listens && { watchJobs: (heard: () => void) => void news.push(new JobNews(url, heard)) }),
    async close() {
      await Promise.all(news.map((one) => one.close()));
      await accounts.close();
    },
  };
}
