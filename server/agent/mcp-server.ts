import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Diagnostic } from '../../engine/index.ts';
import { cleanHtml } from '../http/render-request.ts';
import { Problem } from '../http/problems.ts';
import {
  CHECK_TOOL_NAME,
  checkSuccess,
  checkToolDefinition,
  isToolName,
  toolDefinition,
  toolFailure,
  toolInputSchema,
  type ToolLimits,
  toolSuccess,
} from './tool.ts';

/** What a tool makes of a document. */
export interface ToolDocument {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Renders for the tool. @throws Problem */
export type ToolRender = (html: string) => Promise<ToolDocument>;

export interface McpParts extends ToolLimits {
  /** Called first in every call of a tool. @throws Problem */
  readonly begin?: () => Promise<void>;
  /** Called last in every call of a tool, however it ended. */
  readonly end?: () => Promise<void>;
  readonly render: ToolRender;
  /** The same without a PDF, and without cost. */
  readonly check: ToolRender;
  /** Turns what isn't a Problem into one, and logs it. */
  readonly asProblem: (error: unknown) => Problem;
  readonly upgradeUrl: string | null;
  readonly version: string;
}

/**
 * An MCP server with the tools. The SDK's low-level Server, because a refusal of ours is a tool result with its problem, while an unknown tool
 * is an error of the protocol.
 */
export function createMcpServer(parts: McpParts): Server {
  const server = new Server({ name: 'pagewright', version: parts.version }, { capabilities: { tools: {} } });
  const tools = [toolDefinition(parts), checkToolDefinition(parts)];
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!isToolName(params.name))
      throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    try {
      await parts.begin?.();
      const html = readHtml(params.arguments, parts);
      if (params.name === CHECK_TOOL_NAME) {
        const { pages, diagnostics } = await parts.check(html);
        return checkSuccess(pages, diagnostics);
      }
      const { pdf, pages, diagnostics } = await parts.render(html);
      return toolSuccess(pdf, pages, diagnostics.length);
    } catch (error) {
      return toolFailure(parts.asProblem(error), parts.upgradeUrl);
    } finally {
      await parts.end?.();
    }
  });
  return server;
}

/** Connects, with calls made fit for the SDK, which would answer those without a tool's name as a fault of its own. */
export async function connect(server: Server, transport: Transport): Promise<void> {
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message) && message.method === 'tools/call' && typeof message.params?.name !== 'string') {
      const error = { code: ErrorCode.InvalidParams, message: 'Invalid params: name must be a string' };
      void transport.send({ jsonrpc: '2.0', id: message.id, error });
    } else receive?.(withArguments(message), extra);
  };
}

/** Arguments that aren't an object would be refused by the SDK as a fault of the protocol; without any the tool says what it needs. */
function withArguments<T extends JSONRPCMessage>(message: T): T {
  if (!('method' in message) || message.method !== 'tools/call' || !isToolName(message.params?.name)) return message;
  const { params } = message;
  const given = params?.arguments;
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return message;
  return { ...message, params: { ...params, arguments: {} } };
}

function readHtml(given: unknown, { maxHtmlBytes, metered }: ToolLimits): string {
  const parsed = toolInputSchema.safeParse(given ?? {});
  if (!parsed.success) {
    throw new Problem('validation_error', 'The argument html is required and must be a string.', {
      errors: [{ field: 'html', code: 'type', message: 'must be a string' }],
    });
  }
  const html = cleanHtml(parsed.data.html);
  const bytes = Buffer.byteLength(html);
  if (bytes > maxHtmlBytes) {
    const instead = metered
      ? ' Use POST /v1/render for larger documents.'
      : ' Use the command `pagewright render` for larger documents.';
    throw new Problem(
      'html_too_large',
      `html has ${bytes} bytes in UTF-8; this tool takes at most ${maxHtmlBytes}.${instead}`,
    );
  }
  return html;
}
