import { expect } from 'chai';
import { inspect } from '../../../engine/debug/inspect.ts';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { readJbig2 } from '../../../engine/images/jbig2.ts';
import { readJpeg2000 } from '../../../engine/images/jpeg2000.ts';
import { JP2 } from '../../support/jpeg2000.ts';

/** Images of 40 by 20 pixels, written by OpenJPEG: a code stream, and a JP2 file with opacity. */
const CODE_STREAM =
  '/0//UQAvAAAAAAAoAAAAFAAAAAAAAAAAAAAAKAAAABQAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEABAQEAAH/XAAQQEBISFBISFBISFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAHNAAH/k9+AQA11IJUryGQX34BICYiyjtalnxG/34BACYjEUIj3ogfPwBY+0Dh9oEANtUqIfw5DWguUz8AWfgCw+0DABf0DJFUHKh65nwp2n8/AFn4AkH1AYAfoPCEPB8StfwZBH8/AKn4AsPtBQBxAtLcQwEUHtL8cn1qQ3xkmBC42z8A+fgFw+0JADu13aN70JFSfhQi6K12vCyafqqcrTFxnZrIQYguq5s8xZH/PwCJ+ARD7QUAO8uEVk9finwsrKqdkJxL7EKPLJr/H2hsfaEwfUDg14Wbw/uMwbkYzav9/PS/7Kn6lCFfvOCT9D0DUP8faKx9ohB9QUBzoJQFTl4Bf1XLEiLqce7rRywQbfwnEjeamOf6KfsoI23sVhI8dx0El2H2+zcWzx9oXH2hcH1A4HOh0rJrlLUKGWnIJxRqPNmmPUZT6Qx3U9mduPT/PwCI+0Jh9oIBahW0Txt/kbo+KKPDu8sPtx46nS7fPwE5+AjD7QcBahDqTyS5cTT56PGuCFf5FiQ5pg88iCeJUgWB0dja7uNAfB7+Opw/dz9Bfz8AqfgFwfUCAg869Z64xEt83rYPPIgoCDHPGjJW/g9g5n//Z';
const WITH_ALPHA =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAABPanAyaAAAABZpaGRyAAAAFAAAACgABAcHAAAAAAAPY29scgEAAAAAABAAAAAiY2RlZgAEAAAAAAABAAEAAAACAAIAAAADAAMAAQAAAAADimpwMmP/T/9RADIAAAAAACgAAAAUAAAAAAAAAAAAAAAoAAAAFAAAAAAAAAAAAAQHAQEHAQEHAQEHAQH/UgAMAAAAAQAEBAQAAf9cABBAQEhIUEhIUEhIUEhIUP9kACUAAUNyZWF0ZWQgYnkgT3BlbkpQRUcgdmVyc2lvbiAyLjUuNP+QAAoAAAAAAwMAAf+T34BACrcjfuhstM/fgEgJiLKO1qWfEb//GFAHirL1C/xigf9/34BACtpO5wtf/r/PwBY+0Eh9oGAKo/HInwppde8KKe/PwBZ+ALD7QMAF/QMkVQcqHrmfCnafz8AafgCx+AGACdqpoxlRBfAiOH8HEO3PwBo+0Eh9oGALfaNZih8K/A9nBaj7z8A+fgFQ+0JAEye1vWfbKwJwsJIK7+l/FKIT7dAW2CG+fw/PBsyoZx4rv8/APn4BcPtCQA7td2je9CRUn4UIuitdrwsmn6qnK0xcZ2ayEGILqubPMWR/z8A6fgFQ+0HADyRmbolkbFhk9J3mmH8LLsfC3R4hjqbSGE1FuLg7P8/AKn4BMPtCABMtteTO2bilePQUzQT8L8sX098Pit/rTYeUkM/AYj7RKH2hoDN+95gKOosREDrWoTlIGpKBig+iJR/g7ygB+k0nGP7hNAR/n6DLVlaRXzMCnyBRRGIU+pO3Ab7H2isfaIQfUFAc6CUBU5eAX9VyxIi6nHu60csEG38JxI3mpjn+in7KCNt7FYSPHcdBJdh9vs3Fs8/AWj7RKD6g4DN/mZGWA1xcnxGrM3zJmfxAPZGAT1sJw9Is1lTvHIt3wyHS+YJwZ1QdsClExWl3RCYQWqe8c8/APj7Q6D6gsDN/nqgn1AsRimWUmU7OnygCKOJV0DtLshm10krXI5BY3esCcgXhZM/PwGZ+ApD7QgBahN4r7grpnWt8nu2EWDO6xdQJh7wV52mviEE55qr5NqrFVxaq7ixMf1HDT3+HLlUMccuuf8/ATn4CMPtBwFqEOpPJLlxNPno8a4IV/kWJDmmDzyIJ4lSBYHR2Nru40B8Hv46nD93P0F/PwHJ+ArD7QkCDy4gZTL+GmrvyXAWkNQml2E1bTJ+heWTrAd/Pg8raBXfH+hbr2JPy8vFzzOxt7mWHhy5WRhwYWEp/z8BSfgFw+0GAjOji+OCj4PcIUTUScEgvXaQ7/J+IQTnpsEvtJwj/f4cuVkkC3//Z';
/** A scan of 40 by 20 pixels as a fax in one segment. */
const JBIG2 =
  'l0pCMg0KGgoBAAAAAQAAAAAwAAEAAAATAAAAKAAAABQAAAAAAAAAAAAAAAAAAAEmAAEAAAAfAAAAKAAAABQAAAAAAAAAAAABJwaP//yag2f//gAgAgAAAAIxAAEAAAAAAAAAAzMAAAAAAAA=';

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
