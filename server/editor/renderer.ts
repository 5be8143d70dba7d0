/** Renders and draws pages in a worker of the page. No text leaves the machine. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { createEngine, type Engine, RenderError, type RenderOptions } from 'pagewright/browser';
import { bitmapOf } from '../rendering/bitmaps.ts';
import { type FilledTemplate, fillTemplate, inTemplate, TemplateError } from '../rendering/templates.ts';
import type { OwnFile } from './engine-files.ts';
import type { Answer, Files, PictureUse, Refusal, Rendered, Request } from './messages.ts';
import { Practice } from './practice.ts';
import { CSS_TAB, DATA_FILE, type Project, renderOptionsOf } from './project.ts';

const encoder = new TextEncoder();
const say = (answer: Answer, transfer: Transferable[] = []): void => postMessage(answer, { transfer });

/** Returns one of the engine's files, or `pdfium.wasm`. */
export type FilesOfEngine = (name: string) => Promise<OwnFile>;

let engine: Promise<Engine>;
let pdfium: Promise<PDFiumLibrary>;

/** Starts the engine and PDFium. Returns the function that answers the page's requests. */
export function startRenderer(ownFile: FilesOfEngine): (request: Request) => void {
  engine = createEngine({ files: ownFile });
  pdfium = startPdfium(ownFile);
  return answer;
}

async function startPdfium(ownFile: FilesOfEngine): Promise<PDFiumLibrary> {
  const file = await ownFile('pdfium.wasm');
  if (file === null) throw new Error('PDFium is missing');
  if (file instanceof ArrayBuffer) return PDFiumLibrary.init({ wasmBinary: file });
  return PDFiumLibrary.init({
    instantiateWasm: (imports, made) => {
      // Emscripten takes an instance, although the declaration says a module.
      void WebAssembly.instantiate(file, imports).then((instance) => made(instance as unknown as WebAssembly.Module));
      return {};
    },
  });
}

type Painted = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

/** The displayed pages. */
let shown: { readonly version: number; readonly document: Promise<Painted> } | null = null;
let running: AbortController | null = null;
/** Runs one job at a time. Of the waiting jobs, only the newest runs. */
let last: Promise<void> = Promise.resolve();
let newest = 0;
const practice = new Practice();

function answer(data: Request): void {
  practice.stop();
  if (data.ask === 'render') {
    newest = data.version;
    running?.abort();
    last = last.then(() => render(data.version, data.project, data.files));
  } else if (data.ask === 'paint') void paint(data.version, data.page, data.scale, data.use);
  else if (data.ask === 'explain') last = last.then(() => explain(data.version, data.selector));
  else if (data.ask === 'loaded') say({ say: 'loaded', urls: loadedUrls() });
  else void pictures(data.version);
}

const loadedUrls = (): string[] => [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)];

/** The newest render's input, which explanations are about. */
let rendered: { readonly version: number; readonly html: string; readonly options: RenderOptions } | null = null;

async function explain(version: number, selector: string): Promise<void> {
  if (rendered?.version !== version || version !== newest) return;
  const { html, options } = rendered;
  try {
    const explained = await (await engine).explain(html, selector, options);
    say({ say: 'explained', version, selector, explained });
  } catch {
    // A newer version replaces this one, or the selector names an element that the parser added.
    say({ say: 'explained', version, selector, explained: null });
  }
}

/** Dots per inch of pictures that are downloaded. */
const PICTURE_DPI = 150;

async function pictures(version: number): Promise<void> {
  if (shown?.version !== version) return;
  const document = await shown.document;
  const files: Uint8Array[] = [];
  for (let page = 0; page < document.getPageCount(); page++) {
    const image = await picture(document, page, PICTURE_DPI / 72);
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')!.putImageData(image, 0, 0);
    files.push(new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer()));
  }
  say({ say: 'pictures', version, files });
}

