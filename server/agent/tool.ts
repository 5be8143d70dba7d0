/** The one tool of the MCP endpoint: what agents read of it, and its arguments. */
import { z } from 'zod';
import { PROBLEMS, type Problem } from '../http/problems.ts';

export const TOOL_NAME = 'render_html_to_pdf';

export const toolInputSchema = z.object({
  html: z
    .string()
    .meta({ description: 'A complete HTML document with its CSS. Everything it shows must be inside it.' }),
});

export const toolOutputSchema = z.object({
  pdf_base64: z.string().meta({ description: 'The PDF, base64.' }),
  pages: z.int().meta({ description: 'How many pages it has.' }),
});

export interface ToolLimits {
  readonly maxHtmlBytes: number;
  readonly maxPages: number;
  /** Where renders cost credits: over HTTP. */
  readonly metered: boolean;
}

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
    annotations: {
      title: 'Render HTML to PDF',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

export function toolSuccess(pdf: Uint8Array, pages: number) {
  const output: z.output<typeof toolOutputSchema> = {
    pdf_base64: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('base64'),
    pages,
  };
  return { content: [{ type: 'text' as const, text: JSON.stringify(output) }], structuredContent: output };
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
