/**
 * Credits and keys if stores misbehave or callers forge keys: each delivery is paid for once, and forgeries cost nobody
 * else.
 */
import { expect } from 'chai';
import type { IncomingMessage } from 'node:http';
import { Callers } from '../../server/accounts/caller.ts';
import { createKey, hashKey } from '../../server/accounts/keys.ts';
import { type AccountStore, type LedgerEntry, type Store, StoreUnavailable } from '../../server/storage/store.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postRender, ScriptedPool, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { openTestStore } from '../support/servers.ts';

/** Returns a store with some account methods replaced. */
function withAccounts(store: Store, change: (accounts: AccountStore) => Partial<AccountStore>): Store {
  return { ...store, accounts: { ...store.accounts, ...change(store.accounts) } };
}

describe('a failing store', function () {
  this.timeout(30_000);
  let folder: string;
  let inner: Store;
  let service: TestService | null = null;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pagewright-bad-'));
    inner = await openTestStore({ dataDir: folder });
  });
  afterEach(async () => {
    await service?.close();
    service = null;
    await inner.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const movements = async (key: string, kind: LedgerEntry['kind']): Promise<number> =>
    (await inner.accounts.ledger(`key:${hashKey(key)}`)).filter((entry) => entry.kind === kind).length;
  const balance = async (key: string): Promise<number> =>
    (await inner.accounts.ledger(`key:${hashKey(key)}`)).reduce((sum, { amount }) => sum + amount, 0);

  for (const lost of [1, 3])
    it(`loses ${lost} answers to a commit, but the PDF is delivered and charged once`, async () => {
      let answers = 0;
      const store = withAccounts(inner, (accounts) => ({
        commit: async (reservation, now) => {
          const answer = await accounts.commit(reservation, now);
          if (++answers <= lost) throw new StoreUnavailable('the answer is lost');
          return answer;
        },
      }));
      service = await startService({ store });
      const key = await service.key('free');
      expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
      expect([answers, await movements(key, 'commit'), await balance(key)]).to.deep.equal([lost + 1, 1, 99]);
    });

  it('loses the answer to a reservation, and refunds the credit at once', async () => {
    const lost = async <T>(answer: Promise<T>): Promise<T> => {
      await answer;
      throw new StoreUnavailable('the answer is lost');
    };
    const store = withAccounts(inner, (accounts) => ({
      reserve: (...given) => lost(accounts.reserve(...given)),
      reserveNamed: (...given) => lost(accounts.reserveNamed(...given)),
    }));
    service = await startService({ store });
    const key = await service.key('free');
    const named = { 'x-api-key': key, 'idempotency-key': 'one' };
    for (const headers of [{ 'x-api-key': key }, named]) {
      expect((await postRender(service, { html: '' }, headers)).status).to.equal(503);
      const refunds = 'idempotency-key' in headers ? 2 : 1;
      await until(async () => (await movements(key, 'refund')) === refunds);
      expect([await movements(key, 'reserve'), await balance(key)]).to.deep.equal([refunds, 100]);
    }
  });

  describe('with named calls', () => {
    const send = async (key: string, html: string, name: string): Promise<[number, string | null]> => {
      const answer = await postRender(service!, { html }, { 'x-api-key': key, 'idempotency-key': name });
      const code = answer.ok ? null : ((await answer.json()) as { code: string }).code;
      return [answer.status, code];
    };

    it('charges a repeated call once', async () => {
      service = await startService({ store: inner });
      const key = await service.key('free');
      for (let i = 0; i < 3; i++) expect(await send(key, '<p>a', '"invoice-1"')).to.deep.equal([200, null]);
      expect(await send(key, '<p>a', 'invoice-1')).to.deep.equal([200, null]);
      expect(await send(key, '<p>b', 'invoice-1')).to.deep.equal([422, 'idempotency_mismatch']);
      expect(await send(key, '<p>b', 'invoice-2')).to.deep.equal([200, null]);
      expect([await movements(key, 'commit'), await balance(key)]).to.deep.equal([2, 98]);
    });

    it('refuses a repeated call while the first is running, and charges it after the first has failed', async () => {
      const pool = new ScriptedPool();
      service = await startService({ store: inner, pool });
      const key = await service.key('free');
      const slow = send(key, '<!-- held -->', 'one');
      await until(() => pool.held.length > 0);
      expect(await send(key, '<!-- held -->', 'one')).to.deep.equal([409, 'idempotency_conflict']);
      pool.held[0]!();
      expect(await slow).to.deep.equal([200, null]);
      expect((await send(key, '<!-- timeout -->', 'two'))[1]).to.equal('render_timeout');
      expect((await send(key, '<!-- timeout -->', 'two'))[1]).to.equal('render_timeout');
      expect([await movements(key, 'commit'), await balance(key)]).to.deep.equal([1, 99]);
    });

    it('requires a valid name', async () => {
      service = await startService({ store: inner });
      const key = await service.key('free');
      expect((await send(key, '', 'two words'))[1]).to.equal('validation_error');
      expect((await send(key, '', 'x'.repeat(256)))[1]).to.equal('validation_error');
    });
  });

  it('rejects the commit, so there is neither a PDF nor a charge', async () => {
    const store = withAccounts(inner, () => ({ commit: () => Promise.reject(new StoreUnavailable('away')) }));
    service = await startService({ store });
    const key = await service.key('free');
    const answer = await postRender(service, { html: '' }, { 'x-api-key': key });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([503, 'store_unavailable']);
    expect([await movements(key, 'commit'), await balance(key)]).to.deep.equal([0, 100]);
  });

  it('charges a render although its reservation was refunded before it ended', async () => {
    const store = withAccounts(inner, (accounts) => ({
      reserve: async (account, period, expiresAt, now) => {
        const reserved = await accounts.reserve(account, period, expiresAt, now);
        if (reserved && ++reservations === 1) await accounts.refund(reserved.id, now);
        return reserved;
      },
    }));
    let reservations = 0;
    service = await startService({ store });
    const key = await service.key('free');
    expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
    expect([await movements(key, 'commit'), await balance(key)]).to.deep.equal([1, 99]);
  });

  it('throws internal errors, which callers of REST and MCP never see', async () => {
    const secret = 'password=hunter2 at /home/somebody/store.ts:12';
    const fail = (): never => {
      throw new TypeError(secret);
    };
    const tool = { name: 'render_html_to_pdf', arguments: { html: '' } };
    const store = withAccounts(inner, () => ({ reserve: fail, balance: fail }));
    service = await startService({ store });
    const key = await service.key('free');
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': key,
    };
    const answers = [
      await postRender(service, { html: '' }, { 'x-api-key': key }),
      await fetch(`${service.url}/v1/me`, { headers }),
      await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
      }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([500, 500, 200]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(text)
        .to.include('internal_error')
        .and.not.to.match(/hunter2|somebody|TypeError| at /);
    }
    expect(answers[0]!.headers.get('content-type')).to.equal('application/problem+json');
  });

  it('is queried for forged keys at a limited rate, and never drops a valid key because of them', async () => {
    const asked = new Map<string, number>();
    const store = withAccounts(inner, (accounts) => ({
      findKey: (hash) => {
        asked.set(hash, (asked.get(hash) ?? 0) + 1);
        return accounts.findKey(hash);
      },
    }));
    service = await startService({ store, environment: { TRUST_PROXY: '1' } });
    const key = await service.key('pro');
    const tier = async (shown: string, address: string): Promise<string> => {
      const answer = await fetch(`${service!.url}/v1/me`, {
        headers: { 'x-api-key': shown, 'x-forwarded-for': address },
      });
      return ((await answer.json()) as { tier: string }).tier;
    };
    expect(await tier(key, '198.51.100.1')).to.equal('pro');
    for (let i = 0; i < 300; i++) expect(await tier(createKey(), '198.51.100.2')).to.equal('anonymous');
    expect(asked.size, 'one true key and a bounded number of others').to.equal(101);
    expect(await tier(key, '198.51.100.2'), 'a key that is known, from the same address').to.equal('pro');
    expect(asked.get(hashKey(key)), 'still remembered').to.equal(1);
    const fresh = await service.key('business');
    expect(await tier(fresh, '198.51.100.3'), 'a new key from elsewhere').to.equal('business');
    service.now += 1000;
    expect(await tier(await service.key('free'), '198.51.100.2'), 'a new key a second later').to.equal('free');
  });

  it('is queried once for a key in many concurrent calls, none of which counts as anonymous', async () => {
    let asked = 0;
    const store = withAccounts(inner, (accounts) => ({
      findKey: async (hash) => {
        asked++;
        await new Promise((later) => setTimeout(later, 50));
        return accounts.findKey(hash);
      },
    }));
    service = await startService({ store });
    const key = await service.key('pro');
    // Calls the parts directly instead of sockets, so that all calls arrive before the store answers the first.
    const request = {
      headers: { 'x-api-key': key },
      socket: { remoteAddress: '127.0.0.1' },
    } as unknown as IncomingMessage;
    const callers = new Callers(store.accounts, service.config, () => 0, 'a secret of sixteen');
    const found = await Promise.all(Array.from({ length: 300 }, () => callers.identify(request)));
    expect(new Set(found.map(({ tier }) => tier))).to.deep.equal(new Set(['pro']));
    expect(asked).to.equal(1);
    await callers.identify(request);
    expect(asked, 'remembered').to.equal(1);
  });
});
