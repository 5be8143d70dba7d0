/** What leaves a PDF's writer, paid for by the render. */
import type { Budget } from '../budget.ts';
import { deflate, deflateTime } from '../platform/compression.ts';
import type { Deflate } from './pdf-values.ts';

type Sink = (chunk: Uint8Array) => void;

/** Streams longer than this take long enough to ask whether there is time for each. */
const LONG_STREAM = 1 << 20;

/** Digested or encrypted at least while a millisecond passes on a slow machine: neither can be stopped. */
const WORKED_IN_A_MS = 15_000;

/** Asks whether there is time to take the digest of a stream, or to encrypt it. */
export function foreseeWork(budget: Budget, bytes: Uint8Array): void {
  if (bytes.length > LONG_STREAM) budget.foresee(bytes.length / WORKED_IN_A_MS);
}

export function deflaterFor(budget: Budget): Deflate {
  return (bytes) => {
    if (bytes.length > LONG_STREAM) budget.foresee(deflateTime(bytes.length));
    return deflate(bytes);
  };
}

/** The same sink, for bytes that the budget allows. */
export function paidSink(budget: Budget, sink: Sink | null): Sink | null {
  if (!sink) return null;
  return (chunk) => {
    budget.spendPdfBytes(chunk.length);
    sink(chunk);
  };
}
