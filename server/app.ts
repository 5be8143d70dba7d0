/** Builds the Koa application from its parts. There are no globals, so that a test can start several. */
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Activity } from './activity.ts';
import { mcpRoute } from './agent/mcp-route.ts';
import type { ToolSet } from './agent/tools/index.ts';
import type { Config } from './config.ts';
import { assetRoute, assetsRoute, deleteAssetRoute, putAssetRoute } from './http/assets.ts';
import { guideRoutes, nothingAt } from './http/guides.ts';
import { checkRoute, convertRoute, renderRoute } from './http/render.ts';
import type { ServiceContext } from './http/context.ts';
import { createJobRoute, deleteJobRoute, jobPdfRoute, jobResultsRoute, jobRoute, jobsRoute } from './http/jobs.ts';
import { cors, preflight } from './http/cors.ts';
import { docsRoute } from './http/docs.ts';
import { fileRoute } from './http/files.ts';
import { EditorAssets, editorRoutes } from './http/editor.ts';
import { healthRoute, type Lifecycle, readyRoute, refuseWhenEnding } from './http/health.ts';
import { identifyCaller } from './http/identify-caller.ts';
import { meRoute } from './http/me.ts';
import { Replays } from './http/replays.ts';
import { usageRoute } from './http/usage.ts';
import { openApi } from './http/openapi.ts';
import { answerProblems, lastResort } from './http/problem-handler.ts';
import { Problem } from './http/problems.ts';
import { addRateLimitHeaders } from './http/rate-limit-headers.ts';
import { beginRequest } from './http/request.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Contents } from './library/contents.ts';
import { FileLinks } from './library/file-links.ts';
import { MessageWindows } from './metering/message-windows.ts';
import type { Metrics } from './observability/metrics.ts';
import { createServices, type ServiceParts, type Services } from './services.ts';

export interface App {
  readonly koa: Koa;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly activity: Activity;
  /** Started where jobs are rendered. Must be stopped before the pool. */
  readonly jobs: JobRunner;
  readonly contents: Contents;
}

export function createApp(parts: ServiceParts): App {
  const services = createServices(parts);
  const { metrics, lifecycle, activity, runner, contents } = services;
  const router = createRouter(parts, services);
  const koa = createKoa(parts, services, router);
  return { koa, metrics, lifecycle, activity, jobs: runner, contents };
}

/** Maps paths to their handlers. */
function createRouter(parts: ServiceParts, services: Services): Router {
  const { config, pool, clock, log } = parts;
  const { lifecycle, windows, bodies, rendering, runner, storage, webhooks, credits, store, contents } = services;
  const { maxHtmlBytes } = config;
  const replays = new Replays(contents, clock, log, config.replayStorageMb * 1048576);
  const routes = { windows, bodies, rendering, contents, replays, maxHtmlBytes };
  const storageBytes = config.assetStorageMb * 1048576;
  const assetRoutes = { windows, bodies, contents, storageBytes };
  const links = new FileLinks(parts.addressSecret, config.baseUrl);
  const jobRoutes = {
    windows,
    bodies,
    jobs: store.jobs,
    contents,
    links,
    storage,
    runner,
    webhooks,
    rendering,
    tracing: parts.tracing,
    clock,
    maxHtmlBytes,
  };
  const router = new Router({ sensitive: true, strict: true });
  router.post('/v1/render', whileOpen(lifecycle), renderRoute(routes));
  router.post('/v1/check', whileOpen(lifecycle), checkRoute(routes));
  router.post('/forms/chromium/convert/html', whileOpen(lifecycle), convertRoute(routes));
  router.post('/v1/jobs', whileOpen(lifecycle), createJobRoute(jobRoutes));
  router.get('/v1/jobs', jobsRoute(jobRoutes));
  router.get('/v1/jobs/:id', jobRoute(jobRoutes));
  router.delete('/v1/jobs/:id', deleteJobRoute(jobRoutes));
  router.get('/v1/jobs/:id/results', jobResultsRoute(jobRoutes));
  router.get('/v1/jobs/:id/results/:index', jobPdfRoute(jobRoutes));
  router.get('/v1/assets', assetsRoute(assetRoutes));
  router.put('/v1/assets/:name', whileOpen(lifecycle), putAssetRoute(assetRoutes));
  router.get('/v1/assets/:name', assetRoute(assetRoutes));
  router.delete('/v1/assets/:name', deleteAssetRoute(assetRoutes));
  router.get('/v1/files/:id', fileRoute({ windows, contents, jobs: store.jobs, links, clock }));
  router.get('/v1/me', meRoute(windows, credits, clock));
  router.get('/v1/usage', usageRoute(windows, store.accounts, clock));
  const messages = new MessageWindows(clock);
  router.post(['/mcp', '/mcp/'], mcpOf('render', messages, parts, services));
  router.post(['/mcp/studio', '/mcp/studio/'], mcpOf('studio', messages, parts, services));
  const description = openApi(config);
  router.get('/openapi.json', (ctx) => {
    ctx.body = description;
  });
  const editorAssets = new EditorAssets();
  router.get('/docs', docsRoute(config));
  for (const [path, route] of guideRoutes()) router.get(path, route);
  for (const [path, route] of editorRoutes(editorAssets)) router.get(path, route);
  router.get('/healthz', healthRoute);
  // Gotenberg deployments probe `/health`.
  router.get(['/readyz', '/health'], readyRoute(store, pool, lifecycle, log, config.storeFailure));
  return router;
}

