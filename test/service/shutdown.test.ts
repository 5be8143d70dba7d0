/** The whole service in a separate process that gets a signal to stop while it renders. */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '../../server/accounts/keys.ts';
import { listen } from '../../server/listen.ts';
import { periodAt } from '../../server/metering/credits.ts';
import { START_FILE } from '../support/built.ts';
import type { Store } from '../../server/storage/store.ts';
import { storedKey } from '../support/service.ts';
import { openTestStore } from '../support/servers.ts';
import { until } from '../support/until.ts';

describe('a service that receives a stop signal', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-end-'));
  let service: ChildProcess;
  afterEach(() => service?.kill('SIGKILL'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts the service and returns its address once it listens. */
  const start = (environment: Record<string, string> = {}): Promise<string> => {
    service = spawn(process.execPath, [START_FILE], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        PORT: '0',
        ADMIN_PORT: '0',
        HOST: '127.0.0.1',
        WORKERS: '1',
        WORKER_TRAINING_MS: '0',
        MAX_PAGES: '1000',
        LOG_LEVEL: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new Promise<string>((resolve, reject) => {
      let text = '';
      service.stderr!.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const found = /listens on (\S+)/.exec(text);
        if (found) resolve(found[1]!);
      });
      service.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
    });
  };
  const render = (url: string, html: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ html }),
    });

  const balanceOf = async (store: Store, key: string): Promise<number> => {
    const now = Date.now();
    return (await store.accounts.balance(`key:${hashKey(key)}`, periodAt(now, 100), now)).balance;
  };

  it('aborts renders that exceed the limit, and refunds the credit', async () => {
    const store = await openTestStore({ dataDir: folder });
    const key = await storedKey(store, 'free');
    const url = await start({ SHUTDOWN_TIMEOUT_MS: '200' });
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    const running = render(url, '<p>word word word</p>'.repeat(40_000), { 'x-api-key': key }).catch(() => null);
    await until(async () => (await balanceOf(store, key)) === 99);
    service.kill('SIGTERM');
    expect(await running).to.equal(null);
    expect(await ended).to.equal(0);
    expect(await balanceOf(store, key)).to.equal(100);
    await store.close();
  });

  it('finishes running renders, even if it receives several signals', async () => {
    const store = await openTestStore({ dataDir: folder });
    const key = await storedKey(store, 'free');
    const url = await start();
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    const running = render(url, '<p>word word word</p>'.repeat(1500), { 'x-api-key': key });
    await until(async () => (await balanceOf(store, key)) === 99);
    service.kill('SIGTERM');
    service.kill('SIGINT');
    await new Promise((done) => setTimeout(done, 20));
    service.kill('SIGTERM');
    const answer = await running;
    expect(answer.status).to.equal(200);
    expect((await answer.arrayBuffer()).byteLength).to.be.greaterThan(1000);
    expect(await ended).to.equal(0);
    await store.close();
  });

  it('ends in time, even if a job waits for a silent object store', async () => {
    const waiting: ServerResponse[] = [];
    const bucket = createServer((request, response) => {
      request.resume();
      if (request.method !== 'GET') response.end();
      else response.writeHead(200).write('<p>', () => waiting.push(response));
    });
    const port = await listen(bucket, 0, '127.0.0.1');
    const store = await openTestStore({ dataDir: folder });
    const key = await storedKey(store, 'free');
    await store.close();
    const url = await start({
      WORKERS: '2',
      OBJECT_STORE: `http://127.0.0.1:${port}/bucket`,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      SHUTDOWN_TIMEOUT_MS: '200',
    });
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' };
    await fetch(`${url}/v1/assets/a.html`, { method: 'PUT', headers, body: '<p>asset' });
    const body = `${JSON.stringify({ assets: ['a.html'] })}\n${JSON.stringify({ document: 'a.html' })}`;
    expect((await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })).status).to.equal(202);
    await until(async () => waiting.length > 0);
    service.kill('SIGTERM');
    expect(await ended).to.equal(0);
    bucket.closeAllConnections();
    bucket.close();
  });

  it('continues until load balancers notice', async () => {
    const url = await start({ SHUTDOWN_DELAY_MS: '600000' });
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
    service.kill('SIGTERM');
    await until(async () => (await fetch(`${url}/readyz`)).status === 503);
    const answer = await render(url, '<p>late');
    expect([answer.status, answer.headers.get('connection')]).to.deep.equal([200, 'close']);
    service.kill('SIGKILL');
    await ended;
  });
});
