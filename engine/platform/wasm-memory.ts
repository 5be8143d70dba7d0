const PAGE_BYTES = 65536;

export type WasmFunction = (...args: number[]) => number;

/** Grows a memory to a size in bytes. Returns 1 on success, 0 if there is no more memory. */
export function growMemory(memory: WebAssembly.Memory, size: number): 0 | 1 {
  try {
    memory.grow(Math.ceil(((size >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
    return 1;
  } catch {
    return 0;
  }
}
