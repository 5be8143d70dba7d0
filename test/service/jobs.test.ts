/** Jobs over HTTP, on every store; the queue itself is tested below like in stores.test.ts. */
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { hashKey } from '../../server/accounts/keys.ts';
import { JobStorageLimits } from '../../server/jobs/storage-limits.ts';
import type { Refusal } from '../../server/refusal.ts';
import type { JobStore } from '../../server/storage/job-store.ts';
import { type Store, StoreUnavailable } from '../../server/storage/store.ts';
import {
  balanceOf,
  codeOf,
  deleteJob,
  endedJob,
  getAs,
  type JobJson,
  jobStores,
  lines,
  postJob,
} from '../support/jobs.ts';
import { openTestStore, postgresUrl } from '../support/servers.ts';
import { ScriptedPool, type ServiceOptions, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { watching } from '../support/counted.ts';
import { startWorkers } from '../support/workers.ts';

interface ResultJson {
  readonly index: number;
  readonly status: string;
  readonly reference: string | null;
  readonly pdf: string | null;
  readonly problem: { readonly code: string } | null;
}

/** Returns the account of a key. */
const accountOf = (key: string): string => `key:${hashKey(key)}`;

for (const { name, available, open } of jobStores)
  describe(`jobs: ${name}`, function () {
    this.timeout(60_000);
    let folder: string;
    let store: Store;
    let service: TestService;
    before(async function () {
      if (!available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-jobs-'));
      store = await open(folder);
      service = await startService({ store });
      service.app.jobs.start();
    });
    after(async () => {
      await service?.app.jobs.stop();
      await service?.close();
      await store?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it('render documents, charge each success, and report the other results', async () => {
      const key = await service.key('free');
      const answer = await postJob(
        service,
        key,
        lines(
          {},
          { html: '<p>one', reference: 'a' },
          { html: '<!-- refuse document_too_complex -->' },
          { html: '3', filename: 'c.pdf' },
        ),
      );
      const job = (await answer.json()) as JobJson;
      expect([answer.status, answer.headers.get('location'), job.total]).to.deep.equal([202, `/v1/jobs/${job.id}`, 3]);
      expect(await endedJob(service, key, job.id)).to.include({ done: 2, failed: 1 });
      const results = await getAs(service, `/v1/jobs/${job.id}/results`, key);
      const { items, next_cursor } = (await results.json()) as { items: ResultJson[]; next_cursor: string | null };
      expect(next_cursor).to.equal(null);
      expect(items.map(({ status, reference, problem }) => [status, reference, problem?.code ?? null])).to.deep.equal([
        ['done', 'a', null],
        ['failed', null, 'document_too_complex'],
        ['done', null, null],
      ]);
      const pdf = await getAs(service, items[2]!.pdf!, key);
      expect(pdf.headers.get('content-type')).to.equal('application/pdf');
      expect(pdf.headers.get('content-disposition')).to.contain('c.pdf');
      expect(await pdf.text()).to.match(/^%PDF/);
      const failed = await getAs(service, `/v1/jobs/${job.id}/results/1`, key);
      expect(failed.status).to.equal(422);
      const said = (await failed.json()) as { code: string; detail: string };
      expect(said.code).to.equal('document_failed');
      expect(said.detail).to.match(/^Document 1 failed with document_too_complex: /);
      for (const none of ['3', '-1', 'x']) {
        const missing = await getAs(service, `/v1/jobs/${job.id}/results/${none}`, key);
        expect([missing.status, ((await missing.json()) as { detail: string }).detail], none).to.deep.equal([
          404,
          'Document indexes of this job range from 0 to 2.',
        ]);
      }
      expect(await balanceOf(service, key)).to.equal(98);
    });

    it('show the operator waiting jobs, running jobs and results', async () => {
      const scrape = (): Promise<string> => service.app.metrics.registry.metrics();
      const valueOf = async (name: string): Promise<number> =>
        Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await scrape())?.[1] ?? 0);
      const outcomes = (outcome: string): string =>
        `pagewright_job_documents_total{outcome="${outcome}"}`.replace(/[{}]/g, '\\$&');
      const [done, failed] = [await valueOf(outcomes('done')), await valueOf(outcomes('failed'))];
      const key = await service.key('pro');
      const documents = ['<!-- slow 400 -->', '<!-- slow 400 -->', '<!-- refuse document_too_complex -->'];
      const made = await postJob(service, key, lines({}, ...documents.map((html) => ({ html }))));
      const { id } = (await made.json()) as JobJson;
      expect(await valueOf('pagewright_jobs_waiting')).to.equal(3);
      while ((await valueOf('pagewright_jobs_rendering')) === 0) await new Promise((again) => setTimeout(again, 10));
      await endedJob(service, key, id);
      expect(await valueOf('pagewright_jobs_waiting')).to.equal(0);
      expect(await valueOf('pagewright_jobs_rendering')).to.equal(0);
      expect(await valueOf(outcomes('done'))).to.equal(done + 2);
      expect(await valueOf(outcomes('failed'))).to.equal(failed + 1);
    });

    it('page through results', async () => {
      const key = await service.key('pro');
      const documents = Array.from({ length: 5 }, (_, i) => ({ html: String(i) }));
      const { id } = (await (await postJob(service, key, lines({}, ...documents))).json()) as JobJson;
      await endedJob(service, key, id);
      const seen: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await getAs(service, `/v1/jobs/${id}/results?limit=2${cursor && `&cursor=${cursor}`}`, key);
        const list = (await page.json()) as { items: ResultJson[]; next_cursor: string | null };
        seen.push(...list.items.map(({ index }) => index));
        cursor = list.next_cursor;
      }
      expect(seen).to.deep.equal([0, 1, 2, 3, 4]);
      expect((await getAs(service, `/v1/jobs/${id}/results?cursor=x`, key)).status).to.equal(422);
      expect((await getAs(service, `/v1/jobs/${id}/results?limit=0`, key)).status).to.equal(422);
    });

    it('are private to their caller, and are forgotten once deleted', async () => {
      const [key, other] = [await service.key('free'), await service.key('free')];
      const { id } = (await (await postJob(service, key, lines({}, { html: '' }))).json()) as JobJson;
      await endedJob(service, key, id);
      for (const path of [`/v1/jobs/${id}`, `/v1/jobs/${id}/results`, `/v1/jobs/${id}/results/0`])
        expect((await getAs(service, path, other)).status, path).to.equal(404);
      const remove = (as: string) =>
        fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': as } });
      expect((await remove(other)).status).to.equal(404);
      expect((await remove(key)).status).to.equal(204);
      expect((await getAs(service, `/v1/jobs/${id}`, key)).status).to.equal(404);
      expect(await store.jobs.kept(accountOf(key))).to.equal(0);
    });

    it('need a key, lines and documents, and list all errors without storing anything', async () => {
      const key = await service.key('pro');
      expect(await codeOf(await postJob(service, null, lines({}, { html: '' })))).to.equal('plan_forbids');
      for (const body of [
        '',
        lines({}),
        lines({ template: '' }, { html: '' }),
        lines({}, { values: {} }),
        '[]',
        '{}\n{',
      ])
        expect(await codeOf(await postJob(service, key, body)), body).to.equal('validation_error');
      const wrong = await postJob(
        service,
        key,
        lines({}, { html: 1 }, { html: '' }, { html: '', options: { colour: 1 } }),
      );
      const { errors } = (await wrong.json()) as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).to.deep.equal(['line 2: html', 'line 4: options.colour']);
      const said = async (body: string): Promise<string> =>
        ((await (await postJob(service, key, body)).json()) as { detail: string }).detail;
      expect(await said(lines({ html: 'a' }, { html: 'b' }))).to.equal(
        'line 1: html: belongs to a document line: a job is one line for what all documents share ({} if nothing), then one line per document',
      );
      expect(await said('{}\n{')).to.equal('line 2: must be valid JSON, but the mistake is at column 2');
      const json = await fetch(`${service.url}/v1/jobs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: '{}',
      });
      expect(json.status).to.equal(415);
    });

    it('are read in a separate window', async () => {
      const key = await service.key('free');
      const { id } = (await (await postJob(service, key, lines({}, { html: '' }))).json()) as JobJson;
      let answer = await getAs(service, `/v1/jobs/${id}`, key);
      for (let i = 0; answer.status === 200; i++) {
        expect(i).to.be.below(601);
        answer = await getAs(service, `/v1/jobs/${id}`, key);
      }
      expect([answer.status, await codeOf(answer)]).to.deep.equal([429, 'rate_limited']);
      expect((await postJob(service, key, lines({}, { html: '' }))).status).to.equal(202);
    });

    it('stop where credits end', async () => {
      const key = await service.key('free');
      const documents = Array.from({ length: 102 }, () => ({ html: '' }));
      const { id } = (await (await postJob(service, key, lines({}, ...documents))).json()) as JobJson;
      expect(await endedJob(service, key, id)).to.include({ done: 100, failed: 2 });
      expect(await balanceOf(service, key)).to.equal(0);
    });

    it('resume the work of a dead process, and charge it once', async () => {
      const key = await service.key('free');
      await service.app.jobs.stop();
      const { id } = (await (await postJob(service, key, lines({}, { html: 'a' }))).json()) as JobJson;
      // Claimed by a process that never came back.
      const dead = await store.jobs.claim(service.now, service.now + 1000);
      expect(dead?.job).to.equal(id);
      expect(await store.jobs.claim(service.now, service.now + 1000)).to.equal(null);
      const again = await store.jobs.claim(service.now + 2000, service.now + 3000);
      expect([again?.job, again?.attempts]).to.deep.equal([id, 2]);
      expect(await store.jobs.finish(dead!, true, '{}', 0, service.now)).to.equal(false);
      expect(await store.jobs.finish(again!, true, '{"problem":null}', 1, service.now)).to.equal(true);
      expect((await endedJob(service, key, id)).done).to.equal(1);
    });

    it('survive repeated outages of the store', async () => {
      let failures = 0;
      const jobs = Object.create(store.jobs, {
        finish: {
          configurable: true,
          value: (...given: Parameters<Store['jobs']['finish']>): Promise<boolean> =>
            given[1] && ++failures < 5 ? Promise.reject(new StoreUnavailable('gone')) : store.jobs.finish(...given),
        },
      }) as Store['jobs'];
      const other = await startService({
        store: Object.create(store, { jobs: { configurable: true, value: jobs } }) as Store,
      });
      await service.app.jobs.stop();
      other.app.jobs.start();
      try {
        const key = await other.key('free');
        const { id } = (await (await postJob(other, key, lines({}, { html: 'a' }))).json()) as JobJson;
        await until(async () => {
          other.now += 6000;
          other.app.jobs.nudge();
          return (await store.jobs.waiting(other.now)) === 0;
        });
        expect(await endedJob(other, key, id)).to.include({ done: 1, failed: 0 });
        expect(failures).to.equal(5);
        expect(await balanceOf(other, key)).to.equal(99);
      } finally {
        await other.app.jobs.stop();
        await other.close();
      }
    });

    it('take turns', async () => {
      const [large, small] = [randomUUID(), randomUUID()];
      const start = 1_000_000;
      for (const [id, createdAt, count] of [
        [large, start, 1000],
        [small, start + 100, 2],
      ] as const) {
        await store.jobs.begin({
          id,
          account: 'key:x',
          head: '{}',
          hooked: false,
          createdAt,
          expiresAt: start * 2,
          staleBefore: 0,
        });
        await store.jobs.add(id, 0, Array(count).fill('{}') as string[]);
        expect(await store.jobs.find('key:x', id, start), 'not open yet').to.equal(null);
        await store.jobs.open(id, count, null);
      }
      const order: string[] = [];
      for (let i = 0; i < 12; i++) order.push((await store.jobs.claim(start, start + 1))!.job);
      expect(order.filter((id) => id === small)).to.have.lengthOf(2);
      await store.jobs.remove('key:x', large);
      await store.jobs.remove('key:x', small);
    });
  });

for (const { name, available, open } of jobStores)
  describe(`the storage of jobs: ${name}`, function () {
    this.timeout(30_000);

    it('holds a limited number of bytes, for a key and for all keys', async function () {
      if (!available) this.skip();
      const folder = mkdtempSync(join(tmpdir(), 'pagewright-storage-'));
      const store = await open(folder);
      // Nothing is rendered, because that would free what the documents take.
      const limited = await startService({ store, environment: { JOB_STORAGE_PER_KEY_MB: '1', JOB_STORAGE_MB: '2' } });
      const used = await store.jobs.bytes(null);
      expect(used).to.be.below(100_000);
      const post = async (key: string): Promise<[number, string]> => {
        const answer = await postJob(limited, key, lines({}, { html: 'x'.repeat(800_000) }));
        const { id, code } = (await answer.json()) as { id?: string; code?: string };
        return [answer.status, code ?? id ?? ''];
      };
      const keys = [await limited.key('free'), await limited.key('free'), await limited.key('free')] as const;
      const [status, id] = await post(keys[0]);
      expect(status).to.equal(202);
      expect(await post(keys[0])).to.deep.equal([429, 'rate_limited']);
      expect((await post(keys[1]))[0]).to.equal(202);
      expect(await post(keys[2])).to.deep.equal([503, 'overloaded']);
      for (const key of keys) {
        const { items } = (await (await getAs(limited, '/v1/jobs', key)).json()) as { items: JobJson[] };
        for (const job of items)
          await fetch(`${limited.url}/v1/jobs/${job.id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
      }
      expect(await store.jobs.find(accountOf(keys[0]), id, limited.now)).to.equal(null);
      expect(await store.jobs.bytes(null)).to.equal(used);
      await limited.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });
  });

describe('the storage of jobs', function () {
  this.timeout(30_000);

  it('renders no more documents of a key whose results fill it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-full-'));
    const store = await openTestStore({ dataDir: folder });
    const pool = new ScriptedPool();
    const service = await startService({ store, pool, environment: { WORKERS: '2', JOB_STORAGE_PER_KEY_MB: '1' } });
    service.app.jobs.start();
    const key = await service.key('free');
    const large = { html: '<!-- bytes 1200000 -->' };
    const { id } = (await (await postJob(service, key, lines({}, large, { html: 'a' }))).json()) as JobJson;
    await endedJob(service, key, id);
    const { items } = (await (await getAs(service, `/v1/jobs/${id}/results`, key)).json()) as { items: ResultJson[] };
    expect(items.map(({ problem }) => problem?.code ?? null)).to.deep.equal([null, 'rate_limited']);
    expect(pool.jobs).to.have.lengthOf(1);
    await service.app.jobs.stop();
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('receives no shared settings of a job that exceed the limit of a key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-heads-'));
    const store = await openTestStore({ dataDir: folder });
    const service = await startService({ store, environment: { JOB_STORAGE_PER_KEY_MB: '1' } });
    const begin = store.jobs.begin.bind(store.jobs);
    let begun = 0;
    store.jobs.begin = (job) => {
      begun++;
      return begin(job);
    };
    const key = await service.key('free');
    const body = lines({ template: 'x'.repeat(800_000) }, { values: {} });
    expect((await postJob(service, key, body)).status).to.equal(202);
    expect(await codeOf(await postJob(service, key, body))).to.equal('rate_limited');
    expect(begun).to.equal(1);
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds a limited number of documents for a key', async () => {
    const limits = (kept: number): JobStorageLimits =>
      new JobStorageLimits({ kept: async () => kept, bytes: async () => 0 } as unknown as JobStore, 100, 100);
    await limits(19_999).checkJob('a');
    const failure = await limits(20_000)
      .checkJob('a')
      .catch((error: Refusal) => error);
    expect(failure).to.include({ code: 'rate_limited' });
  });
});

