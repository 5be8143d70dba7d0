/** libdeflate in WebAssembly, so that the output bytes are the same everywhere. */
import { assertInvariant } from '../invariant.ts';
import { host } from './host.ts';
import { growMemory, type WasmFunction } from './wasm-memory.ts';

/**
 * Exports by the short names of the library's build. `scripts/bundle-assets.mjs` checks that they still have this
 * meaning.
 */
interface Exports {
  readonly c: WebAssembly.Memory;
  /** Runs the constructors of its globals. */
  readonly d: WasmFunction;
  /** libdeflate_alloc_compressor(level) */
  readonly e: WasmFunction;
  /** libdeflate_zlib_compress(compressor, from, length, to, room) */
  readonly j: WasmFunction;
  /** libdeflate_zlib_compress_bound(compressor, length) */
  readonly k: WasmFunction;
  readonly n: WasmFunction;
  readonly o: WasmFunction;
}

/** An instance with its compressors, which start afresh for each stream. */
class Deflater {
  private readonly exports: Exports;
  private readonly compressors = new Map<number, number>();
  /** The initial size of its memory. */
  private readonly initialBytes: number;

  constructor() {
    const compiled = host().module('wasm/libdeflate.wasm');
    assertInvariant(compiled !== null, 'libdeflate is among the assets');
    const resize = (size: number): number => growMemory(exports.c, size);
    const copy = (to: number, from: number, length: number): void =>
      void new Uint8Array(exports.c.buffer).copyWithin(to, from, from + length);
    const { exports } = new WebAssembly.Instance(compiled as WebAssembly.Module, {
      a: { a: resize, b: copy },
    }) as unknown as {
      exports: Exports;
    };
    this.exports = exports;
    this.initialBytes = exports.c.buffer.byteLength;
    exports.d();
  }

  /** Whether a long stream made its memory grow, which never shrinks. */
  get hasGrown(): boolean {
    return this.exports.c.buffer.byteLength > this.initialBytes;
  }

  deflate(bytes: Uint8Array, level: number): Uint8Array {
    const { exports } = this;
    const compressor = this.compressorOf(level);
    const room = exports.k(compressor, bytes.length);
    const from = this.allocate(bytes.length);
    const to = this.allocate(room);
    new Uint8Array(exports.c.buffer).set(bytes, from);
    const length = exports.j(compressor, from, bytes.length, to, room);
    const deflated = new Uint8Array(exports.c.buffer).slice(to, to + length);
    exports.o(to);
    exports.o(from);
    return deflated;
  }

  private compressorOf(level: number): number {
    let compressor = this.compressors.get(level);
    if (compressor === undefined) this.compressors.set(level, (compressor = this.checked(this.exports.e(level))));
    return compressor;
  }

  private allocate(length: number): number {
    return this.checked(this.exports.n(Math.max(1, length)));
  }

  private checked(address: number): number {
    if (address === 0) throw new RangeError('out of memory while compressing');
    return address;
  }
}

let deflater: Deflater | null = null;

/** Returns bytes as a zlib stream. `level`: of libdeflate, 1 to 12. */
export function zlibStream(bytes: Uint8Array, level: number): Uint8Array {
  const used = (deflater ??= new Deflater());
  try {
    return used.deflate(bytes, level);
  } finally {
    if (used.hasGrown) deflater = null;
  }
}
