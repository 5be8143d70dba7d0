/** The embedded store under bad conditions: locked by another process, or on a disk that is full or read-only. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../server/storage/store.ts';
import { type JobJson, lines, postJob } from '../support/jobs.ts';
import { postRender, startService, type TestService } from '../support/service.ts';
import { openTestStore } from '../support/servers.ts';

const Database = createRequire(import.meta.url)('libsql') as new (file: string) => {
  exec(sql: string): void;
  close(): void;
};

const code = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('the embedded store, locked by another process', function () {
  this.timeout(30_000);

  it('reads balances, which needs no lock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-lock-'));
    const store = await openTestStore({ dataDir: folder });
    const other = new Database(join(folder, 'pagewright.db'));
    other.exec('begin immediate');
    const period = { name: '2026-11', grant: 5 };
    expect(await store.accounts.balance('a', period, 0)).to.deep.equal({ balance: 5, granted: 5 });
    other.exec('rollback');
    expect(await store.accounts.ledger('a')).to.deep.equal([]);
    other.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('refuses renders in time, affects neither /healthz nor the counts, and recovers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-lock-'));
    const store = await openTestStore({ dataDir: folder });
    const service = await startService({ store });
    const key = await service.key('free');
    await postRender(service, { html: '' }, { 'x-api-key': key });
    const other = new Database(join(folder, 'pagewright.db'));
    other.exec('begin immediate');
    const answered: string[] = [];
    const renders = Array.from({ length: 5 }, async () => {
      const answer = await code(await postRender(service, { html: '' }, { 'x-api-key': key }));
      answered.push('render');
      return answer;
    });
    for (let i = 0; i < 20; i++) {
      expect((await fetch(`${service.url}/healthz`, { headers: { 'x-api-key': key } })).status).to.equal(200);
      answered.push('health');
    }
    expect(answered, 'nobody waits for the lock but those who need it').to.deep.equal(Array(20).fill('health'));
    expect(await Promise.all(renders)).to.deep.equal(Array(5).fill([503, 'store_unavailable']));
    other.exec('rollback');
    other.close();
    const after = await postRender(service, { html: '' }, { 'x-api-key': key });
    expect([after.status, after.headers.get('x-ratelimit-remaining')], 'given up is not counted').to.deep.equal([
      200,
      '28',
    ]);
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('the embedded store, called many times in one turn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-turn-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('answers each call separately and in order, and all of them before it closes', async () => {
    const store = await openTestStore({ dataDir: folder });
    const hit = (limit: number): Promise<unknown> => store.windows.hit('caller', limit, 60_000, 1000);
    const calls = [hit(2), hit(2), store.accounts.commit('nobody', 1000), hit(2)];
    const closed = store.close();
    expect(await Promise.all(calls)).to.deep.equal([
      { allowed: true, used: 1, resetMs: 60_000 },
      { allowed: true, used: 2, resetMs: 60_000 },
      false,
      { allowed: false, used: 2, resetMs: 60_000 },
    ]);
    await closed;
  });
});

/** Writes a file until the disk is full. */
function fill(file: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (error) {
      expect((error as { code?: string }).code).to.equal('ENOSPC');
    }
  }
}

