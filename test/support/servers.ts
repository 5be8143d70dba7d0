/** Servers that some tests use where they are found: `TEST_DATABASE_URL` (PostgreSQL) and `TEST_REDIS_URL`. Without them those tests are skipped. */
export const postgresUrl: string | null = process.env.TEST_DATABASE_URL || null;
export const redisUrl: string | null = process.env.TEST_REDIS_URL || null;
