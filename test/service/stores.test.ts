/** One suite for every store: embedded, PostgreSQL, PostgreSQL + Redis. */
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { hashKey } from '../../server/accounts/keys.ts';
import { prune } from '../../server/metering/pruning.ts';
import { until } from '../support/until.ts';
import {
  DAY_MS,
  type KeyRecord,
  type LedgerEntry,
  type Period,
  type Store,
  type WindowHit,
} from '../../server/storage/store.ts';
import { openTestStore, postgresUrl, redisUrl } from '../support/servers.ts';

const NOW = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;
/** A window that ends during a test. */
const BRIEF = 300;
const NOVEMBER = { name: '2026-11', grant: 5 };
const DECEMBER = { name: '2026-12', grant: 5 };

function sum(ledger: readonly LedgerEntry[]): number {
  return ledger.reduce((total, { amount }) => total + amount, 0);
}

interface Kind {
  readonly name: string;
  readonly available: boolean;
  readonly open: (folder: string) => Promise<Store>;
}

const kinds: readonly Kind[] = [
  { name: 'embedded', available: true, open: (dataDir) => openTestStore({ dataDir }) },
  {
    name: 'PostgreSQL',
    available: postgresUrl !== null,
    open: () => openTestStore({ databaseUrl: postgresUrl }),
  },
  {
    name: 'PostgreSQL + Redis',
    available: postgresUrl !== null && redisUrl !== null,
    open: () => openTestStore({ databaseUrl: postgresUrl, redisUrl }),
  },
];

