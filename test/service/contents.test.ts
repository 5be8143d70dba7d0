/** Files that the service keeps, in every place where their bytes can be. */
import { expect } from 'chai';
import Database from 'libsql';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Config, loadConfig } from '../../server/config.ts';
import { Contents } from '../../server/library/contents.ts';
import { FolderObjects } from '../../server/storage/objects/folder-objects.ts';
import type { ObjectStore } from '../../server/storage/objects/object-store.ts';
import { S3Objects } from '../../server/storage/objects/s3-objects.ts';
import { MIGRATIONS } from '../../server/storage/postgres/schema.ts';
import { type Store, StoreUnavailable } from '../../server/storage/store.ts';
import { startBucket } from '../support/s3.ts';
import { openTestStore, postgresUrl } from '../support/servers.ts';

const NOW = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const ROOMY = { count: 100, bytes: 1e9, total: 1e12 };

interface Place {
  readonly name: string;
  readonly available: boolean;
  readonly open: (folder: string) => Promise<Store>;
  /** Where the bytes are. `files`: their folder. null: in the database. */
  readonly objects: (folder: string) => Promise<Objects | null>;
}

interface Objects {
  readonly store: ObjectStore;
  readonly files: string;
  close?(): Promise<void>;
}

const folderObjects = async (folder: string): Promise<Objects> => {
  const files = join(folder, 'objects');
  return { store: new FolderObjects(files), files };
};
const bucketObjects = async (): Promise<Objects> => {
  const bucket = await startBucket();
  return { store: new S3Objects(bucket.settings), files: bucket.folder, close: () => bucket.close() };
};
const embedded = (dataDir: string): Promise<Store> => openTestStore({ dataDir });
const postgres = (): Promise<Store> => openTestStore({ databaseUrl: postgresUrl });

const places: readonly Place[] = [
  { name: 'an embedded database', available: true, open: embedded, objects: async () => null },
  { name: 'a folder', available: true, open: embedded, objects: folderObjects },
  { name: 'a bucket', available: true, open: embedded, objects: bucketObjects },
  { name: 'PostgreSQL', available: postgresUrl !== null, open: postgres, objects: async () => null },
  { name: 'PostgreSQL and a bucket', available: postgresUrl !== null, open: postgres, objects: bucketObjects },
];

