/** Traces by OpenTelemetry, as a collector receives them. */
import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { openTracing } from '../../server/observability/tracing.ts';
import type { Store } from '../../server/storage/store.ts';
import { endedJob, type JobJson, lines } from '../support/jobs.ts';
import { openTestStore } from '../support/servers.ts';
import { postRender, type ServiceOptions, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWorkers } from '../support/workers.ts';

interface SpanJson {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

describe('traces', function () {
  this.timeout(60_000);
  let folder: string;
  let store: Store;
  let collector: Server;
  let spans: SpanJson[];
  let receiver: Server;
  const told: IncomingHttpHeaders[] = [];
  const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pagewright-traces-'));
    store = await openTestStore({ dataDir: folder });
    collector = createServer(async (request, response) => {
      expect(request.url).to.equal('/base/v1/traces');
      const { resourceSpans } = (await json(request)) as {
        resourceSpans: { scopeSpans: { spans: SpanJson[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    receiver = createServer((request, response) => {
      told.push(request.headers);
      request.resume();
      response.end();
    });
    for (const server of [collector, receiver]) await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  beforeEach(() => {
    spans = [];
    told.length = 0;
  });
  after(async () => {
    for (const server of [collector, receiver]) {
      server.closeAllConnections();
      server.close();
    }
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs work with a service, and returns the spans that it has sent when it has ended. */
  async function traced(
    work: (service: TestService) => Promise<void>,
    options: ServiceOptions = {},
    endpoint: string | null = `${addressOf(collector)}/base`,
  ): Promise<TestService> {
    const tracing = await openTracing(endpoint, '1');
    const service = await startService({ store, tracing, ...options });
    try {
      await work(service);
    } finally {
      await service.app.jobs.stop();
      await service.close();
      await tracing.close();
    }
    return service;
  }

  const attribute = ({ attributes }: SpanJson, name: string): unknown =>
    Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
  const named = (name: string): SpanJson => spans.find((span) => span.name === name)!;

  it('continue the trace of the caller, from the request to the stores', async () => {
    const service = await traced(async (service) => {
      const key = await service.key('free');
      await postRender(service, { html: 'a' }, { 'x-api-key': key, traceparent: TRACEPARENT });
    });
    expect(new Set(spans.map(({ traceId }) => traceId))).to.deep.equal(new Set([TRACE]));
    const request = named('POST /v1/render');
    expect(request.parentSpanId).to.equal(PARENT);
    expect(attribute(request, 'http.response.status_code')).to.equal(200);
    for (const name of ['store accounts.reserve', 'queue', 'render', 'store accounts.commit'])
      expect(named(name)?.parentSpanId, name).to.equal(request.spanId);
    expect(service.log.find(({ msg }) => msg === 'request')).to.include({ trace_id: TRACE });
  });

  it('are accompanied by histograms of the same durations', async () => {
    await traced(async (service) => {
      await postRender(service, { html: 'a' });
      const text = await service.app.metrics.registry.metrics();
      for (const name of ['request_seconds_count{route="/v1/render"}', 'queue_seconds_count', 'render_seconds_count'])
        expect(text, name).to.include(`pagewright_${name} 1\n`);
    });
  });

  it('begin with the request if the caller sends no valid traceparent', async () => {
    await traced(async (service) => {
      for (const traceparent of ['', '00-nothing', `00-${'0'.repeat(32)}-${PARENT}-01`])
        await fetch(`${service.url}/healthz`, { headers: { traceparent } });
    });
    expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId ?? ''])).to.deep.equal(
      Array(3).fill(['GET /healthz', '']),
    );
    expect(new Set(spans.map(({ traceId }) => traceId)).size).to.equal(3);
  });

  it('mark failures of the service', async () => {
    await traced(async (service) => {
      await postRender(service, { html: '<!-- overloaded -->' });
      await postRender(service, { html: 1 });
    });
    const requests = spans.filter(({ name }) => name === 'POST /v1/render');
    expect(requests.map(({ status }) => status.code ?? 0)).to.deep.equal([2, 0]);
    expect(requests.map((span) => attribute(span, 'pagewright.code'))).to.deep.equal([
      'overloaded',
      'validation_error',
    ]);
  });

  const job = async (service: TestService): Promise<void> => {
    service.app.jobs.start();
    const key = await service.key('free');
    const head = { webhook: { url: `${addressOf(receiver)}/hook`, secret: 'a secret of sixteen' } };
    const body = lines(head, { html: 'a' });
    const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key, traceparent: TRACEPARENT };
    const answer = await fetch(`${service.url}/v1/jobs`, { method: 'POST', headers, body });
    await endedJob(service, key, ((await answer.json()) as JobJson).id);
    await until(async () => told.length === 1);
  };

  it('hold together a job, its documents and its webhook', async () => {
    const environment = { WEBHOOK_ORIGINS: addressOf(receiver) };
    await traced(job, { environment });
    const request = named('POST /v1/jobs');
    for (const name of ['job document', 'webhook']) {
      expect(named(name).traceId, name).to.equal(TRACE);
      expect(named(name).parentSpanId, name).to.not.equal(undefined);
    }
    expect(request.parentSpanId).to.equal(PARENT);
    expect(named('render').parentSpanId).to.equal(named('job document').spanId);
    expect(told[0]!.traceparent).to.equal(`00-${TRACE}-${named('webhook').spanId}-01`);
  });

  it('of callers reach webhooks even if the service records none', async () => {
    await traced(job, { environment: { WEBHOOK_ORIGINS: addressOf(receiver) } }, null);
    expect([told[0]!.traceparent, spans]).to.deep.equal([TRACEPARENT, []]);
  });

  it('show the stages of a render', async () => {
    const pool = await startWorkers({
      workerMemoryMb: 512,
      maxPages: 5,
      queueTimeoutMs: 20_000,
      renderTimeoutMs: 20_000,
      queueLimit: 10,
      workers: 1,
    });
    await traced(async (service) => void (await postRender(service, { html: '<p>a' })), { pool });
    const stages = spans.map(({ name }) => name).filter((name) => name.startsWith('render '));
    expect(stages).to.include.members(['render parse', 'render style', 'render layout', 'render paint']);
    await pool.close();
  });
});
