/** What leaves a PDF's writer, paid for by the render. */
import type { Budget } from '../budget.ts';
import { deflate, PiecewiseDeflate } from '../platform/compression.ts';
import type { Deflate } from './pdf-values.ts';

type Sink = (chunk: Uint8Array) => void;

/** Streams longer than this are deflated in pieces, with a look at the clock after each. */
const LONG_STREAM = 1 << 23;
const STREAM_PIECE = 1 << 20;

export function deflaterFor(budget: Budget): Deflate {
  return (bytes) => {
    if (bytes.length <= LONG_STREAM) return deflate(bytes);
    const pieces = new PiecewiseDeflate();
    for (let at = 0; at < bytes.length; at += STREAM_PIECE) {
      budget.look();
      pieces.write(bytes.subarray(at, at + STREAM_PIECE));
    }
    return pieces.finish();
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
