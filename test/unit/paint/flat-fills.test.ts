import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { ResvgInstance } from '../../../engine/raster/resvg.ts';
import { renderPixels } from '../../support/pdfium.ts';
import { PdfObjects } from '../../support/pdf-objects.ts';

const PAGE = '<!doctype html><style>@page{size:200px 100px;margin:0}body{margin:0;font:20px serif}</style>';

/** Returns the PDF of a page, and how often the rasterizer drew for it. */
async function rendered(html: string): Promise<{ pdf: Uint8Array; drawn: number }> {
  const draw = Object.getOwnPropertyDescriptor(ResvgInstance.prototype, 'draw')!.value as ResvgInstance['draw'];
  let drawn = 0;
  ResvgInstance.prototype.draw = function (markup, scale) {
    drawn++;
    return draw.call(this, markup, scale);
  };
  try {
    const { pdf } = await render(PAGE + html, { compress: false });
    return { pdf, drawn };
  } finally {
    ResvgInstance.prototype.draw = draw;
  }
}

/** Returns the largest difference between the bytes of two pictures. */
const difference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

describe('blurred fills in a few colors', () => {
  for (const [what, style, html] of [
    ['text and its shadow', 'text-shadow:3px 2px 2px red', 'Text <b>bold</b>'],
    ['translucent text over a background', 'background:yellow;color:#00f8', 'Text <u>underlined</u>'],
    ['content cut off by the page', 'margin-left:-20px;width:300px;background:green', 'Text'],
  ] as const) {
    it(`look as the rasterizer draws them: ${what}`, async () => {
      const flat = await rendered(`<div style="filter:blur(2px);${style}">${html}</div>`);
      // The group has no visible effect, but isn't a fill.
      const other = await rendered(
        `<div style="filter:blur(2px);${style}"><span style="opacity:.999">${html}</span></div>`,
      );
      expect(flat.drawn).to.equal(0);
      expect(other.drawn).to.equal(1);
      const [a, b] = [await renderPixels(flat.pdf, 1), await renderPixels(other.pdf, 1)];
      expect(difference(a.data, b.data)).to.be.lessThan(16);
      expect(difference(a.data, new Uint8Array(a.data.length).fill(255))).to.be.greaterThan(100);
    });
  }

  it('are drawn once if they repeat', async () => {
    const { pdf } = await rendered('<p style="filter:blur(1px)">Text</p>'.repeat(2));
    const masked = new PdfObjects(pdf)
      .all()
      .filter(({ Subtype, SMask }) => Subtype === '/Image' && SMask !== undefined);
    expect(masked).to.have.length(1);
  });

  it('are left to the rasterizer if their blur is narrower than a sample, or very wide', async () => {
    expect((await rendered('<p style="filter:blur(.2px)">Text</p>')).drawn).to.equal(1);
    expect((await rendered('<p style="filter:blur(1e6px)">Text</p>')).drawn).to.equal(1);
  });
});
