/** Each route answers as the description states. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';

interface Description {
  readonly paths: Record<
    string,
    Record<string, { readonly responses: Record<string, { readonly content?: Record<string, unknown> }> }>
  >;
}

type Row = readonly [method: string, path: string, described: string, init?: RequestInit];

const json = { 'content-type': 'application/json' };

describe('the OpenAPI description', function () {
  this.timeout(30_000);
  let service: TestService;
  let description: Description;
  let keyed: Record<string, string>;
  before(async () => {
    service = await startService({ environment: { ANONYMOUS_REQUESTS_PER_MINUTE: '1000', MAX_HTML_BYTES: '1000' } });
    description = (await (await fetch(`${service.url}/openapi.json`)).json()) as Description;
    keyed = { 'x-api-key': await service.key('free') };
  });
  after(() => service.close());

  const rows = (): Row[] => {
    const form = (name: string): FormData => {
      const data = new FormData();
      data.append('files', new Blob(['<p>a']), name);
      return data;
    };
    const posted = (path: string, body: string, headers: Record<string, string> = json): Row => [
      'POST',
      path,
      path,
      { body, headers },
    ];
    return [
      ...['/v1/render', '/v1/check'].flatMap((path): Row[] => [
        posted(path, '{"html":"<p>a"}'),
        posted(path, '{"html":"<p>a"}', { ...json, 'x-api-key': 'pw_no' }),
        posted(path, '{"html":1}'),
        posted(path, '{'),
        posted(path, 'a', { 'content-type': 'text/plain' }),
        posted(path, JSON.stringify({ html: 'a'.repeat(1001) })),
        posted(path, 'a', { ...json, 'content-encoding': 'unknown' }),
      ]),
      ['POST', '/forms/chromium/convert/html', '/forms/chromium/convert/html', { body: form('index.html') }],
      ['POST', '/forms/chromium/convert/html', '/forms/chromium/convert/html', { body: form('other.html') }],
      posted('/forms/chromium/convert/html', '{}'),
      posted('/v1/jobs', '{}\n{"html":"a"}\n', { 'content-type': 'application/x-ndjson' }),
      posted('/v1/jobs', '{}\n{"html":"a"}\n', { 'content-type': 'application/x-ndjson', ...keyed }),
      posted('/v1/jobs', '{"x":1}\n', { 'content-type': 'application/x-ndjson', ...keyed }),
      posted('/v1/jobs', '{}', { 'content-type': 'text/plain', ...keyed }),
      ['GET', '/v1/usage', '/v1/usage'],
      ['GET', '/v1/usage', '/v1/usage', { headers: keyed }],
      ['GET', '/v1/usage?from=never', '/v1/usage', { headers: keyed }],
      ['GET', '/v1/jobs', '/v1/jobs'],
      ['GET', '/v1/jobs', '/v1/jobs', { headers: keyed }],
      ['GET', '/v1/jobs?cursor=%00', '/v1/jobs', { headers: keyed }],
      ['GET', '/v1/jobs/none', '/v1/jobs/{id}', { headers: keyed }],
      ['DELETE', '/v1/jobs/none', '/v1/jobs/{id}', { headers: keyed }],
      ['GET', '/v1/jobs/none/results', '/v1/jobs/{id}/results', { headers: keyed }],
      ['GET', '/v1/jobs/none/results/0', '/v1/jobs/{id}/results/{index}', { headers: keyed }],
      ['GET', '/v1/files/none?token=x', '/v1/files/{id}'],
      ['PUT', '/v1/assets/a.css', '/v1/assets/{name}', { body: 'a' }],
      ['PUT', '/v1/assets/a.css', '/v1/assets/{name}', { body: 'a', headers: keyed }],
      ['PUT', '/v1/assets/a.css', '/v1/assets/{name}', { body: 'b', headers: keyed }],
      ['PUT', '/v1/assets/-', '/v1/assets/{name}', { body: 'b', headers: keyed }],
      ['GET', '/v1/assets', '/v1/assets'],
      ['GET', '/v1/assets', '/v1/assets', { headers: keyed }],
      ['GET', '/v1/assets?cursor=-', '/v1/assets', { headers: keyed }],
      ['GET', '/v1/assets/a.css', '/v1/assets/{name}', { headers: keyed }],
      ['GET', '/v1/assets/%00', '/v1/assets/{name}', { headers: keyed }],
      ['DELETE', '/v1/assets/a.css', '/v1/assets/{name}', { headers: keyed }],
      ['DELETE', '/v1/assets/a.css', '/v1/assets/{name}', { headers: keyed }],
      ['GET', '/v1/me', '/v1/me'],
      ['GET', '/v1/me', '/v1/me', { headers: keyed }],
      posted('/mcp/', '{"jsonrpc":"2.0","id":1,"method":"ping"}', {
        ...json,
        accept: 'application/json, text/event-stream',
      }),
      posted('/mcp/studio/', '{"jsonrpc":"2.0","id":1,"method":"ping"}', {
        ...json,
        accept: 'application/json, text/event-stream',
      }),
      posted('/mcp/', '{'),
      posted('/mcp/', '{', { ...json, accept: 'application/json, text/event-stream' }),
      posted('/mcp/', '{}', { accept: 'application/json, text/event-stream', 'content-type': 'text/plain' }),
      ...['/healthz', '/readyz', '/openapi.json', '/docs', '/'].map((path): Row => ['GET', path, path]),
    ];
  };

  it('lists every called route and each of its responses by status and type', async () => {
    const wrong: string[] = [];
    const called = new Set<string>();
    for (const [method, path, described, init] of rows()) {
      const { responses } = description.paths[described]![method.toLowerCase()]!;
      called.add(`${method} ${described}`);
      const answer = await fetch(`${service.url}${path}`, { method, ...init });
      await answer.arrayBuffer();
      const found = responses[answer.status];
      const type = answer.headers.get('content-type')?.split(';')[0] ?? null;
      const types = Object.keys(found?.content ?? {});
      if (found === undefined) wrong.push(`${method} ${path}: ${answer.status} is not described`);
      else if (type !== null && !types.includes(type)) wrong.push(`${method} ${path}: ${answer.status} as ${type}`);
    }
    expect(wrong).to.deep.equal([]);
    const all = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...called].toSorted()).to.deep.equal(all.toSorted());
  });

  it('passes the default rules of Redocly', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'openapi-')), 'openapi.json');
    await writeFile(file, JSON.stringify(description));
    const linter = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
    // Clients of the Model Context Protocol know its endpoints by names that end with a slash.
    const options = ['--format=json', '--skip-rule=no-path-trailing-slash'];
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const { stdout } = await promisify(execFile)(process.execPath, [linter, 'lint', file, ...options], {
      env: environment,
    }).catch((error: { stdout: string }) => error);
    await rm(dirname(file), { recursive: true });
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
  });
});
