import { expect } from 'chai';
import { ByteList } from '../../../engine/byte-stream.ts';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render } from '../../../engine/index.ts';
import { ResvgInstance } from '../../../engine/raster/resvg.ts';
import { renderTo } from '../../../engine/render.ts';
import { PdfObjects } from '../../support/pdf-objects.ts';

/** Returns the size of the image for a blurred shadow, in px. */
async function shadowOf(style: string): Promise<[number, number]> {
  const html = `<!DOCTYPE html><style>@page{size:400px}body{margin:0;font-size:64px}</style><p style="text-shadow:0 0 4px red;${style}">書`;
  const image = /drawImage \S+ \S+ (\S+) (\S+) raster/.exec(await inspect(html, 'paint', null));
  return [Number(image?.[1]), Number(image?.[2])];
}

describe('blurred shadows of text', () => {
  it('are as thick as the letters of a font without a bold face', async () => {
    const [width, height] = await shadowOf('');
    const [boldWidth, boldHeight] = await shadowOf('font-weight:bold');
    expect(boldWidth - width).to.be.closeTo(2, 0.3);
    expect(boldHeight - height).to.be.closeTo(2, 0.3);
  });

  it('are drawn once if they differ only in their offsets', async () => {
    const workOf = async (shadows: readonly string[]): Promise<number> => {
      const html = `<!DOCTYPE html><p style="font-size:64px;text-shadow:${shadows.join()}">Shadows`;
      return (await renderTo(html, {}, new ByteList())).budget.work;
    };
    const offsets = Array.from({ length: 20 }, (_, i) => `${i}px 0 4px`);
    const alone = await workOf(['0 0 4px']);
    expect(await workOf(offsets)).to.be.below(1.5 * alone);
    expect(await workOf(offsets.map((offset, i) => `${offset} rgb(${i} 0 0)`))).to.be.above(3 * alone);
  });

  it('are embedded once if they differ only in their offsets', async () => {
    const images = async (shadows: string): Promise<number> => {
      const { pdf } = await render(`<p style="font-size:99px;text-shadow:${shadows}">Shadows`);
      return new PdfObjects(pdf).all().filter(({ Subtype }) => Subtype === '/Image').length;
    };
    expect(await images('0 0 4px red,1px 0 4px red,2px 0 4px red')).to.equal(await images('0 0 4px red'));
  });

  it('are drawn together with filtered content', async () => {
    const pictures: string[] = [];
    const draw = Object.getOwnPropertyDescriptor(ResvgInstance.prototype, 'draw')!.value as ResvgInstance['draw'];
    ResvgInstance.prototype.draw = function (markup, scale) {
      pictures.push(markup);
      return draw.call(this, markup, scale);
    };
    try {
      const style = 'filter:blur(1px);text-shadow:1px 1px 4px red';
      await inspect(`<p style="${style}">Text<svg style="${style}"><text y="20">Text</text></svg>`, 'paint', null);
      await inspect('<p style="transform:perspective(99px) rotateX(9deg);text-shadow:0 0 4px red">A', 'paint', null);
    } finally {
      ResvgInstance.prototype.draw = draw;
    }
    expect(pictures).to.have.length(3);
    expect(pictures.map((markup) => markup.split('stdDeviation="2"').length - 1)).to.deep.equal([1, 1, 1]);
    // The picture of the SVG is part of its paragraph's.
    expect(pictures.map((markup) => markup.split('<image').length - 1)).to.deep.equal([0, 1, 0]);
  });
});