describe('results of jobs', function () {
  this.timeout(30_000);

  it('are sent as fast as the client reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-results-'));
    const store = await openTestStore({ dataDir: folder });
    const PART = 1024 * 1024;
    const parts = 40;
    let read = 0;
    const objects: Store['objects'] = {
      put: async () => undefined,
      read: async () =>
        Readable.from(
          (function* () {
            for (; read < parts; read++) yield new Uint8Array(PART);
          })(),
          { objectMode: false },
        ),
      remove: async () => undefined,
    };
    const service = await startService({ store: { ...store, objects } });
    const key = await service.key('free');
    const account = accountOf(key);
    const id = randomUUID();
    const job = { id, account, head: '{}', hooked: false, createdAt: 1, expiresAt: service.now + 1e6 };
    await store.jobs.begin({ ...job, staleBefore: 0 });
    await store.jobs.add(id, 0, ['{}']);
    await store.jobs.open(id, 1, null);
    const facts = { reference: null, filename: null, diagnostics: [], problem: null };
    const claimed = (await store.jobs.claim(2, 3))!;
    const bytes = parts * PART;
    await service.app.contents.put(account, 'result', `${id}/${job.expiresAt}/0`, new Uint8Array(bytes));
    await store.jobs.finish(claimed, true, JSON.stringify(facts), bytes, 4);
    const response = await getAs(service, `/v1/jobs/${id}/results/0`, key);
    expect(response.headers.get('content-length')).to.equal(String(bytes));
    for (let known = -1; known !== read; await getAs(service, `/v1/jobs/${id}`, key)) known = read;
    expect(read).to.be.below(parts / 2);
    expect((await response.arrayBuffer()).byteLength).to.equal(bytes);
    expect(read).to.equal(parts);
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are removed with their job, even if they arrive later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-results-'));
    const store = await openTestStore({ dataDir: folder });
    const pool = new ScriptedPool();
    const service = await startService({ store, pool });
    service.app.jobs.start();
    const key = await service.key('free');
    const names = async (): Promise<string[]> =>
      (await store.contents.list(accountOf(key), 'result', '', 10)).map(({ name }) => name);
    const held = '<!-- held -->';
    const { id } = (await (await postJob(service, key, lines({}, { html: '' }, { html: held }))).json()) as JobJson;
    await until(async () => pool.held.length === 1);
    expect(await names()).to.have.lengthOf(1);
    await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    expect(await names()).to.deep.equal([]);
    pool.held[0]!();
    await until(async () => service.app.jobs.idle);
    expect(await names()).to.deep.equal([]);
    await service.app.jobs.stop();
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are never those of a deleted job with the same name', async () => {
    const pool = new ScriptedPool();
    const service = await startService({ pool, environment: { WORKERS: '3' } });
    service.app.jobs.start();
    const key = await service.key('free');
    const post = async (html: string): Promise<string> =>
      ((await (await postJob(service, key, lines({}, { html }), 'name')).json()) as JobJson).id;
    const id = await post('<!-- held --><!-- bytes 100 -->');
    await until(async () => pool.held.length === 1);
    await deleteJob(service, key, id);
    service.now++;
    expect(await post('<!-- bytes 200 -->')).to.equal(id);
    await endedJob(service, key, id);
    pool.held[0]!();
    await until(async () => service.app.jobs.idle);
    const result = await getAs(service, `/v1/jobs/${id}/results/0`, key);
    expect((await result.arrayBuffer()).byteLength).to.equal(200);
    expect(await service.store.contents.list(accountOf(key), 'result', '', 10)).to.have.lengthOf(1);
    await service.app.jobs.stop();
    await service.close();
  });
});

