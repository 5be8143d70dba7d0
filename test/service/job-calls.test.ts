/** Repeated job calls, lists of jobs, and what is refused before any document is accepted. */
import { expect } from 'chai';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '../../server/accounts/keys.ts';
import type { Store } from '../../server/storage/store.ts';
import { balanceOf, codeOf, endedJob, getAs, type JobJson, jobStores, lines, postJob } from '../support/jobs.ts';
import { openTestStore } from '../support/servers.ts';
import { ScriptedPool, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWorkers } from '../support/workers.ts';

for (const { name, available, open } of jobStores)
  describe(`calls for jobs: ${name}`, function () {
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

    it('can be repeated under their name and create one job, charged once', async () => {
      const [key, other] = [await service.key('free'), await service.key('free')];
      const body = lines({}, { html: 'a' }, { html: 'b' });
      const first = await postJob(service, key, body, 'mine');
      const { id } = (await first.json()) as JobJson;
      expect(first.status).to.equal(202);
      for (let i = 0; i < 2; i++) {
        const again = await postJob(service, key, body, '"mine"');
        expect([again.status, again.headers.get('location')]).to.deep.equal([202, `/v1/jobs/${id}`]);
        expect(((await again.json()) as JobJson).id).to.equal(id);
        await endedJob(service, key, id);
      }
      expect(await balanceOf(service, key)).to.equal(98);
      const theirs = await postJob(service, other, body, 'mine');
      expect(((await theirs.json()) as JobJson).id, "another caller's name").not.to.equal(id);
      const mismatch = await postJob(service, key, lines({}, { html: 'c' }), 'mine');
      expect([mismatch.status, await codeOf(mismatch)]).to.deep.equal([422, 'idempotency_mismatch']);
      expect(await codeOf(await postJob(service, key, body, 'not a name'))).to.equal('validation_error');
    });

    it('give documents the files, assets, options and steps of the job and their own', async () => {
      const key = await service.key('pro');
      const put = (name: string, body: string): Promise<Response> =>
        fetch(`${service.url}/v1/assets/${name}`, { method: 'PUT', headers: { 'x-api-key': key }, body });
      await put('letter.html', '<p>{{ name }}');
      await put('own.css', 'asset');
      const base64 = (text: string): string => Buffer.from(text).toString('base64');
      const steps = [{ stamp: { file: 'mark.pdf' } }];
      const files = { 'mark.pdf': base64('mark'), 'a.css': base64('shared') };
      const body = lines(
        { document: 'letter.html', assets: ['letter.html'], files, steps, options: { pageSize: 'A4', title: 'All' } },
        { values: { name: 'Ada' } },
        {
          values: {},
          assets: ['own.css'],
          files: { 'a.css': base64('own') },
          steps: [],
          options: { title: 'One', fonts: ['a.css'] },
        },
      );
      const answer = await postJob(service, key, body);
      expect(answer.status, await answer.clone().text()).to.equal(202);
      const { id } = (await answer.json()) as JobJson;
      expect(await endedJob(service, key, id)).to.include({ done: 2, failed: 0 });
      // Documents of earlier jobs may still be rendered.
      const own = (service.pool as ScriptedPool).jobs.filter(({ document }) => document.files?.has('letter.html'));
      const [first, second] = own.map(({ document }) => ({
        ...document,
        html: Buffer.from(document.html).toString(),
        files: Object.fromEntries([...document.files!].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
      }));
      const shared = { 'letter.html': '<p>{{ name }}', 'mark.pdf': 'mark' };
      expect(first).to.deep.include({ html: '<p>{{ name }}', values: { name: 'Ada' }, steps });
      expect(first!.files).to.deep.equal({ ...shared, 'a.css': 'shared' });
      expect(second!.files).to.deep.equal({ ...shared, 'a.css': 'own', 'own.css': 'asset' });
      expect(second!.options).to.deep.equal({ pageSize: 'A4', title: 'One', fonts: ['a.css'] });
      expect(second).to.not.have.property('steps');
      const mistakes = lines({ assets: ['none.css'] }, { html: 'x' });
      expect(await (await postJob(service, key, mistakes)).text()).to.include('line 1: assets.0');
      const unknown = await postJob(service, key, lines({}, { html: 'x', steps }, { document: 'none.html' }));
      const { errors } = (await unknown.json()) as { errors: { field: string }[] };
      expect(errors.map(({ field }) => field)).to.deep.equal(['line 2: steps.0.stamp.file', 'line 3: document']);
    });

    it('fail documents whose assets were deleted', async () => {
      const key = await service.key('pro');
      const { id } = (await (
        await postJob(service, key, lines({}, { html: 'x', assets: ['gone.css'] }))
      ).json()) as JobJson;
      expect(await endedJob(service, key, id)).to.include({ done: 0, failed: 1 });
      const results = await (await getAs(service, `/v1/jobs/${id}/results`, key)).text();
      expect(results).to.include('validation_error').and.to.include('gone.css');
    });

    it('create one job even if they arrive at the same time', async () => {
      const key = await service.key('free');
      const body = lines({}, { html: 'a' }, { html: 'b' });
      const answers = await Promise.all(Array.from({ length: 6 }, () => postJob(service, key, body, 'once')));
      const made = answers.filter(({ status }) => status === 202);
      const ids = new Set(await Promise.all(made.map(async (answer) => ((await answer.json()) as JobJson).id)));
      expect(ids.size).to.equal(1);
      for (const answer of answers.filter(({ status }) => status !== 202)) {
        expect([answer.status, await codeOf(answer)]).to.deep.equal([409, 'idempotency_conflict']);
        expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      }
      const [id] = ids;
      expect(await endedJob(service, key, id!)).to.include({ done: 2 });
      expect(await balanceOf(service, key)).to.equal(98);
    });

    it('can reuse a name whose call failed or whose job is gone', async () => {
      const key = await service.key('free');
      expect((await postJob(service, key, lines({}, { html: 1 }), 'again')).status).to.equal(422);
      const { id } = (await (await postJob(service, key, lines({}, { html: 'a' }), 'again')).json()) as JobJson;
      await endedJob(service, key, id);
      await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
      const anew = await postJob(service, key, lines({}, { html: 'b' }), 'again');
      expect(anew.status).to.equal(202);
      expect(await endedJob(service, key, id)).to.include({ done: 1 });
      expect(await balanceOf(service, key)).to.equal(98);
    });

    it('are refused if values are too deep, too many or too large, or nearly all lines are blank', async () => {
      const key = await service.key('free');
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      const many = JSON.stringify(Array.from({ length: 60_000 }, () => 1));
      for (const values of [deep, many, JSON.stringify('x'.repeat(1_100_000))]) {
        const refused = await postJob(service, key, `${lines({ template: 'x' })}\n{"values":{"a":${values}}}`);
        expect(refused.status).to.equal(422);
        const { errors } = (await refused.json()) as { errors: { field: string; code: string }[] };
        expect(errors.map(({ field, code }) => [field, code])).to.deep.equal([['line 2: values', 'value']]);
      }
      const blank = await postJob(service, key, '\n'.repeat(30_000) + lines({}, { html: 'a' }));
      expect([blank.status, await codeOf(blank)]).to.deep.equal([422, 'validation_error']);
      expect(await balanceOf(service, key)).to.equal(100);
    });

    it("list the caller's jobs, newest first", async () => {
      const [key, other] = [await service.key('free'), await service.key('free')];
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) {
        const { id } = (await (await postJob(service, key, lines({}, { html: String(i) }))).json()) as JobJson;
        ids.unshift(id);
        service.now += 10;
      }
      await postJob(service, other, lines({}, { html: 'x' }));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await getAs(service, `/v1/jobs?limit=2${cursor && `&cursor=${cursor}`}`, key);
        expect(page.status).to.equal(200);
        const list = (await page.json()) as { items: JobJson[]; next_cursor: string | null };
        seen.push(...list.items.map(({ id }) => id));
        cursor = list.next_cursor;
      }
      expect(seen).to.deep.equal(ids);
      expect((await getAs(service, '/v1/jobs?cursor=1', key)).status).to.equal(422);
      expect((await fetch(`${service.url}/v1/jobs`)).status).to.equal(403);
    });

    it('leave no secret after their job has ended', async () => {
      const key = await service.key('free');
      const template = '<p>a very private template';
      const { id } = (await (await postJob(service, key, lines({ template }, { values: {} }))).json()) as JobJson;
      await endedJob(service, key, id);
      // Nobody else may take what follows.
      await service.app.jobs.stop();
      const [hooked, later] = [randomUUID(), service.now + 1e6];
      const job = {
        id: hooked,
        account: 'key:y',
        head: '{"webhook": 1}',
        hooked: true,
        createdAt: 1,
        expiresAt: later,
      };
      await store.jobs.begin({ ...job, staleBefore: 0 });
      await store.jobs.add(hooked, 0, ['{}']);
      await store.jobs.open(hooked, 1, null);
      const taken = (await store.jobs.claim(2, 3))!;
      await store.jobs.finish(taken, true, '{}', 0, 4);
      expect(await store.jobs.dueHook(5, 6, ['key:x', 'key:y'])).to.equal(null);
      const due = await store.jobs.dueHook(5, 6, []);
      expect(due?.head).to.equal(job.head);
      expect(due?.account).to.equal('key:y');
      await store.jobs.settleHook(hooked);
      expect(await store.jobs.headOf(hooked)).to.equal('{}');
      expect(await store.jobs.headOf(id)).to.equal('{}');
      await store.jobs.remove('key:y', hooked);
    });
  });

