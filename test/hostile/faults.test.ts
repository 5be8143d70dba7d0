/** What goes wrong inside leaves as a RenderError, and leaves nothing behind. */
import { expect } from 'chai';
import { render, RenderError, type RenderOptions } from '../../engine/index.ts';
import { blackPng, hugeGif, imagePage, imageUrl } from './images.ts';

const STAGES = ['parse', 'style', 'boxes', 'layout', 'paint', 'write'] as const;
const DOCUMENT = `<title>T</title><h1>One</h1><p style="display:flex"><b>two</b></p><table><tr><td>three</table>
  <p style="opacity:.5;text-shadow:1px 1px 2px red">four <q>five</q></p><p lang=ar dir=rtl>سلام</p>`;

async function bytesOf(html: string): Promise<string> {
  return Buffer.from((await render(html)).pdf).toString('latin1');
}

async function failureOf(html: string, options: RenderOptions = {}): Promise<RenderError> {
  try {
    await render(html, options);
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError);
    return error as RenderError;
  }
  throw new Error('it rendered');
}

describe('faults', function () {
  this.timeout(60_000);
  let expected = '';
  before(async () => {
    expected = await bytesOf(DOCUMENT);
  });
  afterEach(async () => {
    expect((await bytesOf(DOCUMENT)) === expected, 'the next render has the same bytes').to.equal(true);
  });

  for (const stage of STAGES) {
    it(`an exception in stage ${stage} is internal_error, and says so`, async () => {
      const cause = new TypeError('not foreseen');
      const onProgress: RenderOptions['onProgress'] = (progress) => {
        if (progress.stage === stage) throw cause;
      };
      const failure = await failureOf(DOCUMENT, { onProgress });
      expect([failure.code, failure.stage, failure.cause]).to.deep.equal(['internal_error', stage, cause]);
    });

    it(`memory that is refused in stage ${stage} makes the document too complex`, async () => {
      const onProgress: RenderOptions['onProgress'] = (progress) => {
        if (progress.stage === stage) throw new RangeError('Array buffer allocation failed');
      };
      const failure = await failureOf(DOCUMENT, { onProgress });
      expect([failure.code, failure.stage]).to.deep.equal(['document_too_complex', stage]);
    });
  }

  for (const [name, html] of [
    ['positioned boxes', '<div style="position:absolute">'.repeat(500)],
    ['grids', '<div style="display:grid">'.repeat(500)],
    ['inline blocks with text', '<div style="display:inline-block">a '.repeat(500)],
    ['orthogonal flows', '<div style="writing-mode:vertical-rl"><div style="writing-mode:horizontal-tb">'.repeat(250)],
  ]) {
    it(`500 nested ${name} are refused for what they are, again and again`, async () => {
      for (let i = 0; i < 5; i++) {
        const { code, cause } = await failureOf(html);
        expect([code, cause]).to.deep.equal(['document_too_complex', undefined]);
      }
    });
  }

  it('what is neither text nor bytes is refused', async () => {
    for (const html of [undefined, null, 5, {}])
      expect((await failureOf(html as never)).code).to.equal('invalid_options');
    expect((await failureOf('x', { onProgress: 5 } as never)).code).to.equal('invalid_options');
  });

  it('decoders that get no memory end the render', async () => {
    const limits = { maxBytes: 100 };
    const png = blackPng({ side: 40, depth: 8, colorType: 2, interlaced: true });
    for (const url of [imageUrl('png', png), imageUrl('gif', hugeGif(40))])
      expect((await failureOf(imagePage(url), { limits })).code).to.equal('document_too_complex');
  });

  it('a PDF of more bytes than are allowed ends the render', async () => {
    const shadows = Array.from({ length: 50 }, (_, i) => `${i}px 1px 2px red`).join(',');
    const failure = await failureOf(`<p style="text-shadow:${shadows}">a`, { limits: { maxPdfBytes: 10_000 } });
    expect(failure.code).to.equal('document_too_complex');
    expect(failure.message).to.include('bytes of PDF');
  });
});
