/** `/mcp/` and `/mcp/studio/`: stateless MCP over Streamable HTTP, with one server per request. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Middleware } from 'koa';
import { type BodyBudget, openLease } from '../http/body-budget.ts';
import type { CallWindows } from '../http/call-window.ts';
import { scanJson } from '../http/json-scan.ts';
import { asProblem, CLIENT_GONE, isGone, forCaller } from '../http/problem-handler.ts';
import { noteDocument, type ServiceContext } from '../http/context.ts';
import { type Lifecycle, refuseWhenEnding } from '../http/health.ts';
import { RATE_LIMIT_HEADERS, rateLimitHeaders } from '../http/rate-limit-headers.ts';
import { readBody } from '../http/read-body.ts';
import { requireCaller } from '../http/render.ts';
import { Problem } from '../http/problems.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import type { MessageWindows } from '../metering/message-windows.ts';
import type { Log } from '../observability/log.ts';
import type { Work } from '../rendering/work.ts';
import { connect, createMcpServer, isToolName } from './mcp-server.ts';
import type { ToolSet } from './tools/index.ts';

export interface McpRouteParts {
  readonly tools: ToolSet;
  readonly lifecycle: Lifecycle;
  readonly windows: CallWindows;
  readonly messages: MessageWindows;
  readonly bodies: BodyBudget;
  readonly rendering: MeteredRender;
  readonly log: Log;
  readonly upgradeUrl: string;
  readonly version: string;
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Whether renders cost credits. */
  readonly metered: boolean;
  /** Returns whether an origin may call: the service's own (on `port`) and those of `PAGEWRIGHT_CORS_ORIGINS`. */
  readonly isAllowedOrigin: (origin: string, port: number) => boolean;
}

/** Returns the limit for a tool call. Every character of the HTML may be escaped. */
function mcpBodyLimit(maxHtmlBytes: number): number {
  return 6 * maxHtmlBytes + 64 * 1024;
}

export function mcpRoute(parts: McpRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { origin } = ctx.headers;
    if (origin !== undefined && !parts.isAllowedOrigin(origin, ctx.req.socket.localPort ?? 0)) {
      throw new Problem(
        'origin_forbidden',
        'This origin may not call the MCP endpoint. The operator can allow it with PAGEWRIGHT_CORS_ORIGINS.',
      );
    }
    const message = await readMessage(ctx, parts);
    if (Array.isArray(message)) {
      ctx.status = 400;
      ctx.body = {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid Request: batches are not supported' },
        id: null,
      };
      return;
    }
    await answer(ctx, parts, message);
  };
}

/** Limit for messages other than tool calls. */
const MESSAGE_BYTES = 64 * 1024;
/** Limits on the nesting and the number of values in a message. */
const MESSAGE_DEPTH = 100;
const MESSAGE_VALUES = 20_000;

/** Reads a message. It isn't counted in the body budget, but its size is bounded before reading. @throws Problem */
async function readMessage(
  ctx: ServiceContext,
  { tools, messages, bodies, maxHtmlBytes }: McpRouteParts,
): Promise<unknown> {
  const account = ctx.state.caller?.account ?? 'unknown';
  const { 'content-length': length, 'content-encoding': encoding } = ctx.req.headers;
  const isLarge = length === undefined || encoding !== undefined || Number(length) > MESSAGE_BYTES;
  messages.count(account, ctx.state.caller?.limit ?? 0, isLarge);
  const lease = openLease(ctx, bodies, account);
  const hint = 'Use POST /v1/render for larger documents.';
  const body = await readBody(ctx.req, { bytes: mcpBodyLimit(maxHtmlBytes), hint, lease });
  const message = await parseMessage(body);
  if (message !== null && body.length > MESSAGE_BYTES && !isToolCall(tools, message)) {
    const detail = `A message that is not a tool call may have at most ${MESSAGE_BYTES} bytes.`;
    throw new Problem('body_too_large', detail);
  }
  return message;
}

function isToolCall(tools: ToolSet, message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && isToolName(tools, params?.name);
}

/** Work that is free of credits, because no PDF can be obtained from it. */
const FREE: ReadonlySet<Work['make']> = new Set(['check', 'layout']);

async function answer(ctx: ServiceContext, parts: McpRouteParts, message: unknown): Promise<void> {
  const server = createMcpServer({
    tools: parts.tools,
    begin: async () => {
      refuseWhenEnding(parts.lifecycle);
      await parts.windows.count(ctx);
    },
    end: () => addHeaders(ctx, parts),
    perform: async ({ html, path }, work) => {
      if (path !== null) throw new TypeError('assertion failed: documents come with the call');
      const caller = requireCaller(ctx, 'mcp');
      ctx.state.htmlBytes = Buffer.byteLength(html);
      const { signal, lease } = ctx.state;
      // The answer contains the bytes as base64.
      const holds = (bytes: number): boolean => lease?.resize(2 * bytes) ?? true;
      const made = FREE.has(work.make)
        ? await parts.rendering.check(caller, html, signal, work)
        : await parts.rendering.render(caller, html, signal, { holds, work });
      noteDocument(ctx.state, made);
      return made;
    },
    asProblem: (error) => {
      // The client has disconnected.
      if (isGone(ctx, error)) {
        ctx.status = CLIENT_GONE;
        return new Problem('bad_request', 'The caller disconnected.');
      }
      const problem = forCaller(asProblem(error, parts.log, ctx.state.requestId), ctx);
      ctx.state.code = problem.code;
      return problem;
    },
    upgradeUrl: parts.upgradeUrl,
    version: parts.version,
    maxHtmlBytes: parts.maxHtmlBytes,
    maxPages: parts.maxPages,
    metered: parts.metered,
    output: null,
    input: null,
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  const closed = new Promise<void>((resolve) => {
    ctx.res.once('close', () => {
      void transport.close();
      void server.close();
      resolve();
    });
  });
  await addHeaders(ctx, parts);
  await connect(server, transport, parts.tools);
  ctx.respond = false;
  // The transport never settles an answer that the caller doesn't wait for.
  await Promise.race([transport.handleRequest(ctx.req, ctx.res, message), closed]);
  if (!ctx.res.writableFinished && ctx.res.destroyed) ctx.status = CLIENT_GONE;
}

/** Adds the headers. The transport writes the response itself, so Koa's headers must be set beforehand. */
async function addHeaders(ctx: ServiceContext, parts: McpRouteParts): Promise<void> {
  const rateLimit = await parts.windows.rateLimit(ctx);
  if (rateLimit) ctx.set(rateLimitHeaders(rateLimit));
  else for (const name of RATE_LIMIT_HEADERS) ctx.remove(name);
}

/** Parses a message. Returns null for invalid or oversized JSON, which the transport then rejects. */
async function parseMessage(body: Buffer): Promise<unknown> {
  const scanned = await scanJson(body);
  if (!scanned || scanned.depth > MESSAGE_DEPTH || scanned.values > MESSAGE_VALUES) return null;
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
