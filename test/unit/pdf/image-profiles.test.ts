import { expect } from 'chai';
import { readJpeg } from '../../../engine/images/jpeg.ts';
import { render, type RenderOptions } from '../../../engine/index.ts';
import { srgbProfile, wideProfile } from '../../../engine/images/icc-profile.ts';
import { iccProfile } from '../../support/icc.ts';
import { inkJpeg } from '../../support/jpeg.ts';
import { pngOf, withChunk } from '../../support/png.ts';

const P3 = wideProfile('display-p3');

/** Returns an image of one pixel. `colorType`: 2 color, 6 color with alpha, 0 gray. */
const png = (profile: Uint8Array, colorType: 0 | 2 | 6 = 2): Buffer =>
  pngOf([[0, 255, 0, 128]], { colorType, profile });

/** Images of two pixels, red and blue or gray, whose profiles contain only what they are for. */
const CONTAINERS: Readonly<Record<string, string>> = {
  WebP: 'UklGRsQAAABXRUJQVlA4WAoAAAAgAAAAAQAAAAAASUNDUIwAAAAAAACMAAAAAAIAAABtbnRyUkdCIFhZWiAAAAAAAAAAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFZQOEwRAAAALwEAAAAPEPO///MfDjKi/wEA',
  TIFF: 'SUkqAAgAAAALAAABBAABAAAAAgAAAAEBBAABAAAAAQAAAAIBAwADAAAAkgAAAAMBAwABAAAAAQAAAAYBAwABAAAAAgAAABEBBAABAAAAJAEAABUBAwABAAAAAwAAABYBBAABAAAAAQAAABcBBAABAAAABgAAABwBAwABAAAAAQAAAHOHBwCMAAAAmAAAAAAAAAAIAAgACAAAAACMAAAAAAIAAABtbnRyUkdCIFhZWiAAAAAAAAAAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP8AAAAA/w==',
  AVIF: 'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAGEbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAGsAAAAJQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAEDaXBycAAAAONpcGNvAAAAFGlzcGUAAAAAAAAAAgAAAAEAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAmGNvbHJwcm9mAAAAjAAAAAACAAAAbW50clJHQiBYWVogAAAAAAAAAAAAAAAAYWNzcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAATY29scm5jbHgAAgACAAaAAAAAGGlwbWEAAAAAAAAAAQABBQECgwQFAAAALW1kYXQSAAoIGAAmCBAQNCAyFxAAAIntnZAG5zhvcXcZpxW5zknkUCpg',
  'a grey TIFF':
    'SUkqAAgAAAAKAAABBAABAAAAAgAAAAEBBAABAAAAAQAAAAIBAwABAAAACAAAAAMBAwABAAAAAQAAAAYBAwABAAAAAQAAABEBBAABAAAAEgEAABYBBAABAAAAAQAAABcBBAABAAAAAgAAABwBAwABAAAAAQAAAHOHBwCMAAAAhgAAAAAAAAAAAACMAAAAAAIAAABtbnRyR1JBWVhZWiAAAAAAAAAAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAkA',
  'a WebP of greys':
    'UklGRsgAAABXRUJQVlA4WAoAAAAgAAAAJwAAAAAASUNDUIwAAAAAAACMAAAAAAIAAABtbnRyUkdCIFhZWiAAAAAAAAAAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFZQOEwVAAAALycAAADNRUT/A2LBZFf+3BFEROoCAA==',
};

/** An image of two pixels with code points for its colors. */
const AVIF =
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAKwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAAgAAAAEAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAM21kYXQSAAoIGAAmiAhoNCAyHRlHh4Yhh5555oVAAP9cLs57DNXeRVM0c3F+4ftg';

async function textOf(...files: readonly Buffer[]): Promise<string> {
  const images = files.map((file) => `<img src="data:image/x;base64,${file.toString('base64')}">`).join('');
  const { pdf, diagnostics } = await render(`<title>T</title>${images}`, { compress: false });
  expect(diagnostics).to.deep.equal([]);
  return Buffer.from(pdf).toString('latin1');
}

