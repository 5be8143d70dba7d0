/** Mutations of inputs other than documents, and their required results: a result or a typed refusal, the same twice. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { addValidationData, RenderError, render, sign } from '../../../engine/index.ts';
import { imposePdf, mergePdfs, readPdfInfo, splitPdf, stampPdf, validatePdf } from '../../../engine/pdf.ts';
import { BodyBudget } from '../../../server/http/body-budget.ts';
import { readJob } from '../../../server/http/job-request.ts';
import { Problem } from '../../../server/http/problems.ts';
import { checkTemplate, fillTemplate, TemplateError } from '../../../server/rendering/templates.ts';
import { Random } from '../../laws/random.ts';
import { CODE_STREAM, JBIG2, WITH_ALPHA } from '../../support/coded-images.ts';
import { epub } from '../../support/epub.ts';
import { greyJpeg, TURNED } from '../../support/jpeg.ts';
import { JP2 } from '../../support/jpeg2000.ts';
import { mutatedBytes, mutatedText } from './mutate.ts';

const PATIENCE_MS = 600_000;

/** The files of a book, of which one is mutated. */
const BOOK: Readonly<Record<string, string>> = {
  'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  'OPS/book.opf':
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="text/b%20b.xhtml" media-type="application/xhtml+xml"/><item id="s" href="s.css" media-type="text/css"/></manifest><spine page-progression-direction="ltr"><itemref idref="nav" linear="no"/><itemref idref="a"/><itemref idref="b"/></spine></package>',
  'OPS/nav.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol><li><a href="text/a.xhtml#x">A</a><ol><li><a href="text/b%20b.xhtml">B</a></li></ol></li></ol></nav></body></html>',
  'OPS/text/a.xhtml':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A</title><link rel="stylesheet" href="../s.css"/></head><body><h1 id="x">A</h1><p>one <a href="b%20b.xhtml#y">two</a></p></body></html>',
  'OPS/text/b b.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><p id="y">three<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n">four</aside></body></html>',
  'OPS/s.css': 'h1{break-before:page}p{margin:1em}',
};

/** Existing PDFs of different structure. */
const pdfs = Promise.all(
  [{ compress: true }, { compress: false }, { forms: true, compress: false }, { profile: 'pdf/a-3b' }].map(
    async (options) => {
      const html =
        '<html lang=en><title>T</title><p>x <input name=a data-pdf-field=signature aria-label=A><h1 id=b>y</h1><a href="#b">z</a>';
      return (await render(html, { ...options, limits: { deadlineMs: PATIENCE_MS } })).pdf;
    },
  ),
);

const TURNED_JPEG = greyJpeg(2, 3, TURNED);

const TEMPLATES = [
  '<h1>{{ title | upcase }}</h1>{% for item in items %}<p>{{ forloop.index }}: {{ item.name | escape }} {{ item.price | times: 2 | round: 2 }}{% if item.note %} {{ item.note | default: "-" }}{% else %}x{% endif %}{% endfor %}',
  '{% assign total = 0 %}{% for i in (1..9) %}{% assign total = total | plus: i %}{% unless i == 3 %}{{ i }}{% endunless %}{% endfor %}{{ total }}{% case total %}{% when 1, 45 %}a{% else %}b{% endcase %}',
  '{% capture x %}{{ items | map: "name" | sort | join: ", " }}{% endcapture %}{{ x | truncate: 9 | append: title }}{% raw %}{{ no }}{% endraw %}{% tablerow i in items cols: 2 %}{{ i.name }}{% endtablerow %}{% liquid\n assign a = 1\n echo a\n%}{{ "now" | date: "%Y" | size }}{% cycle "a", "b" %}{% comment %}c{% endcomment %}',
];
const VALUES = {
  title: 'T',
  items: [
    { name: 'a', price: 1.5 },
    { name: '<b>', price: 2, note: null },
  ],
};

const JOBS = [
  '{"template":"<p>{{ a }}","options":{"page_size":"A5","margin":"1cm"},"webhook":{"url":"https://a.example/","secret":"a secret of sixteen"}}\n{"values":{"a":[1,{"b":null}]},"filename":"a.pdf","reference":"r"}\n{"values":{}}\n',
  '{}\n{"html":"<p>\\u00e9","options":{"title":"x","forms":true}}\n\n{"html":""}\n',
];

/** What a mutated input led to: a result, a refusal, or an unexpected error. */
type Outcome = string | Error;

