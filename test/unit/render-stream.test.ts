/** Streaming a PDF: bytes before the last page is laid out, backpressure and cancellation. */
import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { type Progress, render, renderToStream, RenderError } from '../../engine/index.ts';

const PAGES = 120;
/** Returns text that does not compress, so that every page yields bytes. */
const word = (n: number): string => ((n * 2654435761) >>> 0).toString(36);
const page = (p: number): string =>
  `<div style="break-after:page">${Array.from({ length: 400 }, (_, i) => word(p * 401 + i)).join(' ')}</div>`;
const LONG = Array.from({ length: PAGES }, (_, p) => page(p)).join('');

/** Returns the stream's reader and a count of the pages laid out so far. */
function begin(html: string): { reader: ReadableStreamDefaultReader<Uint8Array>; laidOut: () => number } {
  let pages = 0;
  const onProgress = ({ stage, pages: count }: Progress): void => {
    if (stage === 'layout') pages = Math.max(pages, count);
  };
  return { reader: renderToStream(html, { onProgress }).getReader(), laidOut: () => pages };
}

describe('renderToStream', function () {
  this.timeout(30_000);

  it('yields bytes before the last page is laid out, and waits while nobody reads', async () => {
    const { reader, laidOut } = begin(LONG);
    expect(laidOut()).to.equal(0);
    const { value } = await reader.read();
    expect(Buffer.from(value ?? []).toString('latin1', 0, 5)).to.equal('%PDF-');
    await turn();
    const first = laidOut();
    expect(first).to.be.greaterThan(0).and.lessThan(PAGES);
    await turn();
    expect(laidOut()).to.equal(first);
    await reader.cancel();
  });

  it('yields the first page as soon as it is painted', async () => {
    let painted = 0;
    const onProgress = ({ stage, pages }: Progress): void => {
      if (stage === 'paint') painted = pages;
    };
    const reader = renderToStream('<p style="break-after:page">x'.repeat(9), { onProgress }).getReader();
    await reader.read();
    expect(painted).to.equal(1);
    await reader.cancel();
  });

  it('reports pages and diagnostics at the end', async () => {
    const said: unknown[] = [];
    const stream = renderToStream('<p style="colour: red">x<p style="break-before: page">y', {
      onEnd: ({ pages, diagnostics }) =>
        said.push(
          pages,
          diagnostics.map(({ code }) => code),
        ),
    });
    expect(said).to.deep.equal([]);
    const reader = stream.getReader();
    while (!(await reader.read()).done);
    expect(said).to.deep.equal([2, ['css/unknown-property']]);
    expect(() => renderToStream('x', { onEnd: 1 } as never)).to.throw(RenderError, 'onEnd');
  });

  it('stops when the reader cancels', async () => {
    const { reader, laidOut } = begin(LONG);
    await reader.read();
    const first = laidOut();
    await reader.cancel();
    await turn();
    expect(laidOut()).to.equal(first);
  });

  it('errors if its signal aborts while it waits', async () => {
    const abort = new AbortController();
    const reader = renderToStream(LONG, { signal: abort.signal }).getReader();
    await reader.read();
    await turn();
    abort.abort();
    const error = await reader.read().catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(RenderError);
    expect((error as RenderError).code).to.equal('aborted');
  });

  it('yields the bytes of render, even if stages have to wait', async () => {
    for (const css of ['', "@page{@bottom-left{content:counter(page) ' of ' counter(pages)}}", 'p{position:fixed}']) {
      const html = `<style>${css}</style><p>x</p>${LONG}`;
      const pieces: Uint8Array[] = [];
      for await (const piece of renderToStream(html) as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
      const { pdf } = await render(html);
      expect(Buffer.concat(pieces).equals(Buffer.from(pdf)), css).to.equal(true);
    }
  });
});