describe('ICC profiles of images', () => {
  it('define the color spaces of their images, once per profile', async () => {
    const text = await textOf(png(P3), png(P3, 6));
    const spaces = text.match(/\/ColorSpace\s*\[\/ICCBased \d+ 0 R\]/g)!;
    expect(spaces).to.have.length(2);
    expect(new Set(spaces).size).to.equal(1);
    expect(text).to.contain(Buffer.from(P3).toString('latin1'));
  });

  it('are omitted if they add nothing: sRGB, other components or an invalid profile', async () => {
    const text = await textOf(png(srgbProfile()), png(P3, 0), png(P3.subarray(0, 200)), png(new Uint8Array(2_000_000)));
    expect(text).not.to.contain('ICCBased');
  });

  it('are identified by their colorants, not by their name alone', async () => {
    const swapped = Uint8Array.from(srgbProfile());
    const text = Buffer.from(swapped.buffer);
    const [red, green] = ['rXYZ', 'gXYZ'].map((tag) => text.indexOf(tag, 128, 'latin1'));
    text.write('gXYZ', red!, 'latin1');
    text.write('rXYZ', green!, 'latin1');
    expect(await textOf(png(swapped))).to.contain('ICCBased');
  });

  for (const [name, file] of Object.entries(CONTAINERS))
    it(`are found in ${name}`, async () => {
      const bytes = Buffer.from(file, 'base64');
      const text = await textOf(bytes);
      const components = name === 'a grey TIFF' ? 1 : 3;
      // A few colors become a palette, as do grays whose profile is for colors.
      expect(text).to.match(/\/Indexed\s*\[\/ICCBased \d+ 0 R\]/);
      expect(text).to.contain(`/N ${components}`);
      // If the file is cut off where the profile begins, it is broken or has no profile.
      const start = bytes.indexOf('acsp') - 36;
      const { pdf } = await render(
        `<img src="data:image/x;base64,${bytes.subarray(0, start + 50).toString('base64')}">`,
      );
      expect(Buffer.from(pdf).toString('latin1')).not.to.contain('ICCBased');
    });

  describe('for colors that files name by code points', () => {
    /** Returns an image of one pixel with a `cICP` chunk and optionally a profile. */
    const codedPng = (primaries: number, transfer: number, colorType: 0 | 2 = 2, file = png(P3, colorType)): Buffer =>
      withChunk(file, 'cICP', Buffer.from([primaries, transfer, 0, 1]));
    const codedAvif = (primaries: number, transfer: number): Buffer => {
      const file = Buffer.from(AVIF, 'base64');
      file.set([0, primaries, 0, transfer], file.indexOf('nclx') + 4);
      return file;
    };
    /** Returns red under D50 as the file's profile defines it, or null without a profile. */
    const redOf = async (file: Buffer): Promise<number[] | null> => {
      const bytes = Buffer.from(await textOf(file), 'latin1');
      const at = bytes.indexOf('rXYZ');
      if (at < 0) return null;
      const value = bytes.indexOf('acsp') - 36 + bytes.readUInt32BE(at + 4) + 8;
      return [0, 4, 8].map((i) => bytes.readInt32BE(value + i) / 65536);
    };
    const expected = (space: 'display-p3' | 'rec2020'): number[] => {
      const bytes = Buffer.from(wideProfile(space));
      const value = bytes.readUInt32BE(bytes.indexOf('rXYZ') + 4) + 8;
      return [0, 4, 8].map((i) => bytes.readInt32BE(value + i) / 65536);
    };

    for (const [name, coded] of [
      ['PNG', codedPng],
      ['AVIF', codedAvif],
    ] as const)
      it(`are made from their primaries in ${name}`, async () => {
        for (const [primaries, space] of [
          [12, 'display-p3'],
          [9, 'rec2020'],
        ] as const)
          (await redOf(coded(primaries, 13)))!.forEach((value, i) =>
            expect(value).to.be.closeTo(expected(space)[i]!, 0.0005),
          );
        expect(await redOf(coded(1, 13))).to.equal(null);
        expect(await redOf(coded(2, 2))).to.equal(null);
        expect(await redOf(coded(1, 8))).to.not.equal(null);
      });

    it('are not made for grays', async () =>
      expect(await redOf(codedPng(9, 16, 0, png(srgbProfile(), 0)))).to.equal(null));

    it('are reported if the code points are unsupported, also for a cached image', async () => {
      for (const file of [codedPng(9, 16), codedAvif(9, 18), codedPng(9, 16), codedAvif(11, 13)]) {
        const { diagnostics } = await render(`<img src="data:image/x;base64,${file.toString('base64')}">`);
        expect(diagnostics.map(({ code }) => code)).to.deep.equal(['image/unknown-colors']);
      }
    });
  });

  it('for inks define how a JPEG looks, except in a file for a press', async () => {
    const [start, end] = [inkJpeg().subarray(0, 2), inkJpeg().subarray(2)];
    const pressOf = (description: string): Uint8Array => iccProfile('CMYK', 'prtr', description);
    const profile = [...Buffer.from('ICC_PROFILE\0'), 1, 1, ...pressOf('Of the image')];
    const named = Buffer.from([...start, 0xff, 0xe2, 0, profile.length + 2, ...profile, ...end]);
    const spaceOf = async (file: Uint8Array, options: RenderOptions = {}): Promise<string> => {
      const image = `<img alt=a src="data:image/jpeg;base64,${Buffer.from(file).toString('base64')}">`;
      const { pdf } = await render(`<html lang=en><title>T</title>${image}`, { compress: false, ...options });
      const text = Buffer.from(pdf).toString('latin1');
      // With or without Adobe's marker.
      expect(text).to.match(/\/Decode\s*\[1 0 1 0 1 0 1 0\]/);
      return /\/ColorSpace\s*(\/\w+|\[\/\w+)[^]*?\/Filter \/DCTDecode/.exec(text)![1]!;
    };
    expect(await spaceOf(inkJpeg())).to.equal('/DeviceCMYK');
    expect(await spaceOf(named)).to.equal('[/ICCBased');
    expect(await spaceOf(named, { profile: 'pdf/a-2b' })).to.equal('[/ICCBased');
    const outputIntent = { profile: pressOf('Of the press'), condition: 'FOGRA39' };
    expect(await spaceOf(named, { profile: 'pdf/x-4', outputIntent })).to.equal('/DeviceCMYK');
  });

  it('have version 2 in PDF/A-1', async () => {
    const withImage = (version: 2 | 4): Promise<unknown> => {
      const image = `data:image/png;base64,${png(wideProfile('display-p3', version)).toString('base64')}`;
      return render(`<title>T</title><img alt=a src="${image}">`, { profile: 'pdf/a-1b' }).then(
        () => null,
        ({ issues }: { issues: { message: string }[] }) => issues.map(({ message }) => message),
      );
    };
    expect(await withImage(4)).to.deep.equal(['an image has an ICC profile of version 4, which PDF/A-1 forbids']);
    expect(await withImage(2)).to.equal(null);
  });

  it('are assembled from the segments of a JPEG', () => {
    const segment = (marker: number, body: readonly number[]): number[] => [0xff, marker, 0, body.length + 2, ...body];
    const piece = (number: number, bytes: readonly number[], count = 2): number[] =>
      segment(0xe2, [...Buffer.from('ICC_PROFILE\0'), number, count, ...bytes]);
    const tables = segment(0xdb, [0, ...new Array<number>(64).fill(1)]);
    const picture = [
      ...tables,
      ...segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
      ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ];
    const profileOf = (...pieces: readonly number[][]): Uint8Array | undefined =>
      readJpeg(Uint8Array.from([0xff, 0xd8, ...pieces.flat(), ...picture]))!.profile;
    expect(profileOf(piece(1, [1, 2]), piece(2, [3]))).to.deep.equal(Uint8Array.of(1, 2, 3));
    expect(profileOf(piece(2, [3]), piece(1, [1, 2]))).to.deep.equal(Uint8Array.of(1, 2, 3));
    expect(profileOf()).to.equal(undefined);
    // A segment is missing, duplicated or claims that there are others.
    expect(profileOf(piece(1, [1]))).to.equal(undefined);
    expect(profileOf(piece(1, [1]), piece(1, [2]))).to.equal(undefined);
    expect(profileOf(piece(1, [1]), piece(2, [2], 3))).to.equal(undefined);
  });
});
