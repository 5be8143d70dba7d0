/** `inspect_layout`: where the boxes of a document come to stand, and why its pages end. */
import { z } from 'zod';
import type { DocumentLayout, LaidOutBox, LaidOutPage, PageBreak } from '../../../engine/index.ts';
import { counted, cut, defineTool, documentInput, sizeLimit, type Tool, type ToolLimits } from '../tool.ts';

/** More than this fills a model's context. */
const MOST_BOXES = 150;
const MOST_CHARACTERS = 24_000;
const MOST_LINES = 5;
const MOST_FONTS = 5;
const MOST_LINE_LENGTH = 80;

const rectangle = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const output = z.object({
  pages: z.array(
    z.object({
      number: z.int(),
      width: z.number(),
      height: z.number(),
      area: z.object(rectangle),
      boxes: z.array(
        z.object({
          ...rectangle,
          selector: z.string(),
          depth: z.int(),
          font: z.string().meta({ description: 'What the style asks for.' }),
          used_fonts: z.array(z.string()).meta({ description: 'The families that its own text is drawn in.' }),
          lines: z.array(z.string()).meta({ description: 'Text of its own lines, the first ones.' }),
          line_count: z.int(),
          continued: z.boolean().meta({ description: 'It began on an earlier page.' }),
          continues: z.boolean().meta({ description: 'It goes on on a later page.' }),
        }),
      ),
      break: z
        .object({ kind: z.enum(['forced', 'unforced']), at: z.string().nullable(), before: z.boolean() })
        .nullable()
        .meta({ description: 'Why the next page begins; null on the last.' }),
    }),
  ),
  boxes_left_out: z.int(),
});
type Output = z.output<typeof output>;

export function inspectLayoutTool(limits: ToolLimits): Tool {
  return defineTool({
    name: 'inspect_layout',
    title: 'Inspect the layout of HTML as it prints',
    description: [
      'Lays an HTML document out as render_html_to_pdf would and returns, for each page, its size, the boxes on it (selector, position and size in CSS px from the top left corner of the sheet, font, text of its lines) and why the next page begins.',
      'With selector only the boxes of elements that match. Use it to find out why something stands where it stands, overlaps, or breaks across pages.',
      `At most ${MOST_BOXES} boxes are listed, one for each element. The same limits hold: ${sizeLimit(limits)} of html, ${limits.maxPages} pages.`,
      ...(limits.metered ? ['It costs no credit, but counts as a call.'] : []),
    ].join(' '),
    writes: false,
    input: z.object({
      ...documentInput(limits),
      selector: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'A CSS selector: only boxes of elements that match.', examples: ['#total', 'table td'] }),
    }),
    output,
    async call({ document, selector = null }, { perform }) {
      const { bytes } = await perform(document, { make: 'layout', selector });
      const { pages } = JSON.parse(new TextDecoder().decode(bytes)) as Pick<DocumentLayout, 'pages'>;
      const structuredContent = bounded(pages);
      return { content: [{ type: 'text', text: inWords(structuredContent, selector) }], structuredContent };
    },
  });
}

type OutputBox = Output['pages'][number]['boxes'][number];

function bounded(pages: readonly LaidOutPage[]): Output {
  const room = { boxes: MOST_BOXES, characters: MOST_CHARACTERS };
  let leftOut = 0;
  return {
    pages: pages.map(({ number, width, height, area, boxes, break: pageBreak }) => {
      const listed = oneForEach(boxes);
      const taken: OutputBox[] = [];
      for (const box of listed) {
        const characters = JSON.stringify(box).length;
        if (room.boxes === 0 || characters > room.characters) break;
        room.boxes--;
        room.characters -= characters;
        taken.push(box);
      }
      // What comes behind a gap would be misread.
      if (taken.length < listed.length) room.boxes = 0;
      leftOut += listed.length - taken.length;
      return { number, width, height, area, boxes: taken, break: pageBreak && { ...pageBreak } };
    }),
    boxes_left_out: leftOut,
  };
}

/** One box for each element: of those inside that fix-up has made of the same element only the lines are told. */
function oneForEach(boxes: readonly LaidOutBox[]): OutputBox[] {
  const found: OutputBox[] = [];
  /** What the box is inside of, the outermost first; `own`: it is listed itself. */
  const open: { readonly depth: number; readonly box: OutputBox; readonly own: boolean }[] = [];
  for (const { x, y, width, height, selector, depth, font, usedFonts, lines, continued, continues } of boxes) {
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    const around = open.at(-1)?.box;
    const texts = lines.map(({ text }) => cut(text, MOST_LINE_LENGTH));
    if (around?.selector === selector) {
      around.lines = [...around.lines, ...texts].slice(0, MOST_LINES);
      around.line_count += lines.length;
      open.push({ depth, box: around, own: false });
      continue;
    }
    const box: OutputBox = {
      x,
      y,
      width,
      height,
      selector,
      depth: open.filter(({ own }) => own).length,
      font,
      used_fonts: usedFonts.slice(0, MOST_FONTS),
      lines: texts.slice(0, MOST_LINES),
      line_count: lines.length,
      continued,
      continues,
    };
    found.push(box);
    open.push({ depth, box, own: true });
  }
  return found;
}

function inWords({ pages, boxes_left_out: leftOut }: Output, selector: string | null): string {
  const lines = [`${counted(pages.length, 'page')}.`];
  if (selector !== null && leftOut === 0 && pages.every(({ boxes }) => boxes.length === 0))
    lines.push(`Nothing that ${cut(selector, MOST_LINE_LENGTH)} matches has a box.`);
  for (const { number, width, height, boxes, break: pageBreak } of pages) {
    lines.push(`Page ${number}, ${width} x ${height} px`);
    for (const {
      x,
      y,
      width: w,
      height: h,
      selector,
      depth,
      font,
      used_fonts: used,
      lines: texts,
      line_count: count,
    } of boxes) {
      const words = texts.length === 0 ? '' : ` ${font}${drawnIn(font, used)} ${JSON.stringify(texts[0])}`;
      const more = count > 1 ? ` and ${counted(count - 1, 'line')} more` : '';
      lines.push(`${'  '.repeat(Math.min(depth, 20) + 1)}${selector} at ${x},${y} ${w} x ${h}${words}${more}`);
    }
    if (pageBreak) lines.push(`  ${breakInWords(pageBreak)}`);
  }
  if (leftOut > 0) lines.push(`${leftOut} more boxes are not listed: give a selector.`);
  return lines.join('\n');
}

const GENERIC = / (?:serif|sans-serif|monospace|cursive|fantasy|math|system-ui|ui-[a-z-]+)$/;

/** Where a family that was asked for by its name isn't the one. */
const drawnIn = (font: string, [first, ...more]: readonly string[]): string =>
  first === undefined || GENERIC.test(font) || (more.length === 0 && font.endsWith(` ${first}`))
    ? ''
    : ` (drawn in ${[first, ...more].join(', ')})`;

function breakInWords({ kind, at, before }: PageBreak): string {
  const why = kind === 'forced' ? 'forced' : 'the page is full';
  return at === null
    ? `The next page begins: ${why}.`
    : `The next page begins ${before ? 'before' : 'inside'} ${at}: ${why}.`;
}
