/** Bytes are produced on demand: back-pressure, cancellation, errors. */
import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { ByteList, type ByteSink, byteStream } from '../../engine/byte-stream.ts';
import type { AbortFlag } from '../../engine/budget.ts';

const PIECE = 1 << 16;
const bytes = (length: number, value = 1): Uint8Array => new Uint8Array(length).fill(value);

/** A producer of `count` pieces that records the current one. */
function producer(count: number): { made: number; run: (sink: ByteSink, signal: AbortFlag) => Promise<void> } {
  const state = {
    made: 0,
    run: async (sink: ByteSink, signal: AbortFlag): Promise<void> => {
      for (; state.made < count; state.made++) {
        const ready = sink.ready();
        if (ready !== null) await ready;
        if (signal.aborted) throw new Error('aborted');
        sink.write(bytes(PIECE, state.made));
      }
    },
  };
  return state;
}

describe('byteStream', () => {
  it('starts with the first read and produces no more than is read', async () => {
    const source = producer(10);
    const reader = byteStream(source.run, null).getReader();
    await turn();
    expect(source.made).to.equal(0);
    for (let i = 1; i <= 3; i++) {
      expect((await reader.read()).value?.[0]).to.equal(i - 1);
      await turn();
      expect(source.made).to.equal(i);
    }
  });

  it('emits pieces of equal size, then the rest', async () => {
    const stream = byteStream((sink) => {
      for (let i = 0; i < 300; i++) sink.write(bytes(1000, i));
      return Promise.resolve();
    }, null);
    const lengths: number[] = [];
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) lengths.push(piece.length);
    expect(lengths).to.deep.equal([PIECE, PIECE, PIECE, PIECE, 300_000 - 4 * PIECE]);
  });

  it('passes available bytes to a waiting reader, in growing pieces', async () => {
    const stream = byteStream(async (sink) => {
      for (let i = 0; i < 20; i++) {
        await sink.ready();
        sink.write(bytes(1000, i));
      }
    }, null);
    const lengths: number[] = [];
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) lengths.push(piece.length);
    expect(lengths).to.deep.equal([1000, 1000, 2000, 4000, 8000, 4000]);
  });

  it('notifies the producer when the reader cancels, even while it waits', async () => {
    const source = producer(10);
    let seen: AbortFlag | null = null;
    const reader = byteStream((sink, signal) => {
      seen = signal;
      return source.run(sink, signal);
    }, null).getReader();
    await reader.read();
    await reader.cancel();
    await turn();
    expect((seen as AbortFlag | null)?.aborted).to.equal(true);
    expect(source.made).to.equal(1);
  });

  it('is aborted by a signal while it waits', async () => {
    const abort = new AbortController();
    const reader = byteStream(producer(10).run, abort.signal).getReader();
    await reader.read();
    await turn();
    abort.abort();
    const failed = await reader.read().then(
      () => null,
      (error: Error) => error.message,
    );
    expect(failed).to.equal('aborted');
  });

  it('fails if its producer does', async () => {
    const stream = byteStream(() => Promise.reject(new Error('no')), null);
    const failed = await stream
      .getReader()
      .read()
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no');
  });
});

describe('ByteList', () => {
  it('joins the written bytes', () => {
    const list = new ByteList();
    list.write(bytes(3, 1));
    list.write(bytes(PIECE, 2));
    const joined = list.joined();
    expect(joined.length).to.equal(PIECE + 3);
    expect([joined[2], joined[3], joined[PIECE + 2]]).to.deep.equal([1, 2, 2]);
    expect(list.ready()).to.equal(null);
  });
});
