/**
 * Flags of V8 for processes that only render: the command, and the service's workers. They have to be set before the engine is loaded, because V8 takes
 * code from its cache only under the flags that it was made with.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps new objects in the young part of the heap. V8 would allocate those of a kind that has outlived collections, such as the first pages of a document, in
 * the old part, where finished pages stay until a full collection: twice the peak memory of a long document, and a seventh of its time.
 */
const YOUNG_HEAP = '--no-allocation-site-pretenuring';

/** The flags of every process that renders. */
export function renderingFlags(): string[] {
  return [YOUNG_HEAP];
}

/**
 * Sets the flags of a process that renders. With `once` it renders a single document, which doesn't repay optimizing WebAssembly: the process would wait
 * for that compiler in the end.
 */
export function setRenderingFlags({ once }: { readonly once: boolean }): void {
  const flags = once ? [...renderingFlags(), '--liftoff-only', '--wasm-lazy-compilation'] : renderingFlags();
  for (const flag of flags) setFlagsFromString(flag);
}
