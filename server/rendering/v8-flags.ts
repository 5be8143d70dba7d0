/**
 * Flags of V8 for processes that only render: the command, and the service's workers. They have to be set before the
 * engine is loaded, because V8 takes code from its cache only under the flags that it was made with.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps new objects in the young part of the heap. If objects from a place in the code survive collections, as
 * those of a document's first pages do, V8 allocates later ones in the old part. Finished pages would stay there until
 * a full collection, which doubles the peak memory of a long document and costs a seventh of its time.
 */
const YOUNG_HEAP = '--no-allocation-site-pretenuring';

/**
 * Lets the young part of the heap, which starts with 1 MB, grow to its full size immediately. Otherwise V8 copies most
 * objects of the first pages several times.
 */
const FAST_GROWTH = '--semi-space-growth-factor=16';

/**
 * Collects all garbage each time the heap has doubled. By default, V8 lets it grow to four times the size of live
 * objects. For a table of 16,000 rows, that takes a quarter more memory and saves little time.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/**
 * Flags that delay optimization, by the major version of Node. V8 discards code that it optimized during the first
 * pages when later pages use different types. Under Node 20, a fresh process spends most of its time on optimization.
 * From Node 24 on, V8 has a fast compiler for such code.
 */
const LATE_OPTIMIZATION: Readonly<Record<string, { readonly late: string; readonly asUsual: string }>> = {
  '20': { late: '--interrupt-budget=400000', asUsual: '--interrupt-budget=67584' },
  '22': { late: '--invocation-count-for-turbofan=12000', asUsual: '--invocation-count-for-turbofan=3000' },
};
/** How long optimization is delayed in a process that renders many documents, in milliseconds. */
const LATE_FOR_MS = 5000;

/**
 * Compiles and validates functions of WebAssembly when they are first called, and never optimizes them: a document
 * calls few functions of HarfBuzz, and validating all takes 10 ms. The modules are trusted: Pagewright contains them.
 */
const SPARING_WASM: readonly string[] = ['--liftoff-only', '--wasm-lazy-compilation', '--wasm-lazy-validation'];

/** The flags of long-lived processes, which are warmed up before callers wait for them. */
export const LASTING_FLAGS: readonly string[] = [YOUNG_HEAP, FAST_GROWTH, HEAP_GROWTH];

/**
 * Sets the flags of a process that renders documents and ends. With `once` it renders a single one, and never optimizes
 * WebAssembly: the process would have to wait for that compiler at its end. A later call without `once` allows it.
 */
export function setRenderingFlags({ once }: { readonly once: boolean }): void {
  for (const flag of LASTING_FLAGS) setFlagsFromString(flag);
  for (const flag of once ? SPARING_WASM : ['--no-liftoff-only']) setFlagsFromString(flag);
  const optimization = LATE_OPTIMIZATION[process.versions.node.split('.')[0]!];
  if (!optimization) return;
  setFlagsFromString(optimization.late);
  if (!once) setTimeout(() => setFlagsFromString(optimization.asUsual), LATE_FOR_MS).unref();
}
