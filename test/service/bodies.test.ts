/** Bodies that are too large, too slow or broken: the response arrives, and the connection behaves as it states. */
import { expect } from 'chai';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Problem } from '../../server/http/problems.ts';
import { readBody } from '../../server/http/read-body.ts';
import { clearedBody } from '../support/cleared-body.ts';
import { startService, type TestService } from '../support/service.ts';

const HEAD = 'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('bodies', () => {
  let service: TestService;
  before(async () => {
    service = await startService({
      environment: { MAX_HTML_BYTES: '1000', MCP_MAX_HTML_BYTES: '1000', ANONYMOUS_REQUESTS_PER_MINUTE: '100' },
    });
  });
  after(() => service.close());

  /** Sends everything at once and reads to the end of the connection. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => (answer += chunk)).on('end', () => resolve(answer));
      socket.on('error', reject);
    });

  const post = (agent: Agent, body: Buffer, headers: Record<string, string>): Promise<[number, string]> =>
    new Promise((resolve, reject) => {
      const call = request(`${service.url}/v1/render`, { method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk)).on('end', () => resolve([answer.statusCode!, text]));
      });
      call.on('error', reject);
      call.end(body);
    });

  it('above the limit are refused with a complete response, though more of the body follows', async () => {
    const size = 900_000;
    const declared = await send(`POST /v1/render ${HEAD}Content-Length: ${size}\r\n\r\n${' '.repeat(size)}`);
    const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`;
    const undeclared = await send(`POST /v1/render ${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk}`);
    for (const answer of [declared, undeclared]) {
      expect(answer).to.match(/^HTTP\/1\.1 413 /);
      expect(answer)
        .to.match(/content-length: \d+/i)
        .and.to.match(/connection: close/i);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).to.include({ code: 'body_too_large' });
    }
  });

  it('above the limit of the tool are directed to the endpoint for larger documents', async () => {
    expect(await send(`POST /mcp ${HEAD}Content-Length: 500000\r\n\r\n${' '.repeat(500_000)}`)).to.include(
      'POST /v1/render',
    );
  });

  it('that do not inflate leave the connection usable', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const [status, text] = await post(agent, Buffer.alloc(100_000, 'x'), headers);
    expect([status, text.includes('"encoding"')]).to.deep.equal([422, true]);
    expect((await post(agent, gzipSync('{"html":""}'), headers))[0]).to.equal(200);
    const [large] = await post(agent, gzipSync(' '.repeat(5_000_000)), headers);
    expect(large).to.equal(413);
    expect((await post(agent, gzipSync('{"html":""}'), headers))[0]).to.equal(200);
    agent.destroy();
  });

  it('in an encoding named like an inherited property are refused', async () => {
    for (const encoding of ['constructor', '__proto__', 'toString']) {
      const answer = await fetch(`${service.url}/v1/render`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
        body: '{"html":""}',
      });
      expect(answer.status, encoding).to.equal(415);
    }
  });

  it('in tiny chunks keep none of them, because each is an object that keeps its packet', async () => {
    const body = await readBody(clearedBody(['{"ht', 'ml":', '"a"}']), { bytes: 100 });
    expect(body.toString()).to.equal('{"html":"a"}');
  });

  it('that stop arriving are abandoned', async () => {
    const slow = Object.assign(new PassThrough(), { headers: {} });
    slow.write('{"html"');
    const error = await readBody(slow as unknown as IncomingMessage, { bytes: 100, timeoutMs: 30 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Problem);
    expect((error as Problem).code).to.equal('request_timeout');
    expect((error as Problem).details.closeConnection).to.equal(true);
  });

  it('announced with an unknown expectation, and CONNECT, are answered with problems', async () => {
    expect(await send(`POST /v1/render ${HEAD}Expect: tea\r\nX-Request-Id: mine\r\nContent-Length: 2\r\n\r\n{}`))
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.include('"request_id":"mine"')
      .and.to.include('"instance":"/v1/render"');
    expect(await send('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n')).to.include('"code":"bad_request"');
  });
});
