// Measures how many replicas one PostgreSQL and one Redis support. The replicas run in one process with all their
// requests to the shared stores, but a pause replaces the render. The work of a replica itself (HTTP, rendering) is
// left out, because it scales with the replicas.
//
//   npm run simulate [-- --replicas 1,10,50,200 --workers 2 --seconds 5 --render-ms 20 --keys 1000]
//
// DATABASE_URL and REDIS_URL (or TEST_DATABASE_URL and TEST_REDIS_URL) name the stores. The run leaves its data there.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { render } from '../engine/index.ts';
import type { Caller } from '../server/accounts/caller.ts';
import { Activity } from '../server/activity.ts';
import { Credits } from '../server/metering/credits.ts';
import { MeteredRender } from '../server/metering/metered-render.ts';
import { RequestWindows } from '../server/metering/request-windows.ts';
import { WorkerTime } from '../server/metering/worker-time.ts';
import { NO_TRACING } from '../server/observability/tracing.ts';
import { Metrics } from '../server/observability/metrics.ts';
import type { Customer, Rendered, RenderPool } from '../server/rendering/pool.ts';
import type { Submission } from '../server/rendering/submitted-document.ts';
import type { Work } from '../server/rendering/work.ts';
import { openStore } from '../server/storage/open-store.ts';
import type { Store } from '../server/storage/store.ts';

const { values } = parseArgs({
  options: {
    replicas: { type: 'string', default: '1,10,50,200' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '5' },
    'render-ms': { type: 'string' },
    keys: { type: 'string', default: '1000' },
  },
});
const databaseUrl = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL ?? null;
const redisUrl = process.env.REDIS_URL ?? process.env.TEST_REDIS_URL ?? null;
const workers = Number(values.workers);
const seconds = Number(values.seconds);

/** Connections reserved for others. */
const SPARE_CONNECTIONS = 10;
/** The calls that each replica has waiting, in addition to those that its workers render. */
const WAITING_CALLS = 2;
const PDF = new TextEncoder().encode('%PDF-1.7\n');

/** Returns the duration of a warm render of the invoice on this machine, in ms. */
async function measuredRender(): Promise<number> {
  const html = readFileSync('fixtures/invoice/in.html', 'utf8');
  const times: number[] = [];
  for (let i = 0; i < 60; i++) {
    const begun = performance.now();
    await render(html);
    times.push(performance.now() - begun);
  }
  return times.slice(30).sort((a, b) => a - b)[15]!;
}

/** A pool whose workers pause instead of rendering. */
class PausingPool implements RenderPool {
  waiting = 0;
  busy = 0;
  readonly ready = true;
  readonly restarts = 0;
  private readonly renderMs: number;
  private readonly queue: (() => void)[] = [];

  constructor(renderMs: number) {
    this.renderMs = renderMs;
  }

  async run(_work: Work, _document: Submission, _signal: AbortSignal, customer?: Customer): Promise<Rendered> {
    if (this.busy === workers) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.busy++;
    try {
      await pause(this.renderMs);
      customer?.worked(this.renderMs);
      return {
        result: { ok: true, bytes: PDF, pages: 1, diagnostics: [], workerMb: 0 },
        queueMs: 0,
        renderMs: this.renderMs,
      };
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.busy--;
    }
  }

  async close(): Promise<void> {}
}

const log = pino({ level: 'silent' });
const metrics = new Metrics(new PausingPool(0));
const signal = new AbortController().signal;

/** The parts of a replica that use the stores. */
class Replica {
  private readonly windows: RequestWindows;
  private readonly rendering: MeteredRender;

  constructor(store: Store, renderMs: number) {
    const clock = Date.now;
    this.windows = new RequestWindows(store.windows, clock);
    this.rendering = new MeteredRender({
      pool: new PausingPool(renderMs),
      credits: new Credits(store.accounts, clock, 20_000),
      workerTime: new WorkerTime(store.windows, clock, log),
      clock,
      log,
      metrics,
      activity: new Activity(),
      tracing: NO_TRACING,
      canSign: false,
      storeFailure: 'closed',
    });
  }

  async render(caller: Caller): Promise<void> {
    const { allowed } = await this.windows.count(caller);
    if (!allowed) throw new Error('the simulated plan has calls for everybody');
    await this.rendering.render(caller, { html: '', options: undefined }, signal, { holds: () => true });
  }
}

/** Returns a caller with more calls and credits than the simulation uses. */
function caller(): Caller {
  return {
    isKeyed: true,
    tier: 'simulated',
    limit: 1e9,
    features: ['rest'],
    account: `key:simulated-${randomUUID()}`,
    monthly: 1e9,
    rendersAtOnce: 1e6,
    assets: { count: 0, bytes: 0 },
    isTest: false,
    label: 'simulated',
  };
}

interface Outcome {
  readonly perSecond: number;
  /** Per call without its render, in ms. */
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds of processor time per render. */
  readonly cpu: Cpu;
}

/** Processor time of the three parties, in milliseconds. NaN: not on this machine. */
interface Cpu {
  readonly own: number;
  readonly postgres: number;
  readonly redis: number;
}

/** The length of a clock tick in /proc, in ms. */
const TICK_MS = 10;

