import { expect } from 'chai';
import { withFontMatrix } from '../../../engine/fonts/cff-font-matrix.ts';

const hex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/g) ?? [], (byte) => parseInt(byte, 16));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Header and Name INDEX of a font called A; its Top DICT INDEX follows. */
const FRONT = '01000401 0001 01 01 02 41';
/** Bytes that offsets point into. */
const REST = 'aabbccdd';
/** 1/1024 in nine digits, as [s 0 0 s 0 0] FontMatrix. */
const MATRIX = '1e 0a 00 09 76 56 25 00 ff 8b 8b 1e 0a 00 09 76 56 25 00 ff 8b 8b 0c07';

const font = (dict: string): Uint8Array => {
  const length = hex(dict).length;
  return hex(`${FRONT} 0001 01 01 ${(length + 1).toString(16).padStart(2, '0')} ${dict} ${REST}`);
};

describe('the matrix of a CFF font', () => {
  it('is added where the em has not 1000 units, and offsets follow', () => {
    // CharStrings at 20, a Private DICT of 3 bytes at 21, the predefined charset 0; the INDEX grows by 34 bytes.
    const matrix = text(hex(MATRIX));
    const found = text(withFontMatrix(font('9f 11 8e a0 12 8b 0f'), 1024));
    const dict = `${matrix}1d00000036118e1d00000037128b0f`;
    const length = (dict.length / 2 + 1).toString(16).padStart(4, '0');
    expect(found).to.equal(`${text(hex(FRONT))}0001020001${length}${dict}${REST}`);
  });

  it('stays as it is where there is one, in fonts of 1000 units, in CID-keyed and in broken ones', () => {
    for (const [dict, units] of [
      ['9f 11', 1000],
      [`${MATRIX} 9f 11`, 2048],
      ['8b 8b 8b 0c1e 9f 11', 2048],
    ] as const) {
      const bytes = font(dict);
      expect(withFontMatrix(bytes, units)).to.equal(bytes);
    }
    for (const broken of ['', '0100', '010004010001ff', FRONT, `${FRONT}0001040000000100ffffff`]) {
      const bytes = hex(broken);
      expect(withFontMatrix(bytes, 2048)).to.equal(bytes);
    }
  });
});
