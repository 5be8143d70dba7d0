// Measures requests per second and latency of the service for a one-page invoice at concurrency 1, 8 and 64. The same
// run measures two baselines: the workers alone, without any client, and the workers behind a minimal HTTP server with
// the same requests and responses (bare-front.mjs). The load comes from this process, on the same cores.
//
//   npm run bench:service [-- --seconds 8 --soak 2000 --workers 2]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type * as Pool from '../server/rendering/pool.ts';

// The benchmark measures the built files.
const { startPool } = (await import(new URL('../dist/server/rendering/pool.js', import.meta.url).href)) as typeof Pool;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    soak: { type: 'string', default: '0' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const seconds = Number(values.seconds);
const html = readFileSync('fixtures/invoice/in.html', 'utf8');
const workers = Number(values.workers);
const folder = mkdtempSync(join(tmpdir(), 'pagewright-bench-'));

const SERVICE_PORT = 18080;
const service = spawn(process.execPath, ['dist/server/start.js'], {
  env: {
    ...process.env,
    PORT: String(SERVICE_PORT),
    PAGEWRIGHT_ADMIN_PORT: '19464',
    HOST: '127.0.0.1',
    PAGEWRIGHT_DATA_DIR: folder,
    PAGEWRIGHT_WORKERS: String(workers),
    LOG_LEVEL: 'silent',
    PAGEWRIGHT_ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
    PAGEWRIGHT_ANONYMOUS_RENDERS_PER_MONTH: '100000000',
    PAGEWRIGHT_ANONYMOUS_RENDERS_AT_ONCE: '1000',
    PAGEWRIGHT_QUEUE_TIMEOUT_MS: '60000',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const FRONT_PORT = 18081;
// The settings of the bare workers, here and behind the bare server.
const poolSettings = {
  workers,
  workerMemoryMb: 512,
  queueLimit: 1000,
  queueTimeoutMs: 60_000,
  renderTimeoutMs: 20_000,
  maxPages: 50,
};
const front = spawn(process.execPath, ['bench/bare-front.mjs', String(FRONT_PORT), JSON.stringify(poolSettings)], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const body = JSON.stringify({ html });

function call(method: string, path: string, payload: string | null, port = SERVICE_PORT): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers =
      payload === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    outgoing.end(payload ?? undefined);
  });
}

interface Load {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly failures: number;
}

/** Keeps `concurrency` calls running for `ms`. */
async function load(concurrency: number, ms: number, work: () => Promise<boolean>): Promise<Load> {
  const times: number[] = [];
  let failures = 0;
  const end = performance.now() + ms;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        if (!(await work())) failures++;
        times.push(performance.now() - begun);
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    count: times.length,
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failures,
  };
}

function print(name: string, { perSecond, p50, p95, p99, failures }: Load): void {
  const ms = (value: number): string => value.toFixed(1).padStart(9);
  console.log(
    `${name.padEnd(34)}${perSecond.toFixed(1).padStart(9)}${ms(p50)}${ms(p95)}${ms(p99)}${failures ? `   ${failures} failed` : ''}`,
  );
}

async function ready(port: number): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if ((await call('GET', '/readyz', null, port).catch(() => 0)) === 200) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nothing answers on port ${port}`);
}

const fronted = async (): Promise<boolean> => (await call('POST', '/', body, FRONT_PORT)) === 200;
const render = async (): Promise<boolean> => (await call('POST', '/v1/render', body)) === 200;
const me = async (): Promise<boolean> => (await call('GET', '/v1/me', null)) === 200;

/** Returns the resident memory of the service in MB. */
function residentMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

/**
 * Returns the processor time in ms of a process without its children, or null if the system does not provide it. The
 * main thread and all others are counted separately.
 */
function processorTime(pid: number): { readonly main: number; readonly others: number } | null {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return null;
  const of = (thread: string): number =>
    Number(readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
  const all = readdirSync(threads).reduce((sum, thread) => sum + of(thread), 0);
  const main = of(String(pid));
  return { main, others: all - main };
}

/**
 * Prints the time that a process spends per render outside its workers. That is more meaningful than the ratio to the
 * bare workers, which depends on the duration of a render.
 */
async function printOwnWork(name: string, pid: number, work: () => Promise<boolean>): Promise<void> {
  const before = processorTime(pid);
  const { count } = await load(8, seconds * 1000, work);
  const after = processorTime(pid);
  if (!before || !after) return;
  const each = (ms: number): string => (ms / count).toFixed(2);
  console.log(
    `${name}: ${each(after.main - before.main)} ms of its main thread a render, ${each(after.others - before.others)} ms of others`,
  );
}

async function soak(renders: number): Promise<void> {
  let done = 0;
  const runTo = async (target: number): Promise<void> => {
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (done < target) {
          done++;
          await render();
        }
      }),
    );
  };
  await runTo(200);
  const early = residentMb();
  await runTo(renders);
  console.log(`RSS after 200 renders ${early.toFixed(0)} MB, after ${renders} ${residentMb().toFixed(0)} MB`);
}

/**
 * The number of rounds in which the service and its baselines take turns, so that the machine's load and the compilers'
 * progress affect all equally.
 */
const ROUNDS = 4;

async function takingTurns(works: readonly (() => Promise<boolean>)[]): Promise<Load[]> {
  const loads = works.map((): Load[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, work] of works.entries()) loads[i]!.push(await load(8, (seconds * 1000) / ROUNDS, work));
  const mean = (of: readonly Load[], key: keyof Load): number => of.reduce((sum, one) => sum + one[key], 0) / of.length;
  return loads.map((of) => ({
    count: mean(of, 'count'),
    perSecond: mean(of, 'perSecond'),
    p50: mean(of, 'p50'),
    p95: mean(of, 'p95'),
    p99: mean(of, 'p99'),
    failures: mean(of, 'failures'),
  }));
}

const pool = await startPool(poolSettings);
const signal = new AbortController().signal;
const bare = async (): Promise<boolean> => (await pool.run({ make: 'pdf' }, html, signal)).result.ok;

try {
  await ready(SERVICE_PORT);
  await ready(FRONT_PORT);
  console.log(
    `${workers} workers, ${seconds} s each`.padEnd(34) +
      ['per s', 'p50 ms', 'p95 ms', 'p99 ms'].map((title) => title.padStart(9)).join(''),
  );
  await takingTurns([render, fronted, bare]);
  const [service8, fronted8, bare8] = await takingTurns([render, fronted, bare]);
  print('bare workers, concurrency 8', bare8!);
  print('behind bare HTTP, concurrency 8', fronted8!);
  print('render, concurrency 8', service8!);
  const shareOf = (other: Load): string => ((100 * service8!.perSecond) / other.perSecond).toFixed(0);
  console.log(
    `the service reaches ${shareOf(fronted8!)} % of the workers behind bare HTTP, ${shareOf(bare8!)} % of the bare workers`,
  );
  await printOwnWork('the service', service.pid!, render);
  await printOwnWork('bare HTTP', front.pid!, fronted);
  for (const concurrency of [1, 64])
    print(`render, concurrency ${concurrency}`, await load(concurrency, seconds * 1000, render));
  print('/v1/me alone, concurrency 8', await load(8, seconds * 500, me));
  const [busy] = await Promise.all([load(1, seconds * 1000, me), load(workers, seconds * 1000, render)]);
  print('/v1/me while all workers render', busy);
  if (Number(values.soak) > 0) await soak(Number(values.soak));
} finally {
  await pool.close();
  for (const process of [service, front]) {
    process.kill('SIGTERM');
    await new Promise((done) => process.once('exit', done));
  }
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}
