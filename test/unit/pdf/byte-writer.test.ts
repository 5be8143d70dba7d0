import { expect } from 'chai';
import { ByteWriter } from '../../../engine/pdf/byte-writer.ts';

function written(write: (out: ByteWriter) => void): string {
  const out = new ByteWriter(1);
  write(out);
  return new TextDecoder().decode(out.view());
}

describe('ByteWriter', () => {
  it('writes numbers as short as PDF allows', () => {
    const numbers: [number, string][] = [
      [0, '0 '],
      [-0.00001, '0 '],
      [1, '1 '],
      [-12.5, '-12.5 '],
      [0.25, '.25 '],
      [-0.015625, '-.0156 '],
      [1234567, '1234567 '],
      [99.99996, '100 '],
      [NaN, '0 '],
      [Infinity, '10000000 '],
    ];
    for (const [value, text] of numbers) expect(written((out) => out.number(value))).to.equal(text);
  });

  it('keeps seven decimals of matrix components', () => {
    expect(written((out) => out.matrix(Math.SQRT1_2, 0, 0, -1, 10, 20.5, 'cm'))).to.equal('.7071068 0 0 -1 10 20.5 cm');
  });

  it('writes text strings as UTF-16 with a byte order mark', () => {
    expect(written((out) => out.textString('A😀'))).to.equal('<FEFF0041D83DDE00>');
  });

  it('writes plain text unchanged, and bytes as hexadecimal digits', () => {
    expect(written((out) => out.plainString('a (b) \\c'))).to.equal('(a \\(b\\) \\\\c)');
    expect(written((out) => out.plainString('é'))).to.equal('<FEFF00E9>');
    expect(written((out) => out.hexString(Uint8Array.of(0, 171, 255)))).to.equal('<00ABFF>');
  });

  it('escapes characters that would end or change a literal string', () => {
    expect(written((out) => [0x2829, 0x5c0d, 0x0a41].forEach((code) => out.literalBytes(code, 2)))).to.equal(
      '\\(\\)\\\\\\r\nA',
    );
    expect(written((out) => out.literalBytes(0x2041, 3))).to.equal('\0 A');
    expect(written((out) => out.hex8(0x0a))).to.equal('0A');
  });

  it('writes one-byte characters until a longer one occurs', () => {
    const out = new ByteWriter(1);
    const characters = Uint32Array.of(0x41, 0x28, 0x0d, 0xff, 0x100, 0x7a);
    const glyphs = Uint32Array.of(5, 0, 1, 3, 4, 0);
    expect(out.literalCharacters(glyphs, 1, 6, characters, 0x20)).to.equal(4);
    expect([...out.view()]).to.deep.equal([0x41, 0x5c, 0x28, 0xff]);
    expect(out.literalCharacters(glyphs, 5, 6, characters, 0x20)).to.equal(6);
    expect(out.literalCharacters(Uint32Array.of(2), 0, 1, characters, 0x20)).to.equal(0);
    expect(out.view().length).to.equal(5);
  });
});
