/**
 * An instance of resvg's WebAssembly, with the generated glue for the three calls needed here. The package's glue keeps
 * one instance for the life of the process, which would remain broken after a panic. These instances are discarded.
 */

type Call = (...args: number[]) => number;

/** Import names end in a hash that depends on the package version. */
const HASH = /_[0-9a-f]{16}$/;
/** Bytes on resvg's shadow stack: two results, and a flag that selects one. */
const RESULT_BYTES = 16;

/** Lower handles stand for constants; 0 for nothing. */
const RESERVED_HANDLES = 132;

/** The pixels of a drawing: premultiplied RGBA. */
export interface DrawnPixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Functions of the same name but different hashes are told apart by their arguments. */
function newValue(instance: ResvgInstance, args: readonly number[]): unknown {
  if (args.length === 0) return [];
  return args.length === 1
    ? new Uint8Array(instance.object(args[0]!) as ArrayBuffer)
    : new Error(instance.text(args[0]!, args[1]!));
}

export class ResvgInstance {
  private readonly exports: Readonly<Record<string, unknown>>;
  /** Host values that the module references, by handle. */
  private readonly objects = new Map<number, unknown>();
  private handles = RESERVED_HANDLES;

  constructor(module: WebAssembly.Module) {
    const functions: Record<string, unknown> = {};
    for (const { name } of WebAssembly.Module.imports(module))
      functions[name] = this.hostFunction(name.replace(HASH, ''));
    this.exports = new WebAssembly.Instance(module, { wbg: functions }).exports;
  }

  /** Its memory in bytes, which never shrinks. */
  get size(): number {
    return this.memory.byteLength;
  }

  /**
   * Draws an SVG document at `scale` samples per px.
   * @throws Error if the text isn't such a document, or can't be drawn.
   */
  draw(markup: string, scale: number): DrawnPixels {
    const options = new TextEncoder().encode(JSON.stringify({ fitTo: { mode: 'zoom', value: scale }, font: {} }));
    const at = this.call('__wbindgen_malloc')(options.length, 1) >>> 0;
    new Uint8Array(this.memory).set(options, at);
    const document = this.result((to) => this.call('resvg_new')(to, this.hold(markup), at, options.length, 0));
    const image = this.result((to) => this.call('resvg_render')(to, document));
    const width = this.call('renderedimage_width')(image) >>> 0;
    const height = this.call('renderedimage_height')(image) >>> 0;
    const pixels = this.take(this.call('renderedimage_pixels')(image)) as Uint8Array;
    this.call('__wbg_renderedimage_free')(image);
    this.call('__wbg_resvg_free')(document);
    return { pixels, width, height };
  }

  object(handle: number): unknown {
    return this.objects.get(handle);
  }

  text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.memory, at >>> 0, length >>> 0));
  }

  private get memory(): ArrayBuffer {
    return (this.exports['memory'] as WebAssembly.Memory).buffer;
  }

  private call(name: string): Call {
    return this.exports[name] as Call;
  }

  private hold(object: unknown): number {
    this.objects.set(++this.handles, object);
    return this.handles;
  }

  private take(handle: number): unknown {
    const object = this.objects.get(handle);
    this.objects.delete(handle);
    return object;
  }

  /** Returns the pointer that a call writes. @throws the exception that it writes instead */
  private result(call: (to: number) => void): number {
    const to = this.call('__wbindgen_add_to_stack_pointer')(-RESULT_BYTES);
    call(to);
    const [value, thrown, failed] = new Int32Array(this.memory.slice(to, to + RESULT_BYTES));
    this.call('__wbindgen_add_to_stack_pointer')(RESULT_BYTES);
    if (failed !== 0) throw this.take(thrown!);
    return value! >>> 0;
  }

  private hostFunction(name: string): (...args: number[]) => unknown {
    switch (name) {
      case '__wbindgen_string_get':
        return (to, handle) => this.giveText(to, this.object(handle));
      case '__wbindgen_string_new':
        return (at, length) => this.hold(this.text(at, length));
      case '__wbindgen_object_drop_ref':
        return (handle) => this.objects.delete(handle);
      case '__wbindgen_throw':
        return (at, length) => {
          throw new Error(this.text(at, length));
        };
      case '__wbindgen_memory':
        return () => this.hold(this.exports['memory']);
      case '__wbg_buffer':
        return (handle) => this.hold((this.object(handle) as WebAssembly.Memory).buffer);
      case '__wbg_instanceof_Uint8Array':
        return (handle) => this.object(handle) instanceof Uint8Array;
      case '__wbg_newwithbyteoffsetandlength':
        return (handle, offset, length) =>
          this.hold(new Uint8Array(this.object(handle) as ArrayBuffer, offset >>> 0, length >>> 0));
      case '__wbg_new':
        return (...args) => this.hold(newValue(this, args));
      default:
        // Callbacks for the caller's fonts and images, which aren't used.
        return () => {
          throw new Error(`resvg asked for ${name}`);
        };
    }
  }

  /** Stores a text's address and length; 0 if it isn't one. */
  private giveText(to: number, value: unknown): void {
    const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array();
    const at = typeof value === 'string' ? this.call('__wbindgen_malloc')(bytes.length, 1) >>> 0 : 0;
    new Uint8Array(this.memory).set(bytes, at);
    new Int32Array(this.memory).set([at, bytes.length], to >>> 2);
  }
}
