import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable, type Store } from '../../server/storage/store.ts';
import { FaultyStore } from '../support/faulty-store.ts';
import { balanceOf, codeOf, jobStores } from '../support/jobs.ts';
import { postRender, ScriptedPool, startService, type TestService } from '../support/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const monthOf = (time: number): number => new Date(time).getUTCMonth();

for (const { name: kind, available, open } of jobStores)
  describe(`repeated calls with an idempotency key: ${kind}`, function () {
    this.timeout(30_000);
    let folder: string;
    let inner: Store;
    let store: FaultyStore;
    let service: TestService;
    let pool: ScriptedPool;
    before(async function () {
      if (!available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-replays-'));
      inner = await open(folder);
    });
    after(async () => {
      await inner?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      store = new FaultyStore(inner);
      pool = new ScriptedPool();
      service = await startService({ store, pool });
    });
    afterEach(() => service?.close());

    const named = (key: string, name: string, more: Record<string, string> = {}): Record<string, string> => ({
      'x-api-key': key,
      'idempotency-key': name,
      ...more,
    });
    const kept = ['content-type', 'content-disposition', 'x-page-count', 'x-render-warnings'];
    const shown = async (answer: Response): Promise<unknown> => ({
      status: answer.status,
      headers: kept.map((name) => answer.headers.get(name)),
      body: await answer.text(),
    });

    it('get the first answer without a render', async () => {
      const key = await service.key('free');
      const body = { html: '<!-- bytes 1000 -->', filename: 'a.pdf' };
      const first = await postRender(service, body, named(key, 'one'));
      const again = await postRender(service, body, named(key, 'one'));
      expect([first, again].map((answer) => answer.headers.get('idempotency-replayed'))).to.deep.equal([null, 'true']);
      expect(await shown(again)).to.deep.equal(await shown(first));
      expect([pool.jobs.length, await balanceOf(service, key)]).to.deep.equal([1, 99]);
      const other = await postRender(service, { html: 'other' }, named(key, 'one'));
      expect(await codeOf(other)).to.equal('idempotency_mismatch');
    });

    it('also without credits, and separately for each key', async () => {
      const [mine, other] = [await service.key('unmetered'), await service.key('unmetered')];
      for (const key of [mine, mine, other]) await postRender(service, { html: 'x' }, named(key, 'one'));
      expect(pool.jobs).to.have.lengthOf(2);
    });

    it('are rendered again for another media type, after a day, and if the answer could not be kept', async () => {
      // Credits are renewed with the month, so the next day is in the same one.
      if (monthOf(service.now) !== monthOf(service.now + DAY_MS + 1)) service.now += 2 * DAY_MS;
      const key = await service.key('free');
      await postRender(service, { html: 'x' }, named(key, 'one'));
      const mixed = await postRender(service, { html: 'x' }, named(key, 'one', { accept: 'multipart/mixed' }));
      expect([mixed.headers.get('content-type')?.split(';')[0], pool.jobs.length]).to.deep.equal([
        'multipart/mixed',
        2,
      ]);
      service.now += DAY_MS + 1;
      expect((await postRender(service, { html: 'y' }, named(key, 'one'))).status).to.equal(200);
      const { put } = inner.contents;
      inner.contents.put = () => Promise.reject(new StoreUnavailable('gone'));
      for (let i = 0; i < 2; i++)
        expect((await postRender(service, { html: 'z' }, named(key, 'two'))).status).to.equal(200);
      inner.contents.put = put;
      expect([pool.jobs.length, await balanceOf(service, key)]).to.deep.equal([5, 97]);
    });

    it('keep the first answer, and no longer than a day', async () => {
      const key = await service.key('unmetered');
      const mixed = { accept: 'multipart/mixed' };
      await postRender(service, { html: 'x' }, named(key, 'one'));
      service.now += DAY_MS / 2;
      await postRender(service, { html: 'x' }, named(key, 'one', mixed));
      const again = await postRender(service, { html: 'x' }, named(key, 'one'));
      expect([again.headers.get('idempotency-replayed'), pool.jobs.length]).to.deep.equal(['true', 2]);
      service.now += DAY_MS / 2 + 1;
      expect((await postRender(service, { html: 'y' }, named(key, 'one'))).status).to.equal(200);
    });

    it('keep no more than their limits', async () => {
      // Other tests share the database.
      await inner.contents.forget(service.now, 10_000);
      const key = await service.key('pro');
      const large = { html: '<!-- bytes 17000000 -->' };
      for (let i = 0; i < 2; i++) expect((await postRender(service, large, named(key, 'large'))).status).to.equal(200);
      expect(pool.jobs).to.have.lengthOf(2);
      const half = { html: '<!-- bytes 15000000 -->' };
      for (let i = 0; i < 5; i++) await (await postRender(service, half, named(key, `half-${i}`))).arrayBuffer();
      const replayed = async (name: string): Promise<string | null> => {
        const answer = await postRender(service, half, named(key, name));
        await answer.arrayBuffer();
        return answer.headers.get('idempotency-replayed');
      };
      expect([await replayed('half-0'), await replayed('half-4')]).to.deep.equal(['true', null]);
      expect(await inner.contents.forget(service.now, 100)).to.equal(0);
      expect(await inner.contents.forget(service.now + DAY_MS, 1)).to.equal(1);
    });
  });