describe('a job that is deleted while its documents arrive', function () {
  this.timeout(30_000);

  it('is refused, and nothing of it is rendered', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-jobs-'));
    const store = await openTestStore({ dataDir: folder });
    const jobs: Store['jobs'] = {
      ...store.jobs,
      open: async (job, ...more) => {
        await store.jobs.remove(`key:${hashKey(key)}`, job);
        return store.jobs.open(job, ...more);
      },
    };
    const service = await startService({ store: { ...store, jobs } });
    const key = await service.key('free');
    for (const name of ['named', undefined]) {
      const answer = await postJob(service, key, lines({}, { html: 'a' }), name);
      expect([answer.status, await codeOf(answer)]).to.deep.equal([404, 'not_found']);
    }
    expect(await store.jobs.waiting(service.now)).to.equal(0);
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('templates of jobs', function () {
  this.timeout(60_000);

  it('that are broken are refused before a document is accepted', async () => {
    const pool = await startWorkers({
      workerMemoryMb: 512,
      maxPages: 5,
      queueTimeoutMs: 20_000,
      renderTimeoutMs: 20_000,
    });
    const service = await startService({ pool });
    try {
      const key = await service.key('free');
      for (const template of ['{% if a %}never ends', '{{ name | nothing }}', '{% nothing %}']) {
        const answer = await postJob(service, key, lines({ template }, { values: {} }));
        expect(answer.status, template).to.equal(422);
        const { errors } = (await answer.json()) as { errors: { field: string; message: string }[] };
        expect(errors[0]!.field).to.equal('line 1: template');
        expect(errors[0]!.message).to.match(/line:1|filter/);
      }
      expect((await postJob(service, key, lines({ template: '{{ a.b.c | raw }}' }, { values: {} }))).status).to.equal(
        202,
      );
    } finally {
      await service.close();
    }
  });
});

describe('webhooks for receivers of Standard Webhooks', function () {
  this.timeout(30_000);
  let receiver: Server;
  let service: TestService;
  let origin: string;
  const told: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 204;
  before(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        told.push({ headers: request.headers, body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    service = await startService({ environment: { WEBHOOK_ORIGINS: origin, WEBHOOK_SECRET_KEY: 'k'.repeat(32) } });
  });
  after(async () => {
    await service.app.jobs.stop();
    await service.close();
    receiver.close();
  });

  it('are signed with the decoded bytes of their secret', async () => {
    const key = await service.key('free');
    const bytes = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const secret = `whsec_${bytes.toString('base64')}`;
    const taken = await postJob(service, key, lines({ webhook: { url: `${origin}/hook`, secret } }, { html: '' }));
    const { id } = (await taken.json()) as { id: string };
    const head = await service.store.jobs.headOf(id);
    expect(head).to.include(origin).and.not.include(secret.slice(8));
    service.app.jobs.start();
    await until(() => told.length > 0);
    const { headers, body } = told[0]!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).to.equal(`v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`);
    for (const broken of ['whsec_short', `whsec_${'!'.repeat(40)}`])
      expect(
        (await postJob(service, key, lines({ webhook: { url: origin, secret: broken } }, { html: '' }))).status,
        broken,
      ).to.equal(422);
  });

  it('are refused with a password in the URL, and log the cause of failures', async () => {
    const key = await service.key('free');
    const secret = 'a secret of sixteen';
    const named = origin.replace('//', '//user:pass@');
    expect((await postJob(service, key, lines({ webhook: { url: named, secret } }, { html: '' }))).status).to.equal(
      422,
    );
    status = 418;
    await postJob(service, key, lines({ webhook: { url: origin, secret } }, { html: '' }));
    await until(() => service.log.some(({ msg }) => msg === 'a webhook call failed'));
    const line = service.log.find(({ msg }) => msg === 'a webhook call failed');
    expect(line?.cause).to.equal('the response status is 418');
  });
});
