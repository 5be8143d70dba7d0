/** Input without a meaning here: refused if it would change the result, reported if it is ignored. */
import { expect } from 'chai';
import { postRender, startService, type TestService } from '../support/service.ts';

const GENEROUS = { ANONYMOUS_REQUESTS_PER_MINUTE: '1000', ANONYMOUS_RENDERS_PER_MONTH: '0' };

interface DiagnosticJson {
  readonly code: string;
  readonly message: string;
}

interface ProblemJson {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[] | null;
}

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  data.append('files', new File(['<p>x'], 'index.html'), 'index.html');
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

describe('input without an effect', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ environment: GENEROUS });
  });
  after(() => service.close());

  const problem = async (response: Response): Promise<ProblemJson> => (await response.json()) as ProblemJson;
  const check = async (body: unknown): Promise<DiagnosticJson[]> => {
    const response = await fetch(`${service.url}/v1/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { diagnostics: DiagnosticJson[] }).diagnostics;
  };
  const convert = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/forms/chromium/convert/html`, { method: 'POST', body: form(fields), headers });

  it('is counted as a warning and named by a check, with the right location for it', async () => {
    const body = { html: '<p>x', pageSize: 'A5', colour: 'red' };
    const response = await postRender(service, body);
    expect(response.status).to.equal(200);
    // The scripted document has one of its own.
    expect(response.headers.get('x-render-warnings')).to.equal('3');
    const [size, colour, own] = await check(body);
    expect(size).to.include({ code: 'request/unknown-field', severity: 'warning' });
    expect(size!.message).to.contain('pageSize').and.to.contain('{"options": {"pageSize":');
    expect(colour!.message).to.contain('colour').and.not.to.contain('options');
    expect(own!.code).to.equal('css/unknown-property');
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field ${i} ${'x'.repeat(50)}`, i]));
    expect((await check({ html: '', ...many })).length).to.be.below(30);
  });

  it('is refused in a job, where it could cost thousands of credits', async () => {
    const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': await service.key('pro') };
    const post = (...lines: unknown[]): Promise<Response> =>
      fetch(`${service.url}/v1/jobs`, {
        method: 'POST',
        headers,
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
      });
    const head = await post({ pageSize: 'A5' }, { html: 'x' });
    expect(head.status).to.equal(422);
    expect((await problem(head)).errors![0]!.field).to.equal('line 1: pageSize');
    const document = await post({}, { html: 'x', margin: '1cm' });
    expect(document.status).to.equal(422);
    expect((await problem(document)).errors![0]!.field).to.equal('line 2: margin');
  });

  it('is reported with a suggestion', async () => {
    const [remark] = await check({ html: '<p>x', fielname: 'a.pdf' });
    expect(remark!.message).to.match(/; did you mean filename\?$/);
    const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': await service.key('pro') };
    const refused = async (...lines: unknown[]): Promise<string> => {
      const body = lines.map((line) => JSON.stringify(line)).join('\n');
      const { detail } = await problem(await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body }));
      return detail;
    };
    expect(await refused({ tempalte: 'x' }, { html: 'x' })).to.equal(
      'line 1: tempalte: unknown field; did you mean template?',
    );
    expect(await refused({ webhook: { url: 'https://a.example', secert: 'x' } }, { html: 'x' })).to.contain(
      'line 1: webhook.secert: unknown field; did you mean secret?',
    );
    expect(await refused({}, { htm: 'x' }, { html: 'x', options: { pageSize: 'A99', marign: 1 } })).to.equal(
      [
        'line 2: htm: unknown field; did you mean html?',
        'line 3: options.marign: unknown option; did you mean margin?',
        'line 3: options.pageSize: invalid page size: A99. Use A4, letter landscape, or lengths with units such as 100mm 200mm',
      ].join('; '),
    );
  });

  it('is reported in the warnings of a form', async () => {
    const fields = { waitForExpression: 'window.ready', paperwidth: '5', emulatedMediaType: 'print' };
    const response = await convert(fields);
    expect(response.status).to.equal(200);
    expect(response.headers.get('x-render-warnings')).to.equal('3');
    const parts = await convert(fields, { accept: 'multipart/mixed' });
    const text = await parts.text();
    expect(text).to.contain('waitForExpression').and.to.contain('paperwidth');
    expect((await convert({ waitDelay: '', skipNetworkIdleEvent: 'false' })).headers.get('x-render-warnings')).to.equal(
      '1',
    );
  });

  it('is refused in a form if it would change the result', async () => {
    const split = await convert({ splitMode: 'pages' });
    expect(split.status).to.equal(422);
    expect((await problem(split)).errors![0]!.field).to.equal('splitMode');
    expect((await convert({ splitMode: 'false' })).status).to.equal(200);
    const hooked = await convert({}, { 'Gotenberg-Webhook-Url': 'https://a.example/' });
    expect(hooked.status).to.equal(422);
    const { errors, detail } = await problem(hooked);
    expect(errors![0]!.field).to.equal('Gotenberg-Webhook-Url');
    expect(detail).to.contain('/v1/jobs');
    expect((await convert({ downloadFrom: '[{"url": "https://a.example/a.css"}]' })).status).to.equal(422);
    expect((await convert({ emulatedMediaType: 'speech' })).status).to.equal(422);
  });

  it('adds its diagnostics to the PDF if the caller accepts several parts', async () => {
    const response = await postRender(
      service,
      { html: '<p>x', filename: 'ä.pdf' },
      { accept: 'multipart/mixed, application/pdf;q=0.5' },
    );
    expect(response.status).to.equal(200);
    const boundary = /^multipart\/mixed; boundary="([^"]+)"$/.exec(response.headers.get('content-type') ?? '')?.[1];
    expect(boundary).to.be.a('string');
    const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(Number(response.headers.get('content-length'))).to.equal(body.length);
    const [preamble, pdf, json, end] = body.split(`--${boundary}`);
    expect([preamble, end]).to.deep.equal(['', '--\r\n']);
    expect(pdf).to.match(/^\r\nContent-Type: application\/pdf\r\nContent-Disposition: attachment; [^\r]*\r\n\r\n%PDF/);
    const [headers, content] = json!.split('\r\n\r\n');
    expect(headers).to.equal('\r\nContent-Type: application/json');
    const { pages, diagnostics } = JSON.parse(content!) as { pages: number; diagnostics: DiagnosticJson[] };
    expect(pages).to.equal(2);
    expect(diagnostics[0]!.code).to.equal('css/unknown-property');
    // Callers that accept anything get the PDF.
    for (const accept of ['*/*', 'application/pdf, multipart/mixed;q=0.1', 'multipart/mixed;q=0'])
      expect((await postRender(service, { html: 'x' }, { accept })).headers.get('content-type')).to.equal(
        'application/pdf',
      );
  });

  it('is reported if an invalid key makes its caller anonymous', async () => {
    const { url, close } = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '1' } });
    try {
      const call = (): Promise<Response> =>
        fetch(`${url}/v1/render`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'pw_revoked' },
          body: '{"html": "x"}',
        });
      await call();
      const refused = await call();
      expect(refused.status).to.equal(429);
      expect((await problem(refused)).detail).to.match(/key is invalid/);
      const jobs = await fetch(`${url}/v1/jobs`, { method: 'POST', headers: { 'x-api-key': 'nonsense' }, body: '' });
      expect((await problem(jobs)).detail).to.match(/key is invalid/);
      const plain = await fetch(`${url}/v1/render`, { method: 'POST', body: '{}' });
      expect((await problem(plain)).detail).not.to.contain('valid');
    } finally {
      await close();
    }
  });

  it('does not include dates with an offset or margins for some sides', async () => {
    const dated = await postRender(service, { html: 'x', options: { date: '2026-03-04T05:06:07+02:00' } });
    expect(dated.status).to.equal(200);
    expect((await postRender(service, { html: 'x', options: { margin: { top: '1cm' } } })).status).to.equal(200);
    const wrong = await postRender(service, { html: 'x', options: { margin: { topp: 1 }, date: 'today' } });
    const { errors } = await problem(wrong);
    expect(errors!.map(({ field }) => field)).to.deep.equal(['options.margin.topp', 'options.date']);
    expect(errors!.map(({ message }) => message).join()).not.to.contain('Invalid');
  });

  it('is not logged if it is a key in a path', async () => {
    const key = await service.key('pro');
    await fetch(`${service.url}/v1/jobs/${key}`);
    const line = service.log.findLast(({ path }) => String(path).startsWith('/v1/jobs/'));
    expect(line).to.be.an('object');
    expect(JSON.stringify(line)).not.to.contain(key);
  });
});
