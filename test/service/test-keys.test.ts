import { expect } from 'chai';
import { codeOf, endedJob, getAs, lines, postJob } from '../support/jobs.ts';
import { extractText } from '../support/pdfium.ts';
import { postRender, startService, type TestService } from '../support/service.ts';
import { startWorkers } from '../support/workers.ts';

describe('test keys', function () {
  this.timeout(120_000);
  let service: TestService;
  before(async () => {
    const pool = await startWorkers();
    service = await startService({ pool });
  });
  after(() => service?.close());

  const pdfOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());
  const TWO_PAGES = '<h1>One</h1><p style="break-before:page">Two';

  it('mark every page, and cost nothing', async () => {
    const key = await service.testKey('free');
    expect(key).to.match(/^pwt_/);
    const answer = await postRender(service, { html: TWO_PAGES }, { 'x-api-key': key });
    expect([answer.status, answer.headers.get('x-page-count')]).to.deep.equal([200, '2']);
    const text = await extractText(await pdfOf(answer));
    expect(text).to.have.lengthOf(2);
    for (const page of text) expect(page).to.include('TEST');
    const me = await (await getAs(service, '/v1/me', key)).json();
    expect(me).to.deep.include({ tier: 'test', is_keyed: true, credits: null });
    const real = await postRender(service, { html: TWO_PAGES }, { 'x-api-key': await service.key('free') });
    expect((await extractText(await pdfOf(real))).join('')).to.not.include('TEST');
  });

  it('mark encrypted files, results of steps and documents of jobs', async () => {
    const key = await service.testKey('pro');
    const headers = { 'x-api-key': key };
    const options = { encryption: { userPassword: 'secret' } };
    const encrypted = await pdfOf(await postRender(service, { html: 'x', options }, headers));
    expect((await extractText(encrypted, 'secret')).join('')).to.include('TEST');
    const steps = [{ impose: { layout: '1x1' } }, { encrypt: { userPassword: 'secret' } }];
    const stepped = await pdfOf(await postRender(service, { html: 'x', steps }, headers));
    expect((await extractText(stepped, 'secret')).join('')).to.include('TEST');
    service.app.jobs.start();
    const job = (await (await postJob(service, key, lines({}, { html: 'x' }))).json()) as { id: string };
    expect(await endedJob(service, key, job.id)).to.include({ done: 1 });
    const result = await pdfOf(await getAs(service, `/v1/jobs/${job.id}/results/0`, key));
    expect((await extractText(result)).join('')).to.include('TEST');
    await service.app.jobs.stop();
  });

  it('have low limits, regardless of their plan', async () => {
    const headers = { 'x-api-key': await service.testKey('business') };
    const answer = await postRender(service, { html: 'x' }, headers);
    expect(answer.headers.get('x-ratelimit-limit')).to.equal('30');
    expect(await codeOf(await fetch(`${service.url}/v1/usage`, { headers }))).to.equal('plan_forbids');
  });
});
