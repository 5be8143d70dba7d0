import { expect } from 'chai';
import { hashKey } from '../../server/accounts/keys.ts';
import { postRender, ScriptedPool, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const render = (service: TestService, key?: string, html = '<p>x') =>
  postRender(service, { html }, key ? { 'x-api-key': key } : {});

async function me(service: TestService, key?: string) {
  const response = await fetch(`${service.url}/v1/me`, { headers: key ? { 'x-api-key': key } : {} });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as {
      tier: string;
      is_keyed: boolean;
      rate_limit: { limit: number; remaining: number; reset: number };
      credits: { balance: number; granted: number; period_end: string } | null;
      features: string[];
    },
  };
}

describe('windows, credits and allowances', () => {
  let service: TestService;
  afterEach(() => service.close());

  it('show the window on every response, unchanged until a counted call', async () => {
    service = await startService();
    for (const path of ['/healthz', '/nothing', '/v1/me', '/docs']) {
      const { headers } = await fetch(service.url + path);
      expect(
        [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')],
        path,
      ).to.deep.equal(['10', '10', '60']);
    }
    const counted = await postRender(service, '{', {});
    expect(counted.status).to.equal(422);
    expect(counted.headers.get('x-ratelimit-remaining')).to.equal('9');
  });

  it('show the rest of the window at response time, however long the render took', async () => {
    const pool = new ScriptedPool();
    const run = pool.run.bind(pool);
    pool.run = async (...given) => {
      service.now += 45_000;
      return run(...given);
    };
    service = await startService({ pool });
    const first = await render(service);
    expect(first.headers.get('x-ratelimit-reset')).to.equal('15');
    expect(first.headers.get('x-ratelimit-remaining')).to.equal('9');
    const second = await render(service);
    expect(second.headers.get('x-ratelimit-reset'), 'ended meanwhile').to.equal('60');
    expect(second.headers.get('x-ratelimit-remaining')).to.equal('10');
  });

  it('let exactly N of many concurrent calls pass', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '20' } });
    const answers = await Promise.all(Array.from({ length: 60 }, () => render(service)));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(20);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.headers.get('retry-after')).to.equal('60');
    const body = (await refused.json()) as { code: string; upgrade_url: string };
    expect(body).to.include({ code: 'rate_limited', upgrade_url: '/docs#plans' });
  });

  it('open a new window 60 s after the first counted call', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '1' } });
    expect((await render(service)).status).to.equal(200);
    service.now += 59_000;
    const refused = await render(service);
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('x-ratelimit-reset'),
    ]).to.deep.equal([429, '1', '1']);
    service.now += 1_000;
    expect((await render(service)).status).to.equal(200);
  });

  it('spend exactly the balance under concurrency', async () => {
    service = await startService();
    const key = await service.key('free');
    await service.store.accounts.balance('unused', { name: '2026-11', grant: 1 }, service.now);
    const answers = [];
    for (let i = 0; i < 5; i++) {
      answers.push(...(await Promise.all(Array.from({ length: 24 }, () => render(service, key)))));
      service.now += 60_000;
    }
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(100);
    const broke = answers.find(({ status }) => status === 402)!;
    expect(((await broke.json()) as { code: string }).code).to.equal('credits_exhausted');
    const account = await me(service, key);
    expect(account.status).to.equal(200);
    expect(account.body.credits?.balance).to.equal(0);
  });

  it('refund the credit if the caller disconnects', async () => {
    const pool = new ScriptedPool();
    service = await startService({ pool });
    const key = await service.key('free');
    const controller = new AbortController();
    const call = fetch(`${service.url}/v1/render`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ html: '<!-- held -->' }),
    }).catch(() => null);
    await until(() => pool.held.length > 0);
    expect((await me(service, key)).body.credits?.balance).to.equal(99);
    controller.abort();
    await call;
    await until(async () => (await me(service, key)).body.credits?.balance === 100);
  });

  it('name the setting that turns them off to callers on the same machine', async () => {
    const limited = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '1' } });
    const detailOf = async (headers: Record<string, string>): Promise<string> => {
      await postRender(limited, { html: '' }, headers);
      const answer = await postRender(limited, { html: '' }, headers);
      expect(answer.status).to.equal(429);
      return ((await answer.json()) as { detail: string }).detail;
    };
    expect(await detailOf({})).to.match(/Retry in \d+ s\. If you run .* PAGEWRIGHT_METERING=off\.$/);
    expect(await detailOf({ 'x-forwarded-for': '192.0.2.1' })).not.to.include('METERING');
    await limited.close();
  });

  it('count anonymous renders by month, not by window', async () => {
    service = await startService({ environment: { ANONYMOUS_RENDERS_PER_MONTH: '2' } });
    service.now = Date.UTC(2026, 10, 30, 23, 59, 30);
    expect((await render(service)).status).to.equal(200);
    expect((await render(service, undefined, '<!-- refuse render_timeout -->')).status).to.equal(422);
    expect((await render(service)).status).to.equal(200);
    const refused = await render(service);
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('retry-after')).to.equal('30');
    expect(((await refused.json()) as { code: string }).code).to.equal('allowance_exhausted');
    service.now = Date.UTC(2026, 11, 1);
    expect((await render(service)).status).to.equal(200);
  });

  it('report external references first to a caller without credit', async () => {
    service = await startService({ environment: { ANONYMOUS_RENDERS_PER_MONTH: '1' } });
    await render(service);
    const answer = await render(service, undefined, '<img src="http://a.example/">');
    expect(((await answer.json()) as { code: string }).code).to.equal('external_resource');
  });

  it('charge nothing if a document is refused for its references', async () => {
    service = await startService();
    const key = await service.key('free');
    expect((await render(service, key, '<img src="http://a.example/">')).status).to.equal(400);
    const ledger = await service.store.accounts.ledger(`key:${hashKey(key)}`);
    expect(ledger.map(({ kind }) => kind)).to.deep.equal(['grant', 'reserve', 'refund']);
    expect((await me(service, key)).body).to.have.nested.property('credits.balance', 100);
  });

  it('name the references of a document rather than missing credits', async () => {
    service = await startService({ environment: { ANONYMOUS_RENDERS_PER_MONTH: '1' } });
    expect((await render(service, undefined, 'x')).status).to.equal(200);
    expect((await render(service, undefined, 'x')).status).to.equal(429);
    expect((await render(service, undefined, '<img src="http://a.example/">')).status).to.equal(400);
  });

  it('treat an absent, malformed, unknown or revoked key as anonymous', async () => {
    service = await startService();
    const key = await service.key('pro');
    expect((await me(service, key)).body).to.deep.include({ tier: 'pro', is_keyed: true });
    await service.store.accounts.revokeKeys(key.slice(0, 11), service.now);
    service.now += 31_000;
    for (const other of [key, undefined, 'pw_nonsense', '']) {
      expect((await me(service, other)).body, String(other)).to.deep.include({
        tier: 'anonymous',
        is_keyed: false,
        credits: null,
      });
    }
  });

  it('renew credits with the UTC month and state the date', async () => {
    service = await startService();
    const key = await service.key('free');
    service.now = Date.UTC(2026, 10, 30, 23, 59);
    await render(service, key);
    expect((await me(service, key)).body.credits).to.deep.equal({
      balance: 99,
      granted: 100,
      period_end: '2026-12-01',
    });
    service.now = Date.UTC(2026, 11, 1);
    expect((await me(service, key)).body.credits).to.deep.equal({
      balance: 100,
      granted: 100,
      period_end: '2027-01-01',
    });
  });

  it('count a check but charge nothing', async () => {
    service = await startService();
    const key = await service.key('free');
    const response = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ html: '<p>x' }),
    });
    const body = (await response.json()) as { pages: number; diagnostics: object[] };
    expect(body.pages).to.equal(2);
    expect(body.diagnostics[0]).to.have.all.keys('code', 'severity', 'message', 'source', 'line', 'column', 'count');
    expect(response.headers.get('x-ratelimit-remaining')).to.equal('29');
    expect((await me(service, key)).body.credits?.balance).to.equal(100);
  });
});
