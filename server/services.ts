/** The parts of the service, without its routes. Each application has its own set. */
import { Activity } from './activity.ts';
import { Callers } from './accounts/caller.ts';
import type { Config } from './config.ts';
import { BodyBudget } from './http/body-budget.ts';
import { CallWindows } from './http/call-window.ts';
import type { Lifecycle } from './http/health.ts';
import { bodyLimit } from './http/render-request.ts';
import { JobRunner } from './jobs/runner.ts';
import { Contents } from './library/contents.ts';
import { JobStorageLimits } from './jobs/storage-limits.ts';
import { SealedSecrets } from './jobs/sealed-secrets.ts';
import { Webhooks } from './jobs/webhooks.ts';
import { Credits } from './metering/credits.ts';
import { MeteredRender } from './metering/metered-render.ts';
import { RequestWindows } from './metering/request-windows.ts';
import { WorkerTime } from './metering/worker-time.ts';
import type { Log } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import type { RenderPool } from './rendering/pool.ts';
import { observeStore } from './storage/observed-store.ts';
import type { Store } from './storage/store.ts';

export interface ServiceParts {
  readonly config: Config;
  readonly store: Store;
  readonly pool: RenderPool;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: Log;
  /** Key for hashing stored addresses and signing links. All processes share it. */
  readonly addressSecret: string;
  readonly version: string;
  readonly tracing: Tracing;
}

export interface Services {
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly activity: Activity;
  readonly store: Store;
  readonly contents: Contents;
  readonly callers: Callers;
  readonly credits: Credits;
  readonly rendering: MeteredRender;
  readonly windows: CallWindows;
  readonly bodies: BodyBudget;
  readonly webhooks: Webhooks;
  readonly runner: JobRunner;
  readonly storage: JobStorageLimits;
}

export function createServices(parts: ServiceParts): Services {
  const { config, pool, clock, log, tracing } = parts;
  const { storeFailure, metering } = config;
  const metrics = new Metrics(pool);
  const lifecycle: Lifecycle = { leaving: false, shuttingDown: false };
  const activity = new Activity();
  const store = observeStore(parts.store, { metrics, log, clock, tracing });
  const contents = new Contents(store.contents, store.objects, clock);
  const credits = new Credits(store.accounts, clock, config.queueTimeoutMs + config.renderTimeoutMs);
  const workerTime = new WorkerTime(metering ? store.windows : null, clock, log);
  const rendering = new MeteredRender({
    canSign: config.signing !== null,
    pool,
    credits,
    workerTime,
    clock,
    log,
    metrics,
    tracing,
    activity,
    storeFailure,
  });
  const requestWindows = new RequestWindows(store.windows, clock);
  const windows = new CallWindows({ windows: requestWindows, workerTime, storeFailure, metering, log });
  const bodies = new BodyBudget(config.bodyMemoryMb * 1048576, bodyLimit(config.maxHtmlBytes));
  const callers = new Callers(store.accounts, config, clock, parts.addressSecret);
  const served = { metrics, lifecycle, activity, store, contents, callers, credits, rendering, windows, bodies };
  return { ...served, ...createJobs(parts, served) };
}

/** Creates the background jobs. */
function createJobs(
  parts: ServiceParts,
  {
    metrics,
    store: { jobs },
    contents,
    callers,
    rendering,
  }: Pick<Services, 'metrics' | 'store' | 'contents' | 'callers' | 'rendering'>,
): Pick<Services, 'webhooks' | 'runner' | 'storage'> {
  const { config, clock, log, tracing } = parts;
  const secrets = new SealedSecrets(config.webhookSecretKey);
  const origins = config.webhookOrigins;
  const mayBePrivate = config.webhookPrivateAddresses;
  const webhooks = new Webhooks({ jobs, clock, log, tracing, origins, secrets, mayBePrivate });
  const storage = new JobStorageLimits(jobs, config.jobStoragePerKeyMb * 1048576, config.jobStorageMb * 1048576);
  const runner = new JobRunner({
    jobs,
    contents,
    storage,
    callers,
    rendering,
    webhooks,
    clock,
    log,
    metrics,
    tracing,
    // Leaves one worker for interactive calls.
    atOnce: Math.max(1, config.workers - 1),
    longestMs: config.queueTimeoutMs + config.renderTimeoutMs,
    watch: parts.store.watchJobs ? (heard) => parts.store.watchJobs?.(heard) : null,
  });
  metrics.watchJobs(
    () => jobs.waiting(clock()),
    () => runner.rendering,
  );
  return { webhooks, runner, storage };
}
