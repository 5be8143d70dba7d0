import { expect } from 'chai';
import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { postRender, startService, type TestService } from '../support/service.ts';

interface ProblemJson {
  code: string;
  status: number;
  detail: string;
  instance: string;
  request_id: string;
  title: string;
  type: string;
  errors: { field: string; code: string }[] | null;
  upgrade_url: string | null;
  urls?: { url: string; where: string }[];
}

async function problem(response: Response): Promise<ProblemJson> {
  expect(response.headers.get('content-type')).to.equal('application/problem+json');
  const body = (await response.json()) as ProblemJson;
  expect(body).to.include.keys(
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'request_id',
    'errors',
    'upgrade_url',
  );
  expect(body.status).to.equal(response.status);
  expect(body.request_id).to.equal(response.headers.get('x-request-id'));
  return body;
}

describe('POST /v1/render', () => {
  let service: TestService;
  let key: string;
  before(async () => {
    service = await startService({
      environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '1000', MAX_HTML_BYTES: '2000', ANONYMOUS_RENDERS_PER_MONTH: '0' },
    });
    key = await service.key('business');
  });
  after(() => service.close());

  it('returns a PDF with its pages, warnings and name', async () => {
    const response = await postRender(service, { html: '<p>x', filename: 'Rechnung Ä.pdf' });
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/pdf');
    expect(response.headers.get('x-page-count')).to.equal('2');
    expect(response.headers.get('x-render-warnings')).to.equal('1');
    expect(response.headers.get('content-disposition')).to.match(
      /^attachment; filename="Rechnung .*\.pdf"; filename\*=UTF-8''Rechnung%20%C3%84\.pdf$/,
    );
    expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(response.headers.get('cache-control')).to.equal('no-store');
    expect(response.headers.get('x-powered-by')).to.equal(null);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-length')).to.equal(String(bytes.length));
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).to.equal('%PDF-');
  });

  it('names the file document.pdf if no name is left', async () => {
    for (const filename of [undefined, null, '', '...', '  ']) {
      const response = await postRender(service, { html: '', filename });
      expect(response.headers.get('content-disposition')).to.equal('attachment; filename=document.pdf');
    }
  });

  it('echoes a plain request id and replaces any other', async () => {
    const own = await postRender(service, { html: '' }, { 'x-request-id': 'abc-1.2_3' });
    expect(own.headers.get('x-request-id')).to.equal('abc-1.2_3');
    const other = await postRender(service, { html: '' }, { 'x-request-id': 'a b' });
    expect(other.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
  });

  it('lists every failing field', async () => {
    const cases: [unknown, { field: string; code: string }[]][] = [
      ['{', [{ field: 'body', code: 'json' }]],
      ['[]', [{ field: 'body', code: 'type' }]],
      ['null', [{ field: 'body', code: 'type' }]],
      [{}, [{ field: 'html', code: 'required' }]],
      [{ html: 5 }, [{ field: 'html', code: 'type' }]],
      [
        { html: null, filename: 7 },
        [
          { field: 'html', code: 'type' },
          { field: 'filename', code: 'type' },
        ],
      ],
      [{ html: '', filename: 'a\u0000b' }, [{ field: 'filename', code: 'forbidden_character' }]],
      [{ html: '', filename: 'a\u2028b' }, [{ field: 'filename', code: 'forbidden_character' }]],
    ];
    for (const [body, errors] of cases) {
      const answer = await problem(await postRender(service, body));
      expect(answer.code).to.equal('validation_error');
      expect(answer.errors?.map(({ field, code }) => ({ field, code }))).to.deep.equal(errors);
      expect(answer.instance).to.equal('/v1/render');
    }
  });

  it('names the position of a mistake in JSON', async () => {
    const messageOf = async (body: unknown): Promise<string | undefined> =>
      ((await problem(await postRender(service, body))).errors as { message: string }[] | null)?.[0]?.message;
    expect(await messageOf('{\n  "html": "é" "x"}')).to.equal(
      'must be valid JSON, but the mistake is at line 2, column 15',
    );
    expect(await messageOf('')).to.equal('must be valid JSON, but it is empty');
    const form = new FormData();
    form.set('html', 'x');
    form.set('options', '{"scale":\n}');
    const answer = await problem(await fetch(`${service.url}/v1/render`, { method: 'POST', body: form }));
    expect(answer.detail).to.equal('options: must be valid JSON, but the mistake is at line 2, column 1');
  });

  it('refuses invalid UTF-8', async () => {
    const response = await fetch(`${service.url}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
    });
    expect((await problem(response)).errors?.[0]?.code).to.equal('encoding');
  });

  it('limits html in UTF-8 bytes, inclusively', async () => {
    expect((await postRender(service, { html: 'é'.repeat(1000) })).status).to.equal(200);
    expect((await problem(await postRender(service, { html: 'é'.repeat(1000) + 'x' }))).code).to.equal(
      'html_too_large',
    );
    expect(
      (await postRender(service, { html: '\ufeff' + 'x'.repeat(2000) })).status,
      'a byte order mark is dropped',
    ).to.equal(200);
  });

  it('accepts compressed bodies and limits their inflated size', async () => {
    const body = JSON.stringify({ html: '<p>x' });
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['deflate', deflateRawSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const) {
      const response = await fetch(`${service.url}/v1/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: bytes,
      });
      expect(response.status, encoding).to.equal(200);
    }
    const bomb = await fetch(`${service.url}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(10_000_000)),
    });
    expect((await problem(bomb)).code).to.equal('body_too_large');
    const broken = await fetch(`${service.url}/v1/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: 'not gzip',
    });
    expect((await problem(broken)).errors?.[0]?.code).to.equal('encoding');
  });

  it('accepts JSON only in UTF-8', async () => {
    const good = ['application/json', 'Application/JSON; charset=UTF-8'];
    for (const type of good)
      expect((await postRender(service, { html: '' }, { 'content-type': type })).status, type).to.equal(200);
    for (const type of ['text/plain', 'application/json; charset=latin1', 'application/jsonp', '']) {
      expect((await problem(await postRender(service, '{"html":""}', { 'content-type': type }))).code, type).to.equal(
        'unsupported_media_type',
      );
    }
    expect((await problem(await postRender(service, '{}', { 'content-encoding': 'zstd' }))).code).to.equal(
      'unsupported_media_type',
    );
  });

  it('names external references', async () => {
    const answer = await problem(await postRender(service, { html: '<img src="https://a.example/x.png">' }));
    expect(answer.code).to.equal('external_resource');
    expect(answer.detail).to.include('https://a.example/x.png');
    expect(answer.urls).to.deep.equal([{ url: 'https://a.example/x.png', where: 'img src' }]);
  });

  it('maps failures of the pool and the engine to problems', async () => {
    const cases: [string, number, string][] = [
      ['<!-- overloaded -->', 503, 'overloaded'],
      ['<!-- timeout -->', 422, 'render_timeout'],
      ['<!-- memory -->', 422, 'document_too_complex'],
      ['<!-- crashed -->', 500, 'internal_error'],
      ['<!-- refuse page_limit_exceeded -->', 422, 'page_limit_exceeded'],
      ['<!-- refuse render_timeout -->', 422, 'render_timeout'],
      ['<!-- refuse document_too_complex -->', 422, 'document_too_complex'],
    ];
    for (const [html, status, code] of cases) {
      const response = await postRender(service, { html }, { 'x-api-key': key });
      expect(response.status, html).to.equal(status);
      expect((await problem(response)).code).to.equal(code);
      expect(response.headers.has('retry-after')).to.equal(status === 503);
    }
    const me = (await (await fetch(`${service.url}/v1/me`, { headers: { 'x-api-key': key } })).json()) as {
      credits: { balance: number };
    };
    expect(me.credits.balance, 'failures cost nothing').to.equal(50_000);
  });

  it('logs a crash under the id of its request', async () => {
    await postRender(service, { html: '<!-- crashed -->' }, { 'x-request-id': 'crash-1' });
    const [line] = service.log.filter((entry) => entry.level === 50 && entry.id === 'crash-1');
    expect(JSON.stringify(line)).to.include('scripted crashed');
  });

  it('logs a line without html or key', () => {
    const line = service.log.findLast((entry) => entry.msg === 'request' && entry.path === '/v1/render');
    expect(line).to.include.keys(
      'id',
      'caller',
      'status',
      'code',
      'html_bytes',
      'pages',
      'queue_ms',
      'render_ms',
      'worker_mb',
    );
    expect(JSON.stringify(service.log)).not.to.include(key);
    expect(JSON.stringify(service.log)).not.to.include('a.example');
  });
});
