import { expect } from 'chai';
import type { RenderError } from '../../engine/errors.ts';
import { render, type RenderOptions } from '../../engine/index.ts';
import { ByteList } from '../../engine/byte-stream.ts';
import { layoutDocument, renderTo } from '../../engine/render.ts';
import { withClock, withFrozenClock } from '../support/clock.ts';
import {
  blackPng,
  falseAvif,
  flatAvif,
  hugeBmp,
  hugeGif,
  imagePage,
  imageUrl,
  layeredJxl,
  manyScans,
  twoHeadedPng,
} from './images.ts';

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

  it('get no memory for an AVIF file that is larger than its properties state, and count as broken', async () => {
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

  it('read the clock in each layer of a JPEG XL file', async () => {
    const looksFor = async (layers: number): Promise<number> => {
      let looks = 0;
      const page = imagePage(imageUrl('jxl', layeredJxl(layers)));
      expect(
        await withClock(
          () => looks++ && 0,
          () => refusalOf(page, {}),
        ),
      ).to.equal('rendered');
      return looks;
    };
    const one = await looksFor(1);
    expect((await looksFor(21)) - one).to.be.above(100);
    let now = 0;
    const endless = imagePage(imageUrl('jxl', layeredJxl(2000)));
    const limits = { deadlineMs: 2000 };
    expect(
      await withClock(
        () => (now += 10),
        () => refusalOf(endless, { limits }),
      ),
    ).to.equal('render_timeout');
  });

  it('show JPEG XL files whose layers are kept for later ones', async () => {
    const { diagnostics } = await render(imagePage(imageUrl('jxl', layeredJxl(20, 1000))));
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([]);
  });

  it('count the layers of a JPEG XL file as pixels', async () => {
    const limits = { maxPixels: 2_000_000 };
    const outcome = (layers: number): Promise<string> =>
      refusalOf(imagePage(imageUrl('jxl', layeredJxl(layers))), { limits });
    expect(await outcome(1)).to.equal('rendered');
    expect(await outcome(30)).to.equal('document_too_complex');
  });

  it('print nothing if the decoder of JPEG XL runs out of memory', async () => {
    const printed: unknown[] = [];
    const { warn } = console;
    console.warn = (...line) => printed.push(line);
    try {
      const outcome = await refusalOf(imagePage(imageUrl('jxl', layeredJxl(3))), { limits: { maxBytes: 8_000_000 } });
      expect(outcome).to.equal('document_too_complex');
    } finally {
      console.warn = warn;
    }
    expect(printed).to.deep.equal([]);
  });

  describe('in progressive JPEGs of many scans', () => {
    const shown = (style: string, jpeg: Buffer): string =>
      `<style>img{width:100px;${style}}</style><img src="${imageUrl('jpeg', jpeg)}" alt="">`;
    const outcome = (style: string, jpeg: Buffer, options: RenderOptions): Promise<string> =>
      withFrozenClock(() => refusalOf(shown(style, jpeg), { limits: { deadlineMs: 2000 }, ...options }));

    for (const components of [1, 3] as const) {
      for (const [what, style, options] of [
        ['filtered', 'filter:blur(1px)', {}],
        ['recolored', 'filter:grayscale(1)', {}],
        ['reduced', '', { images: { resolution: 72 } }],
      ] as [string, string, RenderOptions][]) {
        it(`are not decoded if all scans together exceed the deadline: ${what}, ${components} components`, async () => {
          expect(await outcome(style, manyScans(500, 20_000, components), options)).to.equal('render_timeout');
          expect(await outcome(style, manyScans(500, 20, components), options)).to.equal('rendered');
        });

        it(`are not decoded if their coefficients exceed the memory: ${what}, ${components} components`, async () => {
          const patient = { ...options, limits: { deadlineMs: 1e6 } };
          expect(await outcome(style, manyScans(9900, 1, components), patient)).to.equal('document_too_complex');
        });
      }
    }

    for (const components of [1, 3, 4] as const) {
      it(`hold their coefficients, which count as memory: ${components} components`, async () => {
        const side = 1000;
        const samples = side * side * components;
        const html = shown('filter:blur(1px)', manyScans(side, 1, components));
        const { budget } = await renderTo(html, {}, new ByteList());
        // The four components of inks are decoded to samples first. Otherwise, pixels and coefficients coexist.
        expect(budget.peakBytes).to.be.above(components === 4 ? 4 * samples : 11 * side * side + 2 * samples);
      });
    }

    it('end at the deadline in inks, where the clock is checked for each block', async () => {
      const page = shown('filter:blur(1px)', manyScans(500, 20_000, 4));
      let now = 0;
      const clock = (): number => (now += 1);
      const options = { limits: { deadlineMs: 2000 } };
      expect(await withClock(clock, () => refusalOf(page, options))).to.equal('render_timeout');
    });

    it('are counted in drawings inside filters', async () => {
      const inner = `<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'><image width='50' height='50' href='${imageUrl('jpeg', manyScans(500, 20_000, 1))}'/></svg>`;
      const filter = `<filter id=f><feImage href="data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}"/></filter>`;
      const page = `<svg width=60 height=60>${filter}<rect width=50 height=50 filter="url(#f)"/></svg>`;
      expect(await withFrozenClock(() => refusalOf(page, { limits: { deadlineMs: 2000 } }))).to.equal('render_timeout');
    });
  });

  it('are not encoded for filters if that would exceed the deadline', async () => {
    const png = blackPng({ side: 3000, depth: 8, colorType: 2 });
    const page = `<img style="filter:blur(1px);width:100px" src="${imageUrl('png', png)}" alt="">`;
    expect(await withFrozenClock(() => refusalOf(page, { limits: { deadlineMs: 500 } }))).to.equal('render_timeout');
  });
});
