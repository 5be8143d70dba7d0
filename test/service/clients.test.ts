/** The client libraries, against a running service. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pagewright, PagewrightConnectionError, PagewrightError } from '../../packages/client/src/index.ts';
import type { Store } from '../../server/storage/store.ts';
import { hasProgram } from '../support/programs.ts';
import { openTestStore } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';

const PYTHON_CLIENT = fileURLToPath(new URL('../../packages/client-python', import.meta.url));
const hasPython = hasProgram('python3');

/** Runs a Python program that has a client named `pagewright`. Returns what it prints as JSON. */
function python(program: string, url: string, key: string | null, settings = ''): Promise<unknown> {
  const given = JSON.stringify(url) + (key === null ? '' : `, api_key=${JSON.stringify(key)}`) + settings;
  const text = `import json, time\nfrom pagewright_client import *\npagewright = Pagewright(${given})\n${program}`;
  return new Promise((resolve, reject) =>
    execFile(
      'python3',
      ['-c', text],
      { env: { PATH: process.env.PATH, PYTHONPATH: PYTHON_CLIENT, PYTHONDONTWRITEBYTECODE: '1' } },
      (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(JSON.parse(stdout))),
    ),
  );
}

interface Seen {
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
}

/** Starts a server with a list of answers. */
async function scripted(answers: readonly RequestListener[]): Promise<{ url: string; seen: Seen[]; server: Server }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[seen.push({ at: Date.now(), headers: request.headers }) - 1]!;
    request.on('end', () => answer(request, response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, server };
}

const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    const problem = { type: 'about:blank', title: 'x', status, detail: 'why', instance: '/', code, request_id: 'r' };
    response.writeHead(status, { 'content-type': 'application/problem+json', 'x-request-id': 'r', ...headers });
    response.end(JSON.stringify({ ...problem, errors: null, upgrade_url: null }));
  };
const pdf: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'x-page-count': '1' }).end('%PDF-');
};
const lost: RequestListener = (request) => void request.socket.destroy();

