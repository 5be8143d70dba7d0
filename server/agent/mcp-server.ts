import type { z } from 'zod';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type ContentBlock,
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { valueWords } from '../../engine/option-names.ts';
import { similarName } from '../../engine/similar-names.ts';
import { cleanHtml } from '../http/render-request.ts';
import { Problem } from '../http/problems.ts';
import type { FieldError } from '../refusal.ts';
import { visible, visibleLine } from '../terminal.ts';
import type { ToolDocument } from './input-folder.ts';
import { type GivenDocument, type Tool, toolDefinition, toolFailure, type ToolHost, type ToolLimits } from './tool.ts';
import { createTools, type ToolSet } from './tools/index.ts';

export interface McpParts extends ToolHost {
  readonly tools: ToolSet;
  /** Called at the start of every tool call. @throws Problem */
  readonly begin?: () => Promise<void>;
  /** Called at the end of every tool call, also after errors. */
  readonly end?: () => Promise<void>;
  /** Converts any other error to a Problem and logs it. */
  readonly asProblem: (error: unknown) => Problem;
  readonly upgradeUrl: string | null;
  readonly version: string;
}

const namesOf = (set: ToolSet): ReadonlySet<unknown> =>
  new Set(createTools(set, { maxHtmlBytes: 0, maxPages: 0, metered: true, output: null, input: null }).keys());

/** The tool names of each set. */
const NAMES: Readonly<Record<ToolSet, ReadonlySet<unknown>>> = { render: namesOf('render'), studio: namesOf('studio') };

/** Returns whether a name is that of a tool. All tools lay out a document, so all count as calls. */
export const isToolName = (set: ToolSet, name: unknown): boolean => NAMES[set].has(name);

/** Tells the model when to use each tool. */
const STUDIO_INSTRUCTIONS = [
  'Write a document as one HTML file with print CSS.',
  'Call check_html after each change, until no diagnostic needs a fix.',
  'Call render_page_image to see a page, and inspect_layout to find out why a box has its position.',
  'Call render_html_to_pdf last, when the document is finished.',
].join(' ');

/**
 * Creates an MCP server with the tools. It uses the SDK's low-level Server: a refusal is a tool result with its
 * problem, while an unknown tool is a protocol error.
 */
