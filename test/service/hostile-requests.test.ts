/** Malicious requests and those of broken clients: each gets a problem, and the next caller is served. */
import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { createHttpServer, listen } from '../../server/listen.ts';
import { postRender, startService, type TestService } from '../support/service.ts';

const JSON_HEAD = 'Host: x\r\nContent-Type: application/json\r\n';

/** Opens a connection to the port and collects all output until it ends. */
function open(port: number): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (text += chunk)).on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET' ? resolve(text) : reject(error),
    );
  });
  return { socket, answer };
}

describe('hostile requests', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '100', MAX_HTML_BYTES: '200000' } });
  });
  afterEach(() => service.close());

  const raw = (text: string): Promise<string> => {
    const { socket, answer } = open(service.port);
    socket.write(text);
    return answer;
  };
  const body = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

  it('nested 200,000 levels deep are read like any other', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(await body(await postRender(service, `{"html": ${deep}}`))).to.deep.equal([422, 'validation_error']);
    expect(await body(await postRender(service, deep))).to.deep.equal([422, 'validation_error']);
    expect(await body(await postRender(service, '{"a":'.repeat(200_000)))).to.deep.equal([422, 'validation_error']);
    expect((await postRender(service, `{"html": "", "other": ${deep}}`)).status).to.equal(200);
    const mcp = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"render_html_to_pdf","arguments":{"html":${deep}}}}`,
    });
    expect(mcp.status).to.be.lessThan(500);
    expect((await postRender(service, { html: '' })).status).to.equal(200);
  });

  it('with lone surrogates render U+FFFD', async () => {
    expect(
      (await postRender(service, String.raw`{"html": "\ud800<p>\udc00", "filename": "a\ud800.pdf"}`)).status,
    ).to.equal(200);
    expect((service.pool as unknown as { jobs: { html: string }[] }).jobs[0]!.html).to.equal('\ufffd<p>\ufffd');
  });

  it('cannot inject headers', async () => {
    for (const filename of ['a\r\nX-Evil: 1', 'a\nb', 'a\u0000b', 'a\u0085b', 'a\u2028b'])
      expect(await body(await postRender(service, { html: '', filename }))).to.deep.equal([422, 'validation_error']);
    for (const filename of ['"; filename=evil.exe', 'a\\"b', "a'b;c=d", '%0d%0aX-Evil: 1']) {
      const answer = await postRender(service, { html: '', filename });
      expect([answer.status, answer.headers.get('x-evil')]).to.deep.equal([200, null]);
      expect(answer.headers.get('content-disposition')).to.match(/^attachment; filename="(?:[^"\\]|\\.)*"/);
    }
    const answer = await raw('GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\tb\r\nConnection: close\r\n\r\n');
    expect(/x-request-id: (.*)\r/i.exec(answer)?.[1]).to.match(/^[0-9a-f-]{36}$/);
  });

  it('without end are cut off', async () => {
    const { socket, answer } = open(service.port);
    socket.write(`POST /v1/render HTTP/1.1\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    const pump = setInterval(() => socket.writable && socket.write(chunk.repeat(8)), 5);
    const text = await answer.finally(() => clearInterval(pump));
    expect(text)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.to.include('"code":"body_too_large"');
  });

  it('with a request line that is too long are refused by every limit', async () => {
    for (const length of [5000, 30_000])
      expect(await raw(`GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).to.include(
        '"code":"uri_too_long"',
      );
  });

  it('with Expect: 100-continue are refused before they send a body', async () => {
    const expecting = (length: number, rest = '') =>
      `POST /v1/render HTTP/1.1\r\n${JSON_HEAD}Expect: 100-continue\r\nContent-Length: ${length}\r\n${rest}\r\n`;
    const refused = await raw(expecting(99_999_999));
    expect(refused)
      .to.match(/^HTTP\/1\.1 413 /)
      .and.not.to.include('100 Continue');
    const { socket, answer } = open(service.port);
    socket.write(expecting(11, 'Connection: close\r\n'));
    socket.once('data', () => socket.write('{"html":""}'));
    expect(await answer).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('that are complete are answered before any garbage after them', async () => {
    const good = `POST /v1/render HTTP/1.1\r\n${JSON_HEAD}Content-Length: 11\r\n\r\n{"html":""}`;
    const text = await raw(`${good}NONSENSE\r\n\r\n`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('that are interrupted during a response get no second one', async () => {
    const { socket, answer } = open(service.port);
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.write('NONSENSE\r\n\r\n'));
    const text = await answer;
    expect(text.match(/HTTP\/1\.1 /g)).to.have.lengthOf(2);
    expect(text).to.match(/^HTTP\/1\.1 200 /);
    expect(text.slice(text.lastIndexOf('HTTP/1.1'))).to.match(/^HTTP\/1\.1 400 /);
  });
});

describe('slow requests', () => {
  it('are answered and closed when their time is up', async () => {
    const limits = {
      headersTimeout: 100,
      requestTimeout: 200,
      keepAliveTimeout: 1000,
      connectionsCheckingInterval: 50,
    };
    const server = createHttpServer(
      () => undefined,
      { anonymousRequestsPerMinute: 10, metering: true, upgradeUrl: '/' },
      limits,
    );
    const port = await listen(server, 0, '127.0.0.1');
    const slowHeaders = open(port);
    slowHeaders.socket.write('GET / HTTP/1.1\r\nHost: x\r\nA: ');
    const slowBody = open(port);
    slowBody.socket.write(`POST /v1/render HTTP/1.1\r\n${JSON_HEAD}Content-Length: 100\r\n\r\n{`);
    for (const answer of [await slowHeaders.answer, await slowBody.answer])
      expect(answer)
        .to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/)
        .and.to.include('"code":"request_timeout"')
        .and.to.include('X-RateLimit-Remaining: 10');
    server.closeAllConnections();
    server.close();
  });
});
