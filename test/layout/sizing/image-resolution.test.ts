import { expect } from 'chai';
import { PNG } from 'pngjs';
import { crc32 } from 'node:zlib';
import { layout } from '../../support/layout.ts';

const HEADER_END = 33;

/** Returns a picture of 40 by 20 px. `perMetre` is the resolution in the file. */
function png(perMetre: number | null): string {
  const file = PNG.sync.write(new PNG({ width: 40, height: 20 }));
  if (perMetre === null) return `data:image/png;base64,${file.toString('base64')}`;
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk[16] = 1;
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  const whole = Buffer.concat([file.subarray(0, HEADER_END), chunk, file.subarray(HEADER_END)]);
  return `data:image/png;base64,${whole.toString('base64')}`;
}

const DPI_192 = 7559;

async function sizeOf(style: string, perMetre: number | null): Promise<string> {
  const { dump } = await layout(`<div style="${style}"><img src="${png(perMetre)}"></div>`);
  return /<img>.* (w\S+ h\S+)/.exec(dump)?.[1] ?? '';
}

describe('image-resolution', () => {
  it('sets the number of image pixels per CSS px', async () => {
    expect(await sizeOf('', DPI_192)).to.equal('w40 h20');
    expect(await sizeOf('image-resolution:2dppx', null)).to.equal('w20 h10');
    expect(await sizeOf('image-resolution:384dpi snap', DPI_192)).to.equal('w10 h5');
    expect(await sizeOf('image-resolution:0dppx', null)).to.equal('w40 h20');
  });

  it("uses the image's own resolution if it has one", async () => {
    expect(await sizeOf('image-resolution:from-image', DPI_192)).to.equal('w20 h10');
    expect(await sizeOf('image-resolution:4dppx from-image', null)).to.equal('w10 h5');
  });
});
