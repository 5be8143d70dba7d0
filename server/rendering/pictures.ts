/** Rasterizes pages within a deadline, and compares pictures. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { RenderError } from '../../engine/index.ts';
import { ownModule, threadArguments } from '../own-module.ts';
import type { Picture } from './bitmaps.ts';
import type { PageAnswer, PageFailure, PageWish } from '../page-thread.ts';

export type { Picture } from './bitmaps.ts';

/** A page as rendered by PDFium. */
export interface RasterPage {
  readonly picture: Picture;
  /** Text in drawing order. */
  readonly text: string;
}

/** Which pages of a file to draw. */
export interface Drawing {
  readonly pdf: Uint8Array;
  readonly dpi: number;
  /** The number of a page. null: all pages. */
  readonly page: number | null;
  /** The resolution of a page is reduced if a side would exceed this. null: the page is refused if it is too large. */
  readonly mostSide: number | null;
}

/** Pixels of a page, which need 400 MB. */
export const MOST_PIXELS = 100_000_000;

/** A page with too many pixels. */
export class LargePage extends RenderError {
  constructor(message: string) {
    super('document_too_complex', message);
  }

  static of(page: string, dpi = ''): LargePage {
    return new LargePage(`${page} has more than ${MOST_PIXELS / 1e6} million pixels${dpi}`);
  }
}

export interface PictureComparison {
  /** Number of differing pixels. Infinity: the sizes differ. */
  readonly pixels: number;
  /** null: the images are equal, or differ in size. */
  readonly difference: Picture | null;
}

/** Threads without work. They don't keep the process alive. */
const idle: Worker[] = [];

function startThread(): Worker {
  const file = ownModule('page-thread');
  // PDFium writes to the console.
  return new Worker(file, { execArgv: threadArguments(file), env: {}, stdout: true, stderr: true });
}

/**
 * Yields rasterized pages one after another. Drawing all of them may take `deadlineMs`, not counting the time between
 * them. @throws RenderError `render_timeout`; LargePage; Error for a PDF that can't be read
 */
export const rasterPages = (pdf: Uint8Array, dpi: number, deadlineMs: number): AsyncGenerator<RasterPage, void> =>
  drawnPages({ pdf, dpi, page: null, mostSide: null }, deadlineMs);

/** Limits of the picture of one page: the pixels of a side, and the time. */
interface PageLimits {
  readonly mostSide: number;
  readonly deadlineMs: number;
}

/** Rasterizes one page (1-based). The resolution is reduced if a side would exceed `mostSide`. @throws as `rasterPages` */
export async function rasterisePage(
  pdf: Uint8Array,
  number: number,
  dpi: number,
  { mostSide, deadlineMs }: PageLimits,
): Promise<Picture> {
  for await (const { picture } of drawnPages({ pdf, dpi, page: number, mostSide }, deadlineMs)) return picture;
  throw new Error('assertion failed: a page is drawn or refused');
}

async function* drawnPages(drawing: Drawing, deadlineMs: number): AsyncGenerator<RasterPage, void> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const wish = (wished: PageWish): void => thread.postMessage(wished);
  let left = deadlineMs;
  let isUsable = false;
  try {
    wish(drawing);
    for (;;) {
      const begun = performance.now();
      wish('next');
      const answer = await answerWithin(thread, left);
      if (answer === null)
        throw new RenderError('render_timeout', 'Drawing the pages took longer than the deadline (limits.deadlineMs).');
      left -= performance.now() - begun;
      isUsable = !('message' in answer && answer.isBroken);
      if ('message' in answer) throw errorOf(answer);
      if (answer.page === null) return;
      yield answer.page;
      isUsable = false;
    }
  } finally {
    if (isUsable) {
      wish('end');
      thread.unref();
      idle.push(thread);
    } else await thread.terminate();
  }
}

/** Returns the next answer, or null if it takes longer than `ms`. @throws Error if the thread fails */
async function answerWithin(thread: Worker, ms: number): Promise<PageAnswer | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    const [answer] = (await once(thread, 'message', { signal: late.signal })) as [PageAnswer];
    return answer;
  } catch (error) {
    if (late.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function errorOf({ code, isLarge, message }: PageFailure): Error {
  if (isLarge) return new LargePage(message);
  return code === null ? new Error(message) : new RenderError(code, message);
}

/** Reads a PNG from an untrusted file. `name`: its name in messages. @throws LargePage; Error if it is broken */
export function readPng(bytes: Uint8Array, name = 'the image'): Picture {
  // The size is in the first chunk, before anything is unpacked.
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && header.getUint32(16) * header.getUint32(20) > MOST_PIXELS) throw LargePage.of(name);
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  return { width, height, data };
}

/** Pages are flat colors and repeated shapes. Without a filter they compress better, in a quarter of the time. */
const PNG_OPTIONS = { filterType: 0, deflateLevel: 6, deflateStrategy: 0 } as const;

interface PngOptions {
  /** 2: without transparency. */
  readonly colorType?: 2;
  readonly deflateLevel?: number;
}

/** Opaque pictures that are drawn once and read often: without transparency and with the best compression. */
export const SMALLEST_PNG: PngOptions = { colorType: 2, deflateLevel: 9 };

export function writePng({ width, height, data }: Picture, options: PngOptions = {}): Uint8Array {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(PNG.sync.write(png, { ...PNG_OPTIONS, ...options }));
}

/** Returns the top left part of an image. */
export function cutTo(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const start = y * picture.width * 4;
    data.set(picture.data.subarray(start, start + width * 4), y * width * 4);
  }
  return { width, height, data };
}

/** Compares two images. `threshold`: allowed color difference, from 0 to 1. null: the page doesn't exist. */
export function comparePictures(
  expected: Picture | null,
  actual: Picture | null,
  threshold: number,
): PictureComparison {
  if (expected === null || actual === null || expected.width !== actual.width || expected.height !== actual.height)
    return { pixels: Infinity, difference: null };
  const { width, height } = expected;
  if (Buffer.compare(expected.data, actual.data) === 0) return { pixels: 0, difference: null };
  const data = new Uint8Array(width * height * 4);
  const pixels = pixelmatch(expected.data, actual.data, data, width, height, { threshold });
  return { pixels, difference: { width, height, data } };
}