describe('jobs in real workers', function () {
  this.timeout(60_000);

  it('fill in templates and report their errors', async () => {
    const pool = await startWorkers({
      workerMemoryMb: 512,
      queueTimeoutMs: 20_000,
      renderTimeoutMs: 20_000,
      maxPages: 5,
    });
    const service = await startService({ pool });
    service.app.jobs.start();
    try {
      const key = await service.key('free');
      const template = '<p>{{ name }}{% if pages %}<div style="break-before:page">{% endif %}';
      const good = lines(
        { template },
        { values: { name: '<b>' } },
        { values: { name: 'b', pages: true } },
        { values: {} },
      );
      const { id } = (await (await postJob(service, key, good)).json()) as JobJson;
      await endedJob(service, key, id);
      const { items } = (await (await getAs(service, `/v1/jobs/${id}/results`, key)).json()) as {
        items: { pages: number; warnings: number; diagnostics: { code: string; message: string }[] }[];
      };
      expect(items.map(({ pages }) => pages)).to.deep.equal([1, 2, 1]);
      // `{% if %}` may test missing values.
      expect(items.map(({ warnings }) => warnings)).to.deep.equal([0, 0, 1]);
      expect(items[2]!.diagnostics).to.deep.equal([
        {
          code: 'template/no-value',
          severity: 'warning',
          message: 'The data contains no value for name. Nothing was inserted.',
          source: 'template',
          line: 1,
          column: 7,
          count: 1,
        },
      ]);
      const bad = lines({ template: "{% include 'another' %}" }, { values: {} });
      const failed = (await (await postJob(service, key, bad)).json()) as JobJson;
      await endedJob(service, key, failed.id);
      const results = await getAs(service, `/v1/jobs/${failed.id}/results`, key);
      const [item] = ((await results.json()) as { items: ResultJson[] }).items;
      expect(item!.problem?.code).to.equal('validation_error');
    } finally {
      await service.app.jobs.stop();
      await service.close();
    }
  });
});

