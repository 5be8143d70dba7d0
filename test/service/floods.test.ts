/** More load than the service can handle: it refuses excess before that costs anything, and stays responsive. */
import { expect } from 'chai';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BodyBudget } from '../../server/http/body-budget.ts';
import { JSON_DEPTH, nestedJson } from '../hostile/service/generators.ts';
import { until } from '../support/until.ts';
import { postRender, startService, type TestService } from '../support/service.ts';

const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

describe('floods', function () {
  this.timeout(60_000);
  let service: TestService;
  afterEach(() => service?.close());

  const message = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });
  const ping = (bytes: number): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { x: 'x'.repeat(bytes) } } });

  it('of nested JSON do not block /healthz', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '100' } });
    const body = nestedJson(JSON_DEPTH);
    let over = false;
    const harm = Promise.all(Array.from({ length: 5 }, async () => codeOf(await postRender(service, body)))).finally(
      () => (over = true),
    );
    // Counted in turns, not by the clock: calls are served while five bodies are scanned.
    let answered = 0;
    while (!over) {
      expect((await fetch(`${service.url}/healthz`)).status).to.equal(200);
      answered++;
    }
    expect(await harm).to.deep.equal(Array(5).fill([422, 'validation_error']));
    expect(answered).to.be.greaterThan(10);
  });

  it('of unknown fields with brackets only cost their scan', async () => {
    service = await startService();
    const many = `{"html": "", ${'"x":[[],{},0],'.repeat(200_000)} "h\\u0074ml": "<p>last"}`;
    expect((await postRender(service, many)).status).to.equal(200);
    expect((service.pool as unknown as { jobs: { html: string }[] }).jobs[0]!.html).to.equal('<p>last');
  });

  it('of large messages are refused, then no longer read', async () => {
    service = await startService();
    const answers: [number, string][] = [];
    for (let i = 0; i < 60; i++) {
      const answer = await message(ping(1_500_000));
      expect(answer.headers.get('x-ratelimit-remaining'), 'counts against no budget').to.equal('10');
      answers.push(await codeOf(answer));
    }
    const count = (code: string): number => answers.filter(([, found]) => found === code).length;
    expect([count('body_too_large'), count('rate_limited')]).to.deep.equal([30, 30]);
    expect((await message(ping(100))).status, 'a small one').to.equal(200);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'render_html_to_pdf', arguments: { html: 'x' } },
    };
    expect((await message(JSON.stringify(call))).status, 'a call').to.equal(200);
    service.now += 60_000;
    expect((await codeOf(await message(ping(1_500_000))))[1], 'a minute later').to.equal('body_too_large');
  });

  it('of small messages have a separate window', async () => {
    service = await startService();
    const statuses = new Set<number>();
    for (let i = 0; i < 600; i++) statuses.add((await message(ping(1))).status);
    expect([...statuses]).to.deep.equal([200]);
    const refused = await message(ping(1));
    expect(refused.headers.get('retry-after')).to.equal('60');
    expect(await codeOf(refused)).to.deep.equal([429, 'rate_limited']);
  });

  it('of messages with too much structure are rejected', async () => {
    service = await startService();
    for (const params of [nestedJson(50_000) + ']'.repeat(50_000), `[${'0,'.repeat(30_000)}0]`])
      expect((await message(`{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`)).status).to.equal(400);
  });

  it('of bodies have a memory limit, with half of it per caller', async () => {
    service = await startService({
      environment: {
        BODY_MEMORY_MB: '2',
        MAX_HTML_BYTES: '100000',
        TRUST_PROXY: '1',
        ANONYMOUS_REQUESTS_PER_MINUTE: '100000',
      },
    });
    const sockets: Socket[] = [];
    const whole = 730_000;
    const opened = (address: string, length: number): Promise<string> => {
      const socket = connect(service.port, '127.0.0.1');
      sockets.push(socket);
      const head = `POST /v1/render HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${whole}\r\n\r\n${' '.repeat(length)}`);
      return new Promise((resolve) => {
        let text = '';
        socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        socket.on('close', () => resolve(text)).on('error', () => resolve(text));
      });
    };
    const held = new Map<string, Promise<unknown>>();
    /**
     * Holds memory with an unfinished body of each address until another body is refused. Unfinished bodies that are
     * refused instead, or end after their time, are sent again.
     */
    const refused = async (addresses: readonly string[], other: string): Promise<string> => {
      for (;;) {
        for (const address of addresses)
          if (!held.has(address))
            held.set(
              address,
              opened(address, whole - 5000).then(() => held.delete(address)),
            );
        const answer = await opened(other, whole);
        if (held.size === addresses.length && answer.includes('"code":"overloaded"')) return answer;
      }
    };
    expect(await refused(['198.51.100.1'], '198.51.100.1'), 'half of it')
      .to.match(/^HTTP\/1\.1 503 /)
      .and.to.include('Retry-After: 1');
    await refused(['198.51.100.1', '198.51.100.2'], '198.51.100.3');
    for (const socket of sockets) socket.end();
    await Promise.all(held.values());
    await until(async () => (await postRender(service, { html: 'x' })).status === 200);
  });

  it('of compressed bodies are inflated a few at a time', async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '100' } });
    const body = gzipSync(`{"html":"x","y":"${' '.repeat(5_000_000)}"}`);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(`${service.url}/v1/render`, { method: 'POST', headers, body })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(12).fill(200));
  });

  it('of connections are cut off, and existing ones continue', async () => {
    service = await startService({ environment: { MAX_CONNECTIONS: '20' } });
    const sockets = Array.from({ length: 40 }, () => connect(service.port, '127.0.0.1').on('error', () => undefined));
    const open = new Set(sockets);
    for (const socket of sockets) socket.once('close', () => open.delete(socket));
    await until(() => open.size === 10);
    const [one] = open;
    const answer = new Promise<string>((resolve) => one!.once('data', (chunk: Buffer) => resolve(chunk.toString())));
    one!.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await answer).to.match(/^HTTP\/1\.1 200 /);
    for (const socket of open) socket.destroy();
  });
});

describe('the budget of bodies', () => {
  it('is returned after every end of a lease', () => {
    const budget = new BodyBudget(100, 10);
    const lease = budget.open('a');
    expect([lease.resize(50), lease.resize(51), lease.resize(20), budget.used]).to.deep.equal([true, false, true, 20]);
    lease.release();
    lease.release();
    expect([lease.resize(5), budget.used]).to.deep.equal([false, 0]);
    expect(new BodyBudget(1, 10).open('a').resize(10), 'one body always fits').to.equal(true);
  });
});