/** Returns the objects whose files are below a folder. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (path) => statSync(join(folder, path)).isFile() && !/metadata|\.md5$/.test(path),
      )
    : [];

for (const place of places)
  describe(`contents in ${place.name}`, function () {
    this.timeout(30_000);
    let folder: string;
    let store: Store;
    let objects: Objects | null;
    let account: string;
    let now: number;
    let contents: Contents;
    before(async function () {
      if (!place.available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-contents-'));
      store = await place.open(folder);
      objects = await place.objects(folder);
    });
    after(async () => {
      await store?.close();
      await objects?.close?.();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => {
      account = `test:${randomUUID()}`;
      now = NOW;
      contents = new Contents(store.contents, objects?.store ?? null, () => now);
    });

    const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
    const textOf = async (name: string): Promise<string | null> => {
      const [facts] = await contents.find(account, 'asset', [name]);
      const bytes = facts && (await contents.bytes(account, 'asset', facts));
      return bytes ? new TextDecoder().decode(bytes) : null;
    };

    it('are replaced, read as a whole and as a stream, and removed', async () => {
      const first = await contents.put(account, 'asset', 'a', bytesOf('one'), { facts: { x: 1 } });
      const second = await contents.put(account, 'asset', 'a', bytesOf('two'));
      expect([first.outcome, second.outcome, await textOf('a')]).to.deep.equal(['created', 'replaced', 'two']);
      const [facts] = await contents.find(account, 'asset', ['a', 'b']);
      expect(facts).to.deep.equal(second.facts);
      expect((await buffer((await contents.open(account, 'asset', facts!))!)).toString()).to.equal('two');
      expect(await contents.find(account, 'answer', ['a'])).to.deep.equal([]);
      expect(await contents.find(`${account}x`, 'asset', ['a'])).to.deep.equal([]);
      expect([
        await contents.remove(account, 'asset', 'a'),
        await contents.remove(account, 'asset', 'a'),
      ]).to.deep.equal([true, false]);
      expect(await contents.bytes(account, 'asset', facts!).then((found) => found?.length ?? null)).to.be.oneOf([
        null,
        objects ? 3 : null,
      ]);
    });

    it('may be empty', async () => {
      const { facts } = await contents.put(account, 'asset', 'empty', new Uint8Array(0));
      expect(await textOf('empty')).to.equal('');
      expect(await buffer((await contents.open(account, 'asset', facts))!)).to.have.length(0);
    });

    it('expire, and leave nothing', async () => {
      await contents.put(account, 'result', 'job/0', bytesOf('x'), { expiresAt: now + 10 });
      await contents.put(account, 'result', 'kept', bytesOf('y'));
      now += 10;
      expect(await contents.find(account, 'result', ['job/0'])).to.deep.equal([]);
      while ((await contents.sweep()) > 0);
      expect((await contents.list(account, 'result', '', 10)).map(({ name }) => name)).to.deep.equal(['kept']);
      if (!objects) return;
      const before = filesIn(objects.files).length;
      await contents.remove(account, 'result', 'kept');
      while ((await contents.sweep()) > 0);
      expect(filesIn(objects.files).length).to.equal(before - 1);
    });

    it('are removed together by a name prefix', async () => {
      for (const name of ['a/0', 'a/10', 'a0', 'b/0']) await contents.put(account, 'result', name, bytesOf('x'));
      await contents.removeAll(account, 'result', 'a/');
      expect((await contents.list(account, 'result', '', 10)).map(({ name }) => name)).to.deep.equal(['a0', 'b/0']);
    });

    it('never exceed the quota of their account, and leave no object if they are refused', async () => {
      const before = objects ? filesIn(objects.files).length : 0;
      const quota = { ...ROOMY, count: 3, bytes: 100 };
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          contents.put(account, 'asset', `a${i}`, bytesOf('x'), { quota }).then(({ outcome }) => outcome),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'created')).to.have.lengthOf(3);
      expect(outcomes.filter((outcome) => outcome === 'full')).to.have.lengthOf(5);
      const large = await contents.put(account, 'asset', 'a0', new Uint8Array(101), { quota });
      const crowded = await contents.put(account, 'answer', 'x', bytesOf('xx'), { quota: { ...ROOMY, total: 1 } });
      expect([large.outcome, crowded.outcome]).to.deep.equal(['full', 'crowded']);
      if (objects) expect(filesIn(objects.files).length).to.equal(before + 3);
    });

    it('count against quotas exactly, even if others are replaced, removed, refused or expired at the same time', async () => {
      const work = Array.from({ length: 120 }, async (_, i) => {
        const name = `${i % 7}/${i % 5}`;
        const quota = i % 3 === 0 ? { ...ROOMY, bytes: 150 } : null;
        if (i % 4 === 3) await contents.removeAll(account, 'asset', `${i % 7}/`);
        else if (i % 11 === 10) await contents.sweep();
        else await contents.put(account, 'asset', name, new Uint8Array(i % 50), { quota, expiresAt: now + (i % 2) });
        now += i % 40 === 39 ? 1 : 0;
      });
      await Promise.all(work);
      const kept = await contents.list(account, 'asset', '', 100);
      const count = kept.length + 1;
      const bytes = kept.reduce((sum, facts) => sum + facts.bytes, 3);
      const outcomeWith = async (quota: Partial<typeof ROOMY>): Promise<string> => {
        const { outcome } = await contents.put(account, 'asset', 'new', new Uint8Array(3), {
          quota: { ...ROOMY, ...quota },
        });
        if (outcome === 'created') await contents.remove(account, 'asset', 'new');
        return outcome;
      };
      expect(await outcomeWith({ count: count - 1 })).to.equal('full');
      expect(await outcomeWith({ bytes: bytes - 1 })).to.equal('full');
      expect(await outcomeWith({ count, bytes })).to.equal('created');
      await contents.removeAll(account, 'asset', '');
      while ((await contents.sweep()) > 0);
    });

    it('have a total quota for all accounts, even if several change at once', async function () {
      // Other tests use the same server.
      if (place.name.startsWith('PostgreSQL')) this.skip();
      const accounts = Array.from({ length: 5 }, () => `test:${randomUUID()}`);
      const own = async (kind: 'asset' | 'answer', of: string): Promise<number> =>
        (await contents.list(of, kind, '', 100)).reduce((sum, { bytes }) => sum + bytes, 0);
      await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          i % 4 === 3
            ? contents.remove(accounts[i % 5]!, 'answer', 'x')
            : contents.put(accounts[i % 5]!, 'answer', i % 2 ? 'x' : 'y', new Uint8Array(i)),
        ),
      );
      let total = 4;
      for (const of of accounts) total += await own('answer', of);
      const outcomeWith = async (most: number): Promise<string> =>
        (await contents.put(account, 'answer', 'z', new Uint8Array(4), { quota: { ...ROOMY, total: most } })).outcome;
      expect([await outcomeWith(total - 1), await outcomeWith(total)]).to.deep.equal(['crowded', 'created']);
    });

    it('are streamed as fast as their reader reads', async () => {
      const size = 12 * 1024 * 1024;
      const { facts } = await contents.put(account, 'asset', 'large', new Uint8Array(size));
      let fetched = 0;
      const { part } = store.contents;
      store.contents.part = async (...given) => {
        const bytes = await part.apply(store.contents, given);
        fetched += bytes?.length ?? 0;
        return bytes;
      };
      let taken = 0;
      let most = 0;
      let ahead = 0;
      try {
        const stream: Readable = (await contents.open(account, 'asset', facts))!;
        for await (const chunk of stream) {
          taken += (chunk as Uint8Array).length;
          most = Math.max(most, (chunk as Uint8Array).length + stream.readableLength);
          ahead = Math.max(ahead, fetched - taken);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        store.contents.part = part;
      }
      expect(taken).to.equal(size);
      expect(most).to.be.at.most(2 * 1024 * 1024);
      expect(ahead).to.be.at.most(2 * 1024 * 1024);
    });

    it('are deleted if the process died between their bytes and their facts', async () => {
      if (!objects) return;
      while ((await contents.sweep()) > 0);
      const before = filesIn(objects.files).length;
      const dying = new Contents(
        Object.assign(Object.create(store.contents) as Store['contents'], {
          put: () => Promise.reject(new StoreUnavailable('gone')),
        }),
        objects.store,
        () => now,
      );
      const failure = await dying.put(account, 'asset', 'a', bytesOf('x')).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect(filesIn(objects.files).length).to.equal(before + 1);
      while ((await contents.sweep()) > 0);
      expect(filesIn(objects.files).length).to.equal(before + 1);
      now += DAY_MS;
      while ((await contents.sweep()) > 0);
      expect(filesIn(objects.files).length).to.equal(before);
    });
  });

describe('contents of earlier versions', () => {
  it('move to the common table of the embedded store', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-contents-'));
    const old = new Database(join(folder, 'pagewright.db'));
    old.exec(`
      create table assets (account text, name text, bytes integer, sha256 text, updated_at integer, content blob);
      insert into assets values ('key:a', 'logo.svg', 3, 'hash', 7, x'010203');
      create table answers (account text, key text);
      create table jobs (id text primary key, account text not null, head text not null, hooked integer not null,
        total integer, done integer not null default 0, failed integer not null default 0, created_at integer not null,
        expires_at integer not null, ended_at integer, hook_due_at integer, hook_attempts integer not null default 0);
      create table job_documents (job text not null, number integer not null, turn integer not null, body text not null,
        due_at integer, claim text, attempts integer not null default 0, ok integer, facts text, pdf blob,
        primary key (job, number));
      insert into jobs (id, account, head, hooked, created_at, expires_at) values ('j', 'key:a', '{}', 0, 5, 99);
      insert into job_documents (job, number, turn, body, ok, pdf) values ('j', 4, 0, '', 1, x'0405');
    `);
    old.close();
    // The second time, nothing is left to move.
    for (let i = 0; i < 2; i++) {
      const store = await openTestStore({ dataDir: folder });
      const contents = new Contents(store.contents, null, () => 10);
      const [asset] = await contents.find('key:a', 'asset', ['logo.svg']);
      expect(asset).to.include({ bytes: 3, sha256: 'hash', updatedAt: 7, expiresAt: null });
      expect([...(await contents.bytes('key:a', 'asset', asset!))!]).to.deep.equal([1, 2, 3]);
      const [result] = await contents.find('key:a', 'result', ['j/4']);
      expect([...(await contents.bytes('key:a', 'result', result!))!]).to.deep.equal([4, 5]);
      expect(result!.expiresAt).to.equal(99);
      expect(await store.jobs.kept('key:a')).to.equal(1);
      const quota = { ...ROOMY, count: 1 };
      expect((await contents.put('key:a', 'asset', 'b', new Uint8Array(1), { quota })).outcome).to.equal('full');
      await store.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
});

/** Rows of a store whose quotas added up all rows. */
const EARLIER = `
  insert into contents (kind, account, name, bytes, sha256, facts, updated_at) values
    ('asset', 'key:a', 'x', 30, '', '{}', 1), ('asset', 'key:a', 'y', 12, '', '{}', 1), ('asset', 'key:b', 'x', 7, '', '{}', 1);
  insert into jobs (id, account, head, hooked, created_at, expires_at, bytes) values ('j', 'key:a', '{}', '0', 5, 99, 21);
  insert into job_documents (job, number, turn, body) values ('j', 0, 0, ''), ('j', 1, 0, '')`;

