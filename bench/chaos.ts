// Renders and runs jobs through several replicas while it kills replicas, workers and stores at random. In the end every
// document must have been delivered, every job must have ended, every webhook must have arrived, and the ledger must
// have exactly one commit for each document. Checked jobs expire at once, and answers of repeated calls
// after two minutes instead of a day, so that memory and disk must stay flat, except for the ledger.
//
//   npm run chaos [-- --seconds 300 --replicas 2 --concurrency 4 --documents 20 --kill-every 10]
//                 [--restart 'command that restarts a store' --restart-every 60]
//
// DATABASE_URL and REDIS_URL (or TEST_DATABASE_URL and TEST_REDIS_URL) name the stores; what is written there stays.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { hashKey } from '../server/accounts/keys.ts';
import { loadConfig } from '../server/config.ts';
import { ANSWER_MS, RETRY_DELAYS_MS } from '../server/jobs/webhooks.ts';
import { openStore } from '../server/storage/open-store.ts';
import { storedKey } from '../test/support/service.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    replicas: { type: 'string', default: '2' },
    concurrency: { type: 'string', default: '4' },
    documents: { type: 'string', default: '20' },
    'kill-every': { type: 'string', default: '10' },
    restart: { type: 'string' },
    'restart-every': { type: 'string', default: '60' },
  },
});
const DATABASE_URL = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL;
const REDIS_URL = process.env.REDIS_URL ?? process.env.TEST_REDIS_URL;
if (DATABASE_URL === undefined) throw new Error('set DATABASE_URL: replicas share a database');
const documents = Number(values.documents);
const folder = mkdtempSync(join(tmpdir(), 'pagewright-chaos-'));
const PLAN = { tier: 'chaos', requests_per_minute: 1_000_000, credits_per_month: 100_000_000, renders_at_once: 64 };
writeFileSync(join(folder, 'plans.json'), JSON.stringify({ plans: [PLAN] }));

/** How often the receiver fails for one job. */
const MOST_LOST = 2;
/** Each webhook also has two attempts that end with their replica. */
const ATTEMPTS = MOST_LOST + 2;
/** Time in which everything must come to rest after the last kill: expired leases, and retries of webhooks. */
const REST_MS = 240_000 + RETRY_DELAYS_MS.slice(0, ATTEMPTS).reduce((sum, ms) => sum + ms + ANSWER_MS, 0);
/** Longer than a call is repeated. */
const ANSWERS_LAST_MS = 120_000;
/** Longer than the service waits for a receiver now and then. */
const MOST_HOOK_MS = 1.2 * ANSWER_MS;

interface Replica {
  readonly port: number;
  process: ChildProcess;
}

const told = { documents: 0, jobs: 0, retries: 0, kills: 0, restarts: 0 };
const wrong: string[] = [];
const hooks = new Map<string, number>();
const lost = new Map<string, number>();
let stopping = false;

/** A receiver that is slow, and fails every third call, but not more than `MOST_LOST` times for one job. */
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { id } = (JSON.parse(body) as { data: { id: string } }).data;
    const isLost = Math.random() < 0.33 && (lost.get(id) ?? 0) < MOST_LOST;
    if (isLost) lost.set(id, (lost.get(id) ?? 0) + 1);
    else hooks.set(id, (hooks.get(id) ?? 0) + 1);
    setTimeout(() => response.writeHead(isLost ? 500 : 200).end(), Math.random() * MOST_HOOK_MS);
  });
});
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
const hookOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const environment = {
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  DATABASE_URL,
  ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
  LOG_LEVEL: 'fatal',
  PAGEWRIGHT_ADMIN_PORT: '0',
  PAGEWRIGHT_DATA_DIR: folder,
  PAGEWRIGHT_PLANS_FILE: join(folder, 'plans.json'),
  PAGEWRIGHT_WORKERS: '2',
  PAGEWRIGHT_WEBHOOK_ORIGINS: hookOrigin,
  PAGEWRIGHT_RENDER_TIMEOUT_MS: '10000',
  PAGEWRIGHT_QUEUE_TIMEOUT_MS: '10000',
};

const begin = (port: number): ChildProcess => {
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.resume();
  return child;
};