describe('the embedded store, on a separate disk', function () {
  this.timeout(30_000);
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-disk-'));
  let store: Store;
  let service: TestService;
  const mount = (...given: string[]): boolean => spawnSync('mount', [...given, folder]).status === 0;

  before(async function () {
    // Only root may mount, and not in every container.
    if (!mount('-t', 'tmpfs', '-o', 'size=32m', 'tmpfs')) this.skip();
    store = await openTestStore({ dataDir: folder });
    service = await startService({ store });
  });
  after(async () => {
    await service?.close();
    await store?.close();
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  const ready = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;
  const causes = (): unknown[] => service.log.filter(({ level }) => level === 50).map(({ cause }) => cause);

  it('refuses only new jobs while space is short', async () => {
    const key = await service.key('free');
    writeFileSync(join(folder, 'rest'), Buffer.alloc(10 * 1024 * 1024));
    expect([(await postJob(service, key, lines({}, { html: '' }))).status, await ready()]).to.deep.equal([503, 200]);
    expect((await postRender(service, { html: '<p>x' }, { 'x-api-key': key })).status).to.equal(200);
    rmSync(join(folder, 'rest'));
  });

  it('renders and deletes jobs while others have filled the disk', async () => {
    const key = await service.key('unmetered');
    const post = (): Promise<Response> => postJob(service, key, lines({}, { html: 'x'.repeat(100_000) }));
    const { id } = (await (await post()).json()) as JobJson;
    fill(join(folder, 'rest'));
    expect(await ready()).to.equal(200);
    const paying = await service.key('business');
    const statuses = new Set<number>();
    for (let i = 0; i < 300; i++)
      statuses.add((await postRender(service, { html: '' }, { 'x-api-key': paying })).status);
    expect([...statuses]).to.deep.equal([200]);
    expect((await post()).status).to.equal(503);
    const answer = await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    expect([answer.status, await ready()]).to.deep.equal([204, 200]);
    rmSync(join(folder, 'rest'));
    expect([await ready(), (await post()).status]).to.deep.equal([200, 202]);
  });

  it('is not ready when no room can be made, states the reason in one line, and recovers', async () => {
    const reserves = ['spare', 'reserve'].map((name) => join(folder, name));
    expect(reserves.map((file) => existsSync(file))).to.deep.equal([true, true]);
    const key = await service.key('business');
    for (const file of reserves) rmSync(file);
    fill(join(folder, 'rest'));
    for (let i = 0; i < 500 && (await ready()) === 200; i++)
      await postRender(service, { html: '' }, { 'x-api-key': key });
    expect([await ready(), await ready(), await ready()]).to.deep.equal([503, 503, 503]);
    const full = causes().filter((cause) => String(cause).startsWith('the disk is full: '));
    expect(full).to.have.lengthOf(1);
    rmSync(join(folder, 'rest'));
    expect(await ready()).to.equal(200);
    expect(reserves.map((file) => existsSync(file))).to.deep.equal([true, true]);
    expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
  });

  it('deletes jobs in the last reserve when nothing else can be stored', async () => {
    const key = await service.key('business');
    const posted = await postJob(service, key, lines({}, { html: 'x'.repeat(100_000) }));
    const { id } = (await posted.json()) as JobJson;
    rmSync(join(folder, 'spare'));
    fill(join(folder, 'rest'));
    for (let i = 0; i < 500 && (await ready()) === 200; i++)
      await postRender(service, { html: '' }, { 'x-api-key': key });
    expect([await ready(), existsSync(join(folder, 'reserve'))]).to.deep.equal([503, true]);
    const answer = await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    expect([answer.status, existsSync(join(folder, 'reserve'))]).to.deep.equal([204, false]);
    rmSync(join(folder, 'rest'));
    expect(await ready()).to.equal(200);
  });

  it('does not start while the disk is read-only', async function () {
    await service.close();
    await store.close();
    if (!mount('-o', 'remount,ro')) this.skip();
    const failure = await openTestStore({ dataDir: folder }).catch((error: unknown) => error);
    expect(failure)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/readonly|read-only|unable to open/);
    mount('-o', 'remount,rw');
    store = await openTestStore({ dataDir: folder });
    service = await startService({ store });
    expect(await ready()).to.equal(200);
  });
});

describe('the embedded store, new', () => {
  it('is accessible only to its owner', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'pagewright-own-')), 'data');
    const store = await openTestStore({ dataDir: folder });
    await store.accounts.secret('a', 'b');
    const modes = ['', 'pagewright.db', 'pagewright.db-wal', 'pagewright.db-shm'].map(
      (name) => statSync(join(folder, name)).mode & 0o077,
    );
    await store.close();
    expect(modes).to.deep.equal([0, 0, 0, 0]);
    rmSync(folder, { recursive: true, force: true });
  });
});
