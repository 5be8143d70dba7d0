/**
 * Starts a service on a free port with its own store and, unless a test needs real workers, a pool that answers
 * immediately.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { ExternalReference, RenderErrorCode } from '../../engine/index.ts';
import { createKey, hashKey, keyPrefix } from '../../server/accounts/keys.ts';
import { type App, createApp } from '../../server/app.ts';
import { NO_TRACING, type Tracing } from '../../server/observability/tracing.ts';
import { limitConnections } from '../../server/connections.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { createHttpServer, listen } from '../../server/listen.ts';
import { type Customer, PoolError, type Rendered, type RenderPool } from '../../server/rendering/pool.ts';
import type { Work } from '../../server/rendering/work.ts';
import { openStore } from '../../server/storage/open-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { type Submission, submitted, type SubmittedDocument } from '../../server/rendering/submitted-document.ts';

/** Returns the output of a pool without workers: nothing, the requested bytes, or no boxes. */
function madeOf({ make }: Work, whole: Uint8Array): Uint8Array {
  if (make === 'check') return new Uint8Array(0);
  return make === 'layout' ? new TextEncoder().encode('0 pages.') : whole;
}

/** A pool without workers. The html controls it: `<!-- external -->`, `<!-- slow 200 -->`, `<!-- held -->`, `<!-- crashed -->`, ... */
export class ScriptedPool implements RenderPool {
  waiting = 0;
  busy = 0;
  ready = true;
  restarts = 0;
  readonly jobs: { work: Work; html: string; document: SubmittedDocument }[] = [];
  /** Continues the jobs that wait at `<!-- held -->`. */
  readonly held: (() => void)[] = [];

  async run(work: Work, document: Submission, signal: AbortSignal, customer?: Customer): Promise<Rendered> {
    const { html: given } = submitted(document);
    const html = typeof given === 'string' ? given : new TextDecoder().decode(given);
    this.jobs.push({ work, html, document: submitted(document) });
    if (html.includes('<!-- overloaded -->')) throw new PoolError('overloaded', 'scripted overloaded');
    const external: ExternalReference[] = [...html.matchAll(/src="(https?:[^"]*)"/g)].map((match) => ({
      url: match[1]!,
      where: 'img src',
    }));
    if (external.length > 0)
      return {
        result: { ok: false, code: 'external_resource', message: 'external', urls: external, issues: [] },
        queueMs: 0,
        renderMs: 1,
      };
    if (work.make === 'references')
      return {
        result: { ok: true, bytes: new Uint8Array(0), pages: 0, diagnostics: [], workerMb: 1 },
        queueMs: 0,
        renderMs: 1,
      };
    const worked = /<!-- worked (\d+) -->/.exec(html);
    if (worked) customer?.worked(Number(worked[1]));
    const slow = /<!-- slow (\d+) -->/.exec(html);
    if (slow) await new Promise((done) => setTimeout(done, Number(slow[1])));
    if (html.includes('<!-- held -->'))
      await new Promise<void>((resolve) => {
        this.held.push(resolve);
        signal.addEventListener('abort', () => resolve());
      });
    if (signal.aborted) throw new PoolError('aborted', 'The caller disconnected.');
    const failure = /<!-- (timeout|memory|crashed) -->/.exec(html);
    if (failure) throw new PoolError(failure[1] as PoolError['reason'], `scripted ${failure[1]}`);
    const refused = /<!-- refuse (\w+) -->/.exec(html);
    if (refused)
      return {
        result: {
          ok: false,
          code: refused[1] as RenderErrorCode,
          message: `scripted ${refused[1]}`,
          urls: [],
          issues: [],
        },
        queueMs: 0,
        renderMs: 1,
      };
    const bytes = /<!-- bytes (\d+) -->/.exec(html);
    const whole = bytes ? new Uint8Array(Number(bytes[1])) : new TextEncoder().encode('%PDF-1.7\nscripted\n');
    const made = madeOf(work, whole);
    const diagnostics = [
      {
        code: 'css/unknown-property' as const,
        severity: 'warning' as const,
        message: 'unknown',
        source: 'document',
        line: 3,
        column: 5,
        count: 1,
      },
    ];
    return { result: { ok: true, bytes: made, pages: 2, diagnostics, workerMb: 1 }, queueMs: 1, renderMs: 2 };
  }

  async close(): Promise<void> {}
}

/** Creates a key of a plan directly in the store. */
export async function storedKey(store: Store, tier: string, createdAt = 0, isTest = false): Promise<string> {
  const key = createKey(isTest);
  await store.accounts.createKey({
    hash: hashKey(key),
    prefix: keyPrefix(key),
    tier,
    name: null,
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
  });
  return key;
}

export interface TestService {
  readonly url: string;
  readonly port: number;
  readonly app: App;
  readonly config: Config;
  readonly store: Store;
  readonly pool: RenderPool;
  /** The time of the clock in ms; tests change it. */
  now: number;
  /** Log lines written so far. */
  readonly log: Record<string, unknown>[];
  /** Creates a key of a plan. */
  key(tier: string): Promise<string>;
  testKey(tier: string): Promise<string>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly environment?: Record<string, string>;
  readonly pool?: RenderPool;
  readonly store?: Store;
  readonly tracing?: Tracing;
}

export async function startService({
  environment = {},
  pool = new ScriptedPool(),
  store: given,
  tracing = NO_TRACING,
}: ServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-service-'));
  const config = loadConfig({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    WORKERS: '1',
    WORKER_TRAINING_MS: '0',
    ...environment,
  });
  const store = given ?? (await openStore(config));
  const log: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'debug', base: null },
    { write: (line: string) => log.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const app = createApp({
    config,
    store,
    pool,
    clock: () => service.now,
    log: logger,
    addressSecret: 'a secret of sixteen',
    version: '0',
    tracing,
  });
  const server = createHttpServer(app.koa.callback(), config);
  limitConnections(server, config);
  const port = await listen(server, 0, '127.0.0.1');
  const service: TestService = {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    config,
    store,
    pool,
    log,
    now: Date.now(),
    key: (tier) => storedKey(store, tier, service.now),
    testKey: (tier) => storedKey(store, tier, service.now, true),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await pool.close();
      if (!given) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** Sends `POST /v1/render` with a JSON body. */
export function postRender(
  service: TestService,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.url}/v1/render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