describe('the TypeScript client', function () {
  this.timeout(30_000);
  let folder: string;
  let store: Store;
  let service: TestService;
  let client: Pagewright;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pagewright-client-'));
    store = await openTestStore({ dataDir: folder });
    service = await startService({ store });
    service.app.jobs.start();
    client = new Pagewright({ baseUrl: `${service.url}/`, apiKey: await service.key('pro') });
  });
  after(async () => {
    await service.app.jobs.stop();
    await service.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('renders, checks and reads the account', async () => {
    const file = await client.render({ html: '<p>x', filename: 'ä.pdf' });
    expect(file).to.include({ mediaType: 'application/pdf', filename: 'ä.pdf', pages: 2, warnings: 1 });
    expect(Buffer.from(file.bytes).toString()).to.match(/^%PDF-/);
    expect((await client.check({ html: '<p>x' })).diagnostics[0]).to.include({ code: 'css/unknown-property' });
    const me = await client.me();
    expect([me.tier, me.credits?.balance]).to.deep.equal(['pro', 4999]);
    expect((await client.usage()).items.reduce((sum, { credits }) => sum + credits, 0)).to.equal(1);
    const picture = await client.render({ html: '<p>x' }, { accept: 'image/png', page: 2 });
    expect(picture).to.include({ mediaType: 'image/png', filename: 'document.png' });
  });

  it('keeps assets, and runs jobs', async () => {
    expect(await client.putAsset('a.css', 'p { color: red }')).to.include({ name: 'a.css', bytes: 16 });
    expect(Buffer.from((await client.asset('a.css')).bytes).toString()).to.equal('p { color: red }');
    expect((await client.assets({ limit: 5 })).items).to.have.lengthOf(1);
    const { id } = await client.createJob([{ assets: ['a.css'] }, { html: 'a' }, { html: 'b' }]);
    while ((await client.job(id)).state !== 'ended') await new Promise((done) => setTimeout(done, 20));
    const { items } = await client.jobResults(id);
    const link = new URL(items[0]!.link!, service.url);
    const open = await client.file(link.pathname.split('/').at(-1)!, { token: link.searchParams.get('token')! });
    expect(open.bytes).to.deep.equal((await client.jobPdf(id, 0)).bytes);
    expect((await client.jobs()).items.map((job) => job.id)).to.deep.equal([id]);
    await client.deleteJob(id);
    await client.deleteAsset('a.css');
    expect((await client.assets()).items).to.deep.equal([]);
  });

  it('throws problems', async () => {
    const error = await client.render({ html: 1 as unknown as string }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(PagewrightError);
    const { status, code, problem, requestId, retryAfter } = error as PagewrightError;
    expect([status, code, retryAfter, problem?.errors?.[0]?.field]).to.deep.equal([
      422,
      'validation_error',
      null,
      'html',
    ]);
    expect(requestId).to.equal(problem!.request_id);
  });

  it('waits for Retry-After, and repeats a call with its Idempotency-Key', async () => {
    const { url, seen, server } = await scripted([refusal(429, 'rate_limited', { 'retry-after': '1' }), lost, pdf]);
    const file = await new Pagewright({ baseUrl: url }).render({ html: 'x' });
    expect(file.pages).to.equal(1);
    expect(seen[1]!.at - seen[0]!.at).to.be.at.least(990);
    const names = seen.map(({ headers }) => headers['idempotency-key']);
    expect(names[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(new Set(names).size).to.equal(1);
    server.close();
  });

  it('gives up if the wait is too long, the refusal is final, or no attempts remain', async () => {
    const cases: [RequestListener[], number, string][] = [
      [[refusal(429, 'rate_limited', { 'retry-after': '61' })], 1, 'rate_limited'],
      [[refusal(429, 'allowance_exhausted', { 'retry-after': '1' })], 1, 'allowance_exhausted'],
      [[refusal(402, 'credits_exhausted')], 1, 'credits_exhausted'],
      [Array(3).fill(refusal(503, 'overloaded', { 'retry-after': '0' })) as RequestListener[], 3, 'overloaded'],
    ];
    for (const [answers, attempts, code] of cases) {
      const { url, seen, server } = await scripted(answers);
      const error = await new Pagewright({ baseUrl: url }).render({ html: 'x' }).catch((thrown: unknown) => thrown);
      expect([(error as PagewrightError).code, seen.length]).to.deep.equal([code, attempts]);
      server.close();
    }
  });

  it('reports a missing response, and never repeats a call without an Idempotency-Key', async () => {
    const { url, seen, server } = await scripted([lost]);
    const error = await new Pagewright({ baseUrl: url }).check({ html: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(PagewrightConnectionError);
    expect(seen).to.have.lengthOf(1);
    server.close();
  });

  it('stops when its signal aborts', async () => {
    const { url, server } = await scripted([refusal(503, 'overloaded', { 'retry-after': '30' })]);
    const signal = AbortSignal.timeout(100);
    const error = await new Pagewright({ baseUrl: url }).me({ signal }).catch((thrown: unknown) => thrown);
    expect(error).to.equal(signal.reason);
    server.close();
  });
});

describe('the Python client', function () {
  this.timeout(30_000);
  let folder: string;
  let store: Store;
  let service: TestService;
  let key: string;
  before(async function () {
    if (!hasPython) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'pagewright-client-'));
    store = await openTestStore({ dataDir: folder });
    service = await startService({ store });
    service.app.jobs.start();
    key = await service.key('pro');
  });
  after(async () => {
    await service?.app.jobs.stop();
    await service?.close();
    await store?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('renders, checks, keeps assets and reads the account', async () => {
    const program = `
file = pagewright.render({"html": "<p>x", "filename": "ä.pdf"})
picture = pagewright.render({"html": "<p>x"}, accept="image/png", page=2)
asset = pagewright.put_asset("a.css", "p { color: red }")
print(json.dumps([file.content[:5].decode(), file.filename, file.pages, file.warnings, picture.media_type,
  pagewright.check({"html": "x"})["diagnostics"][0]["code"], pagewright.asset("a.css").content.decode(), asset["bytes"],
  pagewright.assets(limit=5)["items"][0]["name"], pagewright.delete_asset("a.css"), pagewright.me()["credits"]["balance"]]))`;
    expect(await python(program, service.url, key)).to.deep.equal([
      '%PDF-',
      'ä.pdf',
      2,
      1,
      'image/png',
      'css/unknown-property',
      'p { color: red }',
      16,
      'a.css',
      null,
      4998,
    ]);
  });

  it('runs jobs', async () => {
    const program = `
job = pagewright.create_job([{}, {"html": "a"}, {"html": "b"}])
while pagewright.job(job["id"])["state"] != "ended":
    time.sleep(0.02)
items = pagewright.job_results(job["id"], cursor=None)["items"]
content = pagewright.job_pdf(job["id"], 1).content
pagewright.delete_job(job["id"])
print(json.dumps([len(items), content[:5].decode(), pagewright.jobs()["items"]]))`;
    expect(await python(program, service.url, key)).to.deep.equal([2, '%PDF-', []]);
  });

  it('raises problems', async () => {
    const program = `
try:
    pagewright.render({"html": 1})
except PagewrightError as error:
    print(json.dumps([error.status, error.code, error.retry_after, error.problem["errors"][0]["field"],
      error.request_id == error.problem["request_id"]]))`;
    expect(await python(program, service.url, key)).to.deep.equal([422, 'validation_error', null, 'html', true]);
  });

  it('waits for Retry-After, repeats a call with its Idempotency-Key, and gives up', async () => {
    const told = await scripted([refusal(429, 'rate_limited', { 'retry-after': '1' }), lost, pdf]);
    expect(await python('print(pagewright.render({"html": "x"}).pages)', told.url, null)).to.equal(1);
    expect(told.seen[1]!.at - told.seen[0]!.at).to.be.at.least(990);
    expect(new Set(told.seen.map(({ headers }) => headers['idempotency-key'])).size).to.equal(1);
    told.server.close();
    const program = `
try:
    pagewright.check({"html": "x"})
except (PagewrightError, PagewrightConnectionError) as error:
    print(json.dumps([type(error).__name__, getattr(error, "code", None)]))`;
    const long = await scripted([refusal(429, 'rate_limited', { 'retry-after': '61' })]);
    expect(await python(program, long.url, null)).to.deep.equal(['PagewrightError', 'rate_limited']);
    long.server.close();
    const dead = await scripted([lost]);
    expect(await python(program, dead.url, null)).to.deep.equal(['PagewrightConnectionError', null]);
    expect(dead.seen).to.have.lengthOf(1);
    dead.server.close();
  });
});
