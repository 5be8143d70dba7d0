/**
 * The WebP, AVIF and JPEG XL decoders: WebAssembly with generated glue code. The render pays for the growth of their
 * memory.
 */
import type { Budget } from '../budget.ts';
import { host } from '../platform/host.ts';
import { avifColors, webpProfile } from './container-profile.ts';
import type { Decoder } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { firstFrame, type WebpFrame } from './webp-animation.ts';

/** Bits per sample that the AVIF decoder returns. */
const BITS = 8;
/** The page size of WebAssembly memory. */
const PAGE_BYTES = 65_536;
const RGBA = 4;
/**
 * The maximum memory for decoding: a base amount, plus amounts per declared pixel and per byte of the file. A file with
 * more pixels than declared runs out of memory. JPEG XL keeps up to four earlier layers.
 */
const BASE_BYTES = 16_000_000;
const BYTES_PER_PIXEL = { webp: 40, avif: 40, jxl: 100 } as const;
const BYTES_PER_FILE_BYTE = 40;

/** Decoding time per pixel and per byte of the file, in ns on a slow machine. */
const TIMES = {
  webp: { pixel: 20, byte: 60 },
  avif: { pixel: 100, byte: 500 },
  jxl: { pixel: 400, byte: 500 },
} as const;

/**
 * The JPEG XL decoder calls its imports about once for 40 pixels of each layer. Calls beyond those of two layers count
 * as pixels of the document, because a layer of a single color takes few bytes.
 */
const PIXELS_PER_FREE_CALL = 16;
const PIXELS_PER_CALL = 64;

/** The interface of the codecs' generated glue code. */
interface Codec {
  decode(bytes: Uint8Array, bits?: number): { data: Uint8ClampedArray; width: number; height: number } | null;
}
type CodecFactory = (options: {
  /** Prints what the decoder reports about a broken file. */
  printErr: (line: string) => void;
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: Pick<WebAssembly.Instance, 'exports'>) => void,
  ) => object;
}) => Promise<Codec>;

/** Loads the codecs' glue code. */
const GLUE = {
  webp: () => import('@jsquash/webp/codec/dec/webp_dec.js') as Promise<Glue>,
  avif: () => import('@jsquash/avif/codec/dec/avif_dec.js') as Promise<Glue>,
  jxl: () => import('@jsquash/jxl/codec/dec/jxl_dec.js') as Promise<Glue>,
} as const;
interface Glue {
  readonly default: CodecFactory;
}

export async function loadWasmDecoder(format: keyof typeof GLUE): Promise<Decoder | null> {
  const module = host().module(`wasm/${format}.wasm`);
  if (!module) return null;
  const glue = await GLUE[format]();
  const memory = new PaidMemory();
  const codec = await withImageData(() =>
    glue.default({
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        const { exports: own } = new WebAssembly.Instance(module, memory.watching(imports));
        const exports = memory.standingIn(own);
        done({ exports });
        return exports;
      },
    }),
  );
  return (bytes, budget, claimed) => {
    const { width, height } = claimed;
    const frame = format === 'webp' ? firstFrame(bytes) : null;
    if (frame !== null && (frame.x + frame.width > width || frame.y + frame.height > height)) return null;
    const file = frame?.file ?? bytes;
    const allowance = BASE_BYTES + width * height * BYTES_PER_PIXEL[format] + file.length * BYTES_PER_FILE_BYTE;
    const { pixel, byte } = TIMES[format];
    budget.foresee((width * height * pixel + file.length * byte) / 1e6);
    // The codecs reject an argument that they don't expect.
    const freeCalls = format === 'jxl' ? (width * height) / PIXELS_PER_FREE_CALL : Infinity;
    const image = memory.during(budget, { bytes: allowance, freeCalls }, () =>
      withImageData(() => (format === 'avif' ? codec.decode(file, BITS) : codec.decode(file))),
    );
    budget.look();
    const shown = frame ?? claimed;
    const profile = format === 'webp' ? webpProfile(bytes) : null;
    const colors = format === 'avif' ? avifColors(bytes) : profile === null ? {} : { profile };
    if (image === null || image.width !== shown.width || image.height !== shown.height) return null;
    return budget.holding(width * height * RGBA, () => {
      const data = frame === null ? image.data : onCanvas(image.data, frame, width, height);
      const raster = rasterFromRgba(data, width, height, budget);
      return { ...raster, ...colors };
    });
  };
}

