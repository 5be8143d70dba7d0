import type { Config } from '../../server/config.ts';
import { openStore } from '../../server/storage/open-store.ts';
import type { Store } from '../../server/storage/store.ts';

/**
 * Servers that some tests use if available: `TEST_DATABASE_URL` (PostgreSQL) and `TEST_REDIS_URL`. Without them those
 * tests are skipped.
 */
export const postgresUrl: string | null = process.env.TEST_DATABASE_URL || null;
/** PgBouncer in transaction mode, in front of the same database: `TEST_PGBOUNCER_URL`. */
export const poolerUrl: string | null = process.env.TEST_PGBOUNCER_URL || null;
export const redisUrl: string | null = process.env.TEST_REDIS_URL || null;

/** Opens a store with timeouts for a loaded machine. */
export function openTestStore(place: {
  dataDir?: string;
  databaseUrl?: string | null;
  redisUrl?: string | null;
  objectStore?: Config['objectStore'];
  databaseConnections?: number;
}): Promise<Store> {
  return openStore({
    dataDir: '',
    databaseUrl: null,
    databaseConnections: 20,
    redisUrl: null,
    objectStore: null,
    storeTimeoutMs: 20_000,
    ...place,
  });
}
