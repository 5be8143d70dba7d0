/** `check_html`: what is wrong with a document, without a PDF. */
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

/** More than these fill a model's context; the first ones are mended first. */
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
    }),
  )
  .meta({ description: 'What was ignored or replaced, and where.' });

export function checkHtmlTool(limits: ToolLimits): Tool {
  return defineTool({
    name: 'check_html',
    title: 'Check HTML for printing',
    description: [
      'Lays an HTML document out as render_html_to_pdf would and returns how many pages it has and what was ignored or replaced: unknown CSS, broken images, missing characters, with lines and columns.',
      'Call it while writing a document, and render when nothing is left to mend.',
      `The same limits hold: ${sizeLimit(limits)} of html, ${limits.maxPages} pages.`,
      ...(limits.metered ? ['It costs no credit, but counts as a call.'] : []),
    ].join(' '),
    writes: false,
    input: z.object(documentInput(limits)),
    output: z.object({
      pages: z.int().meta({ description: 'How many pages the PDF would have.' }),
      diagnostics: diagnosticsOutput,
      diagnostics_left_out: z.int().meta({ description: `How many there are behind the first ${MOST_DIAGNOSTICS}.` }),
    }),
    async call({ document }, { perform }) {
      const { pages, diagnostics } = await perform(document, CHECK);
      // In words too: not every client shows a model what is structured.
      const summary = `${counted(pages, 'page')}, ${countedDiagnostics(diagnostics)}.`;
      const first = diagnostics
        .slice(0, MOST_DIAGNOSTICS)
        .map((one) => ({ ...one, message: cut(one.message, MOST_MESSAGE_LENGTH) }));
      const leftOut = diagnostics.length - first.length;
      const more = leftOut === 0 ? [] : [`${leftOut} more are not listed: mend these first.`];
      const text = [summary, ...first.map(diagnosticInWords), ...more].join('\n');
      return {
        content: [{ type: 'text', text }],
        structuredContent: { pages, diagnostics: first, diagnostics_left_out: leftOut },
      };
    },
  });
}
