/**
 * Two processes on one PostgreSQL and one Redis behave as one service, and recover from store outages without a
 * restart.
 */
import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreUnavailable, type AccountStore, type Store, type WindowStore } from '../../server/storage/store.ts';
import { openTestStore, postgresUrl, redisUrl } from '../support/servers.ts';
import { postRender, startService, storedKey, type TestService } from '../support/service.ts';

const child = fileURLToPath(new URL('../support/service-process.ts', import.meta.url));

const PLANS = [
  { tier: 'free', requests_per_minute: 30, credits_per_month: 100, features: ['rest'] },
  { tier: 'poor', requests_per_minute: 1000, credits_per_month: 25, features: ['rest'] },
];

describe('two replicas', function () {
  this.timeout(50_000);
  const processes: ChildProcess[] = [];
  const urls: string[] = [];
  let key: string;
  let poorKey: string;
  const plansFile = join(mkdtempSync(join(tmpdir(), 'pagewright-plans-')), 'plans.json');

  before(async function () {
    if (!postgresUrl || !redisUrl) this.skip();
    const store = await openTestStore({ databaseUrl: postgresUrl });
    key = await storedKey(store, 'free');
    poorKey = await storedKey(store, 'poor');
    writeFileSync(plansFile, JSON.stringify({ plans: PLANS }));
    await store.close();
    for (let i = 0; i < 2; i++) {
      const service = spawn(process.execPath, ['--import=tsx', child], {
        env: {
          ...process.env,
          DATABASE_URL: postgresUrl,
          REDIS_URL: redisUrl,
          PLANS_FILE: plansFile,
          TRUST_PROXY: '1',
          ANONYMOUS_RENDERS_PER_MONTH: '0',
          // On a loaded machine, hundreds of calls may wait for one row longer than they should in production.
          STORE_TIMEOUT_MS: '20000',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      processes.push(service);
      urls.push(
        await new Promise<string>((resolve) =>
          service.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim())),
        ),
      );
    }
  });
  after(() => {
    for (const service of processes) service.kill('SIGKILL');
  });

  const call = (i: number, headers: Record<string, string>) =>
    fetch(`${urls[i % 2]}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"html":""}',
    });

  it('share one window and let exactly N calls pass', async () => {
    const address = `198.51.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => call(i, { 'x-forwarded-for': address })));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(20);
    expect(answers.filter(({ status }) => status === 429)).to.have.lengthOf(180);
  });

  it('spend exactly the rest of a balance under more calls than that', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => call(i, { 'x-api-key': poorKey })));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(25);
    expect(answers.filter(({ status }) => status === 402)).to.have.lengthOf(175);
    const me = (await (await fetch(`${urls[0]}/v1/me`, { headers: { 'x-api-key': poorKey } })).json()) as {
      credits: { balance: number };
    };
    expect(me.credits.balance).to.equal(0);
  });

  it('spend exactly one shared balance', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => call(i, { 'x-api-key': key })));
    expect(
      answers.filter(({ status }) => status === 200),
      'the window of the plan',
    ).to.have.lengthOf(30);
    const me = (await (await fetch(`${urls[1]}/v1/me`, { headers: { 'x-api-key': key } })).json()) as {
      credits: { balance: number };
    };
    expect(me.credits.balance).to.equal(70);
  });
});

/** A store that can be switched off. */
class Switchable {
  windowsDown = false;
  accountsDown = false;
  readonly store: Store;

  constructor(inner: Store) {
    const guard = <T extends object>(target: T, isDown: () => boolean): T =>
      new Proxy(target, {
        get: (object, name) => {
          const value = Reflect.get(object, name) as unknown;
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) =>
            isDown()
              ? Promise.reject(new StoreUnavailable('switched off'))
              : (value as (...a: unknown[]) => unknown).apply(object, given);
        },
      });
    this.store = {
      accounts: guard<AccountStore>(inner.accounts, () => this.accountsDown),
      windows: guard<WindowStore>(inner.windows, () => this.windowsDown),
      jobs: inner.jobs,
      contents: inner.contents,
      objects: inner.objects,
      close: () => inner.close(),
    };
  }
}