describe('quotas of a store of an earlier version', () => {
  const expectCounted = async (store: Store): Promise<void> => {
    const contents = new Contents(store.contents, null, () => 10);
    const outcomeWith = async (quota: Partial<typeof ROOMY>): Promise<string> =>
      (await contents.put('key:a', 'asset', 'z', new Uint8Array(1), { quota: { ...ROOMY, ...quota } })).outcome;
    expect([await store.jobs.kept('key:a'), await store.jobs.bytes('key:a'), await store.jobs.bytes(null)]).to.eql([
      2, 21, 21,
    ]);
    expect(await outcomeWith({ count: 2 })).to.equal('full');
    expect(await outcomeWith({ bytes: 42 })).to.equal('full');
    expect(await outcomeWith({ total: 49 })).to.equal('crowded');
    expect(await outcomeWith({ count: 3, bytes: 43, total: 50 })).to.equal('created');
    expect(await store.jobs.remove('key:a', 'j')).to.equal(true);
    expect([await store.jobs.kept('key:a'), await store.jobs.bytes(null)]).to.eql([0, 0]);
  };

  it('count existing contents in the embedded database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-contents-'));
    await (await openTestStore({ dataDir: folder })).close();
    const old = new Database(join(folder, 'pagewright.db'));
    for (const table of ['contents', 'jobs'])
      for (const change of ['added', 'removed', 'changed']) old.exec(`drop trigger ${table}_${change}`);
    old.exec(`drop table totals; alter table jobs drop column documents; ${EARLIER}`);
    old.close();
    const store = await openTestStore({ dataDir: folder });
    await expectCounted(store);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('count existing contents in PostgreSQL', async function () {
    if (postgresUrl === null) return this.skip();
    const schema = `earlier_${randomUUID().replaceAll('-', '')}`;
    const client = new pg.Client({ connectionString: postgresUrl });
    await client.connect();
    try {
      await client.query(`create schema ${schema}; set search_path to ${schema}`);
      const before = MIGRATIONS.findIndex((migration) => migration.includes('create table totals'));
      for (const migration of MIGRATIONS.slice(0, before)) await client.query(migration);
      await client.query('create table migrations (number integer primary key)');
      await client.query('insert into migrations (number) values ($1)', [before]);
      await client.query(EARLIER);
      const databaseUrl = new URL(postgresUrl);
      databaseUrl.searchParams.set('options', `-c search_path=${schema}`);
      const store = await openTestStore({ databaseUrl: databaseUrl.href });
      await expectCounted(store);
      await store.close();
    } finally {
      await client.query(`drop schema ${schema} cascade`);
      await client.end();
    }
  });
});

