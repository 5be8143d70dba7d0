/** The service from its environment, until a signal ends it. */
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
import { type RenderPool, startPool } from './rendering/pool.ts';
import { rememberStore } from './storage/embedded/known-folder.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import { packageVersion } from './version.ts';
import { writeErr } from './terminal.ts';

/** How long the settling of renders that were cut off may take. */
const SETTLE_MS = 5000;

interface Running {
  readonly config: Config;
  readonly app: App;
  readonly servers: readonly Server[];
  readonly store: Store;
  readonly pool: RenderPool;
  readonly log: Log;
}

/** Starts the service and prints where it is. A wrong setting ends the process with one clear line. */
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
  const place = config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL';
  // First what is soon told: a port that is taken.
  const measured: { metrics: Metrics | null } = { metrics: null };
  const admin = adminServer(measured);
  const adminPort = await named('ADMIN_PORT, ADMIN_HOST', listenForMetrics(admin, config));
  const [store, pool] = await Promise.all([
    named(
      place,
      openStore(config, (store, cause) => log.warn({ store, cause }, 'a connection to a store failed')),
    ),
    startPool(config, (message) => log.warn({ cause: message }, 'a worker failed to start')),
  ]);
  const addressSecret =
    config.ipHashSecret ?? (await store.accounts.secret('address-hash', randomBytes(32).toString('base64url')));
  const app = createApp({ config, store, pool, clock: Date.now, log, addressSecret, version: packageVersion() });
  const server = createHttpServer(app.koa.callback(), config);
  limitConnections(server, config);
  keepPruning(store.accounts, log);
  const port = await named('PORT, HOST', listen(server, config.port, config.host));
  measured.metrics = app.metrics;
  rememberStore(config.databaseUrl === null ? config.dataDir : null, process.env);
  app.jobs.start();
  greet(config, port, adminPort);
  return { config, app, servers: [server, admin], store, pool, log };
}

/** A second service on the same machine gets another port for its metrics, unless the operator has named one. */
async function listenForMetrics(admin: Server, { adminPort, adminHost }: Config): Promise<number> {
  try {
    return await listen(admin, adminPort ?? DEFAULT_ADMIN_PORT, adminHost);
  } catch (error) {
    if (adminPort !== null || !(error instanceof PortTaken)) throw error;
    return listen(admin, 0, adminHost);
  }
}

/** The operator reads which setting led to a failure. */
async function named<T>(variables: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new Error(`${variables}: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

/** Answers what is measured, as soon as something is. */
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

/** To standard error: standard output is the log's. */
function greet(config: Config, port: number, adminPort: number): void {
  const url = `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${port}`;
  const data = config.databaseUrl === null ? resolve(config.dataDir) : 'PostgreSQL';
  writeErr(
    `Pagewright listens on ${url} (metrics on http://${config.adminHost}:${adminPort}/metrics)\n` +
      `Data: ${data}${config.redisUrl === null ? '' : ', windows in Redis'}\n` +
      `Editor: ${url}/  Documentation: ${url}/docs\n` +
      `Try:  curl -s ${url}/v1/render -H 'content-type: application/json' -d '{"html": "<h1>Hello</h1>"}' -o hello.pdf\n`,
  );
}

/** Says by /readyz that it leaves, and goes on for as long as balancers take to hear of it; then refuses new renders, lets running ones finish within their time, settles and closes. */
async function stop({ config, app, servers, store, pool, log }: Running): Promise<void> {
  log.info('shutting down');
  app.lifecycle.leaving = true;
  await Promise.all([app.jobs.stop(), delay(config.shutdownDelayMs)]);
  app.lifecycle.shuttingDown = true;
  await app.activity.idle(config.shutdownTimeoutMs);
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  // Whoever was cut off gets the credit back before the store closes.
  await app.activity.idle(SETTLE_MS);
  await pool.close();
  await store.close();
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
