/** Files that the service keeps, in every place where their bytes can be. */
import { expect } from 'chai';
import Database from 'libsql';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Contents } from '../../server/library/contents.ts';
import { FolderObjects } from '../../server/storage/objects/folder-objects.ts';
import type { ObjectStore } from '../../server/storage/objects/object-store.ts';
import { type Store, StoreUnavailable } from '../../server/storage/store.ts';
import { openTestStore, postgresUrl } from '../support/servers.ts';

const NOW = 1_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const ROOMY = { count: 100, bytes: 1e9, total: 1e12 };

interface Place {
  readonly name: string;
  readonly available: boolean;
  readonly open: (folder: string) => Promise<Store>;
  readonly objects: (folder: string) => ObjectStore | null;
}

const folderObjects = (folder: string): ObjectStore => new FolderObjects(join(folder, 'objects'));
const embedded = (dataDir: string): Promise<Store> => openTestStore({ dataDir });
const postgres = (): Promise<Store> => openTestStore({ databaseUrl: postgresUrl });

const places: readonly Place[] = [
  { name: 'an embedded database', available: true, open: embedded, objects: () => null },
  { name: 'a folder', available: true, open: embedded, objects: folderObjects },
  { name: 'PostgreSQL', available: postgresUrl !== null, open: postgres, objects: () => null },
  { name: 'PostgreSQL and a folder', available: postgresUrl !== null, open: postgres, objects: folderObjects },
];

/** Returns the files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());

for (const place of places)
  describe(`contents in ${place.name}`, function () {
    this.timeout(30_000);
    let folder: string;
    let store: Store;
    let objects: ObjectStore | null;
    let account: string;
    let now: number;
    let contents: Contents;
    before(async function () {
      if (!place.available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-contents-'));
      store = await place.open(folder);
      objects = place.objects(folder);
    });
    after(async () => {
      await store?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => {
      account = `test:${randomUUID()}`;
      now = NOW;
      contents = new Contents(store.contents, objects, () => now);
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
      const before = filesIn(join(folder, 'objects')).length;
      await contents.remove(account, 'result', 'kept');
      while ((await contents.sweep()) > 0);
      expect(filesIn(join(folder, 'objects')).length).to.equal(before - 1);
    });

    it('are removed together by the beginning of their names', async () => {
      for (const name of ['a/0', 'a/10', 'a0', 'b/0']) await contents.put(account, 'result', name, bytesOf('x'));
      await contents.removeAll(account, 'result', 'a/');
      expect((await contents.list(account, 'result', '', 10)).map(({ name }) => name)).to.deep.equal(['a0', 'b/0']);
    });

    it('never exceed the quota of their account, and leave no object if they are refused', async () => {
      const before = objects ? filesIn(join(folder, 'objects')).length : 0;
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
      if (objects) expect(filesIn(join(folder, 'objects')).length).to.equal(before + 3);
    });

    it('are streamed as fast as their reader takes them', async () => {
      const size = 12 * 1024 * 1024;
      const { facts } = await contents.put(account, 'asset', 'large', new Uint8Array(size));
      const stream: Readable = (await contents.open(account, 'asset', facts))!;
      let taken = 0;
      let most = 0;
      for await (const chunk of stream) {
        taken += (chunk as Uint8Array).length;
        most = Math.max(most, (chunk as Uint8Array).length + stream.readableLength);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(taken).to.equal(size);
      expect(most).to.be.at.most(2 * 1024 * 1024);
    });

    it('are deleted if the process died between their bytes and their facts', async () => {
      if (!objects) return;
      while ((await contents.sweep()) > 0);
      const before = filesIn(join(folder, 'objects')).length;
      const dying = new Contents(
        Object.assign(Object.create(store.contents) as Store['contents'], {
          put: () => Promise.reject(new StoreUnavailable('gone')),
        }),
        objects,
        () => now,
      );
      const failure = await dying.put(account, 'asset', 'a', bytesOf('x')).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(StoreUnavailable);
      expect(filesIn(join(folder, 'objects')).length).to.equal(before + 1);
      while ((await contents.sweep()) > 0);
      expect(filesIn(join(folder, 'objects')).length).to.equal(before + 1);
      now += DAY_MS;
      while ((await contents.sweep()) > 0);
      expect(filesIn(join(folder, 'objects')).length).to.equal(before);
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
      const contents = new Contents(store.contents, folderObjects(folder), () => 10);
      const [asset] = await contents.find('key:a', 'asset', ['logo.svg']);
      expect(asset).to.include({ bytes: 3, sha256: 'hash', updatedAt: 7, expiresAt: null });
      expect([...(await contents.bytes('key:a', 'asset', asset!))!]).to.deep.equal([1, 2, 3]);
      const [result] = await contents.find('key:a', 'result', ['j/4']);
      expect([...(await contents.bytes('key:a', 'result', result!))!]).to.deep.equal([4, 5]);
      expect(result!.expiresAt).to.equal(99);
      await store.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
});
