/** What instances of WebAssembly need from the engine. */

const PAGE_BYTES = 65536;

export type WasmFunction = (...args: number[]) => number;

/** Lets a memory grow to so many bytes. 1: it has; 0: there is no more. */
export function growMemory(memory: WebAssembly.Memory, size: number): 0 | 1 {
  try {
    memory.grow(Math.ceil(((size >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
    return 1;
  } catch {
    return 0;
  }
}
