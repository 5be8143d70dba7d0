/** Pixels of vector graphics, by resvg in WebAssembly: the same on every machine. Loaded only for documents that need it. */
import type { Diagnostics } from '../diagnostics.ts';
import { host } from '../platform/host.ts';
import type { RasterData } from '../images/image.ts';
import { rasterFromRgba } from '../images/raster.ts';

type Resvg = typeof import('@resvg/resvg-wasm').Resvg;

/** The module, loaded once a process; it keeps nothing of what it has drawn. */
let loading: Promise<Resvg | null> | null = null;

async function loadModule(): Promise<Resvg | null> {
  const module = host().module('wasm/resvg.wasm');
  if (module === null) return null;
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(module as unknown as Uint8Array<ArrayBuffer>);
  return Resvg;
}

/** A render's way to pixels. */
export class Rasterizer {
  private readonly diagnostics: Diagnostics;
  private resvg: Resvg | null = null;

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** Makes `draw` able to answer. */
  async load(): Promise<void> {
    loading ??= loadModule().catch((error: unknown) => {
      // It may be there the next time.
      loading = null;
      throw error;
    });
    this.resvg ??= await loading;
  }

  /** An SVG document of `width` by `height` px, `scale` samples a px; null: it can't be drawn. */
  draw(markup: string, scale: number): RasterData | null {
    const { resvg: Resvg } = this;
    if (Resvg === null) {
      this.diagnostics.warn('paint/raster', "A filtered group can't be drawn here; it is left out.");
      return null;
    }
    try {
      const document = new Resvg(markup, { fitTo: { mode: 'zoom', value: scale }, font: { fontBuffers: [] } });
      const image = document.render();
      const { width, height, pixels } = image;
      image.free();
      document.free();
      unmultiply(pixels);
      return rasterFromRgba(pixels, width, height, null);
    } catch (error) {
      this.diagnostics.warn('paint/raster', `A filtered group can't be drawn: ${String(error).slice(0, 200)}`);
      return null;
    }
  }
}

/** Premultiplied colours as they are by themselves. */
function unmultiply(pixels: Uint8Array): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3];
    if (alpha === 255 || alpha === 0) continue;
    for (let c = i; c < i + 3; c++) pixels[c] = Math.min(255, Math.round((pixels[c] * 255) / alpha));
  }
}
