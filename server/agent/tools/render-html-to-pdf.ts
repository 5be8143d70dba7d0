/** `render_html_to_pdf`: the PDF as base64, or in a file. */
import { z } from 'zod';
import { PDF } from '../../rendering/work.ts';
import { outputPathInput } from '../output-folder.ts';
import { counted, defineTool, diagnosticsHint, documentInput, sizeLimit, type Tool, type ToolLimits } from '../tool.ts';

const NAME = 'render_html_to_pdf';
const TITLE = 'Render HTML to PDF';

const pages = z.int().meta({ description: 'How many pages it has.' });
const base64 = z.string().meta({ description: 'The PDF, base64.' });

export function renderToPdfTool(limits: ToolLimits): Tool {
  const { maxPages, metered, output } = limits;
  const shared = {
    name: NAME,
    title: TITLE,
    description: [
      `Renders an HTML document with CSS to a paginated PDF and returns it as base64${output ? ', or writes it to output_path' : ''}.`,
      'HTML and CSS only: scripts are not run.',
      output
        ? `Images, fonts and style sheets are files below ${output.root}, or embedded as data: URIs;`
        : 'Images, fonts and style sheets must be embedded as data: URIs;',
      'a document that refers to http(s) resources is refused with the list of them.',
      'There are no options: the document says it all in CSS. @page { size: A5 landscape; margin: 2cm } works, and so do page-margin boxes with counter(page) and counter(pages), break-before, break-inside: avoid, repeated table headers.',
      `html may have up to ${sizeLimit(limits)}${metered ? '; POST /v1/render takes larger documents' : ''}. At most ${maxPages} pages.`,
      ...(output
        ? []
        : ['The PDF is in the answer whole: look at a page with render_page_image instead of reading it.']),
      metered
        ? 'A render costs one credit of the API key; without a key a small monthly allowance holds.'
        : 'Renders on this machine, without a key.',
    ].join(' '),
  };
  if (!output) {
    return defineTool({
      ...shared,
      writes: false,
      input: z.object(documentInput(limits)),
      output: z.object({ pdf_base64: base64, pages }),
      async call({ document }, { perform }) {
        const made = await perform(document, PDF);
        const facts = `A PDF of ${counted(made.pages, 'page')} and ${made.bytes.length} bytes.`;
        const text = `${facts}${sizeHint(made.bytes.length)}${diagnosticsHint(made.diagnostics)}`;
        // The PDF once, as a value: as text it would fill a model's context.
        const pdf_base64 = asBase64(made.bytes);
        return { content: [{ type: 'text', text }], structuredContent: { pdf_base64, pages: made.pages } };
      },
    });
  }
  return defineTool({
    ...shared,
    writes: true,
    input: z.object({ ...documentInput(limits), output_path: outputPathInput('.pdf', output) }),
    output: z.object({
      pdf_base64: base64.optional(),
      path: z.string().optional().meta({ description: 'The file that was written.' }),
      pages,
    }),
    async call({ document, output_path: wanted }, { perform }) {
      const place = wanted === undefined ? null : await output.place(wanted, '.pdf');
      const made = await perform(document, PDF);
      const facts = `A PDF of ${counted(made.pages, 'page')} and ${made.bytes.length} bytes`;
      const hint = diagnosticsHint(made.diagnostics);
      if (place === null) {
        const structuredContent = { pdf_base64: asBase64(made.bytes), pages: made.pages };
        return { content: [{ type: 'text', text: `${facts}.${hint}` }], structuredContent };
      }
      const link = await place.write(made.bytes, 'application/pdf');
      return {
        content: [{ type: 'text', text: `${facts} is in ${place.path}.${hint}` }, link],
        structuredContent: { path: place.path, pages: made.pages },
      };
    },
  });
}

/** From here on an answer is told to be large, bytes. */
const LARGE = 200_000;

/** How else to come by a large PDF. */
const sizeHint = (bytes: number): string =>
  bytes < LARGE
    ? ''
    : ' As base64 it fills a context: for a file send the same html to POST /v1/render with the same key; embedded fonts and images make it large.';

const asBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
