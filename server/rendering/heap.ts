/** How processes that only render keep their heap small. */
import { setFlagsFromString } from 'node:v8';

/**
 * New objects are made in the young part of the heap, always. V8 would make those of a kind that has outlived collections, as the first pages of a
 * document do, in the old part from then on, where what pages that are written were made of stays until a full collection: twice the peak
 * memory of a long document, and a seventh of its time. Call it behind the import of the engine, whose compiled code is only taken from its cache under
 * the flags that it was made with.
 */
export function keepHeapYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