/** Computes the signature of a request again, as Signature Version 4 describes it, and compares it. */
function verified({ method, url, headers }: IncomingMessage, body: Buffer, secret: string, region: string): boolean {
  const sha256Of = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
  const [, day, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=id\/(\d{8})\/eu\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      headers.authorization!,
    )!;
  const hash = headers['x-amz-content-sha256'] as string;
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256Of(body)) return false;
  const lines = names!.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url, '', lines.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256Of(canonical)].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature;
}

describe('a bucket', function () {
  this.timeout(30_000);
  const KEY = '00000000-0000-4000-8000-000000000000';
  const bytes = new TextEncoder().encode('some bytes');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const failure = await work.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(StoreUnavailable);
    return (failure as Error).message;
  };

  it('names the cause if it refuses', async () => {
    const bucket = await startBucket();
    try {
      const { settings } = bucket;
      const wrongKey = new S3Objects({ ...settings, accessKeyId: 'other' });
      expect(await failureOf(wrongKey.put(KEY, bytes, sha256))).to.match(/answered 403 InvalidAccessKeyId/);
      const wrongBucket = new S3Objects({ ...settings, url: settings.url.replace('documents', 'nothing') });
      expect(await failureOf(wrongBucket.put(KEY, bytes, sha256))).to.match(/answered 404 NoSuchBucket/);
      expect(await new S3Objects(settings).read(KEY)).to.equal(null);
      await new S3Objects(settings).remove(KEY);
    } finally {
      await bucket.close();
    }
    expect(await failureOf(new S3Objects(bucket.settings).read(KEY))).to.equal('ECONNREFUSED');
  });

  it('gets requests whose signature covers the method, the address and the bytes', async () => {
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      const body = await buffer(request);
      seen.push(`${request.method} ${verified(request, body, 'the secret', 'eu')}`);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/b/a prefix`;
    const objects = new S3Objects({
      url: encodeURI(url),
      region: 'eu',
      accessKeyId: 'id',
      secretAccessKey: 'the secret',
      sessionToken: null,
      timeoutMs: 20_000,
    });
    try {
      await objects.put(KEY, bytes, sha256);
      await buffer((await objects.read(KEY))!);
      await objects.remove(KEY);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expect(seen).to.deep.equal(['PUT true', 'GET true', 'DELETE true']);
  });

  it('is asked again after transient failures', async () => {
    const answers = [500, 503, 200, 503, 503, 503, 503];
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(answers[asked++]!).end('<Error><Code>SlowDown</Code></Error>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/b`;
    const given = { region: 'eu', accessKeyId: 'a', secretAccessKey: 'b', sessionToken: 'c', timeoutMs: 20_000 };
    const objects = new S3Objects({ url, ...given });
    await objects.put(KEY, bytes, sha256);
    expect(asked).to.equal(3);
    expect(await failureOf(objects.put(KEY, bytes, sha256))).to.equal('the object store answered 503 SlowDown');
    expect(asked).to.equal(6);
    server.closeAllConnections();
    server.close();
  });

  it('that does not answer is unavailable', async () => {
    const server = createServer(() => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/b`;
    const given = { region: 'eu', accessKeyId: 'a', secretAccessKey: 'b', sessionToken: null, timeoutMs: 50 };
    expect(await failureOf(new S3Objects({ url, ...given }).read(KEY))).to.match(/did not answer in time/);
    server.closeAllConnections();
    server.close();
  });
});

describe('the object store of a service', function () {
  this.timeout(30_000);

  it('is checked at the start', async () => {
    const bucket = await startBucket();
    const folder = mkdtempSync(join(tmpdir(), 'pagewright-contents-'));
    const open = async (objectStore: Config['objectStore']): Promise<void> =>
      (await openTestStore({ dataDir: folder, objectStore })).close();
    try {
      await open(bucket.settings);
      expect(filesIn(bucket.folder)).to.deep.equal([]);
      const failure = await open({ ...bucket.settings, accessKeyId: 'other' }).catch((error: unknown) => error);
      expect(String(failure)).to.match(/InvalidAccessKeyId/);
      await open({ folder: join(folder, 'shared') });
    } finally {
      await bucket.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is a bucket with a key, or a folder', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const placeOf = (environment: Record<string, string>): unknown => loadConfig(environment).objectStore;
    expect(placeOf({})).to.equal(null);
    expect(placeOf({ PAGEWRIGHT_OBJECT_STORE: 'file:///var/objects' })).to.deep.equal({ folder: '/var/objects' });
    expect(
      placeOf({ PAGEWRIGHT_OBJECT_STORE: 'https://s3.example/bucket/a/', AWS_REGION: 'eu', ...keys }),
    ).to.deep.equal({
      url: 'https://s3.example/bucket/a',
      region: 'eu',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: null,
    });
    expect(() => placeOf({ PAGEWRIGHT_OBJECT_STORE: 'https://s3.example/bucket' })).to.throw(/AWS_ACCESS_KEY_ID/);
    for (const wrong of ['bucket', 's3://bucket', 'https://a:b@s3.example/', 'file:///a?b'])
      expect(() => placeOf({ PAGEWRIGHT_OBJECT_STORE: wrong, ...keys }), wrong).to.throw(/must be a file: URL/);
  });
});