/** Places a frame's pixels on a transparent canvas of `width` by `height` px. */
function onCanvas(pixels: Uint8ClampedArray, frame: WebpFrame, width: number, height: number): Uint8ClampedArray {
  if (frame.width === width && frame.height === height) return pixels;
  const canvas = new Uint8ClampedArray(width * height * RGBA);
  const row = frame.width * RGBA;
  for (let y = 0; y < frame.height; y++)
    canvas.set(pixels.subarray(y * row, (y + 1) * row), ((frame.y + y) * width + frame.x) * RGBA);
  return canvas;
}

/** Replaces ImageData, which the glue code creates from pixels. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** The globals that the glue code installs if they are missing: the second only where `self` exists. */
const INSTALLED = ['ImageData', 'location'] as const;

/** Provides ImageData, which Node lacks, while the glue code runs, and removes the globals that the code has installed. */
function withImageData<T>(run: () => T): T {
  const globals = globalThis as { ImageData?: unknown; location?: unknown };
  const missing = INSTALLED.filter((name) => globals[name] === undefined);
  globals.ImageData ??= Pixels;
  try {
    return run();
  } finally {
    for (const name of missing) delete globals[name];
  }
}

/**
 * Wraps an instance's memory for the glue code, which calls `grow`. The memory never shrinks, so a render pays once for
 * memory that several images use.
 */
class PaidMemory {
  private memory: WebAssembly.Memory | null = null;
  private budget: Budget | null = null;
  /** The number of bytes by which the memory may still grow. */
  private allowance = 0;
  /** The number of calls of imports that cost no pixels. */
  private freeCalls = 0;
  private refusal: unknown = null;

  get buffer(): ArrayBuffer {
    return (this.memory as WebAssembly.Memory).buffer;
  }

  grow(pages: number): number {
    const bytes = pages * PAGE_BYTES;
    if (bytes > this.allowance) throw new RangeError('the file has more pixels than it claims');
    this.allowance -= bytes;
    try {
      this.budget?.spendBytes(bytes);
    } catch (error) {
      // The glue code treats any exception as a failure to grow.
      this.refusal = error;
      throw error;
    }
    return (this.memory as WebAssembly.Memory).grow(pages);
  }

  /**
   * Returns an instance's imports, each call of which is a unit of work. The JPEG XL decoder calls one of them for each
   * row of each part of each layer, and a file may have any number of layers. An error of the budget ends the decoder.
   */
  watching(imports: WebAssembly.Imports): WebAssembly.Imports {
    const counted = <T>(value: T): T => {
      if (typeof value !== 'function') return value;
      const counting = (...given: unknown[]): unknown => {
        this.countCall();
        return value(...given) as unknown;
      };
      return counting as T;
    };
    return Object.fromEntries(
      Object.entries(imports).map(([name, values]) => [
        name,
        Object.fromEntries(Object.entries(values).map(([key, value]) => [key, counted(value)])),
      ]),
    );
  }

  private countCall(): void {
    this.budget?.tick();
    if (--this.freeCalls < 0) this.budget?.spendPixels(PIXELS_PER_CALL);
  }

  /** Returns an instance's exports with this object in place of its memory. */
  standingIn(exports: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const changed = { ...exports };
    for (const [name, value] of Object.entries(exports)) {
      if (!(value instanceof WebAssembly.Memory)) continue;
      this.memory = value;
      changed[name] = this;
    }
    return changed;
  }

  /** Returns the result of `decode`. @throws RenderError if the budget refuses memory, time or pixels */
  during<T>(budget: Budget, allowed: { readonly bytes: number; readonly freeCalls: number }, decode: () => T): T {
    this.budget = budget;
    this.allowance = allowed.bytes;
    this.freeCalls = allowed.freeCalls;
    let decoded: T;
    try {
      decoded = decode();
    } catch (error) {
      throw this.refusal ?? error;
    }
    if (this.refusal !== null) throw this.refusal;
    return decoded;
  }
}
