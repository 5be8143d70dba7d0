import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { rasterFromRgba } from '../../../engine/images/raster.ts';
import { pixelColorsOf } from '../../../engine/images/samples.ts';
import { imageDataUrl } from '../../../engine/raster/image-data-url.ts';

describe('images for the rasterizer', () => {
  it('have the colors of their pixels, not of their palette', () => {
    const pixels = [
      [255, 0, 0],
      [0, 0, 255],
      [0, 0, 255],
      [255, 0, 0],
      [0, 255, 0],
      [255, 0, 0],
    ];
    const data = rasterFromRgba(new Uint8Array(pixels.flatMap((color) => [...color, 255])), 3, 2, null);
    expect(data.palette).not.to.equal(null);
    expect([...pixelColorsOf(data)]).to.deep.equal(pixels.flat());
    const image = imageDataUrl({ url: '', data, width: 3, height: 2, ratio: 1.5 }, new Budget(DEFAULT_LIMITS));
    // The size that a PNG of 3 x 2 pixels declares.
    expect(image?.url).to.match(/^data:image\/png;base64,/);
  });
});
