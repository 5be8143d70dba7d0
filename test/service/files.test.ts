/** Links to results of jobs, which need no key. */
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLinks } from '../../server/library/file-links.ts';
import type { Store } from '../../server/storage/store.ts';
import { deleteJob, endedJob, getAs, type JobJson, lines, postJob } from '../support/jobs.ts';
import { type TestBucket, startBucket } from '../support/s3.ts';
import { openTestStore, postgresUrl } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';

interface ResultJson {
  readonly pdf: string;
  readonly link: string | null;
}

const kinds = [
  { name: 'a folder', available: true, open: (dataDir: string) => openTestStore({ dataDir }) },
  {
    name: 'a bucket',
    available: true,
    open: (dataDir: string, { settings }: TestBucket) => openTestStore({ dataDir, objectStore: settings }),
  },
  {
    name: 'PostgreSQL',
    available: postgresUrl !== null,
    open: () => openTestStore({ databaseUrl: postgresUrl }),
  },
];

for (const kind of kinds)
  describe(`links to results in ${kind.name}`, function () {
    this.timeout(30_000);
    let folder: string;
    let bucket: TestBucket;
    let store: Store;
    let service: TestService;
    before(async function () {
      if (!kind.available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-files-'));
      bucket = await startBucket();
      store = await kind.open(folder, bucket);
      service = await startService({ store });
      service.app.jobs.start();
    });
    after(async () => {
      await service?.app.jobs.stop();
      await service?.close();
      await store?.close();
      await bucket?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const results = async (key: string, ...documents: unknown[]): Promise<{ id: string; items: ResultJson[] }> => {
      const { id } = (await (await postJob(service, key, lines({}, ...documents))).json()) as JobJson;
      await endedJob(service, key, id);
      const { items } = (await (await getAs(service, `/v1/jobs/${id}/results`, key)).json()) as { items: ResultJson[] };
      return { id, items };
    };

    it('give the PDF without a key until the job is deleted', async () => {
      const key = await service.key('free');
      const { id, items } = await results(key, { html: 'a', filename: 'one.pdf' }, { html: '<!-- timeout -->' });
      const [{ link, pdf }, failed] = [items[0]!, items[1]!];
      expect(failed.link).to.equal(null);
      const [open, own] = [await fetch(service.url + link), await getAs(service, pdf, key)];
      for (const name of ['content-type', 'content-disposition', 'content-length'])
        expect(open.headers.get(name), name).to.equal(own.headers.get(name));
      expect([open.status, open.headers.get('referrer-policy')]).to.deep.equal([200, 'no-referrer']);
      expect(await open.text()).to.equal(await own.text());
      expect((await fetch(service.url + link, { method: 'HEAD' })).status).to.equal(200);
      expect(JSON.stringify(service.log)).not.to.include('token=');
      await deleteJob(service, key, id);
      expect((await fetch(service.url + link)).status).to.equal(404);
    });

    it('give access to nothing else, and expire with the job', async () => {
      const key = await service.key('free');
      const { id, items } = await results(key, { html: 'a' }, { html: 'b' });
      const [first, second] = items.map(({ link }) => new URL(link!, service.url));
      const statusOf = async (url: URL): Promise<number> => (await fetch(url)).status;
      const swapped = new URL(first!);
      swapped.search = second!.search;
      const tokenless = new URL(first!);
      tokenless.search = '';
      const later = new URL(first!);
      later.search = first!.search.replace('token=', 'token=z&token=');
      for (const url of [swapped, tokenless, later]) expect(await statusOf(url), url.href).to.equal(404);
      service.now += 24 * 60 * 60 * 1000;
      expect(await statusOf(first!)).to.equal(404);
      await deleteJob(service, key, id);
    });
  });

describe('a link to a result', () => {
  const job = '01234567-89ab-4cde-8f01-23456789abcd';
  const links = new FileLinks('a secret', 'https://pdf.example');

  it('is absolute if the service knows its address', () => {
    const link = links.linkTo({ job, index: 12 }, 1000);
    expect(link).to.match(/^https:\/\/pdf\.example\/v1\/files\/[0-9a-f-]{36}\.12\?token=/);
  });

  const result = { job, index: 12 };
  const token = new URL(links.linkTo(result, 1000)).searchParams.get('token')!;

  it('opens only its own result, with the secret and the whole signature', () => {
    expect(links.resultOf(`${job}.12`)).to.deep.equal(result);
    for (const id of [`${job}.012`, `${job}.`, job, `${job}.12/..`, `${job.toUpperCase()}.12`, ''])
      expect(links.resultOf(id), id).to.equal(null);
    expect(links.isSigned(result, 1000, token)).to.equal(true);
    expect(links.isSigned({ job, index: 13 }, 1000, token)).to.equal(false);
    expect(new FileLinks('other', null).isSigned(result, 1000, token)).to.equal(false);
    const broken = [token.slice(0, -1), token.slice(1), `${token}A`, '', 'é'.repeat(43), [token], undefined];
    for (const given of broken) expect(links.isSigned(result, 1000, given), String(given)).to.equal(false);
    for (let i = 0; i < 42; i++) {
      const other = token[i] === 'A' ? 'B' : 'A';
      expect(links.isSigned(result, 1000, token.slice(0, i) + other + token.slice(i + 1)), String(i)).to.equal(false);
    }
  });

  it('tells nothing about the time, and opens no later job of the same name', () => {
    expect(links.isSigned(result, 1001, token)).to.equal(false);
    expect(links.linkTo(result, 1000)).to.have.length(links.linkTo(result, 2 ** 50).length);
  });
});
