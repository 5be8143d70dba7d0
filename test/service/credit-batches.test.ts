/** Credits of concurrent calls, which share statements in PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { openTestStore, postgresUrl } from '../support/servers.ts';
import type { Store } from '../../server/storage/store.ts';

const NOW = Date.UTC(2026, 10, 20);
const LATER = NOW + 60_000;
const NOVEMBER = { name: '2026-11', grant: 5 };

describe('credits of concurrent calls', function () {
  this.timeout(60_000);
  let store: Store;
  let statements: string[];
  const original = pg.Client.prototype.query;

  before(async function () {
    if (postgresUrl === null) this.skip();
    store = await openTestStore({ databaseUrl: postgresUrl, databaseConnections: 5 });
  });
  after(() => store?.close());
  beforeEach(() => {
    statements = [];
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      if (typeof given[0] === 'string') statements.push(given[0]);
      return (original as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof original;
  });
  afterEach(() => void (pg.Client.prototype.query = original));

  /** Returns accounts whose grant of the month has been created. */
  async function accounts(count: number): Promise<string[]> {
    const names = Array.from({ length: count }, () => `key:${randomUUID()}`);
    for (const name of names) await store.accounts.addCredits(name, 1, NOVEMBER, NOW);
    statements = [];
    return names;
  }
  const commitsOf = async (account: string): Promise<number> =>
    (await store.accounts.ledger(account)).filter(({ kind }) => kind === 'commit').length;

  it('are reserved by one statement and committed by another', async () => {
    const names = await accounts(10);
    const reserved = await Promise.all(names.map((name) => store.accounts.reserve(name, NOVEMBER, LATER, NOW)));
    expect(reserved.map((one) => one?.balance)).to.deep.equal(names.map(() => 5));
    expect(statements).to.have.lengthOf(1);
    statements = [];
    const committed = await Promise.all(reserved.map((one) => store.accounts.commit(one!.id, NOW)));
    expect(committed).to.deep.equal(names.map(() => true));
    expect(statements).to.have.lengthOf(1);
    expect(await Promise.all(names.map(commitsOf))).to.deep.equal(names.map(() => 1));
  });

  it('are those of one account if all calls have its key, down to the last credit', async () => {
    const [name] = await accounts(1);
    const reserved = await Promise.all(
      Array.from({ length: 9 }, () => store.accounts.reserve(name!, NOVEMBER, LATER, NOW)),
    );
    expect(reserved.map((one) => one?.balance ?? null)).to.have.members([5, 4, 3, 2, 1, 0, null, null, null]);
  });

  it('do not wait for an account that another process has locked', async () => {
    const [free, locked] = await accounts(2);
    const other = new pg.Client({ connectionString: postgresUrl! });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from balances where account = $1 for update', [locked]);
      let isReserved = false;
      const waits = store.accounts.reserve(locked!, NOVEMBER, LATER, NOW).then((one) => {
        isReserved = true;
        return one;
      });
      expect(await store.accounts.reserve(free!, NOVEMBER, LATER, NOW)).to.include({ balance: 5 });
      expect(await store.accounts.reserve(free!, NOVEMBER, LATER, NOW)).to.include({ balance: 4 });
      expect(isReserved).to.equal(false);
      await other.query('commit');
      expect(await waits).to.include({ balance: 5 });
    } finally {
      await other.end();
    }
  });

  it('are committed although another process has locked some of their reservations', async () => {
    const [free, locked] = await accounts(2);
    const [first, second] = await Promise.all(
      [free!, locked!].map((name) => store.accounts.reserve(name, NOVEMBER, LATER, NOW)),
    );
    const other = new pg.Client({ connectionString: postgresUrl! });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from reservations where id = $1 for update', [second!.id]);
      const waits = store.accounts.commit(second!.id, NOW);
      expect(await store.accounts.commit(first!.id, NOW)).to.equal(true);
      expect(await commitsOf(locked!)).to.equal(0);
      await other.query('rollback');
      expect(await waits).to.equal(true);
      expect(await commitsOf(locked!)).to.equal(1);
    } finally {
      await other.end();
    }
  });

  it('are reserved although one call of their batch has an error', async () => {
    const [name] = await accounts(1);
    const taken = await store.accounts.reserve(name!, NOVEMBER, LATER, NOW);
    const [again, fine] = await Promise.allSettled([
      store.accounts.reserve(name!, NOVEMBER, LATER, NOW, taken!.id),
      store.accounts.reserve(name!, NOVEMBER, LATER, NOW),
    ]);
    expect(again.status).to.equal('rejected');
    expect(fine).to.deep.include({ status: 'fulfilled' });
  });
});
