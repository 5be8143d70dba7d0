/** What the tools of the MCP endpoint have in common: one module a tool in `tools/`. */
import type { ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { MAX_DIAGNOSTICS } from '../../engine/diagnostics.ts';
import type { Diagnostic } from '../../engine/index.ts';
import { PROBLEMS, type Problem } from '../http/problems.ts';
import type { Made, Work } from '../rendering/work.ts';
import { type InputFolder, inputPathInput, type ToolDocument } from './input-folder.ts';
import type { OutputFolder } from './output-folder.ts';

/** What holds where the tools are offered. */
export interface ToolLimits {
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Renders cost credits. */
  readonly metered: boolean;
  /** Where files may be written: for an agent on the same machine; null: nowhere. */
  readonly output: OutputFolder | null;
  /** From where documents may be read, likewise. */
  readonly input: InputFolder | null;
}

/** What a tool does its work with. */
export interface ToolHost extends ToolLimits {
  /** @throws Problem */
  readonly perform: (document: ToolDocument, work: Work) => Promise<Made>;
}

export interface ToolAnswer {
  readonly content: ContentBlock[];
  readonly structuredContent?: Record<string, unknown>;
}

/** What every tool takes: the document, where files may be read by its name as well. */
export function documentInput({ input }: ToolLimits): DocumentInput {
  const about = 'A complete HTML document with its CSS.';
  if (input === null)
    return { html: z.string().meta({ description: `${about} Everything it shows must be inside it.` }) };
  const files = `Style sheets, images and fonts may be files: relative URLs are read from ${input.root} and below.`;
  const html = z
    .string()
    .optional()
    .meta({ description: `${about} ${files}` });
  return { html, input_path: inputPathInput(input) } as DocumentInput;
}

// A type and no interface, so that it has the index signature that zod asks for.
type DocumentInput = {
  readonly html: z.ZodType<string | undefined>;
};
type Input = z.ZodObject<DocumentInput>;

/** What each call has. */
export interface GivenDocument {
  readonly document: ToolDocument;
}

/** A tool: what agents read of it, its arguments and its answers. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Of what is structured in its answers; null: nothing is. */
  readonly output: z.ZodType | null;
  /** It makes files where the host has a place for them. */
  readonly writes: boolean;
  /** `given`: what `input` has made of the arguments. @throws Problem */
  readonly call: (given: GivenDocument, host: ToolHost) => Promise<ToolAnswer>;
}

/** A tool whose call knows the types of its own arguments. */
export function defineTool<Shape extends DocumentInput>(
  tool: Omit<Tool, 'input' | 'call'> & {
    readonly input: z.ZodObject<Shape>;
    readonly call: (given: z.output<z.ZodObject<Shape>> & GivenDocument, host: ToolHost) => Promise<ToolAnswer>;
  },
): Tool {
  return tool as unknown as Tool;
}

/** A tool as `tools/list` shows it. */
export function toolDefinition({ name, title, description, input, output, writes }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    ...(output === null ? {} : { outputSchema: z.toJSONSchema(output) as { type: 'object' } }),
    // Nothing that was there before is changed, and nobody is asked.
    annotations: { title, readOnlyHint: !writes, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/** Text that doesn't fill a model's context. */
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function sizeLimit({ maxHtmlBytes }: ToolLimits): string {
  return maxHtmlBytes % 1024 === 0 ? `${maxHtmlBytes / 1024} KB` : `${maxHtmlBytes} bytes`;
}

/** Diagnostics that are told with what was made, so that nothing has to be sent again for a few; a message of a model's making may be long. */
const TOLD_DIAGNOSTICS = 3;
export const MOST_MESSAGE_LENGTH = 300;

/** How many diagnostics there were, the first ones, and who lists the others: lines behind a text. */
export function diagnosticsHint(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return '';
  const isNote = ({ severity }: Diagnostic): boolean => severity === 'info';
  const told = [...diagnostics.filter((one) => !isNote(one)), ...diagnostics.filter(isNote)].slice(0, TOLD_DIAGNOSTICS);
  const rest = diagnostics.length > told.length ? ['check_html lists them all.'] : [];
  return [` ${countedDiagnostics(diagnostics)}:`, ...told.map(diagnosticInWords), ...rest].join('\n');
}

/** `warning: what was ignored (document, line 3, column 5) [css/unknown-property]` */
export const diagnosticInWords = (one: Diagnostic): string => `${one.severity}: ${diagnosticWithPlace(one)}`;

/** The same without the severity. */
export function diagnosticWithPlace({ message, source, line, column, code }: Diagnostic): string {
  const place = line === null ? '' : ` (${source ?? 'document'}, line ${line}, column ${column})`;
  return `${cut(message, MOST_MESSAGE_LENGTH)}${place} [${code}]`;
}

/** Of more than the engine keeps nobody knows how many there were. */
export function countedDiagnostics({ length }: readonly Diagnostic[]): string {
  return length < MAX_DIAGNOSTICS ? counted(length, 'diagnostic') : `${length} diagnostics or more`;
}

/** A refusal that an agent can act on: one sentence, and the problem as JSON behind it. */
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
