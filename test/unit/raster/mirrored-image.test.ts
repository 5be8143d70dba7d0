import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { decodePng } from '../../../engine/images/png.ts';
import { rasterFromRgba } from '../../../engine/images/raster.ts';
import { rgbaOf } from '../../../engine/images/samples.ts';
import { mirroredImage } from '../../../engine/raster/mirrored-image.ts';

describe('mirrored images', () => {
  it('reflect at their edges', () => {
    const rows = [
      [10, 20, 30],
      [40, 50, 60],
    ];
    const pixels = rows.flat().flatMap((grey) => [grey, 0, 0, grey * 2]);
    const url = mirroredImage(rasterFromRgba(new Uint8Array(pixels), 3, 2, null), 2, 1);
    const png = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
    const decoded = decodePng(png, new Budget(DEFAULT_LIMITS))!;
    expect([decoded.width, decoded.height]).to.deep.equal([7, 4]);
    const rgba = rgbaOf(decoded);
    const reds = Array.from({ length: 4 }, (_, y) => Array.from({ length: 7 }, (_, x) => rgba[4 * (7 * y + x)]));
    expect(reds).to.deep.equal([
      [20, 10, 10, 20, 30, 30, 20],
      [20, 10, 10, 20, 30, 30, 20],
      [50, 40, 40, 50, 60, 60, 50],
      [50, 40, 40, 50, 60, 60, 50],
    ]);
    expect(rgba[3]).to.equal(40);
  });
});
