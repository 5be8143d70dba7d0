/** JPEGs are embedded unchanged, so files that readers couldn't decode must be detected. */
import { expect } from 'chai';
import { readJpeg } from '../../../engine/images/jpeg.ts';
import { greyJpeg, TURNED } from '../../support/jpeg.ts';

/** Returns the offset of a segment's marker. */
const at = (bytes: Uint8Array, marker: number): number => Buffer.from(bytes).indexOf(Buffer.from([0xff, marker]));

function changed(marker: number, offset: number, value: number): Uint8Array {
  const bytes = greyJpeg();
  bytes[at(bytes, marker) + offset] = value;
  return bytes;
}

describe('a JPEG', () => {
  it('has the size of its frame', () => {
    expect(readJpeg(greyJpeg())).to.include({ width: 1, height: 1, components: 1 });
  });

  it('is broken without a scan', () => {
    const bytes = greyJpeg();
    expect(readJpeg(bytes.subarray(0, at(bytes, 0xda)))).to.equal(null);
    expect(readJpeg(changed(0xda, 1, 0xd9))).to.equal(null);
  });

  it('is broken if its scan has an unknown component or none', () => {
    expect(readJpeg(changed(0xda, 5, 2))).to.equal(null);
    expect(readJpeg(changed(0xda, 4, 0))).to.equal(null);
  });

  it('is broken without the table of its frame', () => {
    expect(readJpeg(changed(0xdb, 4, 1))).to.equal(null);
    expect(readJpeg(changed(0xdb, 1, 0xe5))).to.equal(null);
  });

  it('is broken with an impossible Huffman table', () => {
    const table = at(greyJpeg(), 0xc4);
    // More one-bit codes than exist, a code of ones only, and more symbols than the segment has.
    for (const [offset, value] of [
      [5, 3],
      [5, 2],
      [20, 255],
      [4, 0x55],
    ] as const)
      expect(readJpeg(changed(0xc4, offset, value)), `${table + offset}`).to.equal(null);
  });

  it('is broken if it is progressive with an invalid first scan', () => {
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

  it('ends before a second scan', () => {
    const bytes = greyJpeg();
    const end = bytes.length - 2;
    const scan = bytes.subarray(at(bytes, 0xda));
    const doubled = Uint8Array.of(...bytes.subarray(0, end), ...scan);
    expect(readJpeg(doubled)?.bytes).to.deep.equal(bytes);
  });

  it('is broken with a second frame, or ends before it', () => {
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

  it('is broken with a reserved or broken segment, or ends before it', () => {
    const bytes = Buffer.from(greyJpeg());
    const scan = at(bytes, 0xda);
    const including = (place: number, segment: readonly number[]): Uint8Array =>
      Buffer.concat([bytes.subarray(0, place), Uint8Array.from(segment), bytes.subarray(place)]);
    const reserved = [0xff, 0x44, 0, 3, 0];
    const interval = [0xff, 0xdd, 0, 5, 0, 0, 0];
    for (const segment of [reserved, [0xff, 0xf0, 0, 2], [0xff, 0xde, 0, 2], interval])
      expect(readJpeg(including(scan, segment)), segment.join()).to.equal(null);
    expect(readJpeg(including(scan, [0xff, 0xdd, 0, 4, 0, 1]))).to.not.equal(null);
    const progressive = (segment: readonly number[]): Buffer => {
      const made = Buffer.from(including(bytes.length - 2, segment));
      made[at(bytes, 0xc0) + 1] = 0xc2;
      made.set([0, 0, 0], scan + 7);
      return made;
    };
    for (const segment of [reserved, interval, [0xff, 0xc4, 0, 3, 0], [0xff, 0xdb, 0, 3, 0]])
      expect(readJpeg(progressive(segment))?.bytes, segment.join()).to.have.length(bytes.length);
    const comment = progressive([0xff, 0xfe, 0, 2]);
    expect(readJpeg(comment)?.bytes).to.have.length(comment.length);
  });

  it('gets an end marker if it is truncated', () => {
    const bytes = greyJpeg(100, 100);
    for (const cut of [bytes.subarray(0, -2), bytes.subarray(0, -3)])
      expect(readJpeg(cut)?.bytes).to.deep.equal(Uint8Array.of(...cut, 0xff, 0xd9));
    expect(readJpeg(Uint8Array.of(...bytes, 0, 0))?.bytes).to.deep.equal(Uint8Array.of(...bytes, 0, 0));
  });

  it("is broken with samples that readers don't support", () => {
    expect(readJpeg(changed(0xc0, 4, 12))).to.equal(null);
    expect(readJpeg(changed(0xc0, 11, 0x51))).to.equal(null);
    expect(readJpeg(changed(0xc0, 11, 0))).to.equal(null);
  });

  it('is embedded without metadata', () => {
    const turned = readJpeg(greyJpeg(1, 1, TURNED));
    expect(turned).to.include({ orientation: 6 });
    expect(turned?.bytes).to.deep.equal(greyJpeg());
  });

  it('is embedded with the segments that define its colors', () => {
    const adobe = [0xff, 0xee, 0, 14, ...Buffer.from('Adobe\0d\0\0\0\0\0')];
    const bytes = greyJpeg(1, 1, adobe);
    expect(readJpeg(bytes)?.bytes).to.equal(bytes);
  });
});