function mcpOf(
  tools: ToolSet,
  messages: MessageWindows,
  { config, log, version }: ServiceParts,
  services: Services,
): Middleware {
  const { lifecycle, windows, bodies, rendering } = services;
  return mcpRoute({
    tools,
    lifecycle,
    windows,
    messages,
    bodies,
    rendering,
    log,
    upgradeUrl: config.upgradeUrl,
    version,
    maxHtmlBytes: config.mcpMaxHtmlBytes,
    maxPages: config.maxPages,
    metered: config.metering,
    isAllowedOrigin: (origin, port) => isAllowedOrigin(origin, port, config),
  });
}

/** Assembles the middleware that every request passes, in order. */
function createKoa({ config, log, clock, tracing }: ServiceParts, services: Services, router: Router): Koa {
  const { metrics, lifecycle, activity, windows, callers } = services;
  const koa = new Koa();
  // Koa's own error log would write stacks to standard error. Problems are answered and logged above.
  koa.silent = true;
  koa.context.onerror = lastResort(config.upgradeUrl, log) as typeof koa.context.onerror;
  koa.use(beginRequest(log, metrics, activity, tracing));
  koa.use(closeWhenEnding(lifecycle));
  koa.use(addRateLimitHeaders(windows));
  koa.use(cors(config.corsOrigins));
  koa.use(answerProblems(config.upgradeUrl, log));
  koa.use(checkTarget);
  koa.use(identifyCaller({ callers, storeFailure: config.storeFailure, log, clock }));
  koa.use(checkPath);
  const methodsAt = allowedMethods(router, config.corsOrigins.length > 0);
  koa.use(preflight(config.corsOrigins, methodsAt));
  koa.use(router.routes());
  koa.use(nothingHere(methodsAt));
  return koa;
}

/** Refuses new work while the process is shutting down. */
function whileOpen(lifecycle: Lifecycle): Middleware {
  return (_ctx, next) => {
    refuseWhenEnding(lifecycle);
    return next();
  };
}

/** Closes connections after their answer while the process is shutting down. The next call reaches another process. */
function closeWhenEnding(lifecycle: Lifecycle): Middleware {
  const mark: Middleware = (ctx) => {
    if (lifecycle.leaving || lifecycle.shuttingDown) ctx.set('Connection', 'close');
  };
  // The first mark covers answers written below. The second covers calls that were running when the shutdown began.
  return async (ctx, next) => {
    mark(ctx, next);
    await next();
    mark(ctx, next);
  };
}

/** Longer request targets are rejected. */
const MAX_URL_LENGTH = 4096;

const checkPath: Middleware = (ctx, next) => {
  if ((ctx.req.url ?? '').length > MAX_URL_LENGTH)
    throw new Problem('uri_too_long', `The request target may have at most ${MAX_URL_LENGTH} characters.`);
  try {
    decodeURIComponent((ctx.req.url ?? '').split(/[?#]/)[0]!);
  } catch {
    throw new Problem('bad_request', 'The path contains an invalid percent escape.');
  }
  return next();
};

/** Refuses request targets without a path. An absolute URL may have an invalid host. */
const checkTarget: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) throw new Problem('bad_request', 'The request target is not a valid URL.');
  return next();
};

function hasPath(ctx: Context): boolean {
  try {
    return ctx.path !== undefined;
  } catch {
    return false;
  }
}

/** Returns the methods that `Allow` names for a path. Empty for unknown paths. */
function allowedMethods(router: Router, withOptions: boolean): (path: string) => string[] {
  return (path) => {
    const methods = new Set(router.match(path, 'OPTIONS').path.flatMap((layer) => layer.methods));
    if (withOptions && methods.size > 0) methods.add('OPTIONS');
    return [...methods].toSorted();
  };
}

function nothingHere(methodsAt: (path: string) => string[]): Middleware {
  return (context) => {
    const ctx = context as ServiceContext;
    const allow = methodsAt(ctx.path);
    if (allow.length === 0) throw new Problem('not_found', nothingAt(ctx.path));
    throw new Problem(
      'method_not_allowed',
      `${ctx.method} is not allowed for this path. Use ${allow.filter((method) => method !== 'OPTIONS').join(' or ')}.`,
      { allow },
    );
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns whether an origin may call. The service's own origin is that of `PAGEWRIGHT_BASE_URL`, or loopback with the
 * service's port. The `Host` header isn't used, because an attacker controls it.
 */
function isAllowedOrigin(origin: string, port: number, config: Config): boolean {
  const lower = origin.toLowerCase();
  if (config.corsOrigins.includes('*') || config.corsOrigins.includes(lower)) return true;
  if (!URL.canParse(lower)) return false;
  const url = new URL(lower);
  if (config.baseUrl !== null) return url.origin === new URL(config.baseUrl).origin;
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) && Number(url.port || 80) === port;
}
