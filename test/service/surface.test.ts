import { expect } from 'chai';
import { connect } from 'node:net';
import { startService, type TestService } from '../support/service.ts';

/** Sends bytes and reads until the connection ends. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('the HTTP surface', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ environment: { CORS_ORIGINS: 'https://app.example' } });
  });
  after(() => service.close());

  it('points lost callers to its documentation, and serves the guides and nothing else', async () => {
    const detail = async (path: string, method = 'GET'): Promise<string> => {
      const response = await fetch(service.url + path, { method });
      expect(response.status, path).to.equal(404);
      return ((await response.json()) as { detail: string }).detail;
    };
    expect(await detail('/v1/rendr')).to.equal('No route matches this path. See GET /docs.');
    expect(await detail('/forms/chromium/convert/url', 'POST')).to.contain(
      'URLs, office files and PDFs are not converted',
    );
    for (const path of ['/guides/nope.html', '/guides/..%2f..%2fpackage.json', '/guides/recipes/'])
      expect(await detail(path)).to.contain('GET /docs');
    const guide = await fetch(`${service.url}/guides`);
    expect(guide.url).to.equal(`${service.url}/guides/`);
    expect(await guide.text()).to.contain('<a href="recipes/invoice.html">');
    expect(guide.headers.get('content-security-policy')).to.contain("default-src 'none'");
    expect((await fetch(`${service.url}/docs/`)).url).to.equal(`${service.url}/docs`);
  });

  it('answers unknown paths and wrong methods with problems', async () => {
    const unknown = await fetch(`${service.url}/v1/nothing?x=1`);
    expect(unknown.status).to.equal(404);
    expect(await unknown.json()).to.include({
      code: 'not_found',
      instance: '/v1/nothing',
      errors: null,
      upgrade_url: null,
    });
    const wrong = await fetch(`${service.url}/v1/render`);
    expect(((await wrong.json()) as { detail: string }).detail).to.equal('GET is not allowed for this path. Use POST.');
    for (const [method, path, allow] of [
      ['GET', '/v1/render', 'OPTIONS, POST'],
      ['DELETE', '/v1/me', 'GET, HEAD, OPTIONS'],
      ['GET', '/mcp/', 'OPTIONS, POST'],
      ['DELETE', '/mcp', 'OPTIONS, POST'],
      ['PUT', '/', 'GET, HEAD, OPTIONS'],
    ]) {
      const response = await fetch(service.url + path, { method });
      expect([response.status, response.headers.get('allow')], `${method} ${path}`).to.deep.equal([405, allow]);
    }
    expect((await fetch(`${service.url}/v1/render/`, { method: 'POST' })).status).to.equal(404);
  });

  it('answers HEAD wherever GET works, without a body', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/v1/me']) {
      const response = await fetch(service.url + path, { method: 'HEAD' });
      expect(response.status, path).to.equal(200);
      expect(await response.text()).to.equal('');
    }
  });

  it('answers preflights only for listed origins', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.url}/v1/render`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const good = await preflight('https://app.example');
    expect(good.status).to.equal(204);
    expect(good.headers.get('access-control-allow-origin')).to.equal('https://app.example');
    expect(good.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(good.headers.get('access-control-allow-headers')).to.include('X-API-Key');
    expect((await preflight('https://other.example')).headers.get('access-control-allow-origin')).to.equal(null);
    const actual = await fetch(`${service.url}/v1/me`, { headers: { origin: 'https://app.example' } });
    expect(actual.headers.get('access-control-expose-headers')).to.include('X-Page-Count');
  });

  it('answers no preflights if no origin is listed', async () => {
    const plain = await startService();
    const answer = await fetch(`${plain.url}/v1/render`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example' },
    });
    expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'POST']);
    expect(answer.headers.has('access-control-allow-origin')).to.equal(false);
    await plain.close();
  });

  it('lets pages of listed origins read its problems', async () => {
    for (const path of ['/nothing', '/%zz']) {
      const answer = await fetch(service.url + path, { headers: { origin: 'https://app.example' } });
      expect(answer.headers.get('access-control-allow-origin'), path).to.equal('https://app.example');
    }
  });

  it('has pages that load nothing from elsewhere', async () => {
    for (const path of ['/', '/docs']) {
      const response = await fetch(service.url + path);
      expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
      const html = await response.text();
      expect(
        [...html.matchAll(/(?:src|href)="([^"]*)"/g)]
          .map((match) => match[1]!)
          .filter((url) => /^(https?:)?\/\//.test(url)),
      ).to.deep.equal([]);
    }
  });

  it('describes itself in OpenAPI 3.1', async () => {
    const description = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
      openapi: string;
      info: { version: string };
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    expect(description.openapi).to.match(/^3\.1\./);
    expect(description.info.version).to.equal('1');
    expect(Object.keys(description.paths)).to.deep.equal([
      '/v1/render',
      '/forms/chromium/convert/html',
      '/v1/check',
      '/v1/me',
      '/v1/usage',
      '/v1/assets',
      '/v1/assets/{name}',
      '/v1/jobs',
      '/v1/jobs/{id}',
      '/v1/jobs/{id}/results',
      '/v1/jobs/{id}/results/{index}',
      '/v1/files/{id}',
      '/mcp/',
      '/mcp/studio/',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/',
    ]);
    expect(Object.keys(description.paths['/v1/render']!.post!.responses)).to.include.members([
      '200',
      '400',
      '402',
      '413',
      '415',
      '422',
      '429',
      '503',
    ]);
  });

  it('answers input that is not HTTP with a problem and a full anonymous window', async () => {
    const answer = await raw(service.port, 'NONSENSE\r\n\r\n');
    expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer)
      .to.include('application/problem+json')
      .and.to.include('"code":"bad_request"')
      .and.to.include('X-RateLimit-Remaining: 10');
    expect(await raw(service.port, `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)).to.include(
      '"code":"headers_too_large"',
    );
    expect(await raw(service.port, 'GET / HTTP/1.1\r\n\r\n')).to.include('"code":"bad_request"');
    expect(await raw(service.port, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')).to.include('"code":"bad_request"');
    expect(
      await raw(service.port, 'GET http://a.example/nope?q=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).to.include('"instance":"/nope"');
    expect(await raw(service.port, 'GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).to.include(
      '"code":"bad_request"',
    );
    expect(await raw(service.port, 'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).to.include(
      '"code":"bad_request"',
    );
    expect(
      await raw(service.port, `GET /${'a'.repeat(5000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    ).to.include('"code":"uri_too_long"');
  });

  it('refuses a declared body that is too large without reading it', async () => {
    const answer = await raw(
      service.port,
      'POST /v1/render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n',
    );
    expect(answer).to.match(/^HTTP\/1\.1 413 /);
    expect(answer)
      .to.include('"code":"body_too_large"')
      .and.to.match(/connection: close/i);
  });

  it('reports when it is ready, and stops accepting work during shutdown', async () => {
    for (const path of ['/readyz', '/health']) expect((await fetch(service.url + path)).status, path).to.equal(200);
    service.app.lifecycle.shuttingDown = true;
    const answer = await fetch(`${service.url}/readyz`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([503, 'shutting_down']);
    const render = await fetch(`${service.url}/v1/render`, { method: 'POST' });
    expect(((await render.json()) as { code: string }).code).to.equal('shutting_down');
    expect(render.headers.get('connection')).to.equal('close');
    service.app.lifecycle.shuttingDown = false;
  });
});