/** Starts a replica, and starts it again whenever it ends: a killed one, or one that started without a store. */
function startReplica(port: number): Replica {
  const replica: Replica = { port, process: begin(port) };
  const again = (): void => {
    if (stopping) return;
    setTimeout(() => {
      replica.process = begin(port);
      replica.process.once('exit', again);
    }, 500);
  };
  replica.process.once('exit', again);
  return replica;
}

const store = await openStore(loadConfig({ ...environment, PAGEWRIGHT_STORE_TIMEOUT_MS: '30000' }));
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
// A restart of the store closes idle connections.
database.on('error', () => undefined);
const keys = { renders: await storedKey(store, PLAN.tier), jobs: await storedKey(store, PLAN.tier) };
const firstPort = 20_000 + Math.floor(Math.random() * 20_000);
const replicas = Array.from({ length: Number(values.replicas) }, (_, i) => startReplica(firstPort + i));
const anyone = (): Replica => replicas[Math.floor(Math.random() * replicas.length)]!;

/** Calls any replica until one answers with one of the statuses. */
async function call(
  path: string,
  { key, expected, ...init }: RequestInit & { readonly key: string; readonly expected: readonly number[] },
): Promise<Response> {
  for (;;) {
    try {
      const headers = { ...(init.headers as Record<string, string>), 'x-api-key': key };
      const answer = await fetch(`http://127.0.0.1:${anyone().port}${path}`, { ...init, headers });
      const bytes = await answer.arrayBuffer();
      if (expected.includes(answer.status)) return new Response(bytes, answer);
      if (answer.status < 500 && answer.status !== 409) {
        wrong.push(`${path}: ${answer.status} ${Buffer.from(bytes).toString().slice(0, 200)}`);
        return new Response(bytes, answer);
      }
    } catch {
      // The replica is dead, or died during the call.
    }
    told.retries++;
    await pause(100 + Math.random() * 400);
  }
}

const until = performance.now() + Number(values.seconds) * 1000;
const isTime = (): boolean => performance.now() < until;

async function renderer(): Promise<void> {
  while (isTime()) {
    const html = `<h1>${randomUUID()}</h1>${'<p>Some text that fills a few lines.'.repeat(1 + Math.random() * 40)}`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ html });
    const answer = await call('/v1/render', { method: 'POST', headers, body, key: keys.renders, expected: [200] });
    const pdf = Buffer.from(await answer.arrayBuffer());
    if (!pdf.subarray(-6).toString('latin1').includes('%%EOF')) wrong.push('a PDF is cut off');
    told.documents++;
  }
}

let submitted = 0;
const checks: Promise<void>[] = [];

async function submitter(): Promise<void> {
  const key = keys.jobs;
  while (isTime()) {
    const webhook = { url: `${hookOrigin}/`, secret: 'a secret of sixteen letters' };
    const lines = Array.from({ length: documents }, (_, i) => JSON.stringify({ html: `<h1>${i}</h1>` }));
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': randomUUID() };
    const body = [JSON.stringify({ webhook }), ...lines].join('\n');
    const answer = await call('/v1/jobs', { method: 'POST', headers, body, key, expected: [200, 202] });
    const { id } = (await answer.json()) as { id: string };
    submitted++;
    const check = checkJob(id);
    checks.push(check);
    await check;
  }
}

/** Waits for a job's documents and webhook, and lets it expire. */
async function checkJob(id: string): Promise<void> {
  await rests(`job ${id}`, () => isEnded(id));
  const answer = await call(`/v1/jobs/${id}`, { key: keys.jobs, expected: [200] });
  const { done, failed } = (await answer.json()) as { done: number; failed: number };
  if (done !== documents) wrong.push(`job ${id}: ${done} done, ${failed} failed`);
  await call(`/v1/jobs/${id}/results/${documents - 1}`, { key: keys.jobs, expected: [200] });
  checks.push(expireWhenTold(id));
  told.jobs++;
}

async function expireWhenTold(id: string): Promise<void> {
  await rests(`webhook of ${id}`, () => Promise.resolve(hooks.has(id)));
  await rests(`expiry of ${id}`, () => expire(id));
}

