/**
 * Whatever store call fails, and however: callers get a documented problem, no internals leak, no credit is lost, and
 * later calls succeed.
 */
import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKey } from '../../server/accounts/keys.ts';
import { type Store, StoreUnavailable } from '../../server/storage/store.ts';
import { FaultyStore, type StoreFault } from '../support/faulty-store.ts';
import { openTestStore, postgresUrl, redisUrl } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';

const SECRET = 'password=hunter2 at /home/somebody/store.ts:12';

const FAULTS: Readonly<Record<string, StoreFault>> = {
  'is refused': { when: 'before', error: new StoreUnavailable(SECRET) },
  throws: { when: 'before', error: new TypeError(SECRET) },
  'loses its answer': { when: 'after', error: new StoreUnavailable(SECRET) },
  'throws behind what it does': { when: 'after', error: new TypeError(SECRET) },
};

/** After the end of every reservation, lease and window. */
const LATER_MS = 10 * 60_000;
/** The start of a month. The tests' clock passes less than a month, so that no balance is renewed in between. */
const START = Date.UTC(2026, 0, 1);
const GRANT = 100;

interface Answer {
  readonly status: number;
  readonly text: string;
}

type Send = (service: TestService, key: string | null) => Promise<Answer>;

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, text: await response.text() };
}

const post =
  (path: string, body: unknown, extra: Record<string, string> = {}): Send =>
  async (service, key) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(key === null ? {} : { 'x-api-key': key }),
      ...extra,
    };
    return answerOf(await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  };

const me: Send = async (service, key) =>
  answerOf(await fetch(`${service.url}/v1/me`, { headers: key === null ? {} : { 'x-api-key': key } }));

const TOOL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'render_html_to_pdf', arguments: { html: 'a' } },
};

/** The calls, whether they use a key, and their cost. */
const CALLS: readonly (readonly [name: string, send: Send, isKeyed: boolean, cost: number])[] = [
  ['a render', post('/v1/render', { html: 'a' }), true, 1],
  ['a named render', post('/v1/render', { html: 'a' }, { 'idempotency-key': 'one' }), true, 1],
  ['a render without a key', post('/v1/render', { html: 'a' }), false, 0],
  ['a render that fails', post('/v1/render', { html: '<!-- timeout -->' }), true, 0],
  ['a check', post('/v1/check', { html: 'a' }), true, 0],
  ['a balance request', me, true, 0],
  ['a tool call', post('/mcp', TOOL), true, 1],
];

const kinds: readonly (readonly [name: string, isThere: boolean, open: (dataDir: string) => Promise<Store>])[] = [
  ['embedded', true, (dataDir) => openTestStore({ dataDir })],
  ['PostgreSQL', postgresUrl !== null, () => openTestStore({ databaseUrl: postgresUrl })],
  [
    'PostgreSQL + Redis',
    postgresUrl !== null && redisUrl !== null,
    () => openTestStore({ databaseUrl: postgresUrl, redisUrl }),
  ],
];

