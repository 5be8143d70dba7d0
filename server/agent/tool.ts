/** Shared definitions of the MCP tools. `tools/` has one module per tool. */
import type { ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { MAX_DIAGNOSTICS } from '../../engine/diagnostics.ts';
import type { Diagnostic } from '../../engine/index.ts';
import { PROBLEMS, type Problem } from '../http/problems.ts';
import type { Made, Work } from '../rendering/work.ts';
import { type InputFolder, inputPathInput, type ToolDocument } from './input-folder.ts';
import type { OutputFolder } from './output-folder.ts';

/** Limits of the endpoint that offers the tools. */
export interface ToolLimits {
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Whether renders cost credits. */
  readonly metered: boolean;
  /** The output folder of a local agent. null: files can't be written. */
  readonly output: OutputFolder | null;
  /** The input folder of a local agent. null: files can't be read. */
  readonly input: InputFolder | null;
}

/** The environment of a tool call. */
export interface ToolHost extends ToolLimits {
  /** @throws Problem */
  readonly perform: (document: ToolDocument, work: Work) => Promise<Made>;
}

export interface ToolAnswer {
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
}

/** Returns the schema shared by all tools: the document, or its path if files may be read. */
export function documentInput({ input }: ToolLimits): DocumentInput {
  const about = 'A complete HTML document with its CSS.';
  if (input === null)
    return {
      html: z
        .string()
        .meta({ description: `${about} It must contain everything that it shows, such as images as data: URIs.` }),
    };
  const files = `Style sheets, images and fonts may be files: relative URLs are read from ${input.root} and below.`;
  const html = z
    .string()
    .optional()
    .meta({ description: `${about} ${files}` });
  return { html, input_path: inputPathInput(input) } as DocumentInput;
}

// A type, not an interface: zod requires the implicit index signature.
type DocumentInput = {
  readonly html: z.ZodType<string | undefined>;
};
type Input = z.ZodObject<DocumentInput>;

/** Arguments of every call. */
export interface GivenDocument {
  readonly document: ToolDocument;
}

/** A tool: its description for agents, its arguments and its answers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Schema of structured answers. null: answers are text only. */
  readonly output: z.ZodType | null;
  /** Whether the tool creates files if the host has an output folder. */
  readonly writes: boolean;
  /** `given`: the validated arguments. @throws Problem */
  readonly call: (given: GivenDocument, host: ToolHost) => Promise<ToolAnswer>;
}

/** Defines a tool whose call has typed arguments. */
export function defineTool<Shape extends DocumentInput>(
  tool: Omit<Tool, 'input' | 'call'> & {
    readonly input: z.ZodObject<Shape>;
    readonly call: (given: z.output<z.ZodObject<Shape>> & GivenDocument, host: ToolHost) => Promise<ToolAnswer>;
  },
): Tool {
  return tool as unknown as Tool;
}

/** Returns the tool's entry in `tools/list`. */
export function toolDefinition({ name, title, description, input, output, writes }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    ...(output === null ? {} : { outputSchema: z.toJSONSchema(output) as { type: 'object' } }),
    // Tools never change existing files or access the network.
    annotations: { title, readOnlyHint: !writes, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** Truncates text, to save the model's context. */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function sizeLimit({ maxHtmlBytes }: ToolLimits): string {
  return maxHtmlBytes % 1024 === 0 ? `${maxHtmlBytes / 1024} KB` : `${maxHtmlBytes} bytes`;
}

/**
 * Diagnostics included in a render's answer, so that a few need no second call. Their messages may quote long document
 * text.
 */
const TOLD_DIAGNOSTICS = 3;
export const MOST_MESSAGE_LENGTH = 300;

/** Returns the number of diagnostics, the first ones, and the tool that lists the others. */
export function diagnosticsHint(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return '';
  const isNote = ({ severity }: Diagnostic): boolean => severity === 'info';
  const told = [...diagnostics.filter((one) => !isNote(one)), ...diagnostics.filter(isNote)].slice(0, TOLD_DIAGNOSTICS);
  const rest = diagnostics.length > told.length ? ['check_html lists them all.'] : [];
  return [` ${countedDiagnostics(diagnostics)}:`, ...told.map(diagnosticInWords), ...rest].join('\n');
}

/** Formats a diagnostic: `warning: what was ignored (document, line 3, column 5) [css/unknown-property]` */
export const diagnosticInWords = (one: Diagnostic): string => `${one.severity}: ${diagnosticWithPlace(one)}`;

/** Formats a diagnostic without its severity. */
export function diagnosticWithPlace({ message, source, line, column, code }: Diagnostic): string {
  const place = line === null ? '' : ` (${source ?? 'document'}, line ${line}, column ${column})`;
  return `${cut(message, MOST_MESSAGE_LENGTH)}${place} [${code}]`;
}

/** Counts diagnostics. The engine stops collecting at a limit, so the exact number above it is unknown. */
export function countedDiagnostics({ length }: readonly Diagnostic[]): string {
  return length < MAX_DIAGNOSTICS ? counted(length, 'diagnostic') : `${length} diagnostics or more`;
}

/** Converts a refusal to a tool result: one sentence, followed by the problem as JSON. */
export function toolFailure(problem: Problem, upgradeUrl: string | null) {
  const status = PROBLEMS[problem.code].status;
  const { urls, retryAfter } = problem.details;
  const facts = {
    code: problem.code,
    status,
    detail: problem.detail,
    ...(urls ? { urls } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
    ...(upgradeUrl !== null && [402, 403, 429].includes(status) ? { upgrade_url: upgradeUrl } : {}),
  };
  return { content: [{ type: 'text' as const, text: `${problem.detail} ${JSON.stringify(facts)}` }], isError: true };
}