/** Returns the processor time of all PostgreSQL or Redis processes on this machine, those that have ended included. */
function cpuOf(name: string): number {
  let ticks = NaN;
  for (const pid of existsSync('/proc/self/stat') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      if (!stat.includes(`(${name})`)) continue;
      // User and system time of the process and of its children that have ended, after the name.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15);
      ticks = fields.reduce((sum, field) => sum + Number(field), Number.isNaN(ticks) ? 0 : ticks);
    } catch {
      // It has just ended.
    }
  }
  return ticks * TICK_MS;
}

function cpuNow(): Cpu {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1000, postgres: cpuOf('postgres'), redis: cpuOf('redis-server') };
}

/** Keeps all replicas busy for a while. */
async function run(replicas: readonly Replica[], callers: readonly Caller[], renderMs: number): Promise<Outcome> {
  const waits: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const before = cpuNow();
  const calls = replicas.flatMap((replica) =>
    Array.from({ length: workers + WAITING_CALLS }, async () => {
      while (performance.now() < end) {
        const started = performance.now();
        await replica.render(callers[Math.floor(Math.random() * callers.length)]!);
        waits.push(performance.now() - started);
      }
    }),
  );
  await Promise.all(calls);
  const elapsed = (performance.now() - begun) / 1000;
  const after = cpuNow();
  const spent = (party: keyof Cpu): number => (after[party] - before[party]) / waits.length;
  // A call also waits for its turn among those of its replica.
  const undisturbed = (renderMs * (workers + WAITING_CALLS)) / workers;
  waits.sort((a, b) => a - b);
  const at = (share: number): number => Math.max(0, waits[Math.floor((waits.length - 1) * share)]! - undisturbed);
  const cpu = { own: spent('own'), postgres: spent('postgres'), redis: spent('redis') };
  return { perSecond: waits.length / elapsed, p50: at(0.5), p95: at(0.95), cpu };
}

/** Returns the number of database connections available to the simulation. */
async function freeConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ max_connections: string }>('show max_connections');
  await client.end();
  return Number(rows[0]!.max_connections) - SPARE_CONNECTIONS;
}

/**
 * Opens stores for `count` replicas: one each while there are connections, then shared as a pooler would share them.
 */
function openStores(count: number, free: number, withRedis: boolean): Promise<Store[]> {
  const stores = Math.min(count, free);
  const config = {
    dataDir: '',
    databaseUrl,
    databaseConnections: Math.max(1, Math.min(4, Math.floor(free / stores))),
    redisUrl: withRedis ? redisUrl : null,
    objectStore: null,
    storeTimeoutMs: 60_000,
  };
  return Promise.all(Array.from({ length: stores }, () => openStore(config)));
}

async function measure(name: string, count: number, renderMs: number, keys: number, withRedis: boolean): Promise<void> {
  const stores = await openStores(count, await freeConnections(databaseUrl as string), withRedis);
  const replicas = Array.from({ length: count }, (_, i) => new Replica(stores[i % stores.length]!, renderMs));
  const callers = Array.from({ length: keys }, caller);
  try {
    // Creates the month's grants outside the measured time.
    for (const one of callers)
      await stores[0]!.accounts.balance(one.account, { name: month(), grant: 1e9 }, Date.now());
    const { perSecond, p50, p95, cpu } = await run(replicas, callers, renderMs);
    const possible = (count * workers * 1000) / renderMs;
    const share = `${((100 * perSecond) / possible).toFixed(0)} %`;
    const cells = [count, possible.toFixed(0), perSecond.toFixed(0), share, p50.toFixed(1), p95.toFixed(1)];
    const spent = [cpu.own, cpu.postgres, cpu.redis].map((ms) => ms.toFixed(2));
    console.log(`${name.padEnd(24)}${[...cells, ...spent].map((cell) => String(cell).padStart(12)).join('')}`);
  } finally {
    await Promise.all(stores.map((store) => store.close()));
  }
}

const month = (): string => new Date().toISOString().slice(0, 7);

if (databaseUrl === null || redisUrl === null) {
  console.error('Set DATABASE_URL and REDIS_URL to a PostgreSQL and a Redis that the simulation may write to.');
  process.exitCode = 1;
} else {
  const renderMs = values['render-ms'] === undefined ? await measuredRender() : Number(values['render-ms']);
  const keys = Number(values.keys);
  console.log(
    `A render takes ${renderMs.toFixed(1)} ms; ${workers} workers a replica; ${keys} keys; ${seconds} s each.`,
  );
  const titles = ['replicas', 'possible', 'renders/s', 'share', 'p50 ms', 'p95 ms'];
  const parties = ['own', 'PostgreSQL', 'Redis'];
  console.log('The last columns are milliseconds of processor time per render.');
  console.log(' '.repeat(24) + [...titles, ...parties].map((title) => title.padStart(12)).join(''));
  const counts = values.replicas.split(',').map(Number);
  for (const count of counts) await measure('PostgreSQL + Redis', count, renderMs, keys, true);
  const most = Math.max(...counts);
  await measure('PostgreSQL alone', most, renderMs, keys, false);
  await measure('one key for all', most, renderMs, 1, true);
}