for (const [kind, isThere, open] of kinds) {
  describe(`store faults: ${kind}`, function () {
    this.timeout(120_000);
    let folder: string;
    let inner: Store;
    let store: FaultyStore;
    let service: TestService;
    before(async function () {
      if (!isThere) this.skip();
      folder = mkdtempSync(join(tmpdir(), 'pagewright-faults-'));
      inner = await open(folder);
    });
    after(async () => {
      await inner?.close();
      if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(async () => {
      store = new FaultyStore(inner);
      const environment = { ANONYMOUS_REQUESTS_PER_MINUTE: '100000', ANONYMOUS_RENDERS_PER_MONTH: '100000' };
      service = await startService({ store, environment });
      service.now = START;
    });
    afterEach(() => service.close());

    const balanceOf = async (key: string): Promise<number> => {
      const { text } = await me(service, key);
      return (JSON.parse(text) as { credits: { balance: number } }).credits.balance;
    };

    /** Returns how many store calls an undisturbed request makes. */
    const callsOf = async (send: Send, isKeyed: boolean): Promise<number> => {
      const key = isKeyed ? await service.key('free') : null;
      store.arm();
      await send(service, key);
      await settled();
      return store.calls.length;
    };

    /** Waits for the store calls that continue after a response. */
    const settled = async (): Promise<void> => {
      while (store.pending > 0) await turn();
    };

    for (const [name, send, isKeyed, cost] of CALLS) {
      it(`are handled in ${name}`, async () => {
        const count = await callsOf(send, isKeyed);
        expect(count).to.be.above(0);
        for (const [what, fault] of Object.entries(FAULTS)) {
          for (let at = 1; at <= count; at++) {
            const key = isKeyed ? await service.key('free') : null;
            service.now += LATER_MS;
            store.arm(at, fault);
            const first = await send(service, key);
            await settled();
            const where = `${store.calls[at - 1]} ${what}: ${first.status} ${first.text.slice(0, 200)}`;
            store.arm();
            expect(first.status, where).to.be.oneOf(name === 'a render that fails' ? [422, 500, 503] : [200, 500, 503]);
            expect(first.text, where).not.to.match(/hunter2|somebody|TypeError| at /);
            service.now += LATER_MS;
            const second = await send(service, key);
            expect(second.status, where).to.equal(name === 'a render that fails' ? 422 : 200);
            if (key === null) continue;
            service.now += LATER_MS;
            const isNamed = name.includes('name');
            const made = [first, second].filter((one) => one.status === 200 && !one.text.includes('"isError":true'));
            const paid = isNamed ? Math.min(1, made.length) : made.length;
            expect(await balanceOf(key), where).to.equal(GRANT - cost * paid);
          }
        }
      });
    }

    // Jobs are in the same store as accounts.
    if (kind.endsWith('Redis')) return;
    it('are handled in a job', async () => {
      const body = '{}\n{"html":"a"}';
      const run = async (key: string, at: number, fault: StoreFault | null): Promise<string[]> => {
        store.arm(at, fault);
        const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key };
        let handedIn = await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body });
        if (!handedIn.ok) {
          // The first job would be rendered, and paid for, in addition to the second.
          expect(store.calls[at - 1] === 'open' && fault?.when === 'after', 'refused although open').to.equal(false);
          expect(handedIn.status).to.be.oneOf([500, 503]);
          expect(await handedIn.text()).not.to.match(/hunter2|somebody/);
          handedIn = await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body });
        }
        const { id } = (await handedIn.json()) as { id: string };
        for (;;) {
          const job = await inner.jobs.find(`key:${hashKey(key)}`, id, service.now);
          if (job?.endedAt) {
            expect(job.done).to.equal(1);
            return [...store.calls];
          }
          // Until the runner is idle, the job may make progress without a later time.
          if (service.app.jobs.idle) {
            service.now += LATER_MS;
            service.app.jobs.nudge();
          }
          await turn();
        }
      };
      service.app.jobs.start();
      const count = (await run(await service.key('free'), 0, null)).length;
      for (const [what, fault] of Object.entries(FAULTS)) {
        for (let at = 1; at <= count; at++) {
          const key = await service.key('free');
          service.now += LATER_MS;
          const calls = await run(key, at, fault);
          store.arm();
          service.now += LATER_MS;
          expect(await balanceOf(key), `${calls[at - 1]} ${what}`).to.equal(GRANT - 1);
        }
      }
      await service.app.jobs.stop();
    });

    it('are handled in the removal of a job, which leaves nothing', async () => {
      service.app.jobs.start();
      const removed = async (at: number, fault: StoreFault | null): Promise<number> => {
        const key = await service.key('free');
        const account = `key:${hashKey(key)}`;
        const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key };
        store.arm();
        const body = '{}\n{"html":"a"}';
        const { id } = (await (await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body })).json()) as {
          id: string;
        };
        while (!(await inner.jobs.find(account, id, service.now))?.endedAt) await turn();
        while (!service.app.jobs.idle) await turn();
        const remove = async (): Promise<number> =>
          (await fetch(`${service.url}/v1/jobs/${id}`, { method: 'DELETE', headers })).status;
        expect(await inner.contents.list(account, 'result', '', 10)).to.have.lengthOf(1);
        store.arm(at, fault);
        let status = await remove();
        const where = `${store.calls[at - 1]}: ${status}`;
        if (status !== 204) status = await remove();
        expect(status, where).to.be.oneOf([204, 404]);
        await settled();
        expect(await inner.contents.list(account, 'result', '', 10), where).to.deep.equal([]);
        expect([await inner.jobs.kept(account), await inner.jobs.bytes(account)], where).to.deep.equal([0, 0]);
        return store.calls.length;
      };
      const count = await removed(0, null);
      for (const fault of Object.values(FAULTS)) for (let at = 1; at <= count; at++) await removed(at, fault);
      await service.app.jobs.stop();
    });
  });
}
