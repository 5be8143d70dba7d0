import { expect } from 'chai';
import type { RenderError } from '../../engine/errors.ts';
import { render, type RenderOptions } from '../../engine/index.ts';
import { layoutDocument } from '../../engine/render.ts';
import { withFrozenClock } from '../support/clock.ts';
import { blackPng, falseAvif, flatAvif, hugeBmp, hugeGif, imagePage, imageUrl, twoHeadedPng } from './images.ts';

/** Returns the peak byte count of a document's images, and the codes of its diagnostics. */
async function laidOut(html: string): Promise<{ peak: number; codes: string[] }> {
  const { budget, diagnostics } = await layoutDocument(html);
  return { peak: budget.peakBytes, codes: diagnostics.list().map(({ code }) => code) };
}

async function refusalOf(html: string, options: RenderOptions = {}): Promise<string> {
  return render(html, options).then(
    () => 'rendered',
    (error: RenderError) => error.code,
  );
}

/** The memory for samples that are kept in their original form: a window of unpacked ones. */
const A_FEW = 1_000_000;

describe('hostile images', function () {
  this.timeout(60_000);

  it('are broken if a second, larger PNG header follows the first', async () => {
    const { peak, codes } = await laidOut(imagePage(imageUrl('png', twoHeadedPng(36_000))));
    expect(codes).to.deep.equal(['image/broken']);
    expect(peak).to.equal(0);
  });

  it('hold 16-bit PNGs as 8 bits until they are packed, and keep 1-bit PNGs unchanged', async () => {
    const deep = imagePage(imageUrl('png', blackPng({ side: 4000, depth: 16, colorType: 2 })));
    expect((await laidOut(deep)).peak).to.be.within(4000 * 4000 * 3, 4000 * 4000 * 3.3);
    const flat = imagePage(imageUrl('png', blackPng({ side: 4000, depth: 1, colorType: 3 })));
    expect((await laidOut(flat)).peak).to.be.below(A_FEW);
    const { pdf } = await render(imagePage(imageUrl('png', blackPng({ side: 9900, depth: 1, colorType: 3 }))));
    expect(pdf.length).to.be.below(20_000);
  });

  it('are refused before unpacking if an interlaced PNG, a GIF or a BMP exceeds the memory', async () => {
    const interlaced = blackPng({ side: 9000, depth: 16, colorType: 2, interlaced: true });
    expect(await refusalOf(imagePage(imageUrl('png', interlaced)))).to.equal('document_too_complex');
    expect(await refusalOf(imagePage(imageUrl('gif', hugeGif(9900))))).to.equal('document_too_complex');
    expect(await refusalOf(imagePage(imageUrl('bmp', hugeBmp(9900))))).to.equal('document_too_complex');
  });

  it('free their memory for the next image', async () => {
    const many = [0, 1, 2, 3].map((n) => imageUrl('gif', Buffer.concat([hugeGif(4000), Buffer.of(n)])));
    expect((await laidOut(imagePage(...many))).peak).to.be.below(81_000_000);
  });

  it('are broken if an AVIF file is larger than its properties, and get no memory for it', async () => {
    const files = Array.from({ length: 20 }, (_, i) => imageUrl('avif', falseAvif(i)));
    const { peak, codes } = await laidOut(imagePage(...files));
    expect(codes).to.deep.equal(['image/broken']);
    expect(peak).to.be.below(20_000_000);
  });

  it('include AVIF files with much memory per pixel, which are shown if there is enough', async () => {
    const { diagnostics } = await render(imagePage(imageUrl('avif', flatAvif(1))), { limits: { maxBytes: 1e9 } });
    expect(diagnostics.map(({ code }) => code)).to.not.include('image/broken');
  });

  it('are not decoded if that would exceed the deadline', async () => {
    const limits = { maxBytes: 1e9, deadlineMs: 1000 };
    const page = imagePage(imageUrl('avif', flatAvif(2)));
    expect(await withFrozenClock(() => refusalOf(page, { limits }))).to.equal('render_timeout');
  });
});
