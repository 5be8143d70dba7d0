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

/**
 * Lets the young part of the heap, which starts with 1 MB, grow to its full size at once: most of what the first pages allocate would be copied several
 * times.
 */
const FAST_GROWTH = '--semi-space-growth-factor=16';

/**
 * Optimizes later, by the major version of Node. Code that was optimized during the first pages is thrown away again when later pages bring other types:
 * most of what a fresh process does under Node 20 is optimizing. From Node 24 on, a compiler between the two does that cheaply.
 */
const LATE_OPTIMIZATION: Readonly<Record<string, string>> = {
  '20': '--interrupt-budget=400000',
  '22': '--invocation-count-for-turbofan=12000',
};

/** The flags of this version of Node. */
export function renderingFlags(): string[] {
  const late = LATE_OPTIMIZATION[process.versions.node.split('.')[0]!];
  return [YOUNG_HEAP, FAST_GROWTH, ...(late === undefined ? [] : [late])];
}

/**
 * Sets the flags of a process that renders. With `once` it renders a single document, which doesn't repay optimizing WebAssembly: the process would wait
 * for that compiler in the end.
 */
export function setRenderingFlags({ once }: { readonly once: boolean }): void {
  const flags = once ? [...renderingFlags(), '--liftoff-only', '--wasm-lazy-compilation'] : renderingFlags();
  for (const flag of flags) setFlagsFromString(flag);
}
