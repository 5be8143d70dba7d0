/** Starts rendering processes of the build, for tests that need real renders. */
import { type PoolConfig, type RenderPool, startPool } from '../../server/rendering/pool.ts';
import { WORKER_FILE } from './built.ts';

/** One worker with time for slow machines. */
const ONE_WORKER: PoolConfig = {
  workers: 1,
  workerMemoryMb: 256,
  queueLimit: 10,
  queueTimeoutMs: 60_000,
  renderTimeoutMs: 60_000,
  maxPages: 50,
  workerFile: WORKER_FILE,
};

/** Returns a pool whose workers are ready. The caller closes it, or the service that uses it does. */
export const startWorkers = (config: Partial<PoolConfig> = {}): Promise<RenderPool> =>
  startPool({ ...ONE_WORKER, ...config });
