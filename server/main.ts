/** Runs the service, configured by the environment, until a signal ends it. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, createApp } from './app.ts';
import { limitConnections } from './connections.ts';
import { type Config, ConfigError, DEFAULT_ADMIN_PORT, loadConfig } from './config.ts';
import { requestPath } from './http/context.ts';
import { createHttpServer, listen, PortTaken } from './listen.ts';
import { keepPruning } from './metering/pruning.ts';
import { createLog, type Log } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { type RenderPool, startPool } from './rendering/pool.ts';
import { openSigner } from './signing/operator.ts';
import { rememberStore } from './storage/embedded/known-folder.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { withTimeout } from './timeout.ts';
import { packageVersion } from './version.ts';
import { writeErr } from './terminal.ts';

/** Time limit for settling interrupted renders, and for closing each part. */
const SETTLE_MS = 5000;

interface Running {
  readonly config: Config;
  readonly app: App;
  readonly servers: readonly Server[];
  readonly store: Store;
  readonly pool: RenderPool;
  readonly log: Log;
  readonly tracing: Tracing;
}

/** Starts the service and prints its address. An invalid setting ends the process with a one-line message. */
export async function serve(): Promise<void> {
  try {
    const running = await start(loadConfig(process.env));
    let stopping: Promise<void> | null = null;
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => void (stopping ??= stopAndExit(running)));
  } catch (error) {
    writeErr(
      `pagewright: ${error instanceof ConfigError ? error.message : `can't start: ${(error as Error).message}`}\n`,
    );
    process.exit(1);
  }
}

async function start(config: Config): Promise<Running> {
  const log = createLog(config.logLevel);
  const place = config.databaseUrl === null ? 'PAGEWRIGHT_DATA_DIR' : 'DATABASE_URL';
  // Opens the port first, so that a conflict is reported at once.
  const measured: { metrics: Metrics | null } = { metrics: null };
  const admin = adminServer(measured);
  const adminPort = await named('PAGEWRIGHT_ADMIN_PORT, PAGEWRIGHT_ADMIN_HOST', listenForMetrics(admin, config));
  const sign = config.signing === null ? null : await named('PAGEWRIGHT_SIGNING_KEY', openSigner(config.signing));
  const [store, pool] = await Promise.all([
    named(
      place,
      openStore(config, (store, cause) => log.warn({ store, cause }, 'a connection to a store failed')),
    ),
    startPool({ ...config, sign }, (message) => log.warn({ cause: message }, 'a worker failed')),
  ]);
  const addressSecret =
    config.ipHashSecret ?? (await store.accounts.secret('address-hash', randomBytes(32).toString('base64url')));
  const version = packageVersion();
  const tracing = await openTracing(config.traceEndpoint, version);
  const app = createApp({ config, store, pool, clock: Date.now, log, addressSecret, version, tracing });
  const server = createHttpServer(app.koa.callback(), config);
  limitConnections(server, config);
  keepPruning(store.accounts, () => app.contents.sweep(), log);
  const port = await named('PORT, HOST', listen(server, config.port, config.host));
  measured.metrics = app.metrics;
  rememberStore(config.databaseUrl === null ? config.dataDir : null, process.env);
  app.jobs.start();
  greet(config, port, adminPort);
  return { config, app, servers: [server, admin], store, pool, log, tracing };
}

/** Listens for metrics. A second service on the same machine gets another port, unless the operator has set one. */
async function listenForMetrics(admin: Server, { adminPort, adminHost }: Config): Promise<number> {
  try {
    return await listen(admin, adminPort ?? DEFAULT_ADMIN_PORT, adminHost);
  } catch (error) {
    if (adminPort !== null || !(error instanceof PortTaken)) throw error;
    return listen(admin, 0, adminHost);
  }
}

/** Adds the responsible settings to an error's message. */
async function named<T>(variables: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new Error(`${variables}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

/** Serves metrics as soon as they exist. */
function adminServer(measured: { readonly metrics: Metrics | null }): Server {
  return createServer((request, response) => {
    const { metrics } = measured;
    if (!metrics) {
      response.writeHead(503).end();
      return;
    }
    if (request.method !== 'GET' || requestPath(request.url ?? '') !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

/** For people who host the service for themselves. */
const METERED = 'Requests are limited per client. To remove the limits, set PAGEWRIGHT_METERING=off.\n';

/** Prints the address to standard error. Standard output is for the log. */
function greet(config: Config, port: number, adminPort: number): void {
  const url = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${port}`;
  const data = config.databaseUrl === null ? resolve(config.dataDir) : 'PostgreSQL';
  writeErr(
    `Pagewright listens on ${url} (metrics on http://${config.adminHost}:${adminPort}/metrics)\n` +
      `Data: ${data}${config.redisUrl === null ? '' : ', windows in Redis'}\n` +
      `Editor: ${url}/  Guides: ${url}/guides/  API: ${url}/docs\n` +
      (config.metering ? METERED : '') +
      `Try:  curl -sS --fail-with-body ${url}/v1/render -H 'content-type: application/json' -d '{"html": "<h1>Hello</h1>"}' -o hello.pdf\n`,
  );
}

/**
 * Shuts down gracefully. First /readyz fails, while requests are served until load balancers notice. Then new renders
 * are refused, running ones finish within their time limit, and everything is settled and closed. Documents of jobs that
 * don't end in time are rendered by another process when their claims expire.
 */
async function stop({ config, app, servers, store, pool, log, tracing }: Running): Promise<void> {
  log.info('shutting down');
  app.lifecycle.leaving = true;
  const inTime = (work: Promise<void>, ms: number, warning: string): Promise<void> =>
    withTimeout(work, ms).catch((error: Error) => log.warn({ error: error.message }, warning));
  const jobs = app.jobs.stop();
  await delay(config.shutdownDelayMs);
  app.lifecycle.shuttingDown = true;
  await Promise.all([
    inTime(jobs, config.shutdownTimeoutMs, 'jobs did not stop'),
    app.activity.idle(config.shutdownTimeoutMs),
  ]);
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  // Interrupted renders are refunded before the store closes.
  await app.activity.idle(SETTLE_MS);
  await pool.close();
  await inTime(store.close(), SETTLE_MS, 'the store was not closed');
  // A collector that is gone must not fail the shutdown.
  await inTime(tracing.close(), SETTLE_MS, 'the last traces were lost');
}

async function stopAndExit(running: Running): Promise<void> {
  try {
    await stop(running);
    process.exit(0);
  } catch (error) {
    running.log.error({ err: error }, 'shutdown failed');
    process.exit(1);
  }
}
