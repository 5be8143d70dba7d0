/** `render_html_to_pdf`: returns the PDF as base64, or writes it to a file. */
import { z } from 'zod';
import { isWarning } from '../../../engine/diagnostics.ts';
import { type Made, PDF } from '../../rendering/work.ts';
import { outputPathInput } from '../output-folder.ts';
import {
  counted,
  defineTool,
  diagnosticWithPlace,
  documentInput,
  sizeLimit,
  type Tool,
  type ToolLimits,
} from '../tool.ts';
import type { ToolSet } from './index.ts';

const NAME = 'render_html_to_pdf';
const TITLE = 'Render HTML to PDF';

const pages = z.int().meta({ description: 'Number of pages.' });
const base64 = z.string().meta({ description: 'The PDF, base64.' });

/** `set`: the tool set that lists it. */
export function renderToPdfTool(set: ToolSet, limits: ToolLimits): Tool {
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
      'documents that refer to http(s) resources are refused, and the error lists the URLs.',
      'There are no options: the CSS of the document sets its pages. @page { size: A5 landscape; margin: 2cm } works, and so do page-margin boxes with counter(page) and counter(pages), break-before, break-inside: avoid, repeated table headers.',
      `html may have up to ${sizeLimit(limits)}${output === null ? '; use POST /v1/render for larger documents or to get the PDF as a file' : ''}. At most ${maxPages} pages.`,
      ...(set === 'studio' && !output
        ? ['The answer contains the whole PDF: to see a page, call render_page_image instead.']
        : []),
      metered
        ? 'A render costs one credit of the API key; without a key, a small monthly allowance applies.'
        : output
          ? 'Runs on this machine and needs no key.'
          : 'Renders are free here.',
    ].join(' '),
  };
  if (!output) {
    return defineTool({
      ...shared,
      writes: false,
      input: z.object(documentInput(limits)),
      output: z.object({ pdf_base64: base64, pages }),
      async call({ document }, { perform }) {
        return wholePdf(await perform(document, PDF));
      },
    });
  }
  return defineTool({
    ...shared,
    writes: true,
    input: z.object({ ...documentInput(limits), output_path: outputPathInput('.pdf', output) }),
    output: z.object({
      pdf_base64: base64.optional(),
      path: z.string().optional().meta({ description: 'Path of the written file.' }),
      pages,
    }),
    async call({ document, output_path: wanted }, { perform }) {
      const place = wanted === undefined ? null : output.place(wanted, '.pdf');
      const made = await perform(document, PDF);
      if (place === null) return wholePdf(made);
      const link = await place.write(made.bytes, 'application/pdf');
      return {
        content: [{ type: 'text', text: factsOf(made, ` in ${place.path}`) }, link],
        structuredContent: { path: place.path, pages: made.pages },
      };
    },
  });
}

/** Returns the PDF as structured content only. As text, it would fill the model's context. */
function wholePdf(made: Made) {
  const { bytes } = made;
  const pdf_base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return {
    content: [{ type: 'text' as const, text: factsOf(made) }],
    structuredContent: { pdf_base64, pages: made.pages },
  };
}

/** Summarizes a render: pages, bytes, the number of warnings, and the first one. */
function factsOf({ bytes, pages, diagnostics }: Made, where = ''): string {
  const facts = `A PDF of ${counted(pages, 'page')} and ${bytes.length} bytes${where}`;
  const warnings = diagnostics.filter(isWarning);
  const [first] = warnings;
  if (first === undefined) return `${facts}, without warnings.`;
  return `${facts}, with ${counted(warnings.length, 'warning')}${warnings.length === 1 ? '' : ', the first'}: ${diagnosticWithPlace(first)}`;
}
