import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { readJbig2 } from '../../../engine/images/jbig2.ts';
import { readJpeg2000 } from '../../../engine/images/jpeg2000.ts';
import { CODE_STREAM, JBIG2, WITH_ALPHA } from '../../support/coded-images.ts';
import { JP2 } from '../../support/jpeg2000.ts';

const bytesOf = (file: string): Uint8Array => Uint8Array.from(Buffer.from(file, 'base64'));
const html = (file: string, style = ''): string =>
  `<title>t</title><img alt="" style="${style}" src="data:image/x;base64,${file}">`;

async function rendered(
  file: string,
  style = '',
  options: RenderOptions = {},
): Promise<{ text: string; messages: string[] }> {
  const { pdf, diagnostics } = await render(html(file, style), { compress: false, ...options });
  return { text: Buffer.from(pdf).toString('latin1'), messages: diagnostics.map(({ message }) => message) };
}

describe('images that only PDF readers decode', () => {
  it('embed a JPEG 2000 file unchanged, with its color space', async () => {
    const { text, messages } = await rendered(JP2);
    expect(text).to.include(Buffer.from(JP2, 'base64').toString('latin1'));
    expect(text).to.match(/\/Width 40\s\/Height 20\s\/ColorSpace \/DeviceRGB\s\/Filter \/JPXDecode/);
    expect(messages).to.deep.equal([]);
  });

  it('add the boxes of a JP2 file to a code stream', () => {
    const image = readJpeg2000(bytesOf(CODE_STREAM));
    expect(image).to.include({ width: 40, height: 20, components: 3, bits: 8 });
    expect(readJpeg2000(image!.bytes)).to.include({ width: 40, height: 20, components: 3, bits: 8 });
  });

  it('leave the colors of a JPEG 2000 file with opacity to readers', async () => {
    const { text } = await rendered(WITH_ALPHA);
    expect(text).to.match(/\/Height 20\s\/Filter \/JPXDecode\s\/SMaskInData 1/);
  });

  it('embed the segments of a JBIG2 page without the header and end of the file', async () => {
    const { text } = await rendered(JBIG2);
    expect(text).to.match(/\/ColorSpace \/DeviceGray\s\/BitsPerComponent 1\s\/Filter \/JBIG2Decode/);
    const file = bytesOf(JBIG2);
    expect([...readJbig2(file)!.bytes]).to.deep.equal(Array.from(file.subarray(13, file.length - 22)));
  });

  it('keep their size in layout, and turn', async () => {
    for (const file of [JP2, JBIG2]) {
      expect(await inspect(html(file), 'boxes', null)).to.include('image 40x20');
      expect(await inspect(html(file, 'image-orientation: 90deg'), 'boxes', null)).to.include('image 20x40');
    }
  });

  it('report filters that need pixels', async () => {
    expect((await rendered(JP2, 'filter: blur(3px)')).messages).to.deep.equal([
      'A JPEG 2000 image was omitted, because filtered content is drawn as pixels.',
    ]);
    expect((await rendered(JBIG2, 'filter: invert(1)')).messages).to.deep.equal([
      'Filters leave the colors of a JBIG2 image unchanged.',
    ]);
    expect((await rendered(JP2, 'image-rendering: pixelated; width: 400px')).messages).to.deep.equal([
      'image-rendering has no effect on a JPEG 2000 image: the viewer scales it.',
    ]);
  });

  it('are refused in PDF/A-1 if they are JPEG 2000', async () => {
    const error = await rendered(JP2, '', { profile: 'pdf/a-1b' }).then(
      () => null,
      (thrown: Error) => thrown.message,
    );
    expect(error).to.match(/PDF\/A-1 forbids JPEG 2000 images/);
  });

  it('are null or whole if they are broken', () => {
    for (const [file, read] of [
      [JP2, readJpeg2000],
      [CODE_STREAM, readJpeg2000],
      [WITH_ALPHA, readJpeg2000],
      [JBIG2, readJbig2],
    ] as const) {
      const bytes = bytesOf(file);
      for (let at = 0; at < Math.min(bytes.length, 200); at++) {
        const changed = bytes.slice();
        changed[at] = 255 - changed[at]!;
        for (const image of [read(changed), read(bytes.subarray(0, at))])
          if (image !== null) expect(image.width * image.height).to.be.greaterThan(0);
      }
    }
  });
});
