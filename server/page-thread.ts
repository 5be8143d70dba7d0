/** The thread that draws pages, so that the caller can end it: nothing interrupts PDFium within its own thread. */
import { parentPort } from 'node:worker_threads';
import { RenderError } from '../engine/index.ts';
import { drawPages } from './rendering/page-drawing.ts';
import { type Drawing, LargePage, type RasterPage } from './rendering/pictures.ts';

/** Starts a drawing, requests its next page, or ends it. */
export type PageWish = Drawing | 'next' | 'end';

export type PageAnswer = { readonly page: RasterPage | null } | PageFailure;

export interface PageFailure {
  readonly message: string;
  readonly code: RenderError['code'] | null;
  readonly isLarge: boolean;
  /** The thread can't draw anything else. */
  readonly isBroken: boolean;
}

/** Maximum memory of PDFium. A page with the maximum number of pixels needs half of it. */
const MOST_BYTES = 1024 ** 3;
const WASM_PAGE = 65_536;

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages: number): number {
  if (this.buffer.byteLength + pages * WASM_PAGE > MOST_BYTES) throw new RangeError('PDFium needs too much memory');
  return grow.call(this, pages);
};

const port = parentPort!;
let pages: AsyncGenerator<RasterPage, void> | null = null;

/** Requests are answered one after another. */
let turn: Promise<void> = Promise.resolve();

port.on('message', (wish: PageWish) => {
  turn = turn.then(async () => {
    if (wish === 'next') return answer();
    await pages?.return().catch(() => undefined);
    pages = wish === 'end' ? null : drawPages(wish);
  });
});

/** Answers with the next page, or null after the last one. Errors lose their class between threads. */
async function answer(): Promise<void> {
  try {
    const { value } = await pages!.next();
    const page = value ?? null;
    port.postMessage({ page } satisfies PageAnswer, page === null ? [] : [page.picture.data.buffer as ArrayBuffer]);
  } catch (error) {
    port.postMessage(failureOf(error as Error) satisfies PageAnswer);
  }
}

function failureOf(error: Error): PageFailure {
  // The error of WebAssembly. PDFium aborts if it gets no memory.
  if (error.name === 'RuntimeError') {
    const message = 'A page is too complex to be drawn: PDFium crashed while drawing it.';
    return { message, code: 'document_too_complex', isLarge: false, isBroken: true };
  }
  const code = error instanceof RenderError ? error.code : null;
  return { message: error.message, code, isLarge: error instanceof LargePage, isBroken: false };
}
