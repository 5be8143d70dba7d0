/** `render_page_image`: returns an image of one page, for models with vision. */
import { z } from 'zod';
import { outputPathInput } from '../output-folder.ts';
import { counted, defineTool, diagnosticsHint, documentInput, sizeLimit, type Tool, type ToolLimits } from '../tool.ts';

/** Larger pictures don't help models. */
const MOST_PIXELS = 2000;

const image = {
  page: z.int().min(1).max(100_000).default(1).meta({ description: 'Page number, from 1.' }),
  dpi: z
    .int()
    .min(18)
    .max(300)
    .default(96)
    .meta({
      description: `Resolution: 96 shows an A4 page 794 pixels wide. No side becomes longer than ${MOST_PIXELS} pixels.`,
    }),
};

export function renderPageImageTool(limits: ToolLimits): Tool {
  const { output, maxPages, metered } = limits;
  const places = output ? { output_path: outputPathInput('.png', output) } : {};
  return defineTool({
    name: 'render_page_image',
    title: 'Show a page of HTML as it prints',
    description: [
      'Renders an HTML document like render_html_to_pdf and returns one page as a PNG. Use it to check tables, columns, images and page breaks.',
      `Limits: ${sizeLimit(limits)} of html, ${maxPages} pages.`,
      ...(metered ? ['It costs one credit, like a render.'] : []),
    ].join(' '),
    writes: output !== null,
    input: z.object({ ...documentInput(limits), ...image, ...places }),
    output: null,
    async call({ document, page, dpi, ...rest }, { perform }) {
      const wanted = (rest as { output_path?: string }).output_path;
      const place = wanted === undefined || !output ? null : output.place(wanted, '.png');
      const { bytes, pages, diagnostics } = await perform(document, {
        make: 'image',
        page,
        dpi,
        mostPixels: MOST_PIXELS,
      });
      const facts = `Page ${page} of ${counted(pages, 'page')}`;
      const hint = diagnosticsHint(diagnostics);
      if (place !== null) {
        const link = await place.write(bytes, 'image/png');
        return { content: [{ type: 'text', text: `${facts} is in ${place.path}.${hint}` }, link] };
      }
      const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
      return {
        content: [
          { type: 'image', data, mimeType: 'image/png' },
          { type: 'text', text: `${facts}.${hint}` },
        ],
      };
    },
  });
}
