import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable, type Store } from '../../server/storage/store.ts';
import { FaultyStore } from '../support/faulty-store.ts';
import { codeOf, deleteJob, getAs, jobStores, lines, postJob } from '../support/jobs.ts';
import { postRender, ScriptedPool, startService, type TestService } from '../support/service.ts';

interface AssetJson {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const put = (service: TestService, key: string | null, name: string, body: string | Uint8Array): Promise<Response> =>
  fetch(`${service.url}/v1/assets/${name}`, {
    method: 'PUT',
    headers: key === null ? {} : { 'x-api-key': key },
    body: typeof body === 'string' ? body : new Blob([new Uint8Array(body)]),
  });

const remove = (service: TestService, key: string, name: string): Promise<Response> =>
  fetch(`${service.url}/v1/assets/${name}`, { method: 'DELETE', headers: { 'x-api-key': key } });

for (const { name: kind, available, open } of jobStores) {
  describe(`assets: ${kind}`, function () {
    this.timeout(30_000);
    let folder: string;
    let store: Store;
    let service: TestService;
    let pool: ScriptedPool;
    before(async function () {
      if (!available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-assets-'));
      store = await open(folder);
      pool = new ScriptedPool();
      service = await startService({ store, pool });
    });
    after(async () => {
      await service?.close();
      await store?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it('stores, lists, returns, replaces and deletes files of a key', async () => {
      const key = await service.key('pro');
      const created = await put(service, key, 'style.css', 'p { color: green }');
      expect([created.status, created.headers.get('location')]).to.deep.equal([201, '/v1/assets/style.css']);
      expect(((await created.json()) as AssetJson).bytes).to.equal(18);
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      expect((await put(service, key, 'Logo_1.png', bytes)).status).to.equal(201);
      expect((await put(service, key, 'style.css', 'p {}')).status).to.equal(200);
      const first = (await (await getAs(service, '/v1/assets?limit=1', key)).json()) as {
        items: AssetJson[];
        next_cursor: string;
      };
      expect([first.items.map(({ name }) => name), first.next_cursor]).to.deep.equal([['Logo_1.png'], 'Logo_1.png']);
      const rest = (await (await getAs(service, `/v1/assets?cursor=${first.next_cursor}`, key)).json()) as unknown;
      expect(rest).to.have.property('next_cursor', null);
      expect(rest).to.have.nested.property('items[0].bytes', 4);
      const content = await getAs(service, '/v1/assets/Logo_1.png', key);
      expect(content.headers.get('content-type')).to.equal('application/octet-stream');
      expect(content.headers.get('content-disposition')).to.match(/^attachment/);
      expect(new Uint8Array(await content.arrayBuffer())).to.deep.equal(bytes);
      expect((await remove(service, key, 'Logo_1.png')).status).to.equal(204);
      expect((await remove(service, key, 'Logo_1.png')).status).to.equal(404);
      expect((await getAs(service, '/v1/assets/Logo_1.png', key)).status).to.equal(404);
    });

    it('separates the files of different keys, and refuses callers without one', async () => {
      const [mine, other] = [await service.key('pro'), await service.key('pro')];
      await put(service, mine, 'secret.css', 'a');
      expect((await getAs(service, '/v1/assets/secret.css', other)).status).to.equal(404);
      expect((await remove(service, other, 'secret.css')).status).to.equal(404);
      expect(((await (await getAs(service, '/v1/assets', other)).json()) as { items: unknown[] }).items).to.deep.equal(
        [],
      );
      expect(
        (await postRender(service, { html: 'x', assets: ['secret.css'] }, { 'x-api-key': other })).status,
      ).to.equal(422);
      expect((await put(service, null, 'a.css', 'a')).status).to.equal(403);
      expect((await postRender(service, { html: 'x', assets: ['secret.css'] })).status).to.equal(403);
    });

    it('gives a document the assets it names, after its own files', async () => {
      const headers = { 'x-api-key': await service.key('pro') };
      await put(service, headers['x-api-key'], 'a.css', 'stored');
      await put(service, headers['x-api-key'], 'b.css', 'stored');
      const files = { 'b.css': Buffer.from('sent').toString('base64') };
      const answer = await postRender(service, { html: 'x', assets: ['a.css', 'b.css'], files }, headers);
      expect(answer.status).to.equal(200);
      const given = [...pool.jobs.at(-1)!.document.files!].map(([name, bytes]) => [
        name,
        Buffer.from(bytes).toString(),
      ]);
      expect(given).to.have.deep.members([
        ['a.css', 'stored'],
        ['b.css', 'sent'],
      ]);
    });

    it('renders an asset as the document, filled with values', async () => {
      const headers = { 'x-api-key': await service.key('pro') };
      await put(service, headers['x-api-key'], 'invoice.html', '<h1>{{ number }}</h1>');
      const body = { document: 'invoice.html', assets: ['invoice.html'], values: { number: 7 } };
      expect((await postRender(service, body, headers)).status).to.equal(200);
      const { html, document } = pool.jobs.at(-1)!;
      expect([html, document.values]).to.deep.equal(['<h1>{{ number }}</h1>', { number: 7 }]);
      const missing = await postRender(service, { document: 'invoice.htm', assets: ['invoice.html'] }, headers);
      expect(missing.status).to.equal(422);
      expect(await missing.text()).to.include('invoice.html');
    });

    it('limits the number and the bytes of assets, also for uploads at the same time', async () => {
      const key = await service.key('free');
      const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => put(service, key, `${i}.css`, 'a')));
      expect(answers.filter(({ status }) => status === 201)).to.have.lengthOf(30);
      service.now += 60_000;
      const more = await Promise.all(Array.from({ length: 30 }, (_, i) => put(service, key, `more-${i}.css`, 'a')));
      expect(more.filter(({ status }) => status === 201)).to.have.lengthOf(20);
      expect(await codeOf(more.find(({ status }) => status === 403)!)).to.equal('quota_exceeded');
      service.now += 60_000;
      expect((await put(service, key, '0.css', 'replaced')).status).to.equal(200);
      const other = await service.key('free');
      const large = new Uint8Array(11 * 1024 * 1024);
      expect((await put(service, other, 'a.bin', large)).status).to.equal(201);
      expect((await put(service, other, 'b.bin', large)).status).to.equal(403);
      expect((await put(service, other, 'a.bin', large)).status).to.equal(200);
      expect((await put(service, other, 'c.bin', new Uint8Array(17 * 1024 * 1024))).status).to.equal(413);
    });

    it('reads no assets if memory is short, and none for a job that only names them', async () => {
      const { app } = service;
      const key = await service.key('pro');
      const large = new Uint8Array(11 * 1024 * 1024);
      for (const each of ['a.bin', 'b.bin']) expect((await put(service, key, each, large)).status).to.equal(201);
      const assets = ['a.bin', 'b.bin'];
      const small = await startService({ store, pool, environment: { BODY_MEMORY_MB: '1' } });
      let reads = 0;
      for (const each of [app, small.app]) {
        const bytes = each.contents.bytes.bind(each.contents);
        each.contents.bytes = (...given) => (reads++, bytes(...given));
      }
      try {
        const answer = await postRender(small, { html: 'x', assets }, { 'x-api-key': key });
        expect([answer.status, await codeOf(answer), reads]).to.deep.equal([503, 'overloaded', 0]);
      } finally {
        await small.close();
      }
      const job = await postJob(service, key, lines({ assets }, { html: 'x' }));
      expect([job.status, reads]).to.deep.equal([202, 0]);
      await deleteJob(service, key, ((await job.json()) as { id: string }).id);
      expect((await postRender(service, { html: 'x', assets }, { 'x-api-key': key })).status).to.equal(200);
      expect(reads).to.equal(2);
    });

    it('refuses invalid names', async () => {
      const key = await service.key('pro');
      for (const name of ['-a', '.hidden', 'a%20b', '%00', 'a%2Fb', '%2e%2e%2fa', 'a'.repeat(101), '%F0%9F%98%80'])
        expect((await put(service, key, name, 'a')).status, name).to.equal(422);
    });
  });
}

describe('assets without a store', function () {
  this.timeout(30_000);

  for (const mode of ['closed', 'open'])
    it(`answers store_unavailable with STORE_FAILURE=${mode}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pagewright-assets-'));
      const inner = await jobStores[0]!.open(folder);
      const store = new FaultyStore(inner);
      const service = await startService({ store, environment: { STORE_FAILURE: mode } });
      const key = await service.key('pro');
      await put(service, key, 'a.css', 'a');
      store.contents.find = () => Promise.reject(new StoreUnavailable('gone'));
      const answer = await postRender(service, { html: 'x', assets: ['a.css'] }, { 'x-api-key': key });
      expect([answer.status, await codeOf(answer)]).to.deep.equal([503, 'store_unavailable']);
      await service.close();
      await inner.close();
      rmSync(folder, { recursive: true, force: true });
    });
});
