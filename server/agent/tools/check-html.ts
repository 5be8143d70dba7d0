/** `check_html`: returns a document's diagnostics without a PDF. */
import { z } from 'zod';
import { CHECK } from '../../rendering/work.ts';
import {
  counted,
  countedDiagnostics,
  cut,
  defineTool,
  diagnosticInWords,
  documentInput,
  MOST_MESSAGE_LENGTH,
  sizeLimit,
  type Tool,
  type ToolLimits,
} from '../tool.ts';

/** Limit that saves the model's context. The first diagnostics are fixed first. */
const MOST_DIAGNOSTICS = 50;

const diagnosticsOutput = z
  .array(
    z.object({
      code: z.string(),
      severity: z.enum(['error', 'warning', 'info']),
      message: z.string(),
      source: z.string().nullable(),
      line: z.int().nullable(),
      column: z.int().nullable(),
      count: z.int(),
      fix: z.object({ replace: z.string(), by: z.string() }).optional(),
    }),
  )
  .meta({ description: 'Everything that was ignored or replaced, with its position.' });

export function checkHtmlTool(limits: ToolLimits): Tool {
  return defineTool({
    name: 'check_html',
    title: 'Check HTML for printing',
    description: [
      'Lays out an HTML document like render_html_to_pdf and returns its page count and diagnostics: unknown CSS, broken images, missing characters, with lines and columns.',
      'Call it while you write a document, and render when nothing is left to fix.',
      `Limits: ${sizeLimit(limits)} of html, ${limits.maxPages} pages.`,
      ...(limits.metered ? ['It costs no credit but counts as a request.'] : []),
    ].join(' '),
    writes: false,
    input: z.object(documentInput(limits)),
    output: z.object({
      pages: z.int().meta({ description: 'Number of pages.' }),
      diagnostics: diagnosticsOutput,
      diagnostics_left_out: z
        .int()
        .meta({ description: `Number of diagnostics beyond the first ${MOST_DIAGNOSTICS}.` }),
    }),
    async call({ document }, { perform }) {
      const { pages, diagnostics } = await perform(document, CHECK);
      // Repeated as text: not every client shows structured content to the model.
      const summary = `${counted(pages, 'page')}, ${countedDiagnostics(diagnostics)}.`;
      const first = diagnostics
        .slice(0, MOST_DIAGNOSTICS)
        .map((one) => ({ ...one, message: cut(one.message, MOST_MESSAGE_LENGTH) }));
      const leftOut = diagnostics.length - first.length;
      const more = leftOut === 0 ? [] : [`${leftOut} more are not listed. Fix these first.`];
      const text = [summary, ...first.map(diagnosticInWords), ...more].join('\n');
      return {
        content: [{ type: 'text', text }],
        structuredContent: { pages, diagnostics: first, diagnostics_left_out: leftOut },
      };
    },
  });
}
