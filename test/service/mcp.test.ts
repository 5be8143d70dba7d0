import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect } from 'chai';
import { ScriptedPool, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: { pdf_base64: string; pages: number };
}

describe('the MCP endpoint', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ environment: { MCP_MAX_HTML_BYTES: '1000', ANONYMOUS_REQUESTS_PER_MINUTE: '3' } });
  });
  afterEach(() => service.close());

  const post = (body: unknown, headers: Record<string, string> = {}, path = '/mcp/') =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const call = async (args: unknown, headers: Record<string, string> = {}) => {
    const response = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'render_html_to_pdf', arguments: args } },
      headers,
    );
    expect(response.status).to.equal(200);
    return { response, result: ((await response.json()) as { result: ToolResult }).result };
  };
  /** Returns the problem at the end of a failure's text. */
  const problemOf = (result: ToolResult) => {
    expect(result.isError).to.equal(true);
    expect(result.structuredContent).to.equal(undefined);
    const { text } = result.content[0]!;
    return JSON.parse(text.slice(text.indexOf('{'))) as {
      code: string;
      status: number;
      upgrade_url?: string;
      retry_after?: number;
    };
  };

  const connected = async (path: string, headers: Record<string, string>): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(service.url + path), { requestInit: { headers } }));
    return client;
  };
  const use = async (client: Client, name: string, given: Record<string, unknown>): Promise<ToolResult> =>
    (await client.callTool({ name, arguments: given })) as unknown as ToolResult;

  it('lists exactly one tool, which turns HTML into a PDF with its page count', async () => {
    for (const path of ['/mcp', '/mcp/']) {
      const client = await connected(path, { 'x-api-key': await service.key('pro') });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).to.deep.equal(['render_html_to_pdf']);
      const [{ inputSchema, outputSchema, annotations, description }] = tools as [(typeof tools)[0]];
      expect(Object.keys(inputSchema.properties!)).to.deep.equal(['html']);
      expect(inputSchema.required).to.deep.equal(['html']);
      expect(Object.keys(outputSchema!.properties!)).to.deep.equal(['pdf_base64', 'pages']);
      expect(outputSchema!.required).to.deep.equal(['pdf_base64', 'pages']);
      expect(annotations).to.include({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
      expect(description).to.not.match(/check_html|render_page_image|inspect_layout/);
      expect(client.getInstructions()).to.equal(undefined);
      const result = await use(client, 'render_html_to_pdf', { html: '<p>x' });
      expect(Buffer.from(result.structuredContent!.pdf_base64, 'base64').toString()).to.match(/^%PDF-/);
      // The response contains the PDF only once, because as text it would fill a model's context.
      expect(result.content).to.deep.equal([
        {
          type: 'text',
          text: 'A PDF of 2 pages and 18 bytes, with 1 warning: unknown (document, line 3, column 5) [css/unknown-property]',
        },
      ]);
      const other = await use(client, 'check_html', { html: '<p>x' }).catch((error: Error) => error);
      expect(other).to.be.instanceOf(Error).with.property('message').that.contains('Unknown tool: check_html');
      await client.close();
    }
  });

  it('offers all tools to agents that write documents, and explains when to use each', async () => {
    const headers = { 'x-api-key': await service.key('pro') };
    const client = await connected('/mcp/studio/', headers);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal([
      'render_html_to_pdf',
      'check_html',
      'render_page_image',
      'inspect_layout',
    ]);
    for (const { name } of tools) expect(client.getInstructions()).to.contain(name);
    const rendered = await use(client, 'render_html_to_pdf', { html: '<p>x' });
    expect(Object.keys(rendered.structuredContent!)).to.deep.equal(['pdf_base64', 'pages']);
    const checked = (await use(client, 'check_html', { html: '<p>x' })) as unknown as {
      content: { text: string }[];
      structuredContent: { pages: number; diagnostics: { code: string }[] };
    };
    expect(checked.structuredContent.pages).to.equal(2);
    expect(checked.structuredContent.diagnostics.map(({ code }) => code)).to.deep.equal(['css/unknown-property']);
    expect(checked.content[0]!.text).to.equal(
      '2 pages, 1 diagnostic.\nwarning: unknown (document, line 3, column 5) [css/unknown-property]',
    );
    const pictured = await use(client, 'render_page_image', { html: '<p>x' });
    expect(pictured.content.map(({ type }) => type)).to.deep.equal(['image', 'text']);
    const inspected = await use(client, 'inspect_layout', {
      html: '<p>x',
      selector: 'p',
      output_path: 'x.pdf',
      pageSize: 'A5',
    });
    expect(inspected.structuredContent, 'words alone').to.equal(undefined);
    expect(inspected.content.map(({ text }) => text)).to.deep.equal([
      '0 pages.',
      'Unknown arguments were ignored: output_path, pageSize. Set the page in CSS: @page { size: A5 landscape; margin: 2cm }.',
    ]);
    const misspelt = await use(client, 'render_html_to_pdf', { htm: 'x', options: {}, pageSize: 'A5' });
    expect(misspelt.content[0]!.text).to.match(/^The argument html is required/);
    expect(misspelt.content[1]!.text).to.match(
      /^Unknown arguments were ignored: htm \(did you mean html\?\), options, pageSize\. Set the page/,
    );
    expect(misspelt.content[1]!.text.split('Set the page in CSS'), 'once').to.have.length(2);
    const { credits } = (await (await fetch(`${service.url}/v1/me`, { headers })).json()) as {
      credits: { balance: number };
    };
    expect(credits.balance, 'a render and a picture; checks cost nothing').to.equal(4998);
    await client.close();
  });

  it('counts every tool as a call', async () => {
    const remaining = async (): Promise<string | null> =>
      (await fetch(`${service.url}/v1/me`)).headers.get('x-ratelimit-remaining');
    const client = await connected('/mcp/studio', {});
    expect(await remaining()).to.equal('3');
    await use(client, 'inspect_layout', { html: '<p>x' });
    await use(client, 'check_html', { html: '<p>x' });
    expect(await remaining()).to.equal('1');
    await client.close();
  });

  it('names an invalid key as the reason', async () => {
    const limited = async (headers: Record<string, string>): Promise<string> => {
      for (;;) {
        const { result } = await call({}, headers);
        if (problemOf(result).code === 'rate_limited') return result.content[0]!.text;
      }
    };
    expect(await limited({ 'x-api-key': 'pw_revoked' })).to.contain('key is invalid');
    expect(await limited({})).not.to.contain('key is invalid');
    service.now += 60_000;
  });

  it('counts tool calls and nothing else', async () => {
    await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'other', arguments: {} } });
    const { response } = await call({ html: '<p>x' });
    expect(response.headers.get('x-ratelimit-remaining')).to.equal('2');
    await call({ html: '<p>x' });
    await call({});
    expect(problemOf((await call({ html: '<p>x' })).result)).to.include({
      code: 'rate_limited',
      status: 429,
      upgrade_url: '/docs#plans',
    });
  });

  it('answers failures as results with one sentence and the problem', async () => {
    expect(problemOf((await call({})).result)).to.include({ code: 'validation_error', status: 422 });
    const large = (await call({ html: 'x'.repeat(1001) })).result;
    expect(problemOf(large)).to.include({ code: 'html_too_large' });
    expect(large.content[0]!.text).to.include('POST /v1/render');
    expect(problemOf((await call({ html: '<img src="http://a.example/">' })).result)).to.deep.include({
      code: 'external_resource',
      status: 400,
    });
  });

  it('passes arguments of any kind to the tool', async () => {
    for (const args of ['x', 3, ['<p>']])
      expect(problemOf((await call(args)).result), JSON.stringify(args)).to.include({ code: 'validation_error' });
  });

  it('continues the protocol during shutdown, but renders no more', async () => {
    service.app.lifecycle.shuttingDown = true;
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).to.equal(200);
    expect(problemOf((await call({ html: '' })).result)).to.include({ code: 'shutting_down', retry_after: 5 });
  });

  it('answers unknown tools and methods with protocol errors', async () => {
    for (const body of [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'other' } },
      { jsonrpc: '2.0', id: 1, method: 'nothing/here' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 3 } },
    ]) {
      const answer = (await (await post(body)).json()) as { error: { code: number } };
      expect(answer.error.code, JSON.stringify(body)).to.be.oneOf([-32601, -32602]);
    }
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).to.equal(202);
    expect((await post('{')).status).to.equal(400);
  });

  it('serves pages of its own origin: a loopback name and the port of the service', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect((await post(ping, { origin: `http://${host}:${service.port}` })).status, host).to.equal(200);
    expect((await post(ping, { origin: `http://localhost:${service.port + 1}` })).status).to.equal(403);
  });

  it('does not treat a disconnecting caller as its own fault', async () => {
    const params = { name: 'render_html_to_pdf', arguments: { html: '<!-- held -->' } };
    const gone = new AbortController();
    const left = fetch(`${service.url}/mcp`, {
      method: 'POST',
      signal: gone.signal,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }).catch(() => null);
    const { held } = service.pool as ScriptedPool;
    await until(() => held.length > 0);
    gone.abort();
    await left;
    held[0]!();
    await until(() => service.log.some(({ path }) => path === '/mcp'));
    expect(service.log.filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
  });

  it('refuses batches, GET, and pages of other origins', async () => {
    const batch = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
    expect([batch.status, ((await batch.json()) as { error: { code: number } }).error.code]).to.deep.equal([
      400, -32600,
    ]);
    const get = await fetch(`${service.url}/mcp`);
    expect([get.status, get.headers.get('allow'), get.headers.get('content-type')]).to.deep.equal([
      405,
      'POST',
      'application/problem+json',
    ]);
    const foreign = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin: 'https://evil.example' });
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { origin: '' })).status).to.equal(403);
    expect((await post('{}', { 'content-encoding': 'zstd' })).status).to.equal(415);
    expect([foreign.status, ((await foreign.json()) as { code: string }).code]).to.deep.equal([
      403,
      'origin_forbidden',
    ]);
  });
});
