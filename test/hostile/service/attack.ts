/**
 * Attacks a running service and prints figures. Each attack restarts the built service and measures what other callers
 * see meanwhile.
 *
 *     npm run --silent build &&
 *     node --import=tsx test/hostile/service/attack.ts [--service dist/server/start.js] [name ...]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createGreedyPng, endlessDocument, JSON_DEPTH, nestedJson } from './generators.ts';

const { values, positionals } = parseArgs({
  options: { service: { type: 'string', default: 'dist/server/start.js' } },
  allowPositionals: true,
});

interface Service {
  readonly url: string;
  readonly folder: string;
  readonly process: ChildProcess;
  /** Creates a key of a plan. */
  key(plan: string): string;
  stop(): Promise<void>;
}

async function start(environment: Record<string, string> = {}): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-attack-'));
  const program = resolve(values.service);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    ANONYMOUS_RENDERS_PER_MONTH: '0',
    TRUST_PROXY: '1',
    ...environment,
  };
  const service = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise<string>((done, fail) => {
    let text = '';
    service.stderr!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listens on (\S+)/.exec(text);
      if (found) done(found[1]!);
    });
    service.once('exit', (code) => fail(new Error(`ended with ${code}: ${text}`)));
  });
  const command = join(dirname(program), 'cli.js');
  return {
    url,
    folder,
    process: service,
    key: (plan) =>
      spawnSync(process.execPath, [command, 'keys', 'create', '--plan', plan], { env, encoding: 'utf8' }).stdout.trim(),
    async stop() {
      service.kill('SIGKILL');
      await once(service, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the duration of a call in ms, and its status. */
async function timed(call: () => Promise<Response>): Promise<[number, number]> {
  const begun = performance.now();
  const answer = await call();
  await answer.arrayBuffer();
  return [performance.now() - begun, answer.status];
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** Runs in a separate thread, so that sending does not delay the measurement. */
const PROBE = `
const { parentPort, workerData } = require('node:worker_threads');
let slowest = 0, over = false;
parentPort.on('message', () => (over = true));
(async () => {
  await (await fetch(workerData + '/healthz')).text();
  parentPort.postMessage(null);
  while (!over) {
    const begun = performance.now();
    await (await fetch(workerData + '/healthz')).text();
    slowest = Math.max(slowest, performance.now() - begun);
    await new Promise((done) => setTimeout(done, 20));
  }
  parentPort.postMessage(slowest);
  parentPort.close();
})();`;

/** Requests `/healthz` every 20 ms during the attack and returns the slowest response time in ms. */
async function slowestHealth(url: string, harm: () => Promise<unknown>): Promise<number> {
  const probe = new Worker(PROBE, { eval: true, execArgv: [], workerData: url });
  await once(probe, 'message');
  await harm().catch(() => undefined);
  probe.postMessage('over');
  const [slowest] = (await once(probe, 'message')) as [number];
  return slowest;
}

/** Returns the resident memory in MB of a process, and the sum with all its descendants. */
function residentMb(pid: number): { service: number; all: number } {
  const parents = new Map<number, number>();
  const memory = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/PPid:\s+(\d+)/.exec(status)?.[1] ?? 0));
      memory.set(Number(name), Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isBelow = (child: number): boolean => child === pid || (child > 1 && isBelow(parents.get(child) ?? 0));
  const all = [...memory].filter(([child]) => isBelow(child)).reduce((sum, [, mb]) => sum + mb, 0);
  return { service: memory.get(pid) ?? 0, all };
}

const share = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const ATTACKS: Record<string, () => Promise<string>> = {
  /** Sends five bodies of opening brackets. */
  async json() {
    const service = await start({ ANONYMOUS_REQUESTS_PER_MINUTE: '1000' });
    const body = nestedJson(JSON_DEPTH);
    const statuses: number[] = [];
    const slowest = await slowestHealth(service.url, () =>
      Promise.all(
        Array.from({ length: 5 }, async () => statuses.push((await post(`${service.url}/v1/render`, body)).status)),
      ),
    );
    const { service: mb } = residentMb(service.process.pid!);
    await service.stop();
    return `/healthz took up to ${slowest.toFixed(0)} ms; answers ${statuses.join(' ')}; service ${mb.toFixed(0)} MB`;
  },

  /** Holds the store's write lock from another process. */
  async lock() {
    const service = await start();
    const require = createRequire(import.meta.url);
    const Database = require('libsql') as new (file: string) => { exec(sql: string): void; close(): void };
    const other = new Database(join(service.folder, 'pagewright.db'));
    other.exec('begin immediate');
    let answers: [number, number][] = [];
    const slowest = await slowestHealth(service.url, async () => {
      const calls = Array.from({ length: 3 }, () => timed(() => post(`${service.url}/v1/render`, '{"html":"x"}')));
      answers = await Promise.all(calls);
    });
    const renders = answers.map(([ms, status]) => `${status} after ${ms.toFixed(0)} ms`);
    other.exec('rollback');
    other.close();
    const [, after] = await timed(() => post(`${service.url}/v1/render`, '{"html":"x"}'));
    await service.stop();
    return `/healthz took up to ${slowest.toFixed(0)} ms; renders ${renders.join(', ')}; afterwards ${after}`;
  },

  /** Sends sixty pings of 1.5 MB. */
  async pings() {
    const service = await start();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { x: 'x'.repeat(1.5e6) } } });
    const counts: Record<number, number> = {};
    for (let i = 0; i < 60; i++) {
      const headers = { accept: 'application/json, text/event-stream' };
      const status = await post(`${service.url}/mcp`, body, headers).then(
        (answer) => answer.status,
        () => 0,
      );
      counts[status] = (counts[status] ?? 0) + 1;
    }
    await service.stop();
    return `answers by status ${JSON.stringify(counts)}`;
  },

  /** Sends endless documents from one anonymous address, next to a paying caller. */
  async hog() {
    const service = await start({ RENDER_TIMEOUT_MS: '8000', QUEUE_LIMIT: '20' });
    const key = service.key('business');
    const body = JSON.stringify({ html: endlessDocument() });
    const hogged: number[] = [];
    let over = false;
    const hog = Array.from({ length: 8 }, async () => {
      while (!over) {
        const route = hogged.length % 2 ? 'check' : 'render';
        const headers = { 'x-forwarded-for': '198.51.100.7' };
        const answer = await timed(() => post(`${service.url}/v1/${route}`, body, headers)).catch(() => [0, 0]);
        hogged.push(answer[1]);
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await new Promise((done) => setTimeout(done, 1000));
    const times: number[] = [];
    const statuses: Record<number, number> = {};
    const end = performance.now() + 30_000;
    while (performance.now() < end) {
      const [ms, status] = await timed(() =>
        post(`${service.url}/v1/render`, '{"html":"<h1>paid</h1>"}', { 'x-api-key': key }),
      );
      times.push(ms);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await new Promise((done) => setTimeout(done, 20));
    }
    over = true;
    await service.stop();
    await Promise.all(hog);
    return `the payer: ${times.length} calls ${JSON.stringify(statuses)}, p50 ${share(times, 0.5).toFixed(0)} ms, p95 ${share(times, 0.95).toFixed(0)} ms`;
  },

  /** Sends documents that need gigabytes. */
  async memory() {
    const service = await start({ ANONYMOUS_REQUESTS_PER_MINUTE: '1000' });
    const png = createGreedyPng();
    const documents = [
      `<img src="data:image/png;base64,${png}">`,
      `<table>${'<tr><td>a<td>b<td>c'.repeat(100_000)}`,
      `<p>${'<q>'.repeat(100_000)}`,
    ];
    let most = { service: 0, all: 0 };
    const watch = setInterval(() => {
      const now = residentMb(service.process.pid!);
      most = { service: Math.max(most.service, now.service), all: Math.max(most.all, now.all) };
    }, 50);
    const before = residentMb(service.process.pid!);
    const answers: string[] = [];
    for (const html of documents) {
      const [ms, status] = await timed(() => post(`${service.url}/v1/render`, JSON.stringify({ html })));
      answers.push(`${status} after ${ms.toFixed(0)} ms`);
    }
    clearInterval(watch);
    await service.stop();
    const mb = ({ service: own, all }: typeof most): string => `${own.toFixed(0)} MB (with workers ${all.toFixed(0)})`;
    return `the service's memory ${mb(before)}, at most ${mb(most)}; ${answers.join(', ')}`;
  },
};

for (const name of positionals.length > 0 ? positionals : Object.keys(ATTACKS))
  console.log(`${name}: ${await ATTACKS[name]!()}`);
