/** `inspect_layout`: describes the positions of boxes and the reasons for page breaks. */
import { z } from 'zod';
import { defineTool, documentInput, sizeLimit, type Tool, type ToolLimits } from '../tool.ts';

export function inspectLayoutTool(limits: ToolLimits): Tool {
  return defineTool({
    name: 'inspect_layout',
    title: 'Inspect the layout of HTML as it prints',
    description: [
      'Lays out an HTML document like render_html_to_pdf and describes the result.',
      'Without selector and page: an outline of each page (its size, headings and top-level boxes), why the next page starts, and what extends beyond the sheet.',
      'With selector, page or both: the boxes that match, with position and size in CSS px from the top left corner of the sheet, font and first line of text.',
      `Limits: ${sizeLimit(limits)} of html, ${limits.maxPages} pages.`,
      ...(limits.metered ? ['It costs no credit but counts as a request.'] : []),
    ].join(' '),
    writes: false,
    input: z.object({
      ...documentInput(limits),
      selector: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'CSS selector: only boxes of matching elements.', examples: ['#total', 'table td'] }),
      page: z.int().min(1).max(100_000).optional().meta({ description: 'Only this page, counted from 1.' }),
    }),
    // Text only: structured content would repeat it in the model's context.
    output: null,
    async call({ document, selector = null, page = null }, { perform }) {
      const { bytes } = await perform(document, { make: 'layout', selector, page });
      return { content: [{ type: 'text', text: new TextDecoder().decode(bytes) }] };
    },
  });
}