async function isEnded(id: string): Promise<boolean> {
  const answer = await call(`/v1/jobs/${id}`, { key: keys.jobs, expected: [200] });
  return ((await answer.json()) as { state: string }).state === 'ended';
}

const workersOf = (pid: number): number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).map((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
    );
    return children.join(' ').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

async function killer(): Promise<void> {
  while (isTime()) {
    await pause(Number(values['kill-every']) * 1000 * (0.5 + Math.random()));
    if (!isTime()) return;
    const { pid } = anyone().process;
    const workers = workersOf(pid!);
    const victim = Math.random() < 0.5 && workers.length > 0 ? workers[0]! : pid!;
    try {
      process.kill(victim, 'SIGKILL');
      told.kills++;
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function restarter(): Promise<void> {
  const { restart } = values;
  while (restart !== undefined && isTime()) {
    await pause(Number(values['restart-every']) * 1000);
    if (!isTime()) return;
    await new Promise((done) => execFile('bash', ['-c', restart], done));
    told.restarts++;
  }
}

/** Returns whether the store accepted the change. */
async function expire(id: string): Promise<boolean> {
  try {
    await database.query('update jobs set expires_at = 0 where id = $1', [id]);
    await database.query("update contents set expires_at = 0 where kind = 'result' and name like $1 || '/%'", [id]);
    return true;
  } catch {
    return false;
  }
}

/** Lets stored answers and the names of calls expire that nobody repeats any more. */
async function expireAnswers(): Promise<void> {
  const before = Date.now() - ANSWERS_LAST_MS;
  try {
    await database.query("update contents set expires_at = 0 where kind = 'answer' and updated_at < $1", [before]);
    await database.query('update named_calls set at = 0 where at < $1', [before]);
  } catch {
    // The next time succeeds.
  }
}

/** Returns the size of the database in MB: the ledger, which keeps everything, and the rest. */
async function disk(): Promise<string> {
  const { rows } = await database
    .query<{ ledger: string; all: string }>(
      `select pg_total_relation_size('ledger') as ledger, sum(pg_total_relation_size(oid)) as all
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    .catch(() => ({ rows: [] }));
  if (rows.length === 0) return 'unknown';
  const ledger = Number(rows[0]!.ledger);
  return `${((Number(rows[0]!.all) - ledger) / 1e6).toFixed(1)} and ledger ${(ledger / 1e6).toFixed(1)}`;
}

function megabytes(): string {
  const of = (pid: number | undefined): number => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };
  return replicas.map(({ process: { pid } }) => of(pid).toFixed(0)).join(' ');
}

const print = async (): Promise<void> =>
  console.log(`${JSON.stringify(told)} MB of replicas: ${megabytes()}; MB on disk: ${await disk()}`);
const report = setInterval(() => void Promise.all([print(), expireAnswers()]), 30_000);
await Promise.all([
  ...Array.from({ length: Number(values.concurrency) }, renderer),
  submitter(),
  submitter(),
  killer(),
  restarter(),
]);

/** Waits until a condition holds. */
async function rests(name: string, holds: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + REST_MS;
  while (!(await holds()))
    if (performance.now() > last) return void wrong.push(`${name}: not after ${REST_MS} ms`);
    else await pause(1000);
}

// Checks of webhooks begin when their jobs have been checked.
for (let done = 0; done < checks.length; done++) await checks[done];
for (const [key, count] of [
  [keys.renders, told.documents],
  [keys.jobs, submitted * documents],
] as const) {
  const ledger = await store.accounts.ledger(`key:${hashKey(key)}`);
  const commits = ledger.filter(({ kind }) => kind === 'commit').length;
  if (commits !== count) wrong.push(`${commits} credits were spent for ${count} documents`);
}
clearInterval(report);
await print();
stopping = true;
for (const { process: child } of replicas) child.kill('SIGKILL');
receiver.close();
receiver.closeAllConnections();
await store.close();
await database.end();
rmSync(folder, { recursive: true, force: true });
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length === 0 ? 'Nothing was lost or doubled.' : `${wrong.length} mistakes`);
process.exitCode = wrong.length === 0 ? 0 : 1;
