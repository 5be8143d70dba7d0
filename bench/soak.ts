// Renders many different documents thousands of times through the built service. Memory, open files and latency per
// thousand must stay flat.
//
//   npm run soak [-- --renders 20000 --every 1000 --concurrency 4 --documents DIR]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { soakDocuments } from './soak-documents.ts';

const { values } = parseArgs({
  options: {
    renders: { type: 'string', default: '20000' },
    every: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '4' },
    documents: { type: 'string' },
  },
});
const renders = Number(values.renders);
const every = Number(values.every);
const bodies = soakDocuments(values.documents ?? null).map((html) => JSON.stringify({ html }));
const folder = mkdtempSync(join(tmpdir(), 'pagewright-soak-'));
const service = spawn(process.execPath, ['dist/server/start.js'], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    PAGEWRIGHT_ADMIN_PORT: '0',
    HOST: '127.0.0.1',
    PAGEWRIGHT_DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PAGEWRIGHT_ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
    PAGEWRIGHT_ANONYMOUS_RENDERS_PER_MONTH: '100000000',
    PAGEWRIGHT_ANONYMOUS_RENDERS_AT_ONCE: '1000',
    PAGEWRIGHT_QUEUE_TIMEOUT_MS: '60000',
  },
  stdio: ['ignore', 'ignore', 'pipe'],
});

/** The address that the service prints. */
const origin = new Promise<URL>((resolve, reject) => {
  let text = '';
  service.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const found = /listens on (\S+)/.exec(text);
    if (found) resolve(new URL(found[1]!));
  });
  service.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${text}`)));
});
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function render(url: URL, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const { hostname, port } = url;
    const outgoing = request({ hostname, port, method: 'POST', path: '/v1/render', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

interface Held {
  readonly mb: number;
  readonly files: number;
}

/** Returns the resident memory and open files of one process; zero if it has just ended. */
function heldBy(pid: number): Held {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    return { mb: Number(kb) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { mb: 0, files: 0 };
  }
}

/** Returns the child processes of the service. */
function workersOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  );
  return children.join(' ').split(' ').filter(Boolean).map(Number);
}

let times: number[] = [];
let failed = 0;

function print(done: number, seconds: number): void {
  const pid = service.pid as number;
  const own = heldBy(pid);
  const workers = workersOf(pid).map(heldBy);
  const most = workers.map(({ mb }) => mb.toFixed(0)).join(' ');
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  const columns = [done, own.mb.toFixed(0), own.files, workers.reduce((sum, { files }) => sum + files, 0)];
  const latency = [at(0.5), at(0.95), at(0.99), (times.length / seconds).toFixed(1), failed];
  console.log(`${[...columns, ...latency].map((value) => String(value).padStart(9)).join('')}   ${most}`);
  times = [];
}

try {
  const url = await origin;
  console.log(`${bodies.length} documents, ${renders} renders, ${values.concurrency} at a time`);
  const titles = ['renders', 'RSS MB', 'files', "workers'", 'p50 ms', 'p95 ms', 'p99 ms', 'per s', 'not 200'];
  console.log(`${titles.map((title) => title.padStart(9)).join('')}   workers' MB`);
  for (let done = 0; done < renders; done += every) {
    const begun = performance.now();
    let next = done;
    const caller = async (): Promise<void> => {
      while (next < Math.min(renders, done + every)) {
        const body = bodies[next++ % bodies.length]!;
        const start = performance.now();
        if ((await render(url, body)) !== 200) failed++;
        times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: Number(values.concurrency) }, caller));
    print(Math.min(renders, done + every), (performance.now() - begun) / 1000);
  }
} finally {
  agent.destroy();
  service.kill('SIGTERM');
  if (service.exitCode === null) await new Promise((done) => service.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}
