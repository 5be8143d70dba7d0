/** Charges the bytes that leave the PDF writer to the render's budget. */
import type { Budget } from '../budget.ts';
import { deflate, deflateTime } from '../platform/compression.ts';
import type { Deflate } from './pdf-values.ts';

type Sink = (chunk: Uint8Array) => void;

/** Streams longer than this, in bytes, take long enough to check the deadline for each. */
const LONG_STREAM = 1 << 20;

/** Bytes digested or encrypted per millisecond on a slow machine. Neither operation can be interrupted. */
const WORKED_IN_A_MS = 15_000;

/** Checks that enough time is left to digest or encrypt a stream. */
export function foreseeWork(budget: Budget, bytes: Uint8Array): void {
  if (bytes.length > LONG_STREAM) budget.foresee(bytes.length / WORKED_IN_A_MS);
}

export function deflaterFor(budget: Budget): Deflate {
  return (bytes) => {
    if (bytes.length > LONG_STREAM) budget.foresee(deflateTime(bytes.length));
    return deflate(bytes);
  };
}

/** Wraps a sink so that the budget is charged for its bytes. */
export function paidSink(budget: Budget, sink: Sink | null): Sink | null {
  if (!sink) return null;
  return (chunk) => {
    budget.spendPdfBytes(chunk.length);
    sink(chunk);
  };
}
