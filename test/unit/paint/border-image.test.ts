import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { inspect } from '../../../engine/debug/inspect.ts';
import { cutParts } from '../../../engine/images/cut.ts';
import { rasterFromRgba } from '../../../engine/images/raster.ts';
import { rgbaOf } from '../../../engine/images/samples.ts';

/** An image of 3 x 3 pixels. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAADCAIAAADZSiLoAAAAIElEQVR42g3GMQEAAAyDMDShqWKRteUK4DCEudl+uSwPZz4Iy4DTKxYAAAAASUVORK5CYII=';

/** Returns where the images of a 40 x 40 px box with 10 px borders are drawn. */
async function places(style: string): Promise<string[]> {
  const box = 'margin:0;width:20px;height:20px;border:10px solid;border-image:';
  const html = `<!DOCTYPE html><style>@page{size:200px;margin:0}</style><body style="${box}url(data:image/png;base64,${PNG}) ${style}">`;
  const text = await inspect(html, 'paint', null);
  return [...text.matchAll(/drawImage ([-\d. ,]+)/g)].map((match) => match[1]!.trim());
}

const AROUND = [
  '0 0 10 10',
  '10 0 20 10',
  '30 0 10 10',
  '0 10 10 20',
  '30 10 10 20',
  '0 30 10 10',
  '10 30 20 10',
  '30 30 10 10',
];

describe('a border image', () => {
  it('is drawn as one image per slice, each as large as its destination', async () => {
    expect(await places('1')).to.deep.equal(AROUND);
  });

  it('ends at the border edge, even if a percentage was rounded', async () => {
    expect(await places('33.33333%')).to.deep.equal(AROUND);
  });

  it('is cut at whole pixels around a slice with fractional edges', async () => {
    expect((await places('1.5'))[0]).to.equal('0 0 13.333 13.333');
  });
});

describe('parts of an image', () => {
  it('keep the colors and opacity of its pixels', () => {
    const rgba = new Uint8Array(4 * 3 * 4).map((_, i) => 5 * i);
    const budget = new Budget(DEFAULT_LIMITS);
    const [part] = cutParts(rasterFromRgba(rgba, 4, 3, null), [{ x: 1, y: 1, width: 2, height: 2 }], budget);
    const pixels = [5, 6, 9, 10].flatMap((at) => [...rgba.subarray(4 * at, 4 * at + 4)]);
    expect([part!.width, part!.height]).to.deep.equal([2, 2]);
    expect([...rgbaOf(part!)]).to.deep.equal(pixels);
  });
});