for (const kind of kinds) {
  describe(`store: ${kind.name}`, function () {
    let folder: string;
    let store: Store;
    /** A unique name, because distributed stores outlive a run. */
    let account: string;

    before(async function () {
      if (!kind.available) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-store-'));
      store = await kind.open(folder);
    });
    after(async () => {
      await store?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => {
      account = `test:${randomUUID()}`;
    });

    const keyRecord = (): KeyRecord => ({
      hash: hashKey(account),
      prefix: account.slice(5, 16),
      tier: 'pro',
      name: 'a name',
      createdAt: NOW,
      lastUsedAt: null,
      revokedAt: null,
    });

    it('keeps keys and revokes them by prefix', async () => {
      const record = keyRecord();
      await store.accounts.createKey(record);
      expect(await store.accounts.findKey(record.hash)).to.deep.equal(record);
      await store.accounts.touchKey(record.hash, NOW + 1);
      expect(await store.accounts.revokeKeys(record.prefix, NOW + 2)).to.equal(1);
      expect(await store.accounts.revokeKeys(record.prefix, NOW + 3)).to.equal(0);
      expect(await store.accounts.findKey(record.hash)).to.deep.equal({
        ...record,
        lastUsedAt: NOW + 1,
        revokedAt: NOW + 2,
      });
      expect((await store.accounts.listKeys()).some(({ hash }) => hash === record.hash)).to.equal(true);
      expect(await store.accounts.findKey('nothing')).to.equal(null);
    });

    it('reserves, commits and refunds with a consistent ledger', async () => {
      const first = await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
      const second = await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
      expect([first?.balance, second?.balance]).to.deep.equal([4, 3]);
      await store.accounts.commit(first!.id, NOW);
      await store.accounts.refund(second!.id, NOW);
      await store.accounts.refund(second!.id, NOW);
      await store.accounts.refund(first!.id, NOW);
      expect(await store.accounts.balance(account, NOVEMBER, NOW)).to.deep.equal({ balance: 4, granted: 5 });
      expect(sum(await store.accounts.ledger(account))).to.equal(4);
    });

    it('adds up the spent credits by day', async () => {
      const day = (n: number): number => NOW + n * 24 * 60 * MINUTE;
      for (const at of [day(-2), day(0), day(0)]) {
        const reserved = await store.accounts.reserve(account, NOVEMBER, at + MINUTE, at);
        await store.accounts.commit(reserved!.id, at);
      }
      const refunded = await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
      await store.accounts.refund(refunded!.id, NOW);
      const today = Math.floor(NOW / DAY_MS);
      const spent = (from: number, to: number) => store.accounts.spentByDay(account, from * DAY_MS, to * DAY_MS);
      expect(await spent(today - 7, today + 1)).to.deep.equal([
        { day: today - 2, spent: 1 },
        { day: today, spent: 2 },
      ]);
      expect(await spent(today - 1, today)).to.deep.equal([]);
    });

    it('commits once, however often it is called, and reports if there was nothing to commit', async () => {
      const [kept, lost] = [
        await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW),
        await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW),
      ];
      const answers = await Promise.all(Array.from({ length: 5 }, () => store.accounts.commit(kept!.id, NOW)));
      expect(answers).to.deep.equal(Array(5).fill(true));
      await store.accounts.refund(lost!.id, NOW);
      expect(await store.accounts.commit(lost!.id, NOW)).to.equal(false);
      expect(await store.accounts.commit('nothing', NOW)).to.equal(false);
      const ledger = await store.accounts.ledger(account);
      expect(ledger.filter(({ kind }) => kind === 'commit')).to.have.lengthOf(1);
      expect([sum(ledger), (await store.accounts.balance(account, NOVEMBER, NOW)).balance]).to.deep.equal([4, 4]);
    });

    describe('with named calls', () => {
      const call = { key: 'a name', fingerprint: 'a document' };
      const named = (at = NOW, given = call) => store.accounts.reserveNamed(account, given, NOVEMBER, at + MINUTE, at);
      const idOf = async (at = NOW): Promise<string> => {
        const answer = await named(at);
        if (answer.outcome !== 'reserved') throw new Error(`not reserved: ${answer.outcome}`);
        return answer.id;
      };

      it('reserves one credit, reports it as under way until it is settled, and as paid afterwards', async () => {
        const id = await idOf();
        expect((await named()).outcome).to.equal('underway');
        await store.accounts.commit(id, NOW);
        expect((await named()).outcome).to.equal('paid');
        expect((await store.accounts.balance(account, NOVEMBER, NOW)).balance).to.equal(4);
      });

      it('starts again if the first attempt was refunded or has expired', async () => {
        await store.accounts.refund(await idOf(), NOW);
        await idOf();
        const late = await idOf(NOW + 2 * MINUTE);
        await store.accounts.commit(late, NOW + 2 * MINUTE);
        expect((await store.accounts.balance(account, NOVEMBER, NOW + 2 * MINUTE)).balance).to.equal(4);
      });

      it('detects a different document under the same name, and frees the name after a day', async () => {
        await store.accounts.commit(await idOf(), NOW);
        expect((await named(NOW, { ...call, fingerprint: 'another' })).outcome).to.equal('other');
        expect((await named(NOW + 25 * 60 * MINUTE)).outcome).to.equal('reserved');
      });

      it('reserves once under any concurrency', async () => {
        const outcomes = (await Promise.all(Array.from({ length: 20 }, () => named()))).map(({ outcome }) => outcome);
        expect(outcomes.filter((outcome) => outcome === 'reserved')).to.have.lengthOf(1);
        expect(outcomes.filter((outcome) => outcome === 'underway')).to.have.lengthOf(19);
      });

      it('reports if no credit is left', async () => {
        for (let i = 0; i < 5; i++) await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
        expect((await named()).outcome).to.equal('none');
      });
    });

    it('deletes old ledger entries but keeps their sum, and deletes keyless clients after their month', async () => {
      const months = (count: number): number => Date.UTC(2026, 10 - count, 15);
      const [keyed, gone, recent] = [`key:${account}`, `address:${account}:gone`, `address:${account}:recent`];
      const period = (time: number): Period => ({ name: new Date(time).toISOString().slice(0, 7), grant: 5 });
      for (const ago of [20, 14, 2, 0]) {
        const reserved = await store.accounts.reserve(keyed, period(months(ago)), months(ago) + MINUTE, months(ago));
        await store.accounts.commit(reserved!.id, months(ago));
      }
      await store.accounts.addCredits(keyed, 7, period(months(0)), months(0));
      await store.accounts.reserve(gone, period(months(2)), months(2) + MINUTE, months(2));
      await store.accounts.reserve(recent, period(months(1)), months(1) + MINUTE, months(1));
      const before = await store.accounts.ledger(keyed);
      await prune(store.accounts, months(0));
      const after = await store.accounts.ledger(keyed);
      expect(after.length).to.be.lessThan(before.length);
      expect(
        after.filter(({ at }) => at < months(14)),
        'older than 13 whole months',
      ).to.deep.equal([]);
      expect(after.filter(({ kind }) => kind === 'commit')).to.have.lengthOf(2);
      const { balance } = await store.accounts.balance(keyed, period(months(0)), months(0));
      expect([sum(after), balance]).to.deep.equal([sum(before), sum(before)]);
      expect(await store.accounts.ledger(gone)).to.deep.equal([]);
      expect(await store.accounts.ledger(recent)).to.have.lengthOf(2);
      expect(await prune(store.accounts, months(0)), 'nothing is left to prune').to.equal(0);
    });

    it('never goes below zero under any concurrency', async () => {
      const all = await Promise.all(
        Array.from({ length: 50 }, () => store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW)),
      );
      expect(all.filter((reservation) => reservation !== null)).to.have.lengthOf(5);
      expect(await store.accounts.balance(account, NOVEMBER, NOW)).to.deep.equal({ balance: 0, granted: 5 });
    });

    it('uses the grant before added credits, and refunds to the source', async () => {
      await store.accounts.addCredits(account, 2, NOVEMBER, NOW);
      const held = [];
      for (let i = 0; i < 7; i++) held.push(await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW));
      expect(held.map((one) => one?.balance)).to.deep.equal([6, 5, 4, 3, 2, 1, 0]);
      expect(await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW)).to.equal(null);
      // The last reservation used an added credit, which stays; the first used the grant and lapses with it.
      await store.accounts.refund(held[6]!.id, NOW);
      await store.accounts.refund(held[0]!.id, NOW);
      expect(await store.accounts.balance(account, DECEMBER, NOW)).to.deep.equal({ balance: 6, granted: 5 });
    });

    it('refunds expired reservations when it is next accessed', async () => {
      for (let i = 0; i < 5; i++) await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
      expect(await store.accounts.reserve(account, NOVEMBER, NOW + 2 * MINUTE, NOW + MINUTE - 1)).to.equal(null);
      expect((await store.accounts.reserve(account, NOVEMBER, NOW + 2 * MINUTE, NOW + MINUTE))?.balance).to.equal(4);
      expect(sum(await store.accounts.ledger(account))).to.equal(4);
    });

    it('grants again with the period, and keeps added credits while old grants lapse', async () => {
      await store.accounts.addCredits(account, 3, NOVEMBER, NOW);
      const late = await store.accounts.reserve(account, NOVEMBER, NOW + MINUTE, NOW);
      expect(await store.accounts.balance(account, DECEMBER, NOW)).to.deep.equal({ balance: 8, granted: 5 });
      await store.accounts.refund(late!.id, NOW);
      expect(await store.accounts.balance(account, DECEMBER, NOW)).to.deep.equal({ balance: 8, granted: 5 });
      expect(sum(await store.accounts.ledger(account))).to.equal(8);
    });

    it('removes added credits only down to zero', async () => {
      await store.accounts.addCredits(account, 3, NOVEMBER, NOW);
      expect((await store.accounts.addCredits(account, -10, NOVEMBER, NOW)).balance).to.equal(5);
      expect(sum(await store.accounts.ledger(account))).to.equal(5);
    });

    it('shows jobs and their results only to their account', async () => {
      const id = `${account}:private`;
      const job = { id, account, head: '{}', hooked: false, createdAt: 0, expiresAt: NOW + MINUTE, staleBefore: 0 };
      await store.jobs.begin(job);
      await store.jobs.add(id, 0, ['{}']);
      await store.jobs.open(id, 1, null);
      const claimed = await store.jobs.claim(NOW, NOW + MINUTE);
      await store.jobs.finish(claimed!, true, '{}', 0, NOW);
      const seenBy = async (who: string): Promise<number[]> => [
        (await store.jobs.results(who, id, -1, 10, NOW)).length,
        (await store.jobs.list(who, null, 10, NOW)).length,
      ];
      expect([await seenBy(account), await seenBy('other')]).to.deep.equal([
        [1, 1],
        [0, 0],
      ]);
      expect(await store.jobs.remove('other', id)).to.equal(false);
      expect(await store.jobs.remove(account, id)).to.equal(true);
    });

    it('forgets jobs that have expired or were never opened, with their documents', async () => {
      const job = (id: string, createdAt: number): Promise<boolean> =>
        store.jobs.begin({
          id: `${account}:${id}`,
          account,
          head: '{}',
          hooked: false,
          createdAt,
          expiresAt: NOW + 10 * MINUTE,
          staleBefore: 0,
        });
      const bodies = Array.from({ length: 250 }, (_, i) => `{"n":${i}}`);
      for (const [id, createdAt] of [
        ['opened', NOW],
        ['uploaded', NOW],
        ['abandoned', NOW - 3 * MINUTE],
      ] as const) {
        expect(await job(id, createdAt)).to.equal(true);
        await store.jobs.add(`${account}:${id}`, 0, bodies);
      }
      expect(await store.jobs.open(`${account}:opened`, 250, 'a name')).to.equal(true);
      expect(await store.jobs.open(`${account}:removed`, 250, 'a name'), 'a removed job').to.equal(false);
      expect(await store.jobs.kept(account)).to.equal(750);
      const forget = async (now: number): Promise<void> => {
        while ((await store.jobs.forget({ now, unopenedBefore: now - 2 * MINUTE, batch: 100 })) > 0);
      };
      await forget(NOW);
      expect(await store.jobs.kept(account)).to.equal(500);
      expect(await store.jobs.headOf(`${account}:abandoned`)).to.equal(null);
      await forget(NOW + 2 * MINUTE + 1);
      expect(await store.jobs.kept(account)).to.equal(250);
      expect((await store.jobs.find(account, `${account}:opened`, NOW))?.fingerprint).to.equal('a name');
      await forget(NOW + 10 * MINUTE);
      expect([await store.jobs.kept(account), await store.jobs.bytes(account)]).to.deep.equal([0, 0]);
      expect(await job('opened', NOW)).to.equal(true);
      await forget(NOW + 10 * MINUTE);
    });

    it('creates a secret once', async () => {
      const name = account;
      const made = await Promise.all(Array.from({ length: 10 }, (_, i) => store.accounts.secret(name, `secret ${i}`)));
      expect(new Set(made).size).to.equal(1);
    });

    it("lets exactly the window's number of concurrent calls pass", async () => {
      const now = Date.now();
      const hits = await Promise.all(Array.from({ length: 60 }, () => store.windows.hit(account, 20, MINUTE, now)));
      expect(hits.filter(({ allowed }) => allowed)).to.have.lengthOf(20);
      const after = await store.windows.peek(account, MINUTE, now);
      expect(after.used).to.equal(20);
      expect(after.resetMs).to.be.within(1, MINUTE);
    });

    it('adds any amount to a window, and opens a new one after its end', async () => {
      const now = Date.now();
      const charged = `${account}:time`;
      expect((await store.windows.charge(charged, 700, MINUTE, now)).used).to.equal(700);
      expect((await store.windows.charge(charged, 5000, MINUTE, now)).used).to.equal(5700);
      expect((await store.windows.peek(charged, MINUTE, now)).resetMs).to.be.within(1, MINUTE);
      const brief = `${account}:brief`;
      await store.windows.charge(brief, 700, BRIEF, Date.now());
      await until(async () => (await store.windows.peek(brief, BRIEF, Date.now())).used === 0);
      expect(await store.windows.charge(brief, 3, BRIEF, Date.now())).to.deep.equal({ used: 3, resetMs: BRIEF });
    });

    it('forgets windows that have ended', async () => {
      const ended = `${account}:ended`;
      await store.windows.hit(ended, 1, 10, NOW - 10_000);
      for (let i = 0; i < 1000; i++) await store.windows.hit(account, 5000, MINUTE, NOW + MINUTE);
      // The window is gone even at a time at which it would still be open.
      expect((await store.windows.peek(ended, MINUTE, NOW - 10_000)).used).to.equal(0);
    });

    it('opens a new window after the end of the old one, and refusals do not extend it', async () => {
      // A window may end before the second call: then that call opens another, and the next one is refused.
      const hit = (): Promise<WindowHit> => store.windows.hit(account, 1, BRIEF, Date.now());
      expect((await hit()).allowed).to.equal(true);
      await until(async () => !(await hit()).allowed);
      await until(async () => (await store.windows.peek(account, BRIEF, Date.now())).used === 0);
      expect((await hit()).allowed).to.equal(true);
      await until(async () => !(await hit()).allowed);
      // If refusals extended the window, this would never end.
      await until(async () => (await hit()).allowed);
    });
  });
}
