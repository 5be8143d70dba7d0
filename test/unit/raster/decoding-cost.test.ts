/** Decoding and encoding images is paid for before it begins, or while it lasts. */
import { expect } from 'chai';
import { Budget, DEFAULT_LIMITS } from '../../../engine/budget.ts';
import { RenderError } from '../../../engine/errors.ts';
import type { RasterData } from '../../../engine/images/image.ts';
import { decodeCmykJpeg } from '../../../engine/images/jpeg-decoder.ts';
import { readJpeg } from '../../../engine/images/jpeg.ts';
import { imagesCost, jpegCost } from '../../../engine/raster/decoding-cost.ts';
import { imageDataUrl } from '../../../engine/raster/image-data-url.ts';
import { greyJpeg, inkJpeg } from '../../support/jpeg.ts';

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

describe('the cost of images for the rasterizer', () => {
  it('includes JPEGs in SVG files in SVG files', () => {
    const jpeg = greyJpeg(200, 200);
    const { time } = jpegCost(jpeg);
    expect(time).to.be.above(1e6);
    let markup = `<image href="data:image/jpeg;base64,${base64(jpeg)}"/>`;
    for (let level = 0; level < 3; level++) {
      expect(imagesCost(markup).time, `level ${level}`).to.equal(time);
      markup = `<image href="data:image/svg+xml;base64,${base64(markup)}"/>`;
    }
  });

  it('ends the render before a picture is encoded that would take too long', () => {
    const [width, height] = [4000, 4000];
    const bytes = new Uint8Array((width / 8) * height);
    const color = { channels: 1, bits: 1, form: 'plain', bytes } as const;
    const data: RasterData = { type: 'raster', width, height, color, palette: new Uint8Array(6), alpha: null };
    const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: 500 });
    expect(() => imageDataUrl({ url: '', data, width, height, ratio: 1 }, budget)).to.throw(
      RenderError,
      'longer than 500',
    );
    expect(budget.peakBytes).to.equal(0);
  });

  it('counts each block of a CMYK image twice: when it is read and when it is transformed', () => {
    const jpeg = inkJpeg();
    const size = readJpeg(jpeg)!;
    const budget = new Budget(DEFAULT_LIMITS);
    expect(decodeCmykJpeg(jpeg, size, budget)).to.not.equal(null);
    const blocks = 4 * Math.ceil(size.width / 8) * Math.ceil(size.height / 8);
    expect(budget.work).to.be.at.least(blocks + blocks / 4);
  });
});
