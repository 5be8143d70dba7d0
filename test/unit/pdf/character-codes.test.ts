import { expect } from 'chai';
import { render } from '../../../engine/index.ts';
import { ByteWriter } from '../../../engine/pdf/byte-writer.ts';
import { CharacterCodes, lengthOf, rangesOf, writeCode } from '../../../engine/pdf/character-codes.ts';
import { extractText } from '../../support/pdfium.ts';
import { structureText } from '../../support/pdfjs.ts';

/** Returns the strings of an uncompressed file. */
async function strings(html: string): Promise<string> {
  const { pdf } = await render(html, { compress: false });
  const file = Buffer.from(pdf).toString('latin1');
  return Array.from(file.matchAll(/\[\((.*?)\)\]TJ/g), ([, text]) => text).join('|');
}

describe('character codes', () => {
  it('are the characters themselves in ASCII', async () => {
    expect(await strings('<p>Plain <b>bold</b> <i>(sloped)</i>')).to.equal('Plain |bold| |\\(sloped\\)');
  });

  it('are shared by fonts, and a text gets another code if its own is taken', () => {
    const codes = new CharacterCodes();
    expect(codes.codeFor('A', 0)).to.equal(0x41);
    expect(codes.codeFor('é', 0)).to.equal(0x7f);
    expect(codes.codeFor('é', 0)).to.equal(0x7f);
    expect(codes.codeFor('A', 1)).to.equal(0x80);
    expect(codes.codeFor('A', 1)).to.equal(0x80);
    expect([codes.next(), codes.next()]).to.deep.equal([0x81, 0x82]);
  });

  it('have one byte first, then two, then three', () => {
    expect([0x20, 0xff, 0x100, 0x1fff, 0x2000, 0].map(lengthOf)).to.deep.equal([1, 1, 2, 2, 3, 3]);
    const out = new ByteWriter();
    for (const code of [0x41, 0x123, 0x2041]) writeCode(out, code);
    expect(Buffer.from(out.view()).toString()).to.equal('<41><0123><002041>');
  });

  it('are mapped by ranges in which only the last byte differs', () => {
    const pairs = [
      [0x41, 5],
      [0x43, 7],
      [0x44, 9],
      [0xff, 20],
      [0x100, 21],
    ] as const;
    expect(rangesOf(pairs)).to.deep.equal([
      { first: 0x41, last: 0x43, value: 5 },
      { first: 0x44, last: 0x44, value: 9 },
      { first: 0xff, last: 0xff, value: 20 },
      { first: 0x100, last: 0x100, value: 21 },
    ]);
  });

  it('can be read back at any length', async () => {
    // Every syllable is a text of its own.
    const text = Array.from({ length: 9000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    const { pdf } = await render(`<style>@page{size:A3}</style><p style="font-size:6px;line-break:anywhere">${text}`);
    const plain = (read: string): string => read.normalize('NFKC').replaceAll(/\s/g, '');
    expect(plain((await extractText(pdf)).join(''))).to.equal(plain(text));
    expect(plain(await structureText(pdf))).to.equal(plain(text));
  });
});
