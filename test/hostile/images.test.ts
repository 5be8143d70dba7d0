import { expect } from 'chai';
import type { RenderError } from '../../engine/errors.ts';
import { render } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { blackPng, falseAvif, flatAvif, hugeBmp, hugeGif, imagePage, imageUrl, twoHeadedPng } from './images.ts';

/** The most bytes that a document's images had at one time, and the codes of its diagnostics. */
async function laidOut(html: string): Promise<{ peak: number; codes: string[] }> {
  const { budget, diagnostics } = await layoutDocument(html);
  return { peak: budget.peakBytes, codes: diagnostics.list().map(({ code }) => code) };
}

async function refusalOf(html: string): Promise<string> {
  return render(html).then(
    () => 'rendered',
    (error: RenderError) => error.code,
  );
}

/** What is held of samples that stay as they came: a window of unpacked ones. */
const A_FEW = 1_000_000;

describe('hostile images', function () {
  this.timeout(60_000);

  it('a second PNG header, larger than the first, makes a broken image', async () => {
    const { peak, codes } = await laidOut(imagePage(imageUrl('png', twoHeadedPng(36_000))));
    expect(codes).to.deep.equal(['image/broken']);
    expect(peak).to.equal(0);
  });

  it('a PNG of 16 bits a sample is held in 8 until it is packed, and paid for; one of a bit stays as it came', async () => {
    const deep = imagePage(imageUrl('png', blackPng({ side: 4000, depth: 16, colorType: 2 })));
    expect((await laidOut(deep)).peak).to.be.within(4000 * 4000 * 3, 4000 * 4000 * 3.3);
    const flat = imagePage(imageUrl('png', blackPng({ side: 4000, depth: 1, colorType: 3 })));
    expect((await laidOut(flat)).peak).to.be.below(A_FEW);
    const { pdf } = await render(imagePage(imageUrl('png', blackPng({ side: 9900, depth: 1, colorType: 3 }))));
    expect(pdf.length).to.be.below(20_000);
  });

  it('an interlaced PNG, a GIF and a BMP that unpack to more than there is are refused before they do', async () => {
    const interlaced = blackPng({ side: 9000, depth: 16, colorType: 2, interlaced: true });
    expect(await refusalOf(imagePage(imageUrl('png', interlaced)))).to.equal('document_too_complex');
    expect(await refusalOf(imagePage(imageUrl('gif', hugeGif(9900))))).to.equal('document_too_complex');
    expect(await refusalOf(imagePage(imageUrl('bmp', hugeBmp(9900))))).to.equal('document_too_complex');
  });

  it('what one image took is there for the next one', async () => {
    const many = [0, 1, 2, 3].map((n) => imageUrl('gif', Buffer.concat([hugeGif(4000), Buffer.of(n)])));
    expect((await laidOut(imagePage(...many))).peak).to.be.below(81_000_000);
  });

  it('an AVIF file larger than its properties say is broken; and gets no memory for them', async () => {
    const files = Array.from({ length: 20 }, (_, i) => imageUrl('avif', falseAvif(i)));
    const { peak, codes } = await laidOut(imagePage(...files));
    expect(codes).to.deep.equal(['image/broken']);
    expect(peak).to.be.below(20_000_000);
  });

  it('an AVIF file that takes much memory for each pixel is shown where there is so much', async () => {
    const { diagnostics } = await render(imagePage(imageUrl('avif', flatAvif(1))), { limits: { maxBytes: 1e9 } });
    expect(diagnostics.map(({ code }) => code)).to.not.include('image/broken');
  });

  it('what would be decoded beyond the deadline is not begun', async () => {
    const begun = performance.now();
    const limits = { maxBytes: 1e9, deadlineMs: 1000 };
    const code = await render(imagePage(imageUrl('avif', flatAvif(2))), { limits }).then(
      () => 'rendered',
      (error: RenderError) => error.code,
    );
    expect(code).to.equal('render_timeout');
    expect(performance.now() - begun).to.be.below(1000);
  });
});
