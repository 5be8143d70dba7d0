/** `/mcp` and `/mcp/`: MCP over Streamable HTTP, stateless: a server for each request. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Middleware } from 'koa';
import { asProblem, CLIENT_GONE, isGone } from '../http/problem-handler.ts';
import { noteDocument, type ServiceContext } from '../http/context.ts';
import { type Lifecycle, refuseWhenEnding } from '../http/health.ts';
import { RATE_LIMIT_HEADERS, rateLimitHeaders } from '../http/rate-limit-headers.ts';
import { readBody } from '../http/read-body.ts';
import { requireCaller } from '../http/render.ts';
import { Problem } from '../http/problems.ts';
import type { MeteredRender } from '../metering/metered-render.ts';
import type { RequestWindows } from '../metering/request-windows.ts';
import type { Log } from '../observability/log.ts';
import { connect, createMcpServer } from './mcp-server.ts';

export interface McpRouteParts {
  readonly lifecycle: Lifecycle;
  readonly windows: RequestWindows;
  readonly rendering: MeteredRender;
  readonly log: Log;
  readonly upgradeUrl: string;
  readonly version: string;
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Origins that may call: the service's own, which listens on `port`, and those of `CORS_ORIGINS`. */
  readonly isAllowedOrigin: (origin: string, port: number) => boolean;
}

/** The tool's html may come with every character escaped. */
export function mcpBodyLimit(maxHtmlBytes: number): number {
  return 6 * maxHtmlBytes + 64 * 1024;
}

export function mcpRoute(parts: McpRouteParts): Middleware {
  return async (context) => {
    const ctx = context as ServiceContext;
    const { origin } = ctx.headers;
    if (origin !== undefined && !parts.isAllowedOrigin(origin, ctx.req.socket.localPort ?? 0)) {
      throw new Problem('origin_forbidden', 'Pages of this origin may not call the MCP endpoint.');
    }
    const message = parseMessage(
      await readBody(ctx.req, {
        bytes: mcpBodyLimit(parts.maxHtmlBytes),
        hint: 'Use POST /v1/render for larger documents.',
      }),
    );
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

async function answer(ctx: ServiceContext, parts: McpRouteParts, message: unknown): Promise<void> {
  const server = createMcpServer({
    begin: async () => {
      refuseWhenEnding(parts.lifecycle);
      await parts.windows.count(ctx);
    },
    end: () => addHeaders(ctx, parts),
    render: async (html) => {
      const caller = requireCaller(ctx, 'mcp');
      ctx.state.htmlBytes = Buffer.byteLength(html);
      const document = await parts.rendering.render(caller, html, ctx.state.signal);
      noteDocument(ctx.state, document);
      return document;
    },
    asProblem: (error) => {
      // Nobody reads this answer.
      if (isGone(ctx, error)) {
        ctx.status = CLIENT_GONE;
        return new Problem('bad_request', 'The caller went away.');
      }
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
  await connect(server, transport);
  ctx.respond = false;
  await transport.handleRequest(ctx.req, ctx.res, message);
}

/** The transport writes to the response itself: what Koa would have added must stand there before. */
async function addHeaders(ctx: ServiceContext, parts: McpRouteParts): Promise<void> {
  const rateLimit = await parts.windows.rateLimit(ctx);
  if (rateLimit) ctx.set(rateLimitHeaders(rateLimit));
  else for (const name of RATE_LIMIT_HEADERS) ctx.remove(name);
}

/** null for what isn't JSON: no message either, and the transport answers it in its own way. */
function parseMessage(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
