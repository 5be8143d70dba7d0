/** Runs the engine in a worker of the page. No text leaves the machine. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { createEngine, RenderError } from 'pagewright/browser';
import type { Answer, Files, Rendered, Request } from './messages.ts';

const say = (answer: Answer, transfer: Transferable[] = []): void => postMessage(answer, { transfer });

async function ownFile(name: string): Promise<ArrayBuffer | null> {
  const response = await fetch(new URL(`own/${name}`, import.meta.url));
  return response.ok ? response.arrayBuffer() : null;
}

const engine = createEngine({ files: ownFile });
const pdfium = ownFile('pdfium.wasm').then((wasmBinary) => {
  if (wasmBinary === null) throw new Error('PDFium is missing');
  return PDFiumLibrary.init({ wasmBinary });
});

type Painted = Awaited<ReturnType<PDFiumLibrary['loadDocument']>>;

/** The displayed pages. */
let shown: { readonly version: number; readonly document: Promise<Painted> } | null = null;
let running: AbortController | null = null;
/** Runs one job at a time. Of the waiting jobs, only the newest runs. */
let last: Promise<void> = Promise.resolve();
let newest = 0;

onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.ask === 'render') {
    newest = data.version;
    running?.abort();
    last = last.then(() => render(data.version, data.html, data.files));
  } else void paint(data.version, data.page, data.scale);
};

async function render(version: number, html: string, files: Files): Promise<void> {
  if (version !== newest) return;
  const controller = (running = new AbortController());
  const begun = performance.now();
  // The preview shows the document without these resources, and a diagnostic lists them.
  const externalResources = 'ignore' as const;
  const options = {
    loadResource: (url: string) => files.get(url) ?? null,
    signal: controller.signal,
    externalResources,
  };
  try {
    const { renderWithLayout } = await engine;
    const { pdf, diagnostics, layout } = await renderWithLayout(html, options);
    if (version !== newest) return;
    replaceShown(version, pdf);
    const rendered: Rendered = { pdf, pages: layout.pages, diagnostics, ms: performance.now() - begun };
    say({ say: 'rendered', version, rendered });
  } catch (error) {
    if (controller.signal.aborted) return;
    say({ say: 'refused', version, message: inWords(error) });
  }
}

const inWords = (error: unknown): string =>
  error instanceof RenderError ? error.message : `The render failed: ${(error as Error).message}`;

function replaceShown(version: number, pdf: Uint8Array): void {
  const before = shown;
  const bytes = pdf.slice();
  shown = { version, document: pdfium.then((library) => library.loadDocument(bytes)) };
  void before?.document.then((document) => document.destroy());
}

async function paint(version: number, page: number, scale: number): Promise<void> {
  if (shown?.version !== version) return;
  const document = await shown.document;
  if (shown.version !== version) return;
  // 72 points are 96 px.
  const { width, height, data } = await document.getPage(page).render({ scale: (scale * 96) / 72, render: 'bitmap' });
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  const image = new ImageData(
    new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length),
    width,
    height,
  );
  say({ say: 'painted', version, page, image });
}
