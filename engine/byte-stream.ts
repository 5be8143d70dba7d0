/** Passes the bytes of a file to a reader, in larger pieces than they are produced in. */
import type { AbortFlag } from './budget.ts';
import type { Bytes } from './render-options.ts';

/** The size in bytes of the pieces passed on. */
const PIECE = 1 << 16;

/** Receives the bytes of a file. */
export interface ByteSink {
  write(bytes: Uint8Array): void;
  /** Returns null if writing may continue, otherwise a promise to wait for. */
  ready(): Promise<void> | null;
}

/** Collects bytes into pieces; `flush` passes on the last one. */
class Pieces {
  private piece = new Uint8Array(PIECE);
  private length = 0;
  /** The bytes passed on so far. */
  private passed = 0;
  private readonly pass: (piece: Uint8Array) => void;

  constructor(pass: (piece: Uint8Array) => void) {
    this.pass = pass;
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE - this.length);
      this.piece.set(part, this.length);
      this.length += part.length;
      at += part.length;
      if (this.length === PIECE) this.flush();
    }
  }

  /** Passes on the collected bytes unless earlier pieces had more. The first page leaves at once, and pieces grow. */
  flushEarly(): void {
    if (this.length >= this.passed) this.flush();
  }

  flush(): void {
    if (this.length === 0) return;
    this.passed += this.length;
    this.pass(this.piece.subarray(0, this.length));
    this.piece = new Uint8Array(PIECE);
    this.length = 0;
  }
}

/** Keeps all bytes. */
export class ByteList implements ByteSink {
  private readonly list: Uint8Array[] = [];
  private readonly pieces = new Pieces((piece) => this.list.push(piece));

  write(bytes: Uint8Array): void {
    this.pieces.write(bytes);
  }

  ready(): null {
    return null;
  }

  /** Returns all bytes and clears the list. */
  joined(): Bytes {
    this.pieces.flush();
    const all = new Uint8Array(this.list.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of this.list.splice(0)) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

/**
 * Returns a stream of the bytes that `produce` writes. It starts with the first read, waits while nobody reads, and
 * ends with `aborted` when the reader cancels or `signal` is set, even while waiting.
 */
export function byteStream(
  produce: (sink: ByteSink, signal: AbortFlag) => Promise<void>,
  signal: AbortFlag | null,
): ReadableStream<Uint8Array> {
  const source = new ByteSource(produce, signal);
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}

class ByteSource {
  private readonly produce: (sink: ByteSink, signal: AbortFlag) => Promise<void>;
  private readonly signal: AbortFlag | null;
  private isCancelled = false;
  private hasBegun = false;
  /** Whether a read waits for a piece. */
  private isWanted = false;
  private wake = (): void => undefined;

  constructor(produce: (sink: ByteSink, signal: AbortFlag) => Promise<void>, signal: AbortFlag | null) {
    this.produce = produce;
    this.signal = signal;
  }

  get aborted(): boolean {
    return this.isCancelled || (this.signal?.aborted ?? false);
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.isWanted = true;
    if (this.hasBegun) return this.wake();
    this.hasBegun = true;
    void this.run(controller);
  }

  cancel(): void {
    this.isCancelled = true;
    this.wake();
  }

  private async run(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const pieces = new Pieces((piece) => {
      if (this.isCancelled) return;
      this.isWanted = false;
      controller.enqueue(piece);
    });
    const sink: ByteSink = {
      write: (bytes) => pieces.write(bytes),
      ready: () => {
        if (this.isWanted) pieces.flushEarly();
        return this.isWanted || this.aborted ? null : new Promise((resolve) => (this.wake = resolve));
      },
    };
    const abort = (): void => this.wake();
    const { signal } = this;
    if (signal instanceof AbortSignal) signal.addEventListener('abort', abort);
    try {
      await this.produce(sink, this);
      pieces.flush();
      if (!this.isCancelled) controller.close();
    } catch (error) {
      if (!this.isCancelled) controller.error(error);
    } finally {
      if (signal instanceof AbortSignal) signal.removeEventListener('abort', abort);
    }
  }
}