describe('unavailable stores', () => {
  let service: TestService;
  let stores: Switchable;
  let inner: Store;
  const begin = async (environment: Record<string, string> = {}) => {
    inner = await openTestStore({ dataDir: mkdtempSync('/tmp/pagewright-down-') });
    stores = new Switchable(inner);
    service = await startService({ store: stores.store, environment });
  };
  afterEach(async () => {
    await service.close();
    await inner.close();
  });
  const code = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

  it('refuse renders, omit the headers, and recover', async () => {
    await begin();
    stores.windowsDown = true;
    const refused = await postRender(service, { html: '' });
    expect(refused.headers.has('x-ratelimit-limit')).to.equal(false);
    expect(refused.headers.has('retry-after')).to.equal(true);
    expect(await code(refused)).to.deep.equal([503, 'store_unavailable']);
    const me = (await (await fetch(`${service.url}/v1/me`)).json()) as { rate_limit: object };
    expect(me.rate_limit).to.deep.equal({ limit: null, remaining: null, reset: null });
    expect((await fetch(`${service.url}/readyz`)).status).to.equal(503);
    stores.windowsDown = false;
    expect((await postRender(service, { html: '' })).status).to.equal(200);
  });

  it('of accounts refuse calls with a key and callers with an allowance', async () => {
    await begin();
    const key = await service.key('pro');
    stores.accountsDown = true;
    expect((await fetch(`${service.url}/v1/me`)).status).to.equal(200);
    expect(await code(await fetch(`${service.url}/v1/me`, { headers: { 'x-api-key': key } }))).to.deep.equal([
      503,
      'store_unavailable',
    ]);
    expect(await code(await postRender(service, { html: '' }))).to.deep.equal([503, 'store_unavailable']);
    expect(await code(await postRender(service, { html: '' }, { 'x-api-key': key }))).to.deep.equal([
      503,
      'store_unavailable',
    ]);
    stores.accountsDown = false;
    expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
  });

  it('of accounts do not hide external references, and are counted as errors', async () => {
    await begin();
    stores.accountsDown = true;
    expect(await code(await postRender(service, { html: '<img src="http://a.example/">' }))).to.deep.equal([
      400,
      'external_resource',
    ]);
    expect(await code(await postRender(service, { html: '' }))).to.deep.equal([503, 'store_unavailable']);
    const said = service.log.filter(({ msg }) => msg === 'a store did not answer');
    expect(said, 'once a minute').to.have.lengthOf(1);
    expect(said[0]).to.include({ level: 50, store: 'accounts', cause: 'switched off' });
    service.now += 60_000;
    await postRender(service, { html: '' });
    expect(service.log.filter(({ msg }) => msg === 'a store did not answer')).to.have.lengthOf(2);
    const metrics = await service.app.metrics.registry.metrics();
    expect(metrics).to.match(/pagewright_store_errors_total\{store="accounts"\} [1-9]/);
    expect(metrics).to.match(/pagewright_store_seconds_count [1-9]/);
  });

  it('of accounts accept a key without counting it against its address', async () => {
    await begin({ STORE_FAILURE: 'open' });
    const key = await service.key('pro');
    stores.accountsDown = true;
    const trusted = await postRender(service, { html: '' }, { 'x-api-key': key });
    expect([trusted.status, trusted.headers.has('x-ratelimit-limit')]).to.deep.equal([200, false]);
    const me = await fetch(`${service.url}/v1/me`);
    expect(me.headers.get('x-ratelimit-remaining')).to.equal('10');
  });

  it('leave the process ready if renders may proceed without them, and are named in the log', async () => {
    await begin({ STORE_FAILURE: 'open' });
    stores.accountsDown = true;
    stores.windowsDown = true;
    expect((await fetch(`${service.url}/readyz`)).status).to.equal(200);
    const errors = service.log.filter(({ msg }) => msg === 'a store is not writable');
    expect(errors.map(({ cause }) => cause)).to.deep.equal(['switched off']);
    service.app.lifecycle.leaving = true;
    expect((await fetch(`${service.url}/readyz`)).status).to.equal(503);
  });

  it('let renders proceed if the operator allows it, and log that', async () => {
    await begin({ STORE_FAILURE: 'open' });
    const key = await service.key('pro');
    stores.accountsDown = true;
    stores.windowsDown = true;
    expect((await postRender(service, { html: '' })).status).to.equal(200);
    expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
    expect(service.log.filter(({ level }) => level === 40)).to.have.length.greaterThan(2);
  });
});
