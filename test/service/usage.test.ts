import { expect } from 'chai';
import { postRender, startService, type TestService } from '../support/service.ts';

describe('GET /v1/usage', function () {
  this.timeout(30_000);
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  const usage = (query: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${service.url}/v1/usage${query}`, { headers });

  it('lists the credits that a key has spent, by day', async () => {
    const headers = { 'x-api-key': await service.key('free') };
    for (let i = 0; i < 2; i++) expect((await postRender(service, { html: 'x' }, headers)).status).to.equal(200);
    const answer = await usage('', headers);
    expect(answer.status).to.equal(200);
    const { items, next_cursor } = (await answer.json()) as {
      items: { date: string; credits: number }[];
      next_cursor: null;
    };
    expect(next_cursor).to.equal(null);
    expect(items).to.have.lengthOf(30);
    expect(items.at(-1)!.credits).to.equal(2);
    expect(items.slice(0, -1).every(({ credits }) => credits === 0)).to.equal(true);
    const one = await usage(`?from=${items.at(-1)!.date}&to=${items.at(-1)!.date}`, headers);
    expect(((await one.json()) as { items: unknown }).items).to.deep.equal([items.at(-1)]);
  });

  it('refuses callers without credits, and invalid ranges', async () => {
    expect((await usage('', {})).status).to.equal(403);
    const headers = { 'x-api-key': await service.key('pro') };
    for (const query of ['?from=yesterday', '?to=2026-13-01', '?from=2026-11-02&to=2026-11-01', '?from=2020-01-01'])
      expect((await usage(query, headers)).status, query).to.equal(422);
  });
});
