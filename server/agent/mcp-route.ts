/** `/mcp` and `/mcp/`: MCP over Streamable HTTP, stateless: a server for each request. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Middleware } from 'koa';
import { asProblem } from '../http/problem-handler.ts';
import type { ServiceContext } from '../http/context.ts';
import { rateLimitHeaders } from '../http/rate-limit-headers.ts';
import { readBody } from '../http/read-body.ts';
import { requireCaller } from '../http/render.ts';
import { Problem } from '../http/problems.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import { rateLimit, type RequestWindows } from '../metering/request-windows.ts';
import type { Log } from '../observability/log.ts';
import { createMcpServer } from './mcp-server.ts';
import { TOOL_NAME, toolFailure } from './tool.ts';

export interface McpRouteParts {
  readonly windows: RequestWindows;
  readonly rendering: MeteredRender;
  readonly log: Log;
  readonly upgradeUrl: string;
  readonly version: string;
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Origins that may call: the service's own and those of `CORS_ORIGINS`. */
  readonly isAllowedOrigin: (origin: string) => boolean;
}

/** The tool's html may come with every character escaped. */
export function mcpBodyLimit(maxHtmlBytes: number): number {
  return 6 * maxHtmlBytes + 64 * 1024;
}

export function mcpRoute(parts: McpRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const origin = ctx.get('Origin');
    if (origin !== '' && !parts.isAllowedOrigin(origin)) {
      throw new Problem('origin_forbidden', 'Pages of this origin may not call the MCP endpoint.');
    }
    const message = parseMessage(await readBody(ctx.req, mcpBodyLimit(parts.maxHtmlBytes)));
    if (Array.isArray(message)) {
      ctx.status = 400;
      ctx.body = {
        jsonrpc: '2.0',
        error: { code: -32600, message: 'Invalid Request: batches are not supported' },
        id: null,
      };
      return;
    }
    if (isToolCall(message) && ctx.state.caller) {
      await countToolCall(ctx, parts, message);
      if (ctx.body !== undefined && ctx.body !== null) return;
    }
    await answer(ctx, parts, message);
  };
}

/** A rate limit inside MCP is a tool's failure like any other: HTTP 200 with the problem in the result. */
async function countToolCall(ctx: ServiceContext, parts: McpRouteParts, message: { id?: unknown }): Promise<void> {
  try {
    await parts.windows.count(ctx);
  } catch (error) {
    ctx.status = 200;
    ctx.body = {
      jsonrpc: '2.0',
      id: message.id ?? null,
      result: toolFailure(asProblem(error, parts.log, ctx.state.requestId), parts.upgradeUrl),
    };
  }
}

async function answer(ctx: ServiceContext, parts: McpRouteParts, message: unknown): Promise<void> {
  const server = createMcpServer({
    render: async (html) => {
      const caller = requireCaller(ctx, 'mcp');
      ctx.state.htmlBytes = Buffer.byteLength(html);
      const document = await parts.rendering.render(caller, html, ctx.state.signal);
      ctx.state.pages = document.pages;
      ctx.state.queueMs = document.queueMs;
      ctx.state.renderMs = document.renderMs;
      return document;
    },
    asProblem: (error) => {
      const problem = asProblem(error, parts.log, ctx.state.requestId);
      ctx.state.code = problem.code;
      return problem;
    },
    upgradeUrl: parts.upgradeUrl,
    version: parts.version,
    maxHtmlBytes: parts.maxHtmlBytes,
    maxPages: parts.maxPages,
    metered: true,
  });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  ctx.res.once('close', () => {
    void transport.close();
    void server.close();
  });
  await addHeaders(ctx, parts);
  await server.connect(transport);
  ctx.respond = false;
  await transport.handleRequest(ctx.req, ctx.res, message);
}

/** The transport writes to the response itself: what Koa would have added must stand there before. */
async function addHeaders(ctx: ServiceContext, parts: McpRouteParts): Promise<void> {
  const { caller } = ctx.state;
  const window = await parts.windows.state(ctx);
  if (caller && window) ctx.set(rateLimitHeaders(rateLimit(caller, window)));
}

/** null for what isn't JSON: no message either, and the transport answers it in its own way. */
function parseMessage(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}

function isToolCall(message: unknown): message is { id?: unknown } {
  if (typeof message !== 'object' || message === null) return false;
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && params?.name === TOOL_NAME;
}