export function createMcpServer(parts: McpParts): Server {
  const server = new Server(
    { name: 'pagewright', version: parts.version },
    {
      capabilities: { tools: {} },
      ...(parts.tools === 'studio' ? { instructions: STUDIO_INSTRUCTIONS } : {}),
    },
  );
  const tools = createTools(parts.tools, parts);
  const listed = [...tools.values()].map(toolDefinition);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${visibleLine(params.name.slice(0, 100))}`);
    try {
      await parts.begin?.();
      const given = params.arguments ?? {};
      const answer = await tool.call(await readArguments(tool, given, parts), parts);
      return { ...answer, content: shown([...answer.content, ...noteUnknown(tool, given)]) };
    } catch (error) {
      const failure = toolFailure(parts.asProblem(error), parts.upgradeUrl);
      return { ...failure, content: shown([...failure.content, ...noteUnknown(tool, params.arguments ?? {})]) };
    } finally {
      await parts.end?.();
    }
  });
  return server;
}

/** Escapes control characters of documents, because clients show texts in terminals. */
const shown = (content: readonly ContentBlock[]): ContentBlock[] =>
  content.map((block) => (block.type === 'text' ? { ...block, text: visible(block.text) } : block));

/**
 * Connects a transport. Messages are normalized first, because the SDK reports calls without a tool name as internal
 * errors.
 */
export async function connect(server: Server, transport: Transport, tools: ToolSet): Promise<void> {
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message) && message.method === 'tools/call' && typeof message.params?.name !== 'string') {
      const error = { code: ErrorCode.InvalidParams, message: 'Invalid params: name must be a string' };
      void transport.send({ jsonrpc: '2.0', id: message.id, error });
    } else receive?.(withArguments(message, tools), extra);
  };
}

/**
 * Replaces arguments that aren't an object. The SDK would report a protocol error. With none, the tool can list what it
 * requires.
 */
function withArguments<T extends JSONRPCMessage>(message: T, tools: ToolSet): T {
  if (!('method' in message) || message.method !== 'tools/call' || !isToolName(tools, message.params?.name))
    return message;
  const { params } = message;
  const given = params?.arguments;
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return message;
  return { ...message, params: { ...params, arguments: {} } };
}

/** Describes unknown arguments in text, so that the model can correct them. */
function noteUnknown({ input }: Tool, given: Record<string, unknown>): { type: 'text'; text: string }[] {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(input.shape, name));
  if (unknown.length === 0) return [];
  const names = unknown.slice(0, 10).map((name) => name.slice(0, 100));
  const meant = names.map((name) => {
    const similar = similarName(name, Object.keys(input.shape));
    return similar === null ? name : `${name} (did you mean ${similar}?)`;
  });
  const ways = new Set(names.flatMap((name) => IN_CSS.get(name.toLowerCase()) ?? []));
  const text = `Unknown arguments were ignored: ${meant.join(', ')}.`;
  return [{ type: 'text', text: [text, ...ways].join(' ') }];
}

const SIZE = 'Set the page in CSS: @page { size: A5 landscape; margin: 2cm }.';
const MARGIN_BOXES =
  'Set headers and footers in CSS: @page { @bottom-center { content: counter(page) " / " counter(pages) } }.';

/** Arguments of other renderers, with the CSS that replaces them. */
const IN_CSS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...[
    'pagesize',
    'page_size',
    'format',
    'size',
    'landscape',
    'orientation',
    'width',
    'height',
    'margin',
    'margins',
  ].map((name) => [name, [SIZE]] as const),
  ...['header', 'footer', 'headertemplate', 'footertemplate', 'displayheaderfooter'].map(
    (name) => [name, [MARGIN_BOXES]] as const,
  ),
  ['options', [SIZE, MARGIN_BOXES]],
  ['title', ['Set the title with <title>.']],
]);

/** @throws Problem for missing or mistyped arguments */
async function readArguments(tool: Tool, given: Record<string, unknown>, limits: ToolLimits): Promise<GivenDocument> {
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(fieldError);
    const detail = errors.map(({ field, message }) => `The argument ${field} ${message}.`).join(' ');
    throw new Problem('validation_error', detail, { errors });
  }
  return { ...parsed.data, document: await documentOf(parsed.data, limits) };
}

/** @throws Problem unless exactly one document is given */
async function documentOf(
  { html, input_path }: { readonly html?: string | undefined; readonly input_path?: unknown },
  limits: ToolLimits,
): Promise<ToolDocument> {
  const { input } = limits;
  const path = input !== null && typeof input_path === 'string' ? input_path : null;
  if ((html === undefined) === (path === null)) {
    const twice = html !== undefined;
    const message = twice
      ? "can't be combined with input_path: remove one of them"
      : 'is required, unless input_path is given';
    throw new Problem('validation_error', `The argument html ${message}.`, {
      errors: [{ field: 'html', code: twice ? 'value' : 'required', message }],
    });
  }
  if (html !== undefined) return { html: fitting(cleanHtml(html), limits), path: null };
  return input!.read(path!);
}

function fieldError(issue: z.core.$ZodIssue): FieldError {
  const field = issue.path.join('.');
  const message = field === 'html' ? 'is required and must be a string' : valueWords(issue);
  return { field, code: 'type', message };
}

function fitting(html: string, { maxHtmlBytes, input }: ToolLimits): string {
  const bytes = Buffer.byteLength(html);
  if (bytes <= maxHtmlBytes) return html;
  const instead =
    input === null
      ? ' Use POST /v1/render for larger documents.'
      : ' Use the command `pagewright render` for larger documents.';
  throw new Problem(
    'html_too_large',
    `html has ${bytes} UTF-8 bytes. The limit of this tool is ${maxHtmlBytes}.${instead}`,
  );
}
