/**
 * The part of the WebAssembly interface that the engine uses. Every runtime has it, but only the DOM library declares
 * it.
 */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;

  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Record<string, unknown>;
  }

  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Table {
    grow(count: number): number;
    set(index: number, value: unknown): void;
  }

  function compile(bytes: Uint8Array): Promise<Module>;
}