async function render(version: number, project: Project, files: Files): Promise<void> {
  if (version !== newest) return;
  const controller = (running = new AbortController());
  const begun = performance.now();
  // The preview shows the document without these resources, and a diagnostic lists them.
  const externalResources = 'ignore' as const;
  const { css } = project;
  const options = {
    ...renderOptionsOf(project.options),
    ...(css.trim() === '' ? {} : { userStyles: [{ url: CSS_TAB }] }),
    loadResource: (url: string) =>
      url === CSS_TAB && css !== '' ? encoder.encode(css) : (files.get(url) ?? files.get(pathOf(url)) ?? null),
    signal: controller.signal,
    externalResources,
  };
  try {
    const { html, remarks, placeInTemplate, placed } = await filled(project);
    rendered = { version, html, options: { ...options, signal: undefined } };
    const { renderWithLayout } = await engine;
    const { pdf, diagnostics, layout } = await renderWithLayout(html, options);
    if (version !== newest) return;
    replaceShown(version, pdf, project.options.password);
    const result: Rendered = {
      pdf,
      pages: layout.pages.map((page) => ({
        ...page,
        boxes: page.boxes.map((box) => inTemplate(box, placeInTemplate)),
      })),
      diagnostics: [...remarks, ...placed(diagnostics)],
      ms: performance.now() - begun,
    };
    say({ say: 'rendered', version, rendered: result });
    practice.begin(repeat);
  } catch (error) {
    if (controller.signal.aborted) return;
    say({ say: 'refused', version, refusal: refusalFor(error) });
  }
}

/** Renders the same again, after what is being rendered. */
function repeat(signal: AbortSignal): Promise<void> {
  last = last.then(async () => {
    if (rendered === null || signal.aborted) return;
    const { renderWithLayout } = await engine;
    await renderWithLayout(rendered.html, { ...rendered.options, signal }).catch(() => {});
  });
  return last;
}

/** Returns the path of a relative URL: `img/a b.png` for `./img/a%20b.png?1`. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'https://files.invalid/').pathname).slice(1);
  } catch {
    return url;
  }
}

/** Limit on filling a template, in milliseconds. */
const FILL_MS = 2000;

/** Data that can't fill a document. */
class DataError extends Error {}

/** Fills the document with the data. @throws TemplateError, DataError */
async function filled({ html, data }: Project): Promise<FilledTemplate> {
  if (data.trim() === '')
    return { html, remarks: [], placeInTemplate: (place) => place, placed: (diagnostics) => diagnostics };
  let values: unknown;
  try {
    values = JSON.parse(data);
  } catch (error) {
    // Browsers name the position in different ways, or not at all. The editor marks it.
    const reason = (error as Error).message.replace(/ (?:in JSON )?at (?:position|line) [^]*$/, '');
    throw new DataError(`The data isn't valid JSON: ${reason}.`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new DataError('The data must be a JSON object, such as {"name": "Ada"}.');
  return fillTemplate(html, values as Record<string, unknown>, FILL_MS);
}

function refusalFor(error: unknown): Refusal {
  const { message } = error as Error;
  if (error instanceof DataError) return { message, source: DATA_FILE, place: null };
  if (error instanceof TemplateError)
    return { message: message.replace(LIQUID_PLACE, ''), source: 'template', place: error.place };
  return {
    message: error instanceof RenderError ? message : `The render failed: ${message}`,
    source: null,
    place: null,
  };
}

/** The position at the end of Liquid's messages, which the editor shows as a link. */
const LIQUID_PLACE = /,? \(?line:? ?\d+,? col(?:umn)?:? ?\d+\)?$/;

function replaceShown(version: number, pdf: Uint8Array, password: string): void {
  const before = shown;
  const bytes = pdf.slice();
  shown = { version, document: pdfium.then((library) => library.loadDocument(bytes, password || undefined)) };
  void before?.document.then((document) => document.destroy());
}

async function paint(version: number, page: number, scale: number, use: PictureUse): Promise<void> {
  if (shown?.version !== version) return;
  const document = await shown.document;
  if (shown.version !== version) return;
  // 72 points are 96 px.
  say({ say: 'painted', version, page, image: await picture(document, page, (scale * 96) / 72), use });
}

/** Draws a page (0-based). `scale`: pixels per point. */
async function picture(document: Painted, page: number, scale: number): Promise<ImageData> {
  const { width, height, data } = await bitmapOf(document.getPage(page), scale);
  return new ImageData(new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length), width, height);
}
