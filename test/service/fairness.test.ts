/** Callers share the workers: nobody gets more than a share, and paying callers do not wait for others. */
import { expect } from 'chai';
import { Gate, GateRefused, type Share } from '../../server/rendering/gate.ts';
import { startPool } from '../../server/rendering/pool.ts';
import { hashKey } from '../../server/accounts/keys.ts';
import { endlessDocument } from '../hostile/service/generators.ts';
import { WORKER_FILE } from '../support/built.ts';
import { postRender, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const QUIET = new AbortController().signal;
const share = (account: string, more: Partial<Share> = {}): Share => ({
  account,
  atOnce: 1,
  isKeyed: false,
  usedMs: 0,
  ...more,
});

describe('places', () => {
  /** Enters the gate and records when it was admitted or why not. */
  const comer =
    (gate: Gate, entered: string[]) =>
    (who: Share, signal: AbortSignal = QUIET) =>
      gate.enter(who, signal).then(
        () => void entered.push(who.account),
        (error: GateRefused) => void entered.push(`${who.account} ${error.reason}`),
      );
  const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('are given to each caller up to its share, and the rest stays for others', async () => {
    const gate = new Gate(2, 10, 60_000);
    const entered: string[] = [];
    const enter = comer(gate, entered);
    for (let i = 0; i < 5; i++) void enter(share('hog'));
    void enter(share('other'));
    await turns();
    expect([entered, gate.busy, gate.waiting]).to.deep.equal([['hog', 'other'], 2, 4]);
    gate.leave(share('other'));
    await turns();
    expect([gate.busy, gate.waiting], 'a place stays free').to.deep.equal([1, 4]);
    gate.leave(share('hog'));
    await turns();
    expect([gate.busy, gate.waiting]).to.deep.equal([1, 3]);
  });

  it('go to callers with a key first, then to those with the least use so far', async () => {
    const gate = new Gate(1, 10, 60_000);
    const entered: string[] = [];
    const enter = comer(gate, entered);
    void enter(share('first', { isKeyed: true, atOnce: 9 }));
    void enter(share('much', { usedMs: 500 }));
    void enter(share('little', { usedMs: 5 }));
    void enter(share('little', { usedMs: 5 }));
    void enter(share('payer', { isKeyed: true, usedMs: 9000 }));
    await turns();
    for (const leaver of ['first', 'payer', 'little', 'little']) {
      gate.leave(share(leaver));
      await turns();
    }
    expect(entered).to.deep.equal(['first', 'payer', 'little', 'little', 'much']);
  });

  it('have a reserve for a caller with a key if others hold them all', async () => {
    const gate = new Gate(2, 10, 60_000);
    const entered: string[] = [];
    const enter = comer(gate, entered);
    for (const hog of ['a', 'b', 'c']) void enter(share(hog));
    const payer = share('payer', { isKeyed: true, atOnce: 4 });
    void enter(payer);
    void enter(payer);
    await turns();
    expect([entered, gate.busy]).to.deep.equal([['a', 'b', 'payer'], 3]);
    gate.leave(payer);
    await turns();
    expect([entered.at(-1), gate.busy]).to.deep.equal(['payer', 3]);
  });

  it('in a full queue are taken from the caller with the most', async () => {
    const gate = new Gate(1, 4, 60_000);
    const entered: string[] = [];
    const enter = comer(gate, entered);
    for (let i = 0; i < 6; i++) void enter(share('hog'));
    await turns();
    expect(entered, 'nobody else to take it from').to.deep.equal(['hog', 'hog full']);
    for (const other of ['a', 'b', 'c', 'd']) void enter(share(other));
    await turns();
    expect(entered.splice(2).toSorted(), 'one each, and none for the last').to.deep.equal([
      'd full',
      'hog full',
      'hog full',
      'hog full',
    ]);
    for (const payer of ['one', 'two']) void enter(share(payer, { isKeyed: true }));
    await turns();
    expect(entered.splice(2).toSorted(), 'a place beside the hog, and one in the queue').to.deep.equal([
      'hog full',
      'one',
    ]);
    expect(gate.waiting).to.equal(4);
  });

  it('become free if waiting callers leave or time out', async () => {
    const gate = new Gate(1, 4, 20);
    const entered: string[] = [];
    const enter = comer(gate, entered);
    const leave = new AbortController();
    await enter(share('a'));
    const waiting = [enter(share('b'), leave.signal), enter(share('c'))];
    leave.abort();
    await Promise.all(waiting);
    expect([entered, gate.waiting]).to.deep.equal([['a', 'b aborted', 'c timeout'], 0]);
    gate.leave(share('a'));
    expect(gate.busy).to.equal(0);
  });
});

describe('worker time', () => {
  let service: TestService;
  afterEach(() => service?.close());
  const LONG = '<!-- worked 7000 --><!-- timeout -->';

  it('is charged to the window regardless of the result, and refused once it is used up', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '4' } });
    for (let i = 0; i < 2; i++) expect((await postRender(service, { html: LONG })).status).to.equal(422);
    const jobs = (service.pool as unknown as { jobs: object[] }).jobs;
    const asked = jobs.length;
    const refused = await postRender(service, { html: '' });
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('x-ratelimit-remaining'),
    ]).to.deep.equal([429, '60', '2']);
    expect(((await refused.json()) as { detail: string }).detail).to.include('12 s of rendering');
    const check = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"html":""}',
    });
    expect([check.status, jobs.length], 'a check, too').to.deep.equal([429, asked]);
    service.now += 60_000;
    expect((await postRender(service, { html: '' })).status, 'a minute later').to.equal(200);
  });

  it('is charged for checks, and read from the store', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '4' } });
    const other = await startService({ store: service.store, environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '4' } });
    other.now = service.now;
    let charged = 0;
    const { charge } = service.store.windows;
    service.store.windows.charge = (...given) => charge(...given).finally(() => charged++);
    const check = (at: TestService) =>
      fetch(`${at.url}/v1/check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: LONG }),
      });
    expect((await check(service)).status).to.equal(422);
    expect((await check(other)).status).to.equal(422);
    await until(() => charged === 2);
    expect((await postRender(other, { html: '' })).status, 'both together').to.equal(429);
    await other.close();
  });

  it('does not run out for callers with a larger budget', async () => {
    service = await startService();
    const key = await service.key('pro');
    for (let i = 0; i < 5; i++) await postRender(service, { html: LONG }, { 'x-api-key': key });
    expect((await postRender(service, { html: '' }, { 'x-api-key': key })).status).to.equal(200);
  });
});

describe('responses that wait for their callers', () => {
  it('share a limit, beyond which they are refused and refunded', async () => {
    const service = await startService({ environment: { BODY_MEMORY_MB: '4', MAX_HTML_BYTES: '100000' } });
    const key = await service.key('free');
    const refused = await postRender(service, { html: '<!-- bytes 3000000 -->' }, { 'x-api-key': key });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).to.deep.equal([503, 'overloaded']);
    for (let i = 0; i < 5; i++) {
      const answer = await postRender(service, { html: '<!-- bytes 1500000 -->' }, { 'x-api-key': key });
      expect([answer.status, (await answer.arrayBuffer()).byteLength], 'one after the other').to.deep.equal([
        200, 1_500_000,
      ]);
    }
    const ledger = await service.store.accounts.ledger(`key:${hashKey(key)}`);
    expect(ledger.filter(({ kind }) => kind === 'commit')).to.have.lengthOf(5);
    expect(ledger.filter(({ kind }) => kind === 'refund')).to.have.lengthOf(1);
    await service.close();
  });
});

describe('one greedy caller next to a paying one', function () {
  this.timeout(60_000);

  it('occupies only one worker, so the other does not wait', async () => {
    const pool = await startPool({
      workerFile: WORKER_FILE,
      workers: 2,
      workerMemoryMb: 256,
      queueLimit: 10,
      queueTimeoutMs: 30_000,
      // Longer than the test: the hog's documents end only when it leaves.
      renderTimeoutMs: 600_000,
      maxPages: 5000,
    });
    const service = await startService({ pool, environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '100' } });
    const key = await service.key('business');
    const finished: string[] = [];
    const leave = new AbortController();
    const hog = Array.from({ length: 8 }, (_, i) =>
      fetch(`${service.url}/v1/${i % 2 ? 'check' : 'render'}`, {
        method: 'POST',
        signal: leave.signal,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html: endlessDocument() }),
      }).then(
        () => finished.push('hog'),
        () => undefined,
      ),
    );
    while (pool.waiting < 7) await new Promise((done) => setTimeout(done, 20));
    expect(pool.busy).to.equal(1);
    for (let i = 0; i < 10; i++) {
      expect((await postRender(service, { html: '<h1>paid' }, { 'x-api-key': key })).status).to.equal(200);
      finished.push('payer');
    }
    expect(finished).to.deep.equal(Array(10).fill('payer'));
    leave.abort();
    await Promise.all(hog);
    await service.close();
  });
});
