import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';

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
});