/** Returns the outcome as text. Expected refusals are those that callers of this interface handle. */
async function outcomeOf(run: () => Promise<unknown> | unknown): Promise<Outcome> {
  try {
    const result = await run();
    return result instanceof Uint8Array ? `bytes ${Buffer.from(result).toString('base64')}` : JSON.stringify(result);
  } catch (error) {
    if (error instanceof RenderError && error.code !== 'internal_error') return `${error.code}: ${error.message}`;
    if (error instanceof TemplateError) return error.message;
    if (error instanceof Problem && error.code !== 'internal_error') return `${error.code}: ${error.message}`;
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function signed(random: Random): Promise<() => Promise<unknown>> {
  const pdf = mutatedBytes(random.pick(await pdfs), random);
  return () => sign(pdf, () => Uint8Array.of(1), { limits: { deadlineMs: PATIENCE_MS } });
}

/** Draws a broken file in a signature's rectangle, stamps it, or adds broken certificates to it. */
async function kept(random: Random): Promise<() => Promise<unknown>> {
  const whole = random.pick(await pdfs);
  const broken = mutatedBytes(random.pick(await pdfs), random);
  const options = { limits: { deadlineMs: PATIENCE_MS } };
  const der = mutatedBytes(Uint8Array.of(0x30, 3, 2, 1, 1), random);
  return random.pick([
    () => sign(whole, () => Uint8Array.of(1), { ...options, appearance: broken }),
    () => sign(broken, () => Uint8Array.of(1), { ...options, type: 'timestamp' }),
    () => addValidationData(broken, { ...options, certificates: [der], crls: [der] }),
  ]);
}

/** Draws a broken image that only PDF readers decode, or whose orientation is stored. */
async function coded(random: Random): Promise<() => Promise<unknown>> {
  const images = [...[JP2, CODE_STREAM, WITH_ALPHA, JBIG2].map((file) => Buffer.from(file, 'base64')), TURNED_JPEG];
  const url = `data:image/x;base64,${Buffer.from(mutatedBytes(random.pick(images), random)).toString('base64')}`;
  const style = random.pick(['', 'image-orientation: none', 'image-orientation: 90deg flip', 'filter: blur(1px)']);
  const html = `<img src="${url}" style="${style}"><p style="border: 9px solid; border-image: url('${url}') 3">x`;
  return async () => (await render(html, { limits: { deadlineMs: PATIENCE_MS } })).pdf;
}

/** Uses a broken file with each tool that works on existing files. */
async function tooled(random: Random): Promise<() => Promise<unknown>> {
  const whole = random.pick(await pdfs);
  const broken = mutatedBytes(random.pick(await pdfs), random);
  const options = { limits: { deadlineMs: PATIENCE_MS } };
  return random.pick([
    async () => (await mergePdfs([whole, broken], options)).pdf,
    async () => (await splitPdf(broken, options)).map(({ pdf }) => Buffer.from(pdf).toString('base64')),
    async () => (await stampPdf(whole, broken, options)).pdf,
    async () => (await stampPdf(broken, whole, options)).pdf,
    async () => (await imposePdf(broken, options)).pdf,
    () => readPdfInfo(broken, options),
    () => validatePdf(broken, options),
  ]);
}

/** Uses a page of a broken file as an image. */
async function drawn(random: Random): Promise<() => Promise<unknown>> {
  const url = Buffer.from(mutatedBytes(random.pick(await pdfs), random)).toString('base64');
  const html = `<img src="data:application/pdf;base64,${url}"><p style="background:url('data:application/pdf;base64,${url}#page=1')">x`;
  return async () => (await render(html, { limits: { deadlineMs: PATIENCE_MS } })).pdf;
}

/** Renders a book with a broken file, or a broken archive. */
function bound(random: Random): () => Promise<unknown> {
  const name = random.pick(Object.keys(BOOK));
  const whole = epub(BOOK);
  const book = random.chance(0.5)
    ? mutatedBytes(whole, random)
    : epub({ ...BOOK, [name]: mutatedText(BOOK[name]!, BOOK[random.pick(Object.keys(BOOK))]!, random).toWellFormed() });
  const options = { external: 'ignore', limits: { deadlineMs: PATIENCE_MS } } as const;
  return async () => (await render(book, options)).pdf;
}

function filled(random: Random): () => Promise<unknown> {
  const template = mutatedText(random.pick(TEMPLATES), random.pick(TEMPLATES), random);
  return () => fillTemplate(template, VALUES, PATIENCE_MS);
}

function readAsJob(random: Random): () => Promise<unknown> {
  const bytes = Buffer.from(
    random.chance(0.5)
      ? mutatedBytes(Buffer.from(random.pick(JOBS)), random)
      : mutatedText(random.pick(JOBS), random.pick(JOBS), random),
  );
  return async () => {
    const request = Object.assign(Readable.from([bytes]), { headers: { 'content-type': 'application/x-ndjson' } });
    const heads: unknown[] = [];
    const documents: unknown[] = [];
    const limits = {
      maxHtmlBytes: 100_000,
      lease: new BodyBudget(1e9, 1e9).open('a'),
      checkAssets: () => Promise.resolve(),
      checkSigning: () => Promise.resolve(),
      allowsWebhook: () => true,
      checkTemplate: async (template: string) => {
        try {
          checkTemplate(template);
        } catch (error) {
          throw new Problem('validation_error', (error as Error).message);
        }
      },
    };
    await readJob(request as unknown as IncomingMessage, limits, {
      head: async (head) => void heads.push(head),
      documents: async (batch) => void documents.push(...batch),
      line: () => undefined,
    });
    return { heads, documents };
  };
}

/** Returns the failure of a seed's input, or null if the outcome is as required. */
export async function judgeOther(seed: number): Promise<string | null> {
  const random = new Random(seed);
  const kinds = [signed, filled, readAsJob, tooled, drawn, bound, kept, coded];
  const run = await kinds[seed % kinds.length]!(random);
  const outcome = await outcomeOf(run);
  if (outcome instanceof Error) return outcome.stack ?? outcome.message;
  return (await outcomeOf(run)) === outcome ? null : 'another outcome the second time';
}
