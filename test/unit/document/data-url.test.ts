import { expect } from 'chai';
import { decodeDataUrl, firstBytesOf } from '../../../engine/document/data-url.ts';

const text = (url: string): string | null => {
  const data = decodeDataUrl(url);
  return data && Buffer.from(data.bytes).toString('latin1');
};

describe('data: URLs', () => {
  it('have a type, parameters and bytes', () => {
    const data = decodeDataUrl(' \u0001data:Image/SVG+xml;Charset="utf-8";charset=x,%3Csvg%3e');
    expect(data?.mediaType).to.equal('image/svg+xml');
    expect([...(data?.parameters ?? [])]).to.deep.equal([['charset', 'utf-8']]);
    expect(text('data:,a%20b%2#c')).to.equal('a b%2');
    expect(decodeDataUrl('data:text/plain')).to.equal(null);
    expect(decodeDataUrl('http:,')).to.equal(null);
  });

  it('are as lenient about base64 as browsers', () => {
    for (const body of ['QUJDRA==', 'QUJDRA', 'QUJD\nRA = =', 'QUJDRA%3D%3d', 'QU%4ADRA', '%51UJDRA#x', ' QUJDRA\t'])
      expect(text(`data:;base64,${body}`), body).to.equal('ABCD');
    for (const body of [
      'QUJDRA=',
      'QUJDR',
      'QUJD-_8=',
      'QUJDRA===',
      'QU=JDRA=',
      'QUJD!RA=',
      'QUJDRA==QUJD',
      'QUJDRÄ==',
    ])
      expect(text(`data:;base64,${body}`), body).to.equal(null);
    expect(text('data:;base64,')).to.equal('');
    expect(text('data:; base64,QQ')).to.equal('A');
  });

  it('return separate copies of their bytes', () => {
    const bytes = decodeDataUrl('data:;base64,QUJDRA')?.bytes;
    expect(bytes?.byteOffset).to.equal(0);
    expect(bytes?.buffer.byteLength).to.equal(4);
  });

  it('expose their first bytes even if the rest is invalid', () => {
    const first = (url: string): string => Buffer.from(firstBytesOf(url, 3)).toString('latin1');
    expect(first('data:;base64,QUJDREVGRw')).to.equal('ABC');
    expect(first(`data:;base64,Q%55\nJDREVG${'!'.repeat(20)}`)).to.equal('ABC');
    expect(first('data:,%41BCD')).to.equal('ABC');
    expect(first('data:,A')).to.equal('A');
    expect(first('nothing')).to.equal('');
  });
});
