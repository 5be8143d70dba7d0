/**
 * Flags of V8 for processes that only render: the command, and the service's workers. They have to be set before the
 * engine is loaded, because V8 takes code from its cache only under the flags that it was made with.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps new objects in the young part of the heap. V8 would allocate those of a kind that has outlived collections,
 * such as the first pages of a document, in the old part, where finished pages stay until a full collection: twice the
 * peak memory of a long document, and a seventh of its time.
 */
const YOUNG_HEAP = '--no-allocation-site-pretenuring';

/**
 * Lets the young part of the heap, which starts with 1 MB, grow to its full size at once: most of what the first pages
 * allocate would be copied several times.
 */
const FAST_GROWTH = '--semi-space-growth-factor=16';

/**
 * Collects all garbage each time the heap has doubled. V8 would let it grow to four times the size of what is alive. For
 * a table of 16,000 rows, that takes a quarter more memory and saves little time.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/**
 * Optimizes later, by the major version of Node. Code that was optimized during the first pages is thrown away again
 * when later pages bring other types: most of what a fresh process does under Node 20 is optimizing. From Node 24 on, a
 * compiler between the two does that cheaply.
 */
const LATE_OPTIMIZATION: Readonly<Record<string, { readonly late: string; readonly asUsual: string }>> = {
  '20': { late: '--interrupt-budget=400000', asUsual: '--interrupt-budget=67584' },
  '22': { late: '--invocation-count-for-turbofan=12000', asUsual: '--invocation-count-for-turbofan=3000' },
};
/** How long a process optimizes late that renders many documents, in milliseconds. Its steady speed needs all code optimized. */
const LATE_FOR_MS = 5000;

/**
 * Compiles and validates functions of WebAssembly when they are first called, and never optimizes them: a document calls
 * few of HarfBuzz's, which otherwise take 10 ms to validate. The modules are Pagewright's own.
 */
const SPARING_WASM: readonly string[] = ['--liftoff-only', '--wasm-lazy-compilation', '--wasm-lazy-validation'];

/** The flags of processes that live long and are trained before callers wait for them. */
export const LASTING_FLAGS: readonly string[] = [YOUNG_HEAP, FAST_GROWTH, HEAP_GROWTH];

/**
 * Sets the flags of a process that renders documents and ends. With `once` it renders a single one, which doesn't repay
 * optimizing WebAssembly: the process would wait for that compiler in the end. A later call without `once` allows it.
 */
export function setRenderingFlags({ once }: { readonly once: boolean }): void {
  for (const flag of LASTING_FLAGS) setFlagsFromString(flag);
  for (const flag of once ? SPARING_WASM : ['--no-liftoff-only']) setFlagsFromString(flag);
  const optimization = LATE_OPTIMIZATION[process.versions.node.split('.')[0]!];
  if (!optimization) return;
  setFlagsFromString(optimization.late);
  if (!once) setTimeout(() => setFlagsFromString(optimization.asUsual), LATE_FOR_MS).unref();
}