describe('an empty queue of jobs', function () {
  this.timeout(60_000);
  const open: { close(): Promise<unknown> }[] = [];
  /** Registers something to be closed after the test, whatever the result. */
  const opened = <T extends { close(): Promise<unknown> }>(one: T): T => {
    open.unshift(one);
    return one;
  };
  const started = async (options: ServiceOptions): Promise<TestService> => {
    const service = opened(await startService(options));
    opened({ close: () => service.app.jobs.stop() });
    return service;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('is polled by one loop at a time, and all start when something arrives', async () => {
    const pool = new ScriptedPool();
    const service = await started({ pool, environment: { WORKERS: '6' } });
    let looks = 0;
    let looking = 0;
    let most = 0;
    const { jobs } = service.store;
    const { claim } = jobs;
    jobs.claim = (...given) => {
      looks++;
      most = Math.max(most, ++looking);
      return claim(...given).finally(() => looking--);
    };
    service.app.jobs.start();
    await until(() => service.app.jobs.idle);
    expect(looks).to.equal(5);
    most = 0;
    await until(() => looks === 7);
    expect(most).to.equal(1);
    const key = await service.key('pro');
    const held = JSON.stringify({ html: '<!-- held -->' });
    const made = await postJob(service, key, ['{}', held, held, held, held, held].join('\n'));
    await until(() => pool.held.length === 5);
    expect(service.app.jobs.rendering).to.equal(5);
    for (const release of pool.held) release();
    await endedJob(service, key, ((await made.json()) as JobJson).id);
  });

  it('needs one poll to start all loops if another process has filled it', async () => {
    const pool = new ScriptedPool();
    const service = await started({ pool, environment: { WORKERS: '6' } });
    const polls: (() => void)[] = [];
    const real = globalThis.setTimeout;
    // Polls happen only when the test says so.
    globalThis.setTimeout = ((run: () => void, delay?: number, ...given: []) => {
      if (delay !== 1000) return real(run, delay, ...given);
      polls.push(run);
      return { unref: () => undefined };
    }) as typeof setTimeout;
    try {
      service.app.jobs.start();
      await until(() => service.app.jobs.idle);
      const account = accountOf(await service.key('pro'));
      const job = { id: randomUUID(), account, head: '{}', hooked: false, createdAt: 1, staleBefore: 0 };
      await service.store.jobs.begin({ ...job, expiresAt: service.now + 1e6 });
      await service.store.jobs.add(job.id, 0, Array(5).fill(JSON.stringify({ html: '<!-- held -->' })) as string[]);
      await service.store.jobs.open(job.id, 5, null);
      expect(pool.held).to.have.lengthOf(0);
      for (const poll of polls.splice(0)) poll();
      await until(() => pool.held.length === 5);
      for (const release of pool.held) release();
      await until(() => service.app.jobs.rendering === 0);
    } finally {
      globalThis.setTimeout = real;
    }
  });

  it('in PostgreSQL is polled as soon as any process adds to it, and rarely before', async function () {
    if (postgresUrl === null) return this.skip();
    const there = opened(await openTestStore({ databaseUrl: postgresUrl }));
    const here = opened(await openTestStore({ databaseUrl: postgresUrl }));
    const taking = await started({ store: there });
    const rendering = await started({ store: here });
    let heard = 0;
    const watch = here.watchJobs!.bind(here);
    here.watchJobs = (told) => watch(() => (heard++, told()));
    const delays: unknown[] = [];
    await watching(
      globalThis,
      'setTimeout',
      (_, __, delay) => void delays.push(delay),
      async () => {
        rendering.app.jobs.start();
        await until(() => rendering.app.jobs.idle);
      },
    );
    // Every 5 s, not every second.
    expect(delays).to.include(5000);
    expect(delays).not.to.include(1000);
    const key = await taking.key('free');
    const { id } = (await (await postJob(taking, key, lines({}, { html: 'a' }))).json()) as JobJson;
    await endedJob(taking, key, id);
    expect(heard).to.be.at.least(1);
  });
});
