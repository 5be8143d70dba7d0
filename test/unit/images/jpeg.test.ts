/** JPEGs go into PDFs as they are, so that what readers couldn't decode is found before. */
import { expect } from 'chai';
import { readJpeg } from '../../../engine/images/jpeg.ts';
import { greyJpeg, TURNED } from '../../support/jpeg.ts';

/** Where the marker of a segment stands. */
const at = (bytes: Uint8Array, marker: number): number => Buffer.from(bytes).indexOf(Buffer.from([0xff, marker]));

function changed(marker: number, offset: number, value: number): Uint8Array {
  const bytes = greyJpeg();
  bytes[at(bytes, marker) + offset] = value;
  return bytes;
}

describe('a JPEG', () => {
  it('is as large as its frame says', () => {
    expect(readJpeg(greyJpeg())).to.include({ width: 1, height: 1, components: 1 });
  });

  it('without a scan is broken', () => {
    const bytes = greyJpeg();
    expect(readJpeg(bytes.subarray(0, at(bytes, 0xda)))).to.equal(null);
    expect(readJpeg(changed(0xda, 1, 0xd9))).to.equal(null);
  });

  it('with a scan of another component, or of none, is broken', () => {
    expect(readJpeg(changed(0xda, 5, 2))).to.equal(null);
    expect(readJpeg(changed(0xda, 4, 0))).to.equal(null);
  });

  it('without the table that its frame names is broken', () => {
    expect(readJpeg(changed(0xdb, 4, 1))).to.equal(null);
    expect(readJpeg(changed(0xdb, 1, 0xe5))).to.equal(null);
  });

  it('with a table of codes that can be none is broken', () => {
    const table = at(greyJpeg(), 0xc4);
    // More codes of one bit than there are, one of them all ones, more symbols than the segment has.
    for (const [offset, value] of [
      [5, 3],
      [5, 2],
      [20, 255],
      [4, 0x55],
    ] as const)
      expect(readJpeg(changed(0xc4, offset, value)), `${table + offset}`).to.equal(null);
  });

  it('that is progressive has first scans as these may be, or is broken', () => {
    const progressive = (...band: readonly number[]): Uint8Array => {
      const bytes = changed(0xc0, 1, 0xc2);
      bytes.set(band, at(bytes, 0xda) + 7);
      return bytes;
    };
    expect(readJpeg(progressive(0, 0, 0))).to.include({ width: 1 });
    expect(readJpeg(progressive(1, 63, 2))).to.include({ width: 1 });
    for (const band of [
      [0, 63, 0],
      [5, 3, 0],
      [1, 64, 0],
      [0, 0, 14],
      [0, 0, 0x10],
    ])
      expect(readJpeg(progressive(...band)), band.join()).to.equal(null);
  });

  it('with another scan behind the only one ends before it', () => {
    const bytes = greyJpeg();
    const end = bytes.length - 2;
    const scan = bytes.subarray(at(bytes, 0xda));
    const doubled = Uint8Array.of(...bytes.subarray(0, end), ...scan);
    expect(readJpeg(doubled)?.bytes).to.deep.equal(bytes);
  });

  it('with a second frame is broken, or ends before it', () => {
    const bytes = Buffer.from(greyJpeg());
    const frame = at(bytes, 0xc0);
    const segment = bytes.subarray(frame, frame + 2 + bytes.readUInt16BE(frame + 2));
    const scan = at(bytes, 0xda);
    const twice = (place: number): Uint8Array =>
      Buffer.concat([bytes.subarray(0, place), segment, bytes.subarray(place)]);
    expect(readJpeg(twice(scan))).to.equal(null);
    const end = bytes.length - 2;
    expect(readJpeg(twice(end))?.bytes).to.deep.equal(new Uint8Array(bytes));
    const progressive = Buffer.from(twice(end));
    progressive[frame + 1] = 0xc2;
    progressive.set([0, 0, 0], scan + 7);
    const shown = readJpeg(progressive)?.bytes;
    expect(shown).to.have.length(bytes.length);
  });

  it('that was cut has an end all the same', () => {
    const bytes = greyJpeg(100, 100);
    for (const cut of [bytes.subarray(0, -2), bytes.subarray(0, -3)])
      expect(readJpeg(cut)?.bytes).to.deep.equal(Uint8Array.of(...cut, 0xff, 0xd9));
    expect(readJpeg(Uint8Array.of(...bytes, 0, 0))?.bytes).to.deep.equal(Uint8Array.of(...bytes, 0, 0));
  });

  it('of other samples than readers know is broken', () => {
    expect(readJpeg(changed(0xc0, 4, 12))).to.equal(null);
    expect(readJpeg(changed(0xc0, 11, 0x51))).to.equal(null);
    expect(readJpeg(changed(0xc0, 11, 0))).to.equal(null);
  });

  it('is kept without what it says beside its samples', () => {
    const turned = readJpeg(greyJpeg(1, 1, TURNED));
    expect(turned).to.include({ orientation: 6 });
    expect(turned?.bytes).to.deep.equal(greyJpeg());
  });

  it('is kept with what its colours are told by', () => {
    const adobe = [0xff, 0xee, 0, 14, ...Buffer.from('Adobe\0d\0\0\0\0\0')];
    const bytes = greyJpeg(1, 1, adobe);
    expect(readJpeg(bytes)?.bytes).to.equal(bytes);
  });
});
