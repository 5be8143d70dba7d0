/** Little CMS in WebAssembly: converts colors between ICC profiles. */
import { host } from '../platform/host.ts';
import { growMemory, type WasmFunction } from '../platform/wasm-memory.ts';
import { RENDERING_INTENTS, type RenderingIntent } from './rendering-intent.ts';

/** Layouts of pixels (`TYPE_RGB_8` and so on in lcms2.h), with their bytes per pixel. */
const LAYOUTS = {
  rgb: { type: (4 << 16) | (3 << 3) | 1, bytes: 3 },
  rgb16: { type: (4 << 16) | (3 << 3) | 2, bytes: 6 },
  cmyk: { type: (6 << 16) | (4 << 3) | 1, bytes: 4 },
  cmyk16: { type: (6 << 16) | (4 << 3) | 2, bytes: 8 },
  lab16: { type: (10 << 16) | (3 << 3) | 2, bytes: 6 },
} as const;
type PixelLayout = keyof typeof LAYOUTS;

/** Flags of lcms2.h. */
const BLACK_POINT_COMPENSATION = 0x2000;
/** Without it, transforms are approximated by a table, which is fast and exact enough for pixels of 8 bits. */
const PRECISE = 0x0100;

/** The number of pixels converted in one call, which bounds the memory of the instance. */
const PIXELS_PER_CALL = 16_384;
/** The maximum memory of an instance in bytes. Profiles can claim large tables. */
const MAX_BYTES = 128 << 20;

type FunctionName =
  | '__wasm_call_ctors'
  | 'emscripten_stack_init'
  | 'malloc'
  | 'free'
  | 'cmsOpenProfileFromMem'
  | 'cmsCreate_sRGBProfile'
  | 'cmsCreateLab4Profile'
  | 'cmsCreateTransform'
  | 'cmsDoTransform';

type Exports = Readonly<Record<FunctionName, WasmFunction>> & { readonly memory: WebAssembly.Memory };

/** Converts pixels from one layout to another. */
export interface ColorTransform {
  /** Converts whole pixels. */
  convert(pixels: Uint8Array): Uint8Array;
}

/** A profile that an engine has opened. */
export interface OpenProfile {
  readonly handle: number;
}

export class ColorEngine {
  private readonly exports: Exports;

  private constructor(module: WebAssembly.Module) {
    this.exports = instanceOf(module);
  }

  /** Returns a new instance, or null if this installation has no Little CMS. */
  static load(): ColorEngine | null {
    const module = host().module('wasm/lcms.wasm');
    return module && new ColorEngine(module);
  }

  /** Opens an ICC profile. Returns null if it can't be read. */
  open(profile: Uint8Array): OpenProfile | null {
    const at = this.allocate(profile.length);
    new Uint8Array(this.exports.memory.buffer).set(profile, at);
    const handle = this.exports.cmsOpenProfileFromMem(at, profile.length);
    this.exports.free(at);
    return handle === 0 ? null : { handle };
  }

  openSrgb(): OpenProfile {
    return { handle: this.exports.cmsCreate_sRGBProfile() };
  }

  /** Opens CIE L*a*b* under D50. */
  openLab(): OpenProfile {
    return { handle: this.exports.cmsCreateLab4Profile(0) };
  }

  /**
   * Returns a transform, or null if a profile lacks the tables for it. Except for `absolute`, black is mapped to the
   * darkest color of the target.
   */
  transform(
    from: OpenProfile,
    layout: PixelLayout,
    to: OpenProfile,
    result: PixelLayout,
    intent: RenderingIntent,
  ): ColorTransform | null {
    const [input, output] = [LAYOUTS[layout], LAYOUTS[result]];
    const precision = input.bytes > 4 ? PRECISE : 0;
    const flags = precision | (intent === 'absolute' ? 0 : BLACK_POINT_COMPENSATION);
    const number = RENDERING_INTENTS.indexOf(intent);
    const handle = this.exports.cmsCreateTransform(from.handle, input.type, to.handle, output.type, number, flags);
    if (handle === 0) return null;
    return { convert: (pixels) => this.convert(handle, pixels, input.bytes, output.bytes) };
  }

  private convert(transform: number, pixels: Uint8Array, inputBytes: number, outputBytes: number): Uint8Array {
    const count = pixels.length / inputBytes;
    const converted = new Uint8Array(count * outputBytes);
    const most = Math.min(count, PIXELS_PER_CALL);
    const from = this.allocate(most * inputBytes);
    const to = this.allocate(most * outputBytes);
    for (let first = 0; first < count; first += most) {
      const part = Math.min(most, count - first);
      const heap = new Uint8Array(this.exports.memory.buffer);
      heap.set(pixels.subarray(first * inputBytes, (first + part) * inputBytes), from);
      this.exports.cmsDoTransform(transform, from, to, part);
      converted.set(heap.subarray(to, to + part * outputBytes), first * outputBytes);
    }
    this.exports.free(from);
    this.exports.free(to);
    return converted;
  }

  private allocate(length: number): number {
    const address = this.exports.malloc(Math.max(1, length));
    if (address === 0) throw new RangeError('out of memory while converting colors');
    return address;
  }
}

function instanceOf(module: WebAssembly.Module): Exports {
  const imports: Record<string, Record<string, WasmFunction>> = {};
  const provided: Readonly<Record<string, WasmFunction>> = {
    emscripten_memcpy_js: (to, from, length) => {
      new Uint8Array(exports.memory.buffer).copyWithin(to!, from, from! + length!);
      return 0;
    },
    emscripten_resize_heap: (size) => (size! >>> 0 > MAX_BYTES ? 0 : growMemory(exports.memory, size!)),
    // Creation dates of built-in profiles, which aren't embedded.
    emscripten_date_now: () => 0,
    _gmtime_js: () => 0,
    _tzset_js: () => 0,
  };
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = provided[name] ?? refused(name);
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  exports.emscripten_stack_init();
  exports.__wasm_call_ctors();
  return exports;
}

/** Files and C++ exceptions, which Little CMS doesn't need for these calls. */
const refused =
  (name: string): WasmFunction =>
  () => {
    throw new Error(`Little CMS asked for ${name}`);
  };
