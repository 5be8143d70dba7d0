/**
 * Rasterizes vector graphics with resvg in WebAssembly, identically on every machine. Loaded only by documents that
 * need it.
 */
import { decodeCmykJpeg } from '../images/jpeg-decoder.ts';
import type { Budget } from '../budget.ts';
import type { Diagnostics, SourcePosition } from '../diagnostics.ts';
import type { RasterData } from '../images/image.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { base64FromBytes } from '../platform/base64.ts';
import { host } from '../platform/host.ts';
import { jpegCost } from './decoding-cost.ts';
import { type DrawnPixels, ResvgInstance } from './resvg.ts';

/** An instance's memory never shrinks: instances beyond this size are discarded. */
const MAX_KEPT_BYTES = 64_000_000;

/** Bytes per pixel of a decoded JPEG's drawing. */
const DRAWN_BYTES = 4;
/** Nanoseconds per pixel to draw a decoded JPEG. */
const DRAWN_TIME = 200;

/** Units of work per time that can't be interrupted. */
const NANOSECONDS_PER_TICK = 2000;

/** A JPEG and its size. */
export interface JpegBytes {
  readonly bytes: Uint8Array;
  readonly components: number;
  readonly width: number;
  readonly height: number;
}

/** The rasterizer of a render. */
export class Rasterizer {
  private readonly diagnostics: Diagnostics;
  private readonly budget: Budget;
  private instance: ResvgInstance | null = null;

  constructor(diagnostics: Diagnostics, budget: Budget) {
    this.diagnostics = diagnostics;
    this.budget = budget;
  }

  /**
   * Draws an SVG document of `width` by `height` px at `scale` samples per px. Returns null if it can't be drawn.
   * `bytes`: the maximum memory needed; `at`: the position of the drawn content in the document.
   * @throws RenderError if less memory is left.
   */
  draw(markup: string, scale: number, bytes: number, at: SourcePosition | null = null): RasterData | null {
    const module = host().module('wasm/resvg.wasm');
    if (module === null) {
      this.diagnostics.warn('paint/raster', "A filtered group can't be drawn. It was omitted.", at);
      return null;
    }
    const drawn = this.budget.holding(bytes, () => this.pixels(module, markup, scale, at));
    this.budget.look();
    if (drawn === null) return null;
    unmultiply(drawn.pixels);
    return rasterFromRgba(drawn.pixels, drawn.width, drawn.height, null);
  }

  /**
   * Returns the pixels of a JPEG as red, green, blue and 255; null if they are unavailable.
   * @throws RenderError if memory is exhausted, or if there isn't enough time.
   */
  decodeJpeg({ bytes, width, height, components }: JpegBytes): Uint8Array | null {
    if (components === 4) return decodeCmykJpeg(bytes, { width, height }, this.budget);
    const module = host().module('wasm/resvg.wasm');
    if (module === null) return null;
    const url = `data:image/jpeg;base64,${base64FromBytes(bytes)}`;
    const size = `width="${width}" height="${height}"`;
    const markup = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image href="${url}" ${size} preserveAspectRatio="none" image-rendering="optimizeSpeed"/></svg>`;
    const cost = jpegCost(bytes);
    this.budget.tickBy(cost.time / NANOSECONDS_PER_TICK);
    this.budget.foresee((cost.time + DRAWN_TIME * width * height) / 1e6);
    const memory = 2 * markup.length + cost.bytes + DRAWN_BYTES * width * height;
    const drawn = this.budget.holding(memory, () => this.pixels(module, markup, 1, null));
    this.budget.look();
    return drawn === null || drawn.width !== width || drawn.height !== height ? null : drawn.pixels;
  }

  private pixels(
    module: WebAssembly.Module,
    markup: string,
    scale: number,
    at: SourcePosition | null,
  ): DrawnPixels | null {
    const instance = this.instance ?? new ResvgInstance(module);
    // An instance that fails during a call can't be reused.
    this.instance = null;
    try {
      const drawn = instance.draw(markup, scale);
      if (instance.size <= MAX_KEPT_BYTES) this.instance = instance;
      return drawn;
    } catch (error) {
      const message = `A filtered group can't be drawn and was omitted: ${String(error).slice(0, 200)}`;
      this.diagnostics.warn('paint/raster', message, at);
      return null;
    }
  }
}

/** Converts premultiplied colors to straight alpha. */
function unmultiply(pixels: Uint8Array): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3];
    if (alpha === 255 || alpha === 0) continue;
    for (let c = i; c < i + 3; c++) pixels[c] = Math.min(255, Math.round((pixels[c]! * 255) / alpha!));
  }
}
