/** The tools of the MCP endpoint: what agents read of them, their arguments and their answers. */
import { z } from 'zod';
import type { Diagnostic } from '../../engine/index.ts';
import { PROBLEMS, type Problem } from '../http/problems.ts';

export const TOOL_NAME = 'render_html_to_pdf';
export const CHECK_TOOL_NAME = 'check_html';

/** Both take a document and lay it out: they count as calls. */
export const isToolName = (name: unknown): boolean => name === TOOL_NAME || name === CHECK_TOOL_NAME;

export const toolInputSchema = z.object({
  html: z
    .string()
    .meta({ description: 'A complete HTML document with its CSS. Everything it shows must be inside it.' }),
});

export const toolOutputSchema = z.object({
  pdf_base64: z.string().meta({ description: 'The PDF, base64.' }),
  pages: z.int().meta({ description: 'How many pages it has.' }),
});

export const checkOutputSchema = z.object({
  pages: z.int().meta({ description: 'How many pages the PDF would have.' }),
  diagnostics: z
    .array(
      z.object({
        code: z.string(),
        severity: z.enum(['error', 'warning', 'info']),
        message: z.string(),
        source: z.string().nullable(),
        line: z.int().nullable(),
        column: z.int().nullable(),
        count: z.int(),
      }),
    )
    .meta({ description: 'What was ignored or replaced, and where.' }),
});

export interface ToolLimits {
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Where renders cost credits: over HTTP. */
  readonly metered: boolean;
}

/** What clients are told of tools that change nothing and ask nobody. */
const PURE = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The tool as `tools/list` shows it. */
export function toolDefinition({ maxHtmlBytes, maxPages, metered }: ToolLimits) {
  return {
    name: TOOL_NAME,
    title: 'Render HTML to PDF',
    description: [
      'Renders an HTML document with CSS to a paginated PDF and returns it as base64.',
      'HTML and CSS only: scripts are not run.',
      'Images, fonts and style sheets must be embedded as data: URIs; a document that refers to http(s) resources is refused with the list of them.',
      'Print CSS works: @page size and margins, page-margin boxes with counter(page) and counter(pages), break-before, break-inside: avoid, repeated table headers.',
      `html may have up to ${maxHtmlBytes % 1024 === 0 ? `${maxHtmlBytes / 1024} KB` : `${maxHtmlBytes} bytes`}${metered ? '; POST /v1/render takes larger documents' : ''}. At most ${maxPages} pages.`,
      metered
        ? 'A render costs one credit of the API key; without a key a small monthly allowance holds.'
        : 'Renders on this machine, without a key.',
    ].join(' '),
    inputSchema: z.toJSONSchema(toolInputSchema, { io: 'input' }) as { type: 'object' },
    outputSchema: z.toJSONSchema(toolOutputSchema) as { type: 'object' },
    annotations: { title: 'Render HTML to PDF', ...PURE },
  };
}

/** The tool that looks for what is wrong, as `tools/list` shows it. */
export function checkToolDefinition({ maxHtmlBytes, maxPages, metered }: ToolLimits) {
  return {
    name: CHECK_TOOL_NAME,
    title: 'Check HTML for printing',
    description: [
      `Lays an HTML document out as ${TOOL_NAME} would and returns how many pages it has and what was ignored or replaced: unknown CSS, broken images, missing characters, with lines and columns.`,
      'Call it while writing a document, and render when nothing is left to mend.',
      `The same limits hold: ${maxHtmlBytes} bytes of html, ${maxPages} pages.`,
      metered ? 'It costs no credit, but counts as a call.' : '',
    ]
      .join(' ')
      .trim(),
    inputSchema: z.toJSONSchema(toolInputSchema, { io: 'input' }) as { type: 'object' },
    outputSchema: z.toJSONSchema(checkOutputSchema) as { type: 'object' },
    annotations: { title: 'Check HTML for printing', ...PURE },
  };
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The diagnostics in words too: not every client shows a model what is structured. */
export function checkSuccess(pages: number, diagnostics: readonly Diagnostic[]) {
  const output: z.output<typeof checkOutputSchema> = { pages, diagnostics: [...diagnostics] };
  const lines = diagnostics.map(({ severity, message, source, line, column, code }) => {
    const place = line === null ? '' : ` (${source ?? 'document'}, line ${line}, column ${column})`;
    return `${severity}: ${message}${place} [${code}]`;
  });
  const text = [`${counted(pages, 'page')}, ${counted(diagnostics.length, 'diagnostic')}.`, ...lines].join('\n');
  return { content: [{ type: 'text' as const, text }], structuredContent: output };
}

/** The PDF once, as a value: as text it would fill a model's context. */
export function toolSuccess(pdf: Uint8Array, pages: number, warnings: number) {
  const output: z.output<typeof toolOutputSchema> = {
    pdf_base64: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('base64'),
    pages,
  };
  const found = warnings === 0 ? '' : ` ${counted(warnings, 'diagnostic')}: ${CHECK_TOOL_NAME} lists them.`;
  const text = `A PDF of ${counted(pages, 'page')} and ${pdf.length} bytes.${found}`;
  return { content: [{ type: 'text' as const, text }], structuredContent: output };
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
